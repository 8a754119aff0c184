//! `xtask bench`: how long composing, serialising, deriving and drawing buildings takes, and how
//! much memory.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use koyu_model::form::Derivation;
use koyu_model::form::constants::CUT_HEIGHT;
use koyu_model::{ComposeError, Disk, Memory, Source, compose};

use crate::dump;
use crate::generate::Order;

/// The measurements of one building.
#[derive(Debug, Clone)]
pub struct Measurement {
    /// What was measured.
    pub subject: String,
    /// The number of spaces.
    pub spaces: usize,
    /// The number of boundaries, default walls included.
    pub boundaries: usize,
    /// The size of the text in bytes, all layers together.
    pub bytes: u64,
    /// From the text to the model.
    pub compose: Duration,
    /// From the model to its canonical JSON.
    pub canonical: Duration,
    /// From the model to its whole derived form; `None` where a limit refuses it.
    pub form: Option<Duration>,
    /// From the model to the plan of the level of middle height, nothing being derived before;
    /// `None` where it has none.
    pub plan: Option<Duration>,
    /// The most memory the process has held so far, in KiB, where the system tells it.
    pub peak_kib: Option<u64>,
}

/// Measures a generated building, held in memory.
///
/// # Errors
/// The fault of the composition; a generated building has none.
pub fn generated(order: Order) -> Result<Measurement, ComposeError> {
    let text = order.text();
    let bytes = text.len() as u64;
    let source = Memory::new().with("main.muro", text);
    let subject = format!("{} storeys x {} rooms", order.storeys(), order.rooms());
    measure(subject, Path::new("main.muro"), &source, Some(bytes))
}

/// Measures a building on disk.
///
/// # Errors
/// The fault of the composition.
pub fn file(entry: &Path) -> Result<Measurement, ComposeError> {
    measure(entry.display().to_string(), entry, &Disk, None)
}

fn measure(
    subject: String,
    entry: &Path,
    source: &dyn Source,
    bytes: Option<u64>,
) -> Result<Measurement, ComposeError> {
    let (composed, model) = best(|| compose(entry, source));
    let model = model?;
    let (canonical, _) = best(|| dump::canonical(&model));
    let (derived, form) = best(|| Derivation::new(&model).form(CUT_HEIGHT).map(|_| ()));
    let levels = model.levels_by_height();
    let plan = levels.get(levels.len() / 2).and_then(|&level| {
        let level = model.text(model.level(level).name);
        let (drawn, plan) = best(|| {
            koyu_render::plan(&Derivation::new(&model), level).map(|plan| plan.to_string())
        });
        plan.is_ok().then_some(drawn)
    });
    let of_layers = || {
        let sizes = model.layers().iter().map(std::fs::metadata);
        sizes
            .map(|about| about.map_or(0, |about| about.len()))
            .sum()
    };
    Ok(Measurement {
        subject,
        spaces: model.spaces().len(),
        boundaries: model.boundaries().len(),
        bytes: bytes.unwrap_or_else(of_layers),
        compose: composed,
        canonical,
        form: form.is_ok().then_some(derived),
        plan,
        peak_kib: peak_kib(),
    })
}

/// How long small tasks are repeated.
const REPEAT: Duration = Duration::from_millis(300);

/// The shortest time that a task takes, and its result. What takes long is done once.
fn best<T>(mut task: impl FnMut() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    loop {
        let start = Instant::now();
        let result = std::hint::black_box(task());
        shortest = shortest.min(start.elapsed());
        if begin.elapsed() > REPEAT {
            return (shortest, result);
        }
    }
}

/// The high-water mark of the resident memory, which Linux keeps in `/proc`.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Measurements as a table for people.
#[derive(Debug)]
pub struct Table<'m>(pub &'m [Measurement]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = self
            .0
            .iter()
            .map(|row| row.subject.len())
            .max()
            .unwrap_or(0)
            .max(8);
        writeln!(
            f,
            "{:<subject$} {:>9} {:>10} {:>10} {:>11} {:>13} {:>9} {:>9} {:>9}",
            "building",
            "spaces",
            "boundaries",
            "bytes",
            "compose ms",
            "canonical ms",
            "form ms",
            "plan ms",
            "peak MiB"
        )?;
        let of = |time: Option<Duration>| {
            time.map_or_else(
                || "?".to_owned(),
                |time| format!("{:.1}", time.as_secs_f64() * 1e3),
            )
        };
        for row in self.0 {
            let peak = row
                .peak_kib
                .map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string());
            writeln!(
                f,
                "{:<subject$} {:>9} {:>10} {:>10} {:>11.1} {:>13.1} {:>9} {:>9} {:>9}",
                row.subject,
                row.spaces,
                row.boundaries,
                row.bytes,
                row.compose.as_secs_f64() * 1e3,
                row.canonical.as_secs_f64() * 1e3,
                of(row.form),
                of(row.plan),
                peak
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_the_counts_of_the_building() {
        let order = Order::new(2, 5, 1).unwrap();
        let row = generated(order).unwrap();
        assert_eq!(row.spaces as u64, order.spaces());
        assert_eq!(row.bytes, order.text().len() as u64);
        let table = Table(&[row]).to_string();
        assert!(table.contains("2 storeys x 5 rooms"), "{table}");
    }
}

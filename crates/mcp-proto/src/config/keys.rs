//! Reading a table key by key, gathering what is wrong.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use toml::{Table, Value};

use super::ConfigProblem;

/// The longest time that can be set, in seconds (about 31 years): none that is longer means
/// anything, and clocks can add it.
const LONGEST: f64 = 1e9;

/// A table, what was asked of it, and what was wrong.
pub(super) struct Keys<'a> {
    table: &'a Table,
    known: BTreeSet<&'static str>,
    problems: Vec<ConfigProblem>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Self {
            table,
            known: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// All problems. Keys that nobody asked for are such.
    pub(super) fn finish(mut self) -> Vec<ConfigProblem> {
        let known: Vec<&str> = self.known.iter().copied().collect();
        for key in self.table.keys() {
            if !self.known.contains(key.as_str()) {
                self.problems.push(ConfigProblem {
                    key: key.clone(),
                    reason: format!("there is no such key; there are {}", known.join(", ")),
                });
            }
        }
        self.problems
    }

    pub(super) fn problem(&mut self, key: &str, reason: impl Into<String>) {
        self.problems.push(ConfigProblem {
            key: key.to_owned(),
            reason: reason.into(),
        });
    }

    /// Reads a value; what is not of the kind is a problem.
    fn read<T>(
        &mut self,
        key: &'static str,
        kind: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        self.known.insert(key);
        let value = self.table.get(key)?;
        let read = read(value);
        if read.is_none() {
            let found = value.type_str();
            self.problem(key, format!("it must be {kind}, and is of type {found}"));
        }
        read
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        self.read(key, "a string", |value| value.as_str().map(str::to_owned))
    }

    pub(super) fn required_text(&mut self, key: &'static str) -> String {
        let is_there = self.table.contains_key(key);
        let text = self.text(key);
        match text.as_deref() {
            Some("") => self.problem(key, "it is empty"),
            None if !is_there => self.problem(key, "it is missing"),
            _ => {}
        }
        text.unwrap_or_default()
    }

    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<String>> {
        self.read(key, "a list of strings", |value| {
            let texts = value.as_array()?.iter();
            texts.map(|text| text.as_str().map(str::to_owned)).collect()
        })
    }

    pub(super) fn truth(&mut self, key: &'static str) -> Option<bool> {
        self.read(key, "true or false", Value::as_bool)
    }

    /// A number of things, or of bytes.
    pub(super) fn count(&mut self, key: &'static str, least: usize) -> Option<usize> {
        self.whole(key, least, usize::MAX)
    }

    pub(super) fn whole<T: TryFrom<i64> + PartialOrd + Display + Copy>(
        &mut self,
        key: &'static str,
        least: T,
        most: T,
    ) -> Option<T>
    where
        i64: TryFrom<T>,
    {
        let number = self.read(key, "a whole number", Value::as_integer)?;
        match T::try_from(number) {
            Ok(number) if number >= least && number <= most => Some(number),
            _ => {
                // What no number of TOML exceeds is no bound to be told of.
                let must = match i64::try_from(most) {
                    Ok(most) => format!("it must lie between {least} and {most}"),
                    Err(_) => format!("it must be at least {least}"),
                };
                self.problem(key, format!("{must}, and is {number}"));
                None
            }
        }
    }

    /// A time in seconds, fractions allowed.
    #[allow(
        clippy::cast_precision_loss,
        reason = "what is too large for a double is refused"
    )]
    pub(super) fn seconds(&mut self, key: &'static str, can_be_zero: bool) -> Option<Duration> {
        let seconds = self.read(key, "a number of seconds", |value| match value {
            Value::Integer(seconds) => Some(*seconds as f64),
            Value::Float(seconds) => Some(*seconds),
            _ => None,
        })?;
        let is_enough = seconds > 0.0 || can_be_zero && seconds == 0.0;
        // Less than a nanosecond becomes zero.
        let time = Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| is_enough && (can_be_zero || !time.is_zero()));
        match time {
            Some(time) if seconds <= LONGEST => Some(time),
            _ => {
                let least = if can_be_zero { "0" } else { "0.000000001" };
                self.problem(
                    key,
                    format!("it must be {least} to {LONGEST} seconds, and is {seconds}"),
                );
                None
            }
        }
    }
}

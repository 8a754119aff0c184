//! Column declarations that raise no column (06 §7, pass 10): COL01, COL02.

use std::collections::{BTreeSet, HashMap};

use koyu_model::form::ColumnSite;
use koyu_model::{Column, LevelId};

use super::diagnostic::Diagnostic;
use super::scan::{Scan, number};
use super::table::Code;

/// What is known of a declaration, over all its levels.
#[derive(Clone, Default)]
struct Fate {
    /// A column of it stands somewhere.
    stands: bool,
    /// It has a site, taken or not.
    has_site: bool,
    /// The earlier declarations that took its sites.
    takers: BTreeSet<u32>,
}

impl Scan<'_, '_> {
    /// A declaration must raise a column somewhere.
    pub(super) fn columns(&mut self) {
        let columns = self.model.columns();
        let mut on_level: HashMap<LevelId, Vec<u32>> = HashMap::new();
        for (place, column) in (0..).zip(columns) {
            for &level in &column.levels {
                let here = on_level.entry(level).or_default();
                if here.last() != Some(&place) {
                    here.push(place);
                }
            }
        }
        let mut fates = vec![Fate::default(); columns.len()];
        for (&level, here) in &on_level {
            self.raise(level, here, &mut fates);
        }
        for (column, fate) in columns.iter().zip(fates) {
            if !fate.stands {
                self.barren(column, &fate);
            }
        }
    }

    /// Lets the declarations of a level take their sites in order. The order of levels does not
    /// matter: what is recorded are sets.
    fn raise(&self, level: LevelId, here: &[u32], fates: &mut [Fate]) {
        let columns = self.model.columns();
        let Some(&first) = here.first() else { return };
        let Ok(sites) = self.derivation.floor_sites(level, &columns[first as usize]) else {
            // More intersections than the form derives: there are floors enough to stand on.
            for &place in here {
                fates[place as usize].stands = true;
            }
            return;
        };
        let mut taken: HashMap<ColumnSite, u32> = HashMap::new();
        // A selection of lines once asked is taken ever after, by these.
        let mut known: HashMap<_, BTreeSet<u32>> = HashMap::new();
        for &place in here {
            let column = &columns[place as usize];
            let fate = &mut fates[place as usize];
            let takers = known
                .entry((&column.x_lines, &column.y_lines))
                .or_insert_with(|| {
                    let mut takers = BTreeSet::new();
                    for site in sites.of(column) {
                        takers.insert(*taken.entry(site).or_insert(place));
                    }
                    takers
                });
            fate.has_site |= !takers.is_empty();
            fate.stands |= takers.contains(&place);
            fate.takers.extend(takers.iter());
        }
    }

    fn barren(&mut self, column: &Column, fate: &Fate) {
        let levels: Vec<&str> = column.levels.iter().map(|&l| self.level_name(l)).collect();
        let levels = match levels[..] {
            [] => "no level".to_owned(),
            [one] => format!("level {one}"),
            [first, .., last] => format!("levels {first} to {last}"),
        };
        let size = number(column.size);
        let (code, message) = if fate.has_site {
            let message = format!(
                "The column of {size} on {levels} stands nowhere: earlier declarations have taken \
                 all its intersections; restrict them with x: and y:, or take this one away"
            );
            (Code::Col02, message)
        } else {
            let message = format!(
                "The column of {size} on {levels} stands nowhere: no grid intersection that it asks \
                 for lies on a floor; check its levels, x: and y:"
            );
            (Code::Col01, message)
        };
        let related = fate.takers.iter().filter_map(|&taker| {
            let taker = &self.model.columns()[taker as usize];
            self.position(taker.origin)
        });
        let diagnostic = Diagnostic::new(code, message)
            .at(self.position(column.origin))
            .related(related.collect::<Vec<_>>());
        self.push(diagnostic);
    }
}

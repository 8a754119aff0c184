//! `drop`: removing what was composed so far (02 §8).

use koyu_syntax::{DropStatement, DropTarget};

use super::Composer;
use crate::fault::Fault;
use crate::names::Map;

impl Composer<'_> {
    pub(super) fn drop_statement(&mut self, dropped: &DropStatement<'_>) -> Result<(), Fault> {
        match dropped.target.as_ref().map_err(Clone::clone)? {
            DropTarget::Column(name) => self.drop_column(&name.text),
            DropTarget::Path(path) => {
                let name = self.names.find(&path.text);
                if let Some(name) = name.filter(|&name| self.spaces.remove(name)) {
                    self.drop_boundaries_at(name);
                    Ok(())
                } else if name.is_some_and(|name| self.zones.remove(name)) {
                    Ok(())
                } else {
                    Err(Fault::NoDropTarget {
                        path: path.text.to_string(),
                        near: self.near_path(&path.text),
                    })
                }
            }
            DropTarget::Pair(a, b) => self.drop_boundaries_between(&a.text, &b.text),
        }
    }

    fn drop_column(&mut self, name: &str) -> Result<(), Fault> {
        let names = self.column_names.get_or_insert_with(|| {
            let mut names = Map::<String, Vec<usize>>::default();
            for (place, column) in self.columns.iter().enumerate() {
                let name = column.as_ref().and_then(|c| c.attributes.to_text("name"));
                if let Some(name) = name {
                    names.entry(name).or_default().push(place);
                }
            }
            names
        });
        match names.get(name).map(Vec::as_slice) {
            None | Some([]) => Err(Fault::NoColumn {
                name: name.to_owned(),
                near: self.near_column(name),
            }),
            Some(&[place]) => {
                self.columns[place] = None;
                names.remove(name);
                Ok(())
            }
            Some(_) => Err(Fault::SeveralColumns {
                name: name.to_owned(),
            }),
        }
    }
}

//! `drop`: removing what was composed so far (02 §8).

use koyu_syntax::{DropStatement, DropTarget};

use super::Composer;
use crate::fault::Fault;

impl Composer<'_> {
    pub(super) fn drop_statement(&mut self, dropped: &DropStatement<'_>) -> Result<(), Fault> {
        match dropped.target.as_ref().map_err(Clone::clone)? {
            DropTarget::Column(name) => self.drop_column(&name.text),
            DropTarget::Path(path) => {
                let missing = || Fault::NoDropTarget {
                    path: path.text.to_string(),
                };
                let name = self.names.find(&path.text).ok_or_else(missing)?;
                if self.spaces.remove(name) {
                    self.drop_boundaries_at(name);
                    Ok(())
                } else if self.zones.remove(name) {
                    Ok(())
                } else {
                    Err(missing())
                }
            }
            DropTarget::Pair(a, b) => self.drop_boundaries_between(&a.text, &b.text),
        }
    }

    fn drop_column(&mut self, name: &str) -> Result<(), Fault> {
        let named = self.columns.iter_mut().filter(|column| {
            column
                .as_ref()
                .and_then(|column| column.attributes.to_text("name"))
                .as_deref()
                == Some(name)
        });
        let mut named = named.collect::<Vec<_>>();
        match named.as_mut_slice() {
            [] => Err(Fault::NoColumn {
                name: name.to_owned(),
            }),
            [column] => {
                **column = None;
                Ok(())
            }
            _ => Err(Fault::SeveralColumns {
                name: name.to_owned(),
            }),
        }
    }
}

//! Composition: a set of layers becomes one model (02).
//!
//! Lines are processed top to bottom, an import by processing the whole imported layer where it
//! stands. The first fault ends everything. Layers that are under way stand on an explicit stack,
//! so that a chain of imports may be as deep as it likes.

mod bands;
mod boundaries;
mod definitions;
mod drops;
mod finish;
mod frame;
mod near_names;
mod overs;
mod positions;
mod roll;
mod set_edits;
mod slots;
mod spaces;

use std::path::{Path, PathBuf};

use koyu_syntax::{Body, Content, Layer, Line, Parent, Statement, Version};

use crate::elements::{
    Asset, Boundary, Column, GridAxis, LayerId, Level, LevelId, Origin, Polygon, Space, Zone,
};
use crate::fault::{ComposeError, Fault, FirstSeen};
use crate::form::{MAX_PIECES, TooManyPieces};
use crate::level_order::LevelOrder;
use crate::model::{Edit, Model, Override};
use crate::names::{Map, Name, Names, OrderedMap};
use crate::source::{Located, Source};
use bands::Band;
use boundaries::BoundaryIndex;
use overs::Target;
use roll::{ListOf, Roll};
use slots::Slots;

/// The largest number of elements in one composition: levels, spaces, areas, zones, assets,
/// polygons, columns, boundaries, openings, segs and drawn lines together.
pub const MAX_ELEMENTS: usize = 10_000_000;

/// The largest amount of text, in bytes, that level spans may make out of the paths of one
/// composition (1 GiB).
pub const MAX_EXPANDED_BYTES: usize = 1 << 30;

/// Composes a building from its entry and everything the entry imports (02).
///
/// # Errors
/// The first fault in scan order with its layer and line. An unreadable entry is line 0 without a
/// file, and names `entry` as it was handed over.
pub fn compose(entry: &Path, source: &dyn Source) -> Result<Model, ComposeError> {
    let located = source.entry(entry);
    let Ok(bytes) = source.read(&located) else {
        let reference = entry.to_string_lossy().into_owned();
        return Err(ComposeError {
            line: 0,
            file: None,
            fault: Box::new(Fault::CannotRead { reference }),
        });
    };
    let mut composer = Composer {
        source: Some(source),
        ..Composer::default()
    };
    let id = composer.add_layer(&located);
    composer.run(Reading::new(Layer::from_bytes(&bytes), Some((id, located))))
}

/// Composes a bare text that has no files around it; `import` is a fault in it.
///
/// # Errors
/// The first fault, with its line and without a file.
pub fn compose_text(text: &str) -> Result<Model, ComposeError> {
    Composer::default().run(Reading::new(Layer::parse(text), None))
}

/// The model under way. Everything here outlives the line that wrote it; what belongs to a layer
/// being read is in [`State`].
#[derive(Default)]
struct Composer<'s> {
    source: Option<&'s dyn Source>,
    layers: Vec<String>,
    layer_paths: Vec<PathBuf>,
    layer_ids: Map<PathBuf, LayerId>,
    names: Names,
    version: Option<Version>,
    name: Option<String>,
    grid_x: Option<GridAxis>,
    grid_y: Option<GridAxis>,
    levels: Vec<Level>,
    level_ids: Map<Name, LevelId>,
    level_order: LevelOrder,
    spaces: Slots<Space>,
    zones: Slots<Zone>,
    assets: OrderedMap<Name, Asset>,
    polygons: OrderedMap<Name, Polygon>,
    columns: Vec<Option<Column>>,
    /// Where the columns of each name stand, once a line asks for one by name.
    column_names: Option<Map<String, Vec<usize>>>,
    boundaries: Vec<Option<Boundary>>,
    /// Built when the first line asks for boundaries by path.
    boundary_index: Option<BoundaryIndex>,
    /// The names in every list that a set edit has changed.
    rolls: Map<ListOf, Roll>,
    overrides: OrderedMap<Override, Origin>,
    edits: Vec<Edit>,
    elements: usize,
    /// How much text level spans have made out of paths.
    expanded_bytes: usize,
}

/// A layer that is being read.
struct Reading {
    layer: Layer,
    /// Its place in the list of layers and where it was found; `None` for a bare text.
    place: Option<(LayerId, Located)>,
    next: usize,
    state: State,
}

/// What an indented line of a layer refers to (01 §3.1).
#[derive(Default)]
struct State {
    parent: Parent,
    /// The slots of the boundaries of the last `boundary` or `stack`.
    boundaries: std::ops::Range<u32>,
    /// The slots of the spaces of the last `space`.
    spaces: std::ops::Range<u32>,
    band: Option<Band>,
    over: Option<Target>,
}

impl Reading {
    fn new(layer: Layer, place: Option<(LayerId, Located)>) -> Self {
        Self {
            layer,
            place,
            next: 0,
            state: State::default(),
        }
    }

    fn id(&self) -> Option<LayerId> {
        self.place.as_ref().map(|(id, _)| *id)
    }
}

/// A fault and the line it is reported on.
struct At {
    line: u32,
    fault: Fault,
}

/// Puts faults on one line.
fn on(line: u32) -> impl Fn(Fault) -> At {
    move |fault| At { line, fault }
}

impl Composer<'_> {
    fn run(mut self, entry: Reading) -> Result<Model, ComposeError> {
        let mut stack = vec![Box::new(entry)];
        while let Some(reading) = stack.last_mut() {
            let id = reading.id();
            match self.step(reading) {
                Ok(Next::Line) => {}
                Ok(Next::Import(imported)) => stack.push(imported),
                Ok(Next::End) => {
                    stack.pop();
                }
                Err(At { line, fault }) => {
                    let file = id.map(|id| self.layers[id.0 as usize].clone());
                    return Err(ComposeError {
                        line,
                        file,
                        fault: Box::new(fault),
                    });
                }
            }
        }
        let mut model = self.finish();
        let cut = crate::form::cut_regions(&mut model);
        cut.map_err(|TooManyPieces { path, origin }| ComposeError {
            line: origin.line,
            file: model.file(origin).map(str::to_owned),
            fault: Box::new(Fault::TooManyPieces {
                path,
                limit: MAX_PIECES,
            }),
        })?;
        crate::form::append_default_walls(&mut model);
        Ok(model)
    }

    /// Processes the next line of a layer.
    fn step(&mut self, reading: &mut Reading) -> Result<Next, At> {
        let id = reading.id();
        let Reading {
            layer,
            place,
            next,
            state,
        } = reading;
        let Some(Line {
            number, content, ..
        }) = layer.line(*next)
        else {
            self.close_band(layer, id, state)?;
            return Ok(Next::End);
        };
        *next += 1;
        let statement = match content {
            Content::Nothing => return Ok(Next::Line),
            Content::Unclosed(fault) => return Err(on(number)(fault.into())),
            Content::Statement(statement) => statement,
        };
        if !statement.indented {
            self.close_band(layer, id, state)?;
            state.over = None;
        }
        state
            .parent
            .admit(&statement)
            .map_err(|fault| on(number)(fault.into()))?;
        state.parent = state.parent.after(&statement);
        if let Body::Import(import) = &statement.body {
            let reference = import
                .reference
                .as_ref()
                .map_err(|fault| on(number)(fault.clone().into()))?;
            let imported = self
                .import(place.as_ref(), &reference.text)
                .map_err(on(number))?;
            return Ok(imported.map_or(Next::Line, |imported| Next::Import(Box::new(imported))));
        }
        let origin = Origin {
            line: number,
            layer: id,
        };
        self.statement(&statement, origin, *next - 1, state)
            .map_err(on(number))?;
        Ok(Next::Line)
    }

    /// Finds and reads an imported layer; `None` if it takes part already (02 §2.4).
    fn import(
        &mut self,
        importer: Option<&(LayerId, Located)>,
        reference: &str,
    ) -> Result<Option<Reading>, Fault> {
        let (Some(source), Some((_, importer))) = (self.source, importer) else {
            return Err(Fault::ImportWithoutFiles);
        };
        let located = source.import(importer, reference);
        // A layer that takes part was readable when it was composed, so it need not be read again.
        if self.layer_ids.contains_key(&located.key) {
            return Ok(None);
        }
        let Ok(bytes) = source.read(&located) else {
            return Err(Fault::CannotRead {
                reference: reference.to_owned(),
            });
        };
        let id = self.add_layer(&located);
        Ok(Some(Reading::new(
            Layer::from_bytes(&bytes),
            Some((id, located)),
        )))
    }

    fn add_layer(&mut self, located: &Located) -> LayerId {
        let id = LayerId(self.layers.len() as u32);
        self.layers.push(located.key_text());
        self.layer_paths.push(located.key.clone());
        self.layer_ids.insert(located.key.clone(), id);
        id
    }

    /// Adds what a statement says to the model. `index` is the statement's line in its layer,
    /// from 0.
    fn statement(
        &mut self,
        statement: &Statement<'_>,
        origin: Origin,
        index: usize,
        state: &mut State,
    ) -> Result<(), Fault> {
        match &statement.body {
            Body::Koyu(koyu) => self.koyu(koyu, origin),
            Body::Name(name) => self.building_name(name),
            Body::Unit(unit) => Ok(unit.unit.clone()?),
            Body::Grid(grid) => self.grid(grid),
            Body::Level(level) => self.level(level, origin),
            Body::Column(column) => self.column(column, origin),
            Body::Space(space) => {
                state.spaces = self.space(space, origin)?;
                Ok(())
            }
            Body::Area(area) => self.area(area, origin, state.spaces.clone()),
            Body::Band(band) => {
                state.band = Some(self.band(band, origin)?);
                Ok(())
            }
            Body::Member(member) => {
                bands::check_member(member)?;
                if let Some(band) = &mut state.band {
                    band.members.push(index);
                }
                Ok(())
            }
            Body::Boundary(boundary) => {
                state.boundaries = self.boundary(boundary, origin)?;
                Ok(())
            }
            Body::Stack(stack) => {
                state.boundaries = self.stack(stack, origin)?;
                Ok(())
            }
            Body::Opening(opening) => {
                let opening = self.opening(opening, origin)?;
                self.hang(state.boundaries.clone(), |boundary| {
                    push_lean(&mut boundary.openings, opening.clone());
                })
            }
            Body::Seg(seg) => {
                let seg = self.seg(seg, origin)?;
                self.hang(state.boundaries.clone(), |boundary| {
                    push_lean(&mut boundary.segs, seg.clone());
                })
            }
            Body::Line(line) => self.drawn_line(line, origin, state.boundaries.clone()),
            Body::Zone(zone) => self.zone(zone, origin),
            Body::Asset(asset) => self.asset(asset, origin),
            Body::Polygon(polygon) => self.polygon(polygon, origin),
            Body::Over(over) => {
                self.record("over", statement, origin);
                state.over = Some(self.over(over, origin)?);
                Ok(())
            }
            Body::Drop(dropped) => {
                self.record("drop", statement, origin);
                self.drop_statement(dropped)
            }
            Body::SetEdit(edit) => {
                self.record(edit.sign.word(), statement, origin);
                match &state.over {
                    Some(target) => self.set_edit(edit, target, origin),
                    None => Ok(()),
                }
            }
            // An import is processed by the caller, and an unknown word is not admitted.
            Body::Import(_) | Body::Unknown => Ok(()),
        }
    }

    /// Records a composition edit before its own checks (02 §5).
    fn record(&mut self, word: &'static str, statement: &Statement<'_>, origin: Origin) {
        self.edits.push(Edit {
            word,
            subject: statement.subject().into(),
            origin,
        });
    }

    /// Counts elements about to be added.
    fn count(&mut self, elements: usize) -> Result<(), Fault> {
        self.elements = self.elements.saturating_add(elements);
        if self.elements > MAX_ELEMENTS {
            return Err(Fault::TooManyElements {
                limit: MAX_ELEMENTS,
            });
        }
        Ok(())
    }

    fn first_seen(&self, origin: Origin) -> FirstSeen {
        let file = origin.layer.map(|id| self.layers[id.0 as usize].clone());
        FirstSeen {
            file,
            line: origin.line,
        }
    }
}

/// Appends to a list that mostly stays at one element: a big building has hundreds of thousands
/// of such lists, and room for four in each would be most of its memory.
fn push_lean<T>(list: &mut Vec<T>, item: T) {
    if list.is_empty() {
        list.reserve_exact(1);
    }
    list.push(item);
}

/// What follows a line.
enum Next {
    /// The next line of the same layer.
    Line,
    /// The first line of an imported layer.
    Import(Box<Reading>),
    /// The layer is done.
    End,
}

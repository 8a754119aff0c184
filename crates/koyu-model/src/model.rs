//! The composed model (03 §1.1): what every question is put to. Read-only once composed.

use std::path::PathBuf;

use koyu_syntax::{Axis, Version, index_rank};

use crate::canonical_order::CanonicalOrder;
use crate::elements::{
    Asset, Boundary, Column, GridAxis, Level, LevelId, Origin, Polygon, Space, SpaceId, Zone,
};
use crate::form::Storeys;
use crate::names::{Map, Name, Names, OrderedMap};

/// A building: its layers composed into one model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) names: Names,
    pub(crate) version: Option<Version>,
    pub(crate) name: Option<String>,
    pub(crate) grid_x: GridAxis,
    pub(crate) grid_y: GridAxis,
    pub(crate) levels: Vec<Level>,
    pub(crate) level_order: Vec<LevelId>,
    pub(crate) level_ids: Map<Name, LevelId>,
    pub(crate) spaces: Vec<Space>,
    pub(crate) space_ids: Map<Name, SpaceId>,
    pub(crate) zones: OrderedMap<Name, Zone>,
    pub(crate) assets: OrderedMap<Name, Asset>,
    pub(crate) polygons: OrderedMap<Name, Polygon>,
    pub(crate) boundaries: Vec<Boundary>,
    pub(crate) columns: Vec<Column>,
    pub(crate) layers: Vec<String>,
    pub(crate) layer_paths: Vec<PathBuf>,
    pub(crate) overrides: OrderedMap<Override, Origin>,
    pub(crate) edits: Vec<Edit>,
    /// What stands on which storey, once the boundaries are complete.
    pub(crate) storeys: Storeys,
    pub(crate) canonical_order: CanonicalOrder,
}

/// What kind of element an `over` set a value on (02 §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverrideKind {
    /// A space, by path.
    Space,
    /// A zone, by path.
    Zone,
    /// A level, by name.
    Level,
    /// An asset, by name.
    Asset,
    /// The boundaries of a pair written in one orientation: both paths joined by a bar.
    Boundary,
}

impl OverrideKind {
    /// The word as it stands in the key `KIND:SUBJECT:ATTR`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Zone => "zone",
            Self::Level => "level",
            Self::Asset => "asset",
            Self::Boundary => "boundary",
        }
    }
}

/// One attribute that an `over` has set: the key of its provenance (02 §6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Override {
    /// The kind of the target.
    pub kind: OverrideKind,
    /// Path, name, or both paths of a boundary joined by `|` in the orientation it was written.
    pub subject: Name,
    /// The attribute.
    pub attribute: Box<str>,
}

/// A composition edit, recorded before its own checks (02 §5); read only to judge versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// `over`, `drop`, `+`, `-` or `=`.
    pub word: &'static str,
    /// The remaining tokens joined by one space each.
    pub subject: Box<str>,
    /// Where it stands.
    pub origin: Origin,
}

impl Model {
    /// The version of the notation; 1.0 when none is declared.
    pub fn version(&self) -> Version {
        self.version.unwrap_or(Version::V1_0)
    }

    /// Whether a version was declared.
    pub fn version_declared(&self) -> bool {
        self.version.is_some()
    }

    /// The name of the building.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The table of interned texts.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The text of a name of this model.
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// The lines of an axis.
    pub fn grid(&self, axis: Axis) -> &GridAxis {
        match axis {
            Axis::X => &self.grid_x,
            Axis::Y => &self.grid_y,
        }
    }

    /// All levels, in declaration order.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// A level of this model.
    pub fn level(&self, id: LevelId) -> &Level {
        &self.levels[id.0 as usize]
    }

    /// The level of a name.
    pub fn level_named(&self, name: &str) -> Option<LevelId> {
        self.names
            .find(name)
            .and_then(|name| self.level_ids.get(&name).copied())
    }

    /// All levels in the order of 03 §2.3: names that are array indices first, ascending, then the
    /// others in declaration order.
    pub fn levels_in_map_order(&self) -> Vec<LevelId> {
        map_order(&self.levels, &self.names)
    }

    /// All levels ascending by z; equal z keep the order of 03 §2.3 (names that are array
    /// indices first, then declaration order).
    pub fn levels_by_height(&self) -> &[LevelId] {
        &self.level_order
    }

    /// All spaces, in declaration order.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    /// A space of this model.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.0 as usize]
    }

    /// The space at a path.
    pub fn space_at(&self, path: Name) -> Option<SpaceId> {
        self.space_ids.get(&path).copied()
    }

    /// All zones, in declaration order.
    pub fn zones(&self) -> impl ExactSizeIterator<Item = &Zone> {
        self.zones.values()
    }

    /// The zone at a path.
    pub fn zone_at(&self, path: Name) -> Option<&Zone> {
        self.zones.get(&path)
    }

    /// All assets, in declaration order.
    pub fn assets(&self) -> impl ExactSizeIterator<Item = &Asset> {
        self.assets.values()
    }

    /// The asset of a name.
    pub fn asset_named(&self, name: Name) -> Option<&Asset> {
        self.assets.get(&name)
    }

    /// All polygons, in declaration order.
    pub fn polygons(&self) -> impl ExactSizeIterator<Item = &Polygon> {
        self.polygons.values()
    }

    /// The polygon at a path.
    pub fn polygon_at(&self, path: Name) -> Option<&Polygon> {
        self.polygons.get(&path)
    }

    /// All boundaries: the declared ones in composition order, then the derived default walls.
    pub fn boundaries(&self) -> &[Boundary] {
        &self.boundaries
    }

    /// The positions of all boundaries, default ones included, in canonical order (04 §4.3),
    /// found when first asked for. A boundary's index in refs is its place in this list.
    pub fn canonical_boundaries(&self) -> &[u32] {
        self.canonical_order.positions(self)
    }

    /// The place of a boundary in canonical order; `position` is its place in
    /// [`Model::boundaries`].
    pub(crate) fn canonical_index(&self, position: u32) -> u32 {
        self.canonical_order.index(self, position)
    }

    /// All column declarations, in composition order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The keys of the layers, weakest first: real absolute paths for files on disk. Empty for a
    /// bare string.
    pub fn layers(&self) -> &[String] {
        &self.layers
    }

    /// The paths behind the keys of [`Self::layers`], for reading a layer once more: a key is
    /// their text, in which bytes that are no text are replaced.
    pub fn layer_paths(&self) -> &[PathBuf] {
        &self.layer_paths
    }

    /// The key of the layer that an origin names.
    pub fn file(&self, origin: Origin) -> Option<&str> {
        origin
            .layer
            .map(|layer| self.layers[layer.0 as usize].as_str())
    }

    /// Every attribute that an `over` has set and where (02 §6), in the order of first setting.
    pub fn overrides(&self) -> impl ExactSizeIterator<Item = (&Override, Origin)> {
        self.overrides.iter().map(|(key, origin)| (key, *origin))
    }

    /// The composition edits in scan order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }
}

/// The order of 03 §2.3.
fn map_order(levels: &[Level], names: &Names) -> Vec<LevelId> {
    let mut order: Vec<LevelId> = (0..levels.len() as u32).map(LevelId).collect();
    let rank = |id: &LevelId| index_rank(names.text(levels[id.0 as usize].name));
    order.sort_by_cached_key(rank);
    order
}

//! Bands: one rectangle cut into a row of spaces by widths (01 §8).

use koyu_syntax::{
    Axis, BandStatement, Body, Content, GridTarget, Layer, MemberStatement, MemberWidth, Path,
    number_text,
};

use super::positions::{Resolved, rectangle};
use super::spaces::Pattern;
use super::{At, Composer, State, on};
use crate::elements::{LayerId, Origin, Part};
use crate::fault::Fault;
use crate::names::Name;

/// An open band.
pub(super) struct Band {
    axis: Axis,
    part: Part,
    line: u32,
    /// The lines of its members in the layer, from 0. They are read again when it is expanded.
    pub(super) members: Vec<usize>,
}

/// The checks of a member that are made on its own line (01 §8.2); its attributes wait.
pub(super) fn check_member(member: &MemberStatement<'_>) -> Result<(), Fault> {
    member.path.as_ref().map_err(Clone::clone)?;
    member.kind.as_ref().map_err(Clone::clone)?;
    member.width.clone()?;
    Ok(())
}

/// A member whose own line was in order.
struct Member<'a, 't> {
    line: u32,
    path: &'a Path<'t>,
    kind: &'a str,
    width: MemberWidth,
    statement: &'a MemberStatement<'t>,
}

impl<'a, 't> Member<'a, 't> {
    fn new(line: u32, body: &'a Body<'t>) -> Option<Self> {
        let Body::Member(statement) = body else {
            return None;
        };
        let (path, kind) = statement
            .path
            .as_ref()
            .ok()
            .zip(statement.kind.as_ref().ok())?;
        let width = statement.width.clone().ok()?;
        Some(Self {
            line,
            path,
            kind: &kind.text,
            width,
            statement,
        })
    }
}

impl Composer<'_> {
    pub(super) fn band(&mut self, band: &BandStatement<'_>, origin: Origin) -> Result<Band, Fault> {
        let axis = band.axis.clone()?;
        band.only_ranges.clone()?;
        for range in &band.region.ranges {
            let range = range.as_ref().map_err(Clone::clone)?;
            let (first_axis, first) = self.locate(&range.from.text, range.from.target)?;
            let (second_axis, second) = self.locate(&range.to.text, range.to.target)?;
            if first_axis == second_axis && first > second {
                return Err(Fault::BandDescends {
                    token: range.text.to_string(),
                });
            }
        }
        let part = self.region(&band.region)?;
        Ok(Band {
            axis,
            part,
            line: origin.line,
            members: Vec::new(),
        })
    }

    /// Expands the open band of a layer, if there is one (01 §8.3).
    pub(super) fn close_band(
        &mut self,
        layer: &Layer,
        id: Option<LayerId>,
        state: &mut State,
    ) -> Result<(), At> {
        let Some(band) = state.band.take() else {
            return Ok(());
        };
        let statements: Vec<_> = band
            .members
            .iter()
            .filter_map(|&index| match layer.line(index)?.content {
                Content::Statement(statement) => Some(statement),
                Content::Nothing | Content::Unclosed(_) => None,
            })
            .collect();
        let members: Vec<_> = statements
            .iter()
            .filter_map(|statement| Member::new(statement.line, &statement.body))
            .collect();
        self.expand_band(&band, &members, id)
    }

    fn expand_band(
        &mut self,
        band: &Band,
        members: &[Member<'_, '_>],
        id: Option<LayerId>,
    ) -> Result<(), At> {
        let on_band = on(band.line);
        if members.is_empty() {
            return Err(on_band(Fault::BandEmpty));
        }
        let rect = band.part.rect;
        let (lo, hi) = match band.axis {
            Axis::X => (rect.x1, rect.x2),
            Axis::Y => (rect.y1, rect.y2),
        };
        let widths = widths(members, band.line, hi - lo)?;
        let paths: Vec<Path<'_>> = members.iter().map(|member| member.path.clone()).collect();
        let readings = self.expand(&paths).map_err(&on_band)?;
        for reading in &readings {
            self.one_segment(reading).map_err(&on_band)?;
        }
        for reading in readings {
            let mut from = lo;
            for ((member, width), path) in members.iter().zip(&widths).zip(reading) {
                let to = from + width;
                self.add_member(band, member, path, (from, to), id)
                    .map_err(on(member.line))?;
                from = to;
            }
        }
        Ok(())
    }

    /// That all members of one reading have the same first path segment.
    fn one_segment(&self, paths: &[Name]) -> Result<(), Fault> {
        let segment = |path: &Name| self.names.text(*path).split('/').nth(1).unwrap_or_default();
        let Some(first) = paths.first() else {
            return Ok(());
        };
        if paths.iter().all(|path| segment(path) == segment(first)) {
            return Ok(());
        }
        let list: Vec<String> = paths
            .iter()
            .map(|path| format!("{} ({})", self.names.text(*path), segment(path)))
            .collect();
        Err(Fault::BandSegments {
            segments: list.join(", "),
        })
    }

    /// Reads one member as an ordinary space between two positions on the band's axis.
    fn add_member(
        &mut self,
        band: &Band,
        member: &Member<'_, '_>,
        path: Name,
        (from, to): (f64, f64),
        layer: Option<LayerId>,
    ) -> Result<(), Fault> {
        let part = &band.part;
        let rect = part.rect;
        let x = Resolved {
            axis: Axis::X,
            from: part.xa,
            to: part.xb,
            low: rect.x1,
            high: rect.x2,
        };
        let y = Resolved {
            axis: Axis::Y,
            from: part.ya,
            to: part.yb,
            low: rect.y1,
            high: rect.y2,
        };
        let (along, across) = match band.axis {
            Axis::X => (x, y),
            Axis::Y => (y, x),
        };
        let spelled_from = self.spell(along.axis, from, (along.low, along.from))?;
        let spelled_to = self.spell(along.axis, to, (along.high, along.to))?;
        let (level, attributes) = self.space_attributes(&member.statement.attributes)?;
        // The spellings are read back like any written range.
        let low = self.read_back(&spelled_from)?;
        let high = self.read_back(&spelled_to)?;
        let along = Resolved {
            axis: band.axis,
            from: self.names.intern(&spelled_from),
            to: self.names.intern(&spelled_to),
            low,
            high,
        };
        let parts = vec![rectangle(along, across)?];
        let pattern = Pattern {
            kind: self.names.intern(member.kind),
            level,
            parts,
            attributes,
        };
        self.add_space(
            path,
            &pattern,
            Origin {
                line: member.line,
                layer,
            },
        )
    }

    fn read_back(&self, spelling: &str) -> Result<f64, Fault> {
        Ok(self.locate(spelling, GridTarget::from_text(spelling))?.1)
    }

    /// Spells an end of a member: where it is the end of the band, as the band spells that, else
    /// by the floor rule (01 §8.4).
    fn spell(&self, axis: Axis, position: f64, end: (f64, Name)) -> Result<String, Fault> {
        if position == end.0 {
            return Ok(self.names.text(end.1).to_owned());
        }
        // An infinity has no fraction, but is no whole number either.
        if position.fract() != 0.0 || position.is_infinite() {
            return Err(Fault::BandCut {
                coordinate: number_text(position),
            });
        }
        let lines = self.coordinates(axis);
        let after = lines.partition_point(|&line| line <= position);
        let index = after.saturating_sub(1);
        let Some(line) = lines.get(index) else {
            return Err(Fault::BandCut {
                coordinate: number_text(position),
            });
        };
        let offset = position - line;
        let name = format!("{axis}{}", index + 1);
        Ok(if offset == 0.0 {
            name
        } else if offset > 0.0 {
            format!("{name}+{}", number_text(offset))
        } else {
            format!("{name}{}", number_text(offset))
        })
    }
}

/// The width of every member, the rest resolved (01 §8.3, steps 2 to 4).
fn widths(members: &[Member<'_, '_>], band_line: u32, extent: f64) -> Result<Vec<f64>, At> {
    let mut sum = 0.0;
    let mut rest: Option<&Member<'_, '_>> = None;
    for member in members {
        match (member.width, rest) {
            (MemberWidth::Mm(mm), _) => sum += mm,
            (MemberWidth::Rest, None) => rest = Some(member),
            (MemberWidth::Rest, Some(first)) => {
                let first = first.path.text.to_string();
                let second = member.path.text.to_string();
                return Err(on(member.line)(Fault::BandSecondRest { first, second }));
            }
        }
    }
    let list = || -> String {
        let line = |member: &Member<'_, '_>| match member.width {
            MemberWidth::Mm(mm) => format!("\n  {} {}", member.path.text, number_text(mm)),
            MemberWidth::Rest => format!("\n  {} rest", member.path.text),
        };
        members.iter().map(line).collect()
    };
    if sum > extent {
        return Err(on(band_line)(Fault::BandTooWide {
            sum: number_text(sum),
            extent: number_text(extent),
            excess: number_text(sum - extent),
            members: list(),
        }));
    }
    let left = extent - sum;
    if let Some(member) = rest {
        if sum == extent {
            let path = member.path.text.to_string();
            return Err(on(member.line)(Fault::BandNoRest {
                extent: number_text(extent),
                path,
            }));
        }
    } else if sum < extent {
        return Err(on(band_line)(Fault::BandTooNarrow {
            sum: number_text(sum),
            extent: number_text(extent),
            shortfall: number_text(left),
            members: list(),
        }));
    }
    let width = |member: &Member<'_, '_>| match member.width {
        MemberWidth::Mm(mm) => mm,
        MemberWidth::Rest => left,
    };
    Ok(members.iter().map(width).collect())
}

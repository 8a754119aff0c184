//! Spaces, areas, bands and their members (01 §7, §8).

use super::{LineOf, join};
use crate::attributes::AttributeList;
use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::Token;
use crate::paths::Path;
use crate::positions::{Region, is_range};
use crate::words::Axis;

/// `space <path> <type> [ranges and attributes, mixed] [+ …]` at the margin
#[derive(Clone, Debug)]
pub struct SpaceStatement<'t> {
    /// The path; whether it begins with `/` is asked after level spans are expanded.
    pub path: Part<Path<'t>>,
    /// That no token begins with `w:`.
    pub no_width: Part<()>,
    /// The type.
    pub kind: Part<Token<'t>>,
    /// The attributes, which are checked before the region.
    pub attributes: AttributeList<'t>,
    /// The rectangles of its region, in written order; groups without any range are left out.
    pub regions: Vec<Region<'t>>,
}

const SPACE_FORM: &str = "space /<path> <type> [X1..X2 Y1..Y2] [key:value …]";

impl<'t> SpaceStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let path = line.tokens.first().map(Path::new);
        let path = path.ok_or_else(|| line.form(SPACE_FORM, None));
        let no_width = match line
            .tokens
            .iter()
            .find(|token| token.text.starts_with("w:"))
        {
            Some(token) => Err(line.fault(Some(token), FaultKind::WidthOnSpace)),
            None => Ok(()),
        };
        let kind = line.tokens.get(1);
        let kind = kind.ok_or_else(|| line.fault(None, type_missing(path.as_ref().ok())));
        let kind = kind.and_then(guard_type);
        let mut regions = vec![Region::default()];
        let mut attributes = Vec::new();
        for token in line.from(2) {
            if token.text == "+" {
                regions.push(Region::default());
            } else if is_range(token) {
                if let Some(region) = regions.last_mut() {
                    region.push(token);
                }
            } else {
                attributes.push(token);
            }
        }
        regions.retain(|region| !region.ranges.is_empty());
        Self {
            path,
            no_width,
            kind,
            attributes: AttributeList::read(attributes),
            regions,
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.no_width.clone().err());
        match &self.path {
            // Without a path there is no type either; one fault says both.
            Err(fault) => faults.push(fault.clone()),
            Ok(path) => {
                faults.extend(path.rooted().err());
                faults.extend(self.kind.as_ref().err().cloned());
            }
        }
        faults.extend(self.attributes.faults().cloned());
        self.regions.iter().for_each(|region| region.faults(faults));
    }
}

fn type_missing(path: Option<&Path<'_>>) -> FaultKind {
    FaultKind::TypeMissing {
        path: path.map(|path| path.text.to_string()).unwrap_or_default(),
    }
}

/// `area <range> <range> [attributes]`, indented under `space`
#[derive(Clone, Debug)]
pub struct AreaStatement<'t> {
    /// The rectangle, which is checked before the attributes.
    pub region: Region<'t>,
    /// The attributes.
    pub attributes: AttributeList<'t>,
}

impl<'t> AreaStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let (ranges, others): (Vec<_>, Vec<_>) =
            line.tokens.iter().partition(|token| is_range(token));
        let mut region = Region::read(ranges);
        if region.ranges.is_empty() {
            region.span = line.span.clone();
        }
        Self {
            region,
            attributes: AttributeList::read(others),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        self.region.faults(faults);
        faults.extend(self.attributes.faults().cloned());
    }
}

/// `band X|Y <range> <range>`
#[derive(Clone, Debug)]
pub struct BandStatement<'t> {
    /// The axis along which the members follow one another.
    pub axis: Part<Axis>,
    /// That there is nothing but ranges after it.
    pub only_ranges: Part<()>,
    /// The rectangle that is cut into members. Its ranges must ascend.
    pub region: Region<'t>,
}

impl<'t> BandStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let rest = line.from(1);
        let others: Vec<_> = rest
            .iter()
            .filter(|token| !is_range(token))
            .cloned()
            .collect();
        let only_ranges = match others.first() {
            None => Ok(()),
            first => Err(line.fault(
                first,
                FaultKind::BandArguments {
                    extra: join(&others),
                },
            )),
        };
        let mut region = Region::read(rest.iter().filter(|token| is_range(token)));
        if region.ranges.is_empty() {
            region.span = line.span.clone();
        }
        Self {
            axis: super::frame::axis(line),
            only_ranges,
            region,
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.axis.clone().err());
        faults.extend(self.only_ranges.clone().err());
        self.region.faults(faults);
    }
}

/// `space <path> <type> w:<mm>|w:rest [attributes]`, indented under `band`
#[derive(Clone, Debug)]
pub struct MemberStatement<'t> {
    /// The path, which begins with `/`.
    pub path: Part<Path<'t>>,
    /// The type.
    pub kind: Part<Token<'t>>,
    /// The width along the band; also the fault of an argument that a member may not have.
    pub width: Part<MemberWidth>,
    /// The attributes. Composition looks at them only when the band is expanded (01 §8.2).
    pub attributes: AttributeList<'t>,
}

/// The width of a band member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MemberWidth {
    /// Millimetres, > 0.
    Mm(f64),
    /// What the others leave.
    Rest,
}

impl<'t> MemberStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        const FORM: &str = "space /<path> <type> w:<mm> or w:rest [key:value …]";
        let path = match line.tokens.first() {
            Some(token) if token.text.starts_with('/') => Ok(Path::new(token)),
            other => Err(line.form(FORM, other)),
        };
        let kind = match line.tokens.get(1) {
            Some(token) if !token.text.contains(':') => guard_type(token),
            other => Err(line.fault(other, type_missing(path.as_ref().ok()))),
        };
        let mut kept = Vec::new();
        let width = Self::width(line, path.as_ref().ok(), &mut kept);
        Self {
            path,
            kind,
            width,
            attributes: AttributeList::read(kept),
        }
    }

    /// Steps 4 and 5 of 01 §8.2; tokens that are attributes go to `kept`.
    fn width<'a>(
        line: &LineOf<'a, 't>,
        path: Option<&Path<'t>>,
        kept: &mut Vec<&'a Token<'t>>,
    ) -> Part<MemberWidth> {
        let mut width = None;
        for token in line.from(2) {
            let fault = |kind| Err(line.fault(Some(token), kind));
            let text = || token.text.to_string();
            if token.text == "+" || is_range(token) || token.text.starts_with("level:") {
                return fault(FaultKind::MemberPlace { token: text() });
            }
            let Some(written) = token.text.strip_prefix("w:") else {
                kept.push(token);
                continue;
            };
            if width.is_some() {
                return fault(FaultKind::DuplicateKey {
                    key: "w".to_owned(),
                });
            }
            let digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
            width = match written {
                "rest" => Some(MemberWidth::Rest),
                _ if digits => written
                    .parse()
                    .ok()
                    .filter(|&mm| mm > 0.0)
                    .map(MemberWidth::Mm),
                _ => None,
            };
            if width.is_none() {
                return fault(FaultKind::MemberWidth { token: text() });
            }
        }
        width.ok_or_else(|| {
            let path = path.map(|path| path.text.to_string()).unwrap_or_default();
            line.fault(None, FaultKind::MemberWidthMissing { path })
        })
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.path.as_ref().err().cloned());
        faults.extend(self.kind.as_ref().err().cloned());
        faults.extend(self.width.clone().err());
        faults.extend(self.attributes.faults().cloned());
    }
}

/// Refuses a type that is one letter away from `exterior` or `void` (01 §7.3).
fn guard_type<'t>(token: &Token<'t>) -> Part<Token<'t>> {
    let lower: Vec<u16> = token.text.to_lowercase().encode_utf16().collect();
    for meant in ["exterior", "void"] {
        let word: Vec<u16> = meant.encode_utf16().collect();
        if is_one_edit(&lower, &word) {
            let kind = FaultKind::NearType {
                kind: token.text.to_string(),
                meant,
            };
            return Err(Fault {
                kind,
                span: token.span.clone(),
            });
        }
    }
    Ok(token.clone())
}

/// Whether the Levenshtein distance of two words is exactly 1: what remains between their common
/// beginning and their common end is one unit, on either side or on both.
fn is_one_edit(a: &[u16], b: &[u16]) -> bool {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    matches!((a.len() - end, b.len() - end), (1, 0) | (0, 1) | (1, 1))
}

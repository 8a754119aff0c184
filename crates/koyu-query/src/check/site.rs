//! The site outline (06 §7, pass 19): SIT01, SIT02, SIT04.

use koyu_model::geometry::{hyp, self_intersection};

use super::scan::{Scan, rounded};
use super::table::Code;

/// Vertices this near are one, mm.
const SAME_VERTEX: f64 = 1.0;

impl Scan<'_, '_> {
    /// An outline is a simple polygon and belongs to a zone.
    pub(super) fn site(&mut self) {
        for polygon in self.model.polygons() {
            let path = self.text(polygon.path);
            let points = &polygon.points;
            for (i, p) in points.iter().enumerate() {
                let next = &points[(i + 1) % points.len()];
                if hyp(next.x - p.x, next.y - p.y) <= SAME_VERTEX {
                    let message = format!(
                        "The outline {path} has vertex {},{} twice in a row; take one of them away",
                        rounded(p.x),
                        rounded(p.y),
                    );
                    self.push_at(Code::Sit01, polygon.path, polygon.origin, message);
                }
            }
            if let Some(at) = self_intersection(points) {
                let message = format!(
                    "The outline {path} crosses itself at {},{}; list its vertices in the order in \
                     which one walks around it",
                    rounded(at.x),
                    rounded(at.y),
                );
                self.push_at(Code::Sit02, polygon.path, polygon.origin, message);
                continue;
            }
            if self.model.zone_at(polygon.path).is_none() {
                let message = format!(
                    "No zone has the path {path} of this outline; write zone {path} site:1, or give \
                     the outline the path of the site"
                );
                self.push_at(Code::Sit04, polygon.path, polygon.origin, message);
            }
        }
    }
}

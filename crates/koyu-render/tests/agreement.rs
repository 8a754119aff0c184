//! Plans agree with the form they are drawn from, measured from their own coordinates.

mod common;

use std::collections::BTreeMap;

use common::sheet::{
    Point, Text, area, corners, depth, ends, number, of_class, outside, path_of, texts,
};
use koyu_model::form::constants::CUT_HEIGHT;
use koyu_model::form::{Derivation, Form, band};
use koyu_model::{Model, OpeningKind};
use roxmltree::Document;

/// Coordinates are written to 0.001 px.
const WRITTEN: f64 = 0.002;
const SCALE: f64 = 0.05;

/// A level, its form, and its plan read back.
struct Drawn<'d> {
    place: String,
    form: &'d Form<'d>,
    document: &'d Document<'d>,
}

impl Drawn<'_> {
    /// Where points of the building lie: from the corner of a floor that both have.
    fn at(&self, points: &[koyu_model::Point]) -> Vec<Point> {
        let first = &self.form.spaces[0];
        let floor = self.pieces(first.path).remove(0);
        let (corner, origin) = (floor[0], first.outline[0][0]);
        points
            .iter()
            .map(|p| {
                (
                    corner.0 + (p.x - origin.x) * SCALE,
                    corner.1 - (p.y - origin.y) * SCALE,
                )
            })
            .collect()
    }

    /// The drawn pieces of a space.
    fn pieces(&self, path: &str) -> Vec<Vec<Point>> {
        let floors = ["floor", "void"].map(|class| of_class(self.document, class));
        let floors = floors.into_iter().flatten();
        let own = floors.filter(|node| node.attribute("data-path") == Some(path));
        own.map(corners).collect()
    }

    fn same(&self, a: &[Point], b: &[Point], what: &str) {
        let near = |(p, q): (&Point, &Point)| {
            (p.0 - q.0).abs() < 2.0 * WRITTEN && (p.1 - q.1).abs() < 2.0 * WRITTEN
        };
        let same = a.len() == b.len() && a.iter().zip(b).all(near);
        assert!(same, "{}: {what}: {a:?} is not {b:?}", self.place);
    }

    /// Every space has its outline and its label, and both lie on the sheet.
    fn spaces(&self) {
        let root = self.document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        let on_sheet = |(x, y): Point| {
            (-WRITTEN..=width + WRITTEN).contains(&x) && (-WRITTEN..=height + WRITTEN).contains(&y)
        };
        let texts = texts(self.document);
        for space in &self.form.spaces {
            let pieces = self.pieces(space.path);
            assert_eq!(
                pieces.len(),
                space.outline.len(),
                "{} {}",
                self.place,
                space.path
            );
            for (drawn, piece) in pieces.iter().zip(&space.outline) {
                self.same(drawn, &self.at(piece), space.path);
                assert!(
                    drawn.iter().copied().all(on_sheet),
                    "{} {}",
                    self.place,
                    space.path
                );
            }
            for class in ["name", "data", "path"] {
                let own = texts
                    .iter()
                    .filter(|t| t.class == class && t.path.as_deref() == Some(space.path));
                let own: Vec<&Text> = own.collect();
                assert!(
                    !own.is_empty(),
                    "{}: {} has no {class}",
                    self.place,
                    space.path
                );
                for text in own {
                    assert!(
                        text.corners().into_iter().all(on_sheet),
                        "{} {text:?}",
                        self.place
                    );
                    let inside = pieces.iter().any(|piece| {
                        let corners = text.corners();
                        corners.into_iter().all(|p| outside(p, piece) < 0.1)
                    });
                    assert!(inside, "{}: {text:?} leaves its room", self.place);
                }
            }
        }
    }

    /// The black of each pair of spaces is what its cut panels cover.
    fn walls(&self) {
        let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
        for wall in of_class(self.document, "wall") {
            *drawn.entry(path_of(wall).unwrap()).or_default() += area(&corners(wall));
        }
        let mut derived: BTreeMap<String, f64> = BTreeMap::new();
        let cut_z = self.form.plans[0].cut_z;
        for boundary in self.form.boundaries.iter().filter(|boundary| !boundary.air) {
            let panels = boundary.material.iter().flat_map(|m| &m.panels);
            for panel in panels.filter(|p| p.z0 - 1.0 <= cut_z && cut_z <= p.z1 + 1.0) {
                let length = (panel.x2 - panel.x1).hypot(panel.y2 - panel.y1);
                let t = boundary
                    .material
                    .as_ref()
                    .map_or(0.0, |material| material.t);
                *derived
                    .entry(format!("{}|{}", boundary.a, boundary.b))
                    .or_default() += length * t * SCALE * SCALE;
            }
        }
        assert_eq!(
            drawn.keys().collect::<Vec<_>>(),
            derived.keys().collect::<Vec<_>>(),
            "{}",
            self.place
        );
        for (pair, drawn) in drawn {
            let derived = derived[&pair];
            let slack = 0.01 * derived + 0.1;
            assert!(
                (drawn - derived).abs() < slack,
                "{}: {pair}: {drawn} px² for {derived}",
                self.place
            );
        }
    }

    /// A door that the plane cuts is a gap in its wall, and junctions do not reach into it.
    fn gaps(&self) {
        let cut_z = self.form.plans[0].cut_z;
        let cut = |z0: f64, z1: f64| z0 - 1.0 <= cut_z && cut_z <= z1 + 1.0;
        for opening in self.form.openings.iter().filter(|o| cut(o.z0, o.z1)) {
            // Half the thickness, so that the end of a wall across does not count.
            let band = band(
                &opening.segment,
                opening.cx,
                opening.cy,
                opening.w - 20.0,
                opening.t - 2.0,
            );
            let band = self.at(&band);
            let pair = format!("{}|{}", opening.a, opening.b);
            let own = of_class(self.document, "wall");
            let own = own.filter(|wall| path_of(*wall).as_deref() == Some(&*pair));
            for black in own.chain(of_class(self.document, "junction")) {
                let depth = depth(&band, &corners(black));
                assert!(
                    depth < 0.1,
                    "{}: {pair}: {depth} px of wall in a gap",
                    self.place
                );
            }
        }
    }

    /// Windows and leaves lie where the form has them, in its order.
    fn openings(&self) {
        let of = |kind| self.form.openings.iter().filter(move |o| o.kind == kind);
        let windows = of_class(self.document, "windows").flat_map(|group| group.children());
        let windows: Vec<_> = windows.filter(|node| node.is_element()).collect();
        assert_eq!(
            windows.len(),
            of(OpeningKind::Window).count(),
            "{}",
            self.place
        );
        for (drawn, window) in windows.iter().zip(of(OpeningKind::Window)) {
            let line = koyu_model::form::band_line(&window.segment, window.cx, window.cy, window.w);
            let at = |x, y| koyu_model::Point { x, y };
            let line = self.at(&[at(line.x1, line.y1), at(line.x2, line.y2)]);
            self.same(&ends(*drawn), &line, "window");
        }
        let hinged = of(OpeningKind::Door).filter(|door| !door.sliding);
        let swings: Vec<_> = hinged.filter_map(|door| door.swing.as_ref()).collect();
        let leaves: Vec<_> = of_class(self.document, "leaf").collect();
        assert_eq!(leaves.len(), swings.len(), "{}", self.place);
        for (drawn, swing) in leaves.iter().zip(swings) {
            self.same(&ends(*drawn), &self.at(&[swing.hinge, swing.leaf]), "leaf");
        }
        let columns = of_class(self.document, "columns").flat_map(|group| group.children());
        let columns = columns.filter(|node| node.is_element()).count();
        assert_eq!(columns, self.form.columns.len(), "{}", self.place);
    }

    /// No label lies on a wall, a column, the turn of a door, an arrow, a bubble, or on another
    /// text.
    fn legible(&self) {
        let texts = texts(self.document);
        let mut marks: Vec<Vec<Point>> = Vec::new();
        for class in ["wall", "junction", "head", "band"] {
            marks.extend(of_class(self.document, class).map(corners));
        }
        let columns = of_class(self.document, "columns").flat_map(|group| group.children());
        marks.extend(columns.filter(|node| node.is_element()).map(corners));
        for arrow in of_class(self.document, "arrow") {
            let shafts = arrow.children().filter(|node| node.has_attribute("x1"));
            marks.extend(shafts.map(|line| ends(line).to_vec()));
        }
        for door in self.form.openings.iter().filter(|door| !door.sliding) {
            if let Some(swing) = &door.swing {
                let [h, l, j] = [swing.hinge, swing.leaf, swing.jamb];
                let half = std::f64::consts::FRAC_1_SQRT_2;
                let middle = koyu_model::Point {
                    x: h.x + (l.x + j.x - 2.0 * h.x) * half,
                    y: h.y + (l.y + j.y - 2.0 * h.y) * half,
                };
                marks.push(self.at(&[h, l, middle, j]));
            }
        }
        let bubbles = of_class(self.document, "bubble").map(|bubble| {
            let (x, y) = (number(bubble, "cx"), number(bubble, "cy"));
            let r = number(bubble, "r") * 0.7;
            vec![
                (x - r, y - r),
                (x + r, y - r),
                (x + r, y + r),
                (x - r, y + r),
            ]
        });
        let bubbles: Vec<Vec<Point>> = bubbles.collect();
        for (i, text) in texts.iter().enumerate() {
            let own = text.corners();
            for mark in marks
                .iter()
                .chain(bubbles.iter().filter(|_| text.class != "grid-name"))
            {
                let depth = depth(&own, mark);
                assert!(
                    depth < 0.2,
                    "{}: {text:?} lies {depth} px on a mark",
                    self.place
                );
            }
            for other in &texts[..i] {
                let depth = depth(&own, &other.corners());
                assert!(depth < 0.6, "{}: {text:?} lies on {other:?}", self.place);
            }
        }
    }
}

fn check(place: &str, model: &Model, legible: bool) {
    let derivation = Derivation::new(model);
    for level in common::levels(model) {
        let svg = common::svg(model, level);
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{place}: {error}"));
        let id = model.level_named(level).unwrap();
        let form = derivation.storey(id, CUT_HEIGHT).unwrap();
        let drawn = Drawn {
            place: format!("{place} {level}"),
            form: &form,
            document: &document,
        };
        drawn.spaces();
        drawn.walls();
        drawn.gaps();
        drawn.openings();
        if legible {
            drawn.legible();
        }
    }
}

#[test]
fn every_level_of_every_building_agrees_with_its_form() {
    for (entry, model) in common::buildings() {
        let small = entry.components().any(|part| part.as_os_str() == "cases");
        // Cases are made for other rules: spaces may lie upon each other.
        check(&entry.display().to_string(), &model, !small);
    }
}

#[test]
fn small_rooms_have_legible_labels() {
    let text = "name \"Small rooms\"\ngrid X 0 1000 1800 2400 6000\ngrid Y 0 900 2000 6500\n\
                level L1 0 h:2500\nlevel L2 2900\n\
                space /L1/duct duct X1..X2 Y1..Y2 name:\"Pipes and cables\"\n\
                space /L1/wc wc X2..X4 Y1..Y2 name:お手洗い\n\
                space /L1/bath bathroom X1..X4 Y2..Y3 name:Bath\n\
                space /L1/stair stair X1..X3 Y3..Y4 stair:N form:return name:\"Back stair\"\n\
                space /L1/hall hall X3..X5 Y3..Y4 name:\"A hall with a rather long name\"\n\
                space /L1/lift lift X4..X5 Y1..Y3 lift:1 name:Lift\nspace /out exterior\n\
                boundary /L1/wc /L1/bath\n  door w:700\n\
                boundary /L1/bath /L1/stair\n  door w:700 swing:a\n\
                boundary /L1/hall /out edge:E\n  door w:1600 swing:a\n  seg w:900 at:0.8 spec:Glass\n\
                boundary /L1/lift /out edge:S\n  door w:1100 style:auto\n";
    check("small rooms", &common::model(text), true);
}

//! Short texts of what a form holds, for expectations that can be read beside the chapter.
// Each test binary uses some of these.
#![allow(dead_code)]

pub(crate) mod generated;

use std::fmt::Write;

use koyu_model::form::{Derivation, Form, constants::CUT_HEIGHT};
use koyu_model::{Model, Point, compose_text};
use proptest::test_runner::{Config, RngSeed};

/// So many generated cases, the same on every run.
pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(16),
        failure_persistence: None,
        ..Config::default()
    }
}

/// The model of a text that must compose.
pub(crate) fn model(text: &str) -> Model {
    compose_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The form of a model that must have one.
pub(crate) fn form(model: &Model) -> Form<'_> {
    let form = Derivation::new(model).form(CUT_HEIGHT);
    form.unwrap_or_else(|error| panic!("{error}"))
}

/// The JSON of the form of a text.
pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::to_value(form(&model(text))).unwrap()
}

/// `(x,y)(x,y)…`
pub(crate) fn points(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut text, p| {
        write!(text, "({},{})", p.x, p.y).unwrap();
        text
    })
}

/// One line a space: path, pieces.
pub(crate) fn outlines(form: &Form<'_>) -> String {
    form.spaces.iter().fold(String::new(), |mut text, space| {
        let pieces: Vec<String> = space.outline.iter().map(|p| points(p)).collect();
        writeln!(text, "{} {}", space.path, pieces.join(" + ")).unwrap();
        text
    })
}

/// One line a boundary entry, its panels below it.
pub(crate) fn walls(form: &Form<'_>) -> String {
    let mut text = String::new();
    for boundary in &form.boundaries {
        let s = &boundary.segment;
        let face = s.edge_of_a.map_or("-", |side| side.word());
        let derived = if boundary.derived { " derived" } else { "" };
        write!(
            text,
            "{}{derived} {},{}→{},{} {face}",
            boundary.reference, s.x1, s.y1, s.x2, s.y2
        )
        .unwrap();
        if let Some(material) = &boundary.material {
            write!(text, " t {} z {}..{}", material.t, material.z0, material.z1).unwrap();
        }
        text.push('\n');
        let panels = boundary.material.iter().flat_map(|m| &m.panels);
        for p in panels {
            let line = format!("{},{}→{},{} z {}..{}", p.x1, p.y1, p.x2, p.y2, p.z0, p.z1);
            writeln!(text, "  {line}").unwrap();
        }
    }
    text
}

/// One line an opening.
pub(crate) fn openings(form: &Form<'_>) -> String {
    let mut text = String::new();
    for o in &form.openings {
        let (z0, z1) = (o.z0, o.z1);
        write!(
            text,
            "{} {} ({},{}) w {} z {z0}..{z1} t {}",
            o.reference, o.kind, o.cx, o.cy, o.w, o.t
        )
        .unwrap();
        if let Some(swing) = &o.swing {
            let [hinge, leaf, jamb] = [swing.hinge, swing.leaf, swing.jamb].map(|p| points(&[p]));
            let turn = if swing.ccw { "ccw" } else { "cw" };
            write!(text, " into {} {hinge} {leaf} {jamb} {turn}", swing.into).unwrap();
        }
        if o.sliding {
            text.push_str(" sliding");
        }
        text.push('\n');
    }
    text
}

/// One line a slab.
pub(crate) fn slabs(form: &Form<'_>) -> String {
    let mut text = String::new();
    for s in &form.slabs {
        let kind = format!("{:?}", s.kind).to_lowercase();
        let (z0, z1) = (s.z0, s.z1);
        writeln!(text, "{} {kind} {z0}..{z1} {}", s.space, points(&s.outline)).unwrap();
    }
    text
}

/// One line a plan entity, a line before each plan.
pub(crate) fn plans(form: &Form<'_>) -> String {
    let mut text = String::new();
    for plan in &form.plans {
        writeln!(text, "{} cutZ {}", plan.level, plan.cut_z).unwrap();
        for e in &plan.entities {
            let class = format!("{:?}/{:?}", e.class, e.of).to_lowercase();
            write!(text, "  {class} {}", e.reference).unwrap();
            if let Some(role) = e.role {
                write!(text, " {}", format!("{role:?}").to_lowercase()).unwrap();
            }
            if !e.polygon.is_empty() {
                write!(text, " {}", points(&e.polygon)).unwrap();
            }
            for l in &e.lines {
                write!(text, " {},{}→{},{}", l.x1, l.y1, l.x2, l.y2).unwrap();
            }
            if let Some(arc) = &e.arc {
                let ends = points(&[arc.from, arc.to]);
                write!(
                    text,
                    " arc {},{} r {} {ends} {}",
                    arc.cx, arc.cy, arc.r, arc.ccw
                )
                .unwrap();
            }
            if let Some(anchor) = &e.anchor {
                write!(text, " at {},{}", anchor.x, anchor.y).unwrap();
                let up = anchor.up.map(|up| if up { " up" } else { " down" });
                text.push_str(up.unwrap_or_default());
            }
            text.push('\n');
        }
    }
    text
}

//! The worked examples of 08 §8: the site.

mod common;

use common::{model, of_rule, validation};

const NONE: [&str; 0] = [];

fn site(polygon: &str, more: &str) -> Vec<String> {
    let text = format!(
        "grid X -2 -1 0 4000 6000 10000 10001 14000\ngrid Y 0 2000 4000 10000\nlevel L1 \
         0\n{polygon}\n{more}\n"
    );
    let building = model(&text);
    let findings = validation(&building).findings;
    let of_site = findings
        .iter()
        .filter(|f| f.rule.word().starts_with("site."));
    of_site
        .map(|f| format!("{} {} {}", f.rule, f.line, f.message))
        .collect()
}

const SQUARE: &str = "polygon /s 0,0 10000,0 10000,10000 0,10000";

#[test]
fn declared_areas() {
    let area = |area: &str| site(SQUARE, &format!("zone /s site:1 {area}"));
    assert_eq!(
        area("area:120.00"),
        ["site.area 5 The site declares 120 m², its polygon has 100.00 m²"]
    );
    for agreeing in ["area:100.04", "area:100.05", "area:99.96", "area:big", ""] {
        assert_eq!(area(agreeing), NONE, "{agreeing}");
    }
    assert_eq!(area("area:100.06").len(), 1);
}

#[test]
fn spaces_that_leave_the_site() {
    let zone = "zone /s site:1\n";
    let escape = |x1: u32, x2: u32, kind: &str| {
        let space = format!("{zone}space /L1/a {kind} X{x1}..X{x2} Y1..Y4");
        site(SQUARE, &space)
    };
    let near = |point: &str| {
        [format!(
            "site.escape 6 /L1/a leaves the site /s near {point}"
        )]
    };
    assert_eq!(escape(6, 8, "room"), near("14000,0"));
    assert_eq!(escape(2, 7, "room"), NONE);
    assert_eq!(escape(1, 5, "room"), near("-2,0"));
    assert_eq!(escape(1, 5, "shaft"), near("-2,0"));
    assert_eq!(escape(1, 5, "exterior"), NONE);
    let apart = site(SQUARE, &format!("{zone}space /none/a void X1..X5 Y1..Y4"));
    assert_eq!(
        apart,
        ["site.escape 6 /none/a leaves the site /s near -2,0"]
    );
    assert_eq!(
        site(SQUARE, &format!("{zone}space /s/a yard X1..X5 Y1..Y4")),
        NONE
    );
    assert_eq!(
        site(SQUARE, "zone /s site:0\nspace /L1/a room X1..X5 Y1..Y4"),
        NONE
    );
    assert_eq!(site(SQUARE, "space /L1/a room X1..X5 Y1..Y4"), NONE);
}

#[test]
fn notches_and_slots() {
    let zone = "zone /s site:1\nspace /L1/a room X3..X6";
    let near = |point: &str| {
        [format!(
            "site.escape 6 /L1/a leaves the site /s near {point}"
        )]
    };
    let notched = |y: &str| format!("polygon /s 0,0 10000,0 10000,10000 5000,{y} 0,10000");
    assert_eq!(
        site(&notched("5000"), &format!("{zone} Y1..Y4")),
        near("5000,5000")
    );
    assert_eq!(
        site(&notched("1000.5"), &format!("{zone} Y1..Y4")),
        near("5000,1001")
    );
    let slot =
        "polygon /s 0,0 10000,0 10000,10000 6000,10000 6000,1000 4000,1000 4000,10000 0,10000";
    assert_eq!(site(slot, &format!("{zone} Y2..Y3")), near("6000,2000"));
}

#[test]
fn several_sites_in_polygon_order() {
    let polygons = "polygon /b 0,0 4000,0 4000,4000 0,4000\npolygon /a 0,0 6000,0 6000,4000 0,4000";
    let more = "zone /a site:1 area:1\nzone /b site:1 area:2\nspace /L1/r room X3..X6 \
                Y1..Y2\nspace /b/t yard X3..X4 Y1..Y2 level:L1\nspace /road exterior X4..X5 Y1..Y2 \
                level:L1 road:4000\nboundary /road /b/t";
    let rows: Vec<String> = site(polygons, more)
        .iter()
        .map(|row| row.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        [
            "site.frontage 10",
            "site.area 7",
            "site.escape 8",
            "site.area 6",
            "site.escape 8"
        ],
        "frontage is measured against /a, the first zone"
    );
}

#[test]
fn roads_that_hardly_touch() {
    let with = |length: u32, zone: &str| {
        of_rule(
            &format!(
                "grid X 0 3000 6000\ngrid Y 0 {length} 5000\nlevel L1 0\n{zone}\nspace /s/t yard \
                 X1..X2 Y1..Y3 level:L1\nspace /road exterior X2..X3 Y1..Y2 level:L1 \
                 road:4000\nboundary /s/t /road\n"
            ),
            "site.frontage",
        )
    };
    assert_eq!(
        with(1999, "zone /s site:1"),
        ["/road: touches the site /s over 1999 mm, less than 2000 mm"]
    );
    assert_eq!(with(2000, "zone /s site:1"), NONE);
    assert_eq!(with(1999, "zone /s site:0"), NONE);
    assert_eq!(
        of_rule(
            "zone /s site:1\nspace /r exterior road:5\n",
            "site.frontage"
        ),
        ["/r: touches the site /s over 0 mm, less than 2000 mm"]
    );
}

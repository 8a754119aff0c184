//! The worked examples of chapter 07, `doors` excepted.

mod common;

use common::{compact, model};
use expect_test::{Expect, expect};
use koyu_model::form::Derivation;
use koyu_query::{CheckCounts, light, model_summary, site, spaces};

fn summary(text: &str, expected: &Expect) {
    let model = model(text);
    let check = CheckCounts {
        errors: 5,
        warnings: 3,
    };
    let mut answer = model_summary(&Derivation::new(&model), check);
    assert!(answer.hint.contains("write_layer"), "{}", answer.hint);
    answer.hint = "…";
    expected.assert_eq(&koyu_model::json::to_string(&answer, " "));
}

#[test]
fn the_summary_of_07_3() {
    summary(
        "grid X 0 3333 7000 10000
grid Y 0 4111 8000
level 10 6000
level 2 3000 h:2400
level L1 0 h:2400 slab:150 underground:1
asset W1 window w:1600 h:1100 name:big style:sliding
asset D1 door w:800
zone /z use:office
zone /z/in use:shop name:Inner
zone /site site:1 area:100 name:123
zone /num use:7
polygon /site 0,0 10000.5,0 10000,10000.333 0,10000
polygon /other 0,0 1,0 1,1
space /site/g garden X1..X2 Y2..Y3 level:L1 name:55
space /z/a room X1..X2 Y1..Y2 level:L1
space /z/in/b room X2..X3 Y1..Y2 level:2
space /10/c room X3..X4 Y1..Y2 use:zzz
space /10/v void X1..X2 Y1..Y2
space /10/e exterior X1..X2 Y2..Y3
space /num/d room X2..X3 Y2..Y3 level:2 use:5
space /nolevel/q room X3..X4 Y2..Y3
space /out exterior
space /L1/k room X2..X3 Y1..Y2 use:10
space /2/m room X3..X4 Y1..Y2 use:\"10\"
boundary /10/e /out type:open
boundary /site/g /out air:1
boundary /z/a /site/g
  window W1
  window w:500
",
        &expect![[r#"
            {
             "unit": "mm",
             "layers": [],
             "levels": [
              {
               "name": "L1",
               "z": 0,
               "h": 2400,
               "slab": 150
              },
              {
               "name": "2",
               "z": 3000,
               "h": 2400
              },
              {
               "name": "10",
               "z": 6000
              }
             ],
             "spaces": 11,
             "boundaries": 7,
             "zones": [
              {
               "path": "/z",
               "areaM2": 28.78
              },
              {
               "path": "/z/in",
               "name": "Inner",
               "areaM2": 15.08
              },
              {
               "path": "/site",
               "site": true,
               "areaM2": 100.00416508325
              },
              {
               "path": "/num",
               "areaM2": 14.26
              }
             ],
             "assets": [
              {
               "name": "W1",
               "kind": "window",
               "attrs": {
                "w": 1600,
                "h": 1100,
                "name": "big",
                "style": "sliding"
               }
              },
              {
               "name": "D1",
               "kind": "door",
               "attrs": {
                "w": 800
               }
              }
             ],
             "sitePolygons": [
              "/site",
              "/other"
             ],
             "totalFloorM2": 82.78,
             "semiOutdoorM2": 25.92,
             "floorsM2": {
              "2": {
               "rooms": 3,
               "subtotalM2": 41.67
              },
              "10": {
               "rooms": 1,
               "subtotalM2": 12.33
              },
              "L1": {
               "rooms": 2,
               "subtotalM2": 28.78
              }
             },
             "byUseM2": {
              "office": 13.7,
              "shop": 15.08,
              "zzz": 12.33,
              "(unspecified)": 41.67
             },
             "check": {
              "errors": 5,
              "warnings": 3
             },
             "hint": "…"
            }"#]],
    );
}

#[test]
fn the_summary_of_nothing() {
    for text in ["", "koyu 1.0\n"] {
        let model = model(text);
        let mut answer = model_summary(&Derivation::new(&model), CheckCounts::default());
        answer.hint = "…";
        assert_eq!(
            compact(&answer),
            concat!(
                r#"{"unit":"mm","layers":[],"levels":[],"spaces":0,"boundaries":0,"zones":[],"#,
                r#""assets":[],"totalFloorM2":0,"semiOutdoorM2":0,"floorsM2":{},"byUseM2":{},"#,
                r#""check":{"errors":0,"warnings":0},"hint":"…"}"#
            )
        );
    }
}

#[test]
fn keys_that_read_as_indices_come_first_in_asset_attributes() {
    let model = model("asset W window b:1 w:600 10:x 2:y\n");
    let answer = model_summary(&Derivation::new(&model), CheckCounts::default());
    assert_eq!(
        compact(&answer.assets),
        r#"[{"name":"W","kind":"window","attrs":{"2":"y","10":"x","b":1,"w":600}}]"#
    );
}

#[test]
fn uses_come_from_the_deepest_zone_with_a_text() {
    // 07 §2.6, and the zone area of 07 §2.7 over nested zones.
    let model = model(
        "grid X 0 2000 4000 6000\ngrid Y 0 1000\nlevel L1 0\nzone /L1 use:office\nzone /L1/k \
         use:7\nzone /L1/a use:shop\nspace /L1/k/x room X1..X2 Y1..Y2\nspace /L1/k/y room X2..X3 \
         Y1..Y2 use:3\nspace /L1/a room X3..X4 Y1..Y2\n",
    );
    let answer = model_summary(&Derivation::new(&model), CheckCounts::default());
    assert_eq!(compact(&answer.by_use_m2), r#"{"office":6}"#);
    let areas: Vec<f64> = answer.zones.iter().map(|zone| zone.area_m2).collect();
    assert_eq!(areas, [6.0, 4.0, 0.0]);
}

#[test]
fn sums_by_use_are_rounded_at_every_step() {
    // Each area is 0.015 m² rounded up to 0.02; three rooms of 0.02 + 0.02 + 0.02.
    let model = model(
        "grid X 0 100 200 300\ngrid Y 0 150\nlevel L1 0\nspace /L1/a room X1..X2 Y1..Y2\nspace \
         /L1/b room X2..X3 Y1..Y2\nspace /L1/c room X3..X4 Y1..Y2\n",
    );
    let answer = model_summary(&Derivation::new(&model), CheckCounts::default());
    assert_eq!(compact(&answer.by_use_m2), r#"{"(unspecified)":0.06}"#);
    assert_eq!(answer.total_floor_m2, 0.06);
}

#[test]
fn spaces_of_07_6() {
    let model = model(
        "grid X 0 3600\ngrid Y 0 4500\nlevel L1 0\nlevel L2 3000\nspace /L1/a room X1..X2 Y1..Y2 \
         name:Alpha\nspace /out exterior\nspace /L1/n store name:55\n",
    );
    let derivation = Derivation::new(&model);
    assert_eq!(
        compact(&spaces(&derivation, None)),
        concat!(
            r#"[{"path":"/L1/a","type":"room","name":"Alpha","level":"L1","areaM2":16.2,"#,
            r#""semiOutdoor":false},{"path":"/out","type":"exterior","name":"out","#,
            r#""semiOutdoor":false},{"path":"/L1/n","type":"store","name":"n","level":"L1","#,
            r#""semiOutdoor":false}]"#
        )
    );
    let paths = |level| -> Vec<&str> {
        let rows = spaces(&derivation, Some(level));
        rows.iter().map(|row| row.path).collect()
    };
    assert_eq!(paths("L1"), ["/L1/a", "/L1/n"]);
    for level in ["L2", "L9", "l1", " L1", ""] {
        assert!(paths(level).is_empty(), "{level:?}");
    }
}

#[test]
fn spaces_stand_where_their_layer_is_imported() {
    use koyu_model::{Memory, compose};
    let files = Memory::new()
        .with(
            "b/main.muro",
            "level L1 0\nspace /L1/z room\nimport ./b.muro\nspace /L1/m room\n",
        )
        .with("b/b.muro", "space /out exterior\n");
    let model = compose(std::path::Path::new("b/main.muro"), &files).unwrap();
    let derivation = Derivation::new(&model);
    let rows = spaces(&derivation, None);
    let rows: Vec<_> = rows.iter().map(|row| (row.path, row.layer)).collect();
    let (main, b) = (Some("b/main.muro"), Some("b/b.muro"));
    assert_eq!(rows, [("/L1/z", main), ("/out", b), ("/L1/m", main)]);
}

#[test]
fn semi_outdoor_is_told_by_kind_and_air_alone() {
    // 07 §2.2: an exterior or void with a region counts, a space without a region never.
    let model = model(
        "grid X 0 1000 2000 3000 4000\ngrid Y 0 1000\nlevel L1 0\nspace /out exterior\nspace /L1/v \
         void X1..X2 Y1..Y2\nspace /L1/e exterior X2..X3 Y1..Y2\nspace /L1/r room\nspace /L1/w \
         room X3..X4 Y1..Y2\nspace /L1/a room X4..X5 Y1..Y2\nboundary /out /L1/v type:open\n\
         boundary /L1/e /out type:open\nboundary /L1/r /out type:open\nboundary /L1/w /out\n\
         boundary /out /L1/a air:1\n",
    );
    let derivation = Derivation::new(&model);
    let rows = spaces(&derivation, None);
    let semi: Vec<&str> = rows
        .iter()
        .filter(|row| row.semi_outdoor)
        .map(|row| row.path)
        .collect();
    assert_eq!(semi, ["/L1/v", "/L1/e", "/L1/a"]);
}

#[test]
fn light_of_07_10() {
    let model = model(
        "koyu 1.0
grid X 0 3600 5400 9000 9300
grid Y 0 4500 6000
level L1 0 h:2400 slab:150
level L2 2550 h:2400 slab:150
asset W window w:1000 h:1000
asset N window w:500
space /out exterior
space /L1/a room X1..X2 Y1..Y2 daylight:1 name:A
space /L1/b balcony X2..X3 Y1..Y2
space /L1/c terrace X1..X2 Y2..Y3
space /L2/a room X2..X3 Y1..Y2 daylight:0
space /L1/d room X3..X4 Y1..Y2 daylight:1
space /L2/z exterior X1..X2 Y1..Y2 daylight:1
boundary /L1/b /out type:open
boundary /L1/c /out air:1
boundary /L1/a /L1/b t:150
  window W
  window N at:0.9
boundary /L1/a /L1/c t:150
  window W w:333 h:777
boundary /L1/a /out t:150
  window W edge:S w:1001 h:1003
  door w:900 edge:W
boundary /L1/d /L1/b
  window N
boundary /L1/a /L1/d
  window w:100
",
    );
    assert_eq!(
        compact(&light(&Derivation::new(&model))),
        concat!(
            r#"[{"path":"/L1/a","name":"A","windowM2":1.9627439999999998,"floorM2":16.2,"#,
            r#""missingH":true},{"path":"/L1/d","name":"d","windowM2":0,"floorM2":16.2,"#,
            r#""missingH":true},{"path":"/L2/z","name":"z","windowM2":0,"floorM2":16.2,"#,
            r#""missingH":false}]"#
        )
    );
}

#[test]
fn light_through_voids_and_from_nowhere() {
    // A void open to the exterior passes light, a far exterior region covers it; a neighbour
    // without a region and an undeclared one do not count, nor do their windows without height.
    let model = model(
        "grid X 0 3000 6000 9000\ngrid Y 0 3000\nlevel L1 0\nlevel L2 3000\nlevel L3 6000\nlevel \
         L4 9000\nlevel L5 12000\nspace /out exterior\nspace /L1/a room X1..X2 Y1..Y2 \
         daylight:1\nspace /L1/v void X2..X3 Y1..Y2\nspace /L5/e exterior X2..X3 Y1..Y2\nspace /in \
         store\nspace /L1/t room daylight:1\nspace /L1/x room X3..X4 Y1..Y2 daylight:yes\nboundary \
         /L1/v /out type:open\nboundary /L1/v /L1/a\n  window w:1000 h:1000\nboundary /L1/a /in\n  \
         window w:500 edge:S\nboundary /L1/a /ghost\n  window w:400\nboundary /L1/t /out\n  window \
         w:1 h:1\n",
    );
    assert_eq!(
        compact(&light(&Derivation::new(&model))),
        r#"[{"path":"/L1/a","name":"a","windowM2":0.7,"floorM2":9,"missingH":false}]"#
    );
}

fn site_of(text: &str) -> String {
    let model = model(text);
    compact(&site(&Derivation::new(&model)))
}

#[test]
fn sites_of_07_11() {
    assert_eq!(
        site_of("koyu 1.0\n"),
        r#"{"derivedAreaM2":0,"footprintM2":0,"totalFloorM2":0,"roads":[]}"#
    );
    assert_eq!(
        site_of(
            "grid X 0 3600 7200\ngrid Y 0 4500\nlevel L1 0\nspace /L1/a room X1..X2 Y1..Y2\nspace \
             /L1/b room X2..X3 Y1..Y2\n"
        ),
        concat!(
            r#"{"derivedAreaM2":32.4,"footprintM2":32.4,"totalFloorM2":32.4,"#,
            r#""coverageRatio":100,"floorAreaRatio":100,"roads":[]}"#
        )
    );
    assert_eq!(
        site_of(
            "koyu 1.0
grid X 0 2000 10000 12000
grid Y 0 1000 10000 11000
level L1 0 h:2700 slab:150
level L2 3000 h:2700 slab:150
zone /site site:1 area:100.04 name:Lot
zone /site2 site:1 area:5
space /site/yard yard X1..X3 Y2..Y3 level:L1
space /site/front yard X1..X3 Y1..Y2 level:L1
space /L1/a room X3..X4 Y2..Y3
space /L2/a room X2..X4 Y2..Y3
space /out/rn exterior X1..X3 Y3..Y4 name:North road:4000 level:L1
space /out/rs exterior road:6000
space /out/rx exterior road:wide
space /out/plain exterior
space /out/notroad room road:5000
boundary /site/yard /out/rn type:open
boundary /site/yard /out/rn type:open
boundary /out/rs /site/front
boundary /L1/a /out/rs
  door w:900 edge:S
"
        ),
        concat!(
            r#"{"siteZone":"/site","declaredAreaM2":100.04,"derivedAreaM2":118,"#,
            r#""areaMatch":false,"footprintM2":100,"totalFloorM2":118,"coverageRatio":100,"#,
            r#""floorAreaRatio":118,"roads":[{"path":"/out/rn","name":"North","widthMm":4000,"#,
            r#""frontageMm":20000},{"path":"/out/rs","name":"rs","widthMm":6000,"#,
            r#""frontageMm":12000}]}"#
        )
    );
}

#[test]
fn declared_areas_of_sites() {
    let with = |area: &str| {
        site_of(&format!(
            "grid X 0 2000\ngrid Y 0 1000\nlevel L1 0\nzone /s site:1 {area}\nspace /L1/a room \
             X1..X2 Y1..Y2\n"
        ))
    };
    let areas = r#""derivedAreaM2":2"#;
    let floor = r#""footprintM2":2,"totalFloorM2":2"#;
    assert_eq!(
        with("area:0"),
        format!(
            r#"{{"siteZone":"/s","declaredAreaM2":0,{areas},"areaMatch":false,{floor},"roads":[]}}"#
        )
    );
    assert_eq!(
        with("area:-7"),
        format!(
            r#"{{"siteZone":"/s","declaredAreaM2":-7,{areas},"areaMatch":false,{floor},"coverageRatio":-28.6,"floorAreaRatio":-28.6,"roads":[]}}"#
        )
    );
    assert_eq!(
        with("area:abc"),
        format!(
            r#"{{"siteZone":"/s",{areas},{floor},"coverageRatio":100,"floorAreaRatio":100,"roads":[]}}"#
        )
    );
    assert_eq!(
        with("area:2.04\npolygon /s 0,0 2000,0 2000,1000 0,1000"),
        format!(
            r#"{{"siteZone":"/s","polygonVertices":4,"declaredAreaM2":2.04,{areas},"areaMatch":true,{floor},"coverageRatio":98,"floorAreaRatio":98,"roads":[]}}"#
        )
    );
}

#[test]
fn rectangles_against_pieces() {
    // A corner of 0.5 m² is cut off by a drawn line; the storey above has the same rooms.
    let text = "grid X 0 3000 6000\ngrid Y 0 3000\nlevel L1 0\nspace /L1/a room X1..X2 \
                Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nspace /out exterior\nboundary /L1/a /out\n  \
                line X1,Y1+1000 X1+1000,Y1\n";
    assert_eq!(
        site_of(text),
        concat!(
            r#"{"derivedAreaM2":18,"footprintM2":17.5,"totalFloorM2":17.5,"coverageRatio":97.2,"#,
            r#""floorAreaRatio":97.2,"roads":[]}"#
        )
    );
    let two = format!(
        "{text}level L2 3000\nspace /L2/a room X1..X2 Y1..Y2\nspace /L2/b room X2..X3 Y1..Y2\n"
    );
    assert!(site_of(&two).contains(r#""footprintM2":18,"totalFloorM2":35.5"#));
}

#[test]
fn a_road_may_be_a_tile_of_the_site() {
    assert_eq!(
        site_of(
            "grid X 0 2000 5000\ngrid Y 0 1000\nlevel L1 0\nzone /s site:1\nspace /s/ext exterior \
             X1..X2 Y1..Y2 road:3000 level:L1\nspace /s/g yard X2..X3 Y1..Y2 level:L1\nboundary \
             /s/ext /s/g type:open\n"
        ),
        concat!(
            r#"{"siteZone":"/s","derivedAreaM2":5,"footprintM2":0,"totalFloorM2":0,"#,
            r#""coverageRatio":0,"floorAreaRatio":0,"roads":[{"path":"/s/ext","name":"ext","#,
            r#""widthMm":3000,"frontageMm":1000}]}"#
        )
    );
}

//! The worked examples of chapter 04.

mod common;

use common::{form, model, openings, outlines, plans, slabs, walls};
use expect_test::expect;
use koyu_model::Point;
use koyu_model::form::{Derivation, Placement, Refusal};

const GRID: &str = "grid X 0 3000 6000 9000\ngrid Y 0 3000 6000\nlevel L1 0 h:2400\n";

fn on_grid(text: &str) -> koyu_model::Model {
    model(&format!("{GRID}{text}"))
}

#[test]
fn boundaries_and_doors_stand_in_the_order_of_their_key_texts() {
    // 04 §4.3
    let model = on_grid(
        "space /L1/a room X1..X2 Y1..Y2
space /L1/b room X2..X3 Y1..Y2
space /L1/a!x room X1..X2 Y2..Y3
boundary /L1/a /L1/b spec:Z
boundary /L1/a /L1/b spec:A
boundary /L1/b /L1/a
boundary /L1/a!x /L1/a
  door w:1000 name:Z
  door w:900 name:B
  door w:1000 name:A
",
    );
    let form = form(&model);
    let refs: Vec<String> = form
        .boundaries
        .iter()
        .map(|b| b.reference.to_string())
        .collect();
    assert_eq!(
        refs,
        [
            "/L1/a!x|/L1/a@0",
            "/L1/a|/L1/b@1",
            "/L1/a|/L1/b@2",
            "/L1/b|/L1/a@3"
        ]
    );
    let second = model.canonical_boundaries()[1];
    let spec = &model.boundaries()[second as usize].attributes;
    assert_eq!(
        spec.text("spec"),
        Some("Z"),
        "equal keys keep declaration order"
    );
    let doors: Vec<_> = form.openings.iter().map(|o| (o.index, o.name)).collect();
    assert_eq!(doors, [(0, Some("Z")), (1, Some("A")), (2, Some("B"))]);
}

#[test]
fn the_outline_runs_south_east_north_west_and_is_the_rooms_own() {
    // 04 §8.2, §8.4
    let room = "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\n";
    let whole = on_grid(&format!("{room}boundary /out /L1/a\n"));
    expect![[r#"
        /out|/L1/a@0 0,0→3000,0 S t 100 z 0..2600
          0,0→3000,0 z 0..2600
        /out|/L1/a@0 3000,0→3000,3000 E t 100 z 0..2600
          3000,0→3000,3000 z 0..2600
        /out|/L1/a@0 0,3000→3000,3000 N t 100 z 0..2600
          0,3000→3000,3000 z 0..2600
        /out|/L1/a@0 0,0→0,3000 W t 100 z 0..2600
          0,0→0,3000 z 0..2600
    "#]]
    .assert_eq(&walls(&form(&whole)));
    let north = on_grid(&format!("{room}boundary /out /L1/a edge:N\n"));
    expect![[r#"
        /out|/L1/a@0 0,3000→3000,3000 N t 100 z 0..2600
          0,3000→3000,3000 z 0..2600
    "#]]
    .assert_eq(&walls(&form(&north)));
    // §8.4: merged over both pieces of a room with a corner cut off; the line draws itself.
    let cut = on_grid(&format!(
        "{room}boundary /L1/a /out\nboundary /L1/a /out t:200\n  line X2,Y2-1000 X2-1000,Y2\n"
    ));
    let form = form(&cut);
    let of_first: Vec<String> = form
        .boundaries
        .iter()
        .filter(|b| b.boundary.get() == 1)
        .map(|b| {
            format!(
                "{},{}→{},{}",
                b.segment.x1, b.segment.y1, b.segment.x2, b.segment.y2
            )
        })
        .collect();
    assert_eq!(
        of_first,
        [
            "0,0→3000,0",
            "3000,0→3000,2000",
            "0,0→0,3000",
            "0,3000→2000,3000"
        ]
    );
    let drawn = form
        .boundaries
        .iter()
        .find(|b| b.boundary.get() == 0)
        .unwrap();
    assert!(drawn.segment.diagonal && drawn.segment.edge_of_a.is_none());
    assert_eq!(
        (drawn.segment.x1, drawn.segment.y1),
        (2000.0, 3000.0),
        "canonical direction"
    );
}

#[test]
fn where_an_opening_cannot_stand() {
    // 04 §9, on a wall of 3000 at x = 3000; the cases of 06.
    let place = |boundary: &str, opening: &str| {
        let model = on_grid(&format!(
            "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nspace /out \
             exterior\nboundary {boundary}\n  {opening}\n"
        ));
        let derivation = Derivation::new(&model);
        let boundary = &model.boundaries()[0];
        let segments = derivation.segments(boundary);
        let placed = Placement::new(&segments).opening(&boundary.openings[0]);
        placed.map(|placed| (placed.cx, placed.cy))
    };
    let wall = "/L1/a /L1/b";
    assert_eq!(place(wall, "door w:900"), Ok((3000.0, 1500.0)));
    assert_eq!(
        place(wall, "door w:900 at:0.95"),
        Ok((3000.0, 2550.0)),
        "clamped"
    );
    assert_eq!(
        place(wall, "door w:3000"),
        Ok((3000.0, 1500.0)),
        "equal fits"
    );
    assert_eq!(place(wall, "door w:500 at:Y1+250"), Ok((3000.0, 250.0)));
    assert!(matches!(
        place(wall, "door w:500 edge:N"),
        Err(Refusal::NoSegment)
    ));
    assert!(matches!(
        place(wall, "door w:3001"),
        Err(Refusal::TooWide { length: 3000.0 })
    ));
    assert!(matches!(
        place(wall, "door w:3000 at:X2"),
        Err(Refusal::WrongAxis { .. })
    ));
    assert!(matches!(
        place(wall, "door w:500 at:Y1+249"),
        Err(Refusal::Overhang {
            allowed: (250.0, 2750.0),
            segment: (0.0, 3000.0),
            ..
        })
    ));
    assert!(matches!(
        place("/L1/a /out", "door w:900"),
        Err(Refusal::SeveralSegments)
    ));
    assert_eq!(place("/L1/a /out", "door w:900 edge:W"), Ok((0.0, 1500.0)));
    let drawn = "/L1/a /out\n  line X1,Y1+1000 X1+1000,Y1";
    assert!(matches!(
        place(drawn, "door w:500 at:X1"),
        Err(Refusal::OnDiagonal { .. })
    ));
    assert!(matches!(
        place(drawn, "door w:500 edge:S"),
        Err(Refusal::NoSegment)
    ));
    assert_eq!(place(drawn, "door w:500"), Ok((500.0, 500.0)));
}

#[test]
fn the_later_of_overlapping_openings_gets_what_the_earlier_leaves() {
    // 04 §12.3
    let model = model(
        "grid X 0 12000
grid Y 0 3000
level L1 3000 h:5000
space /L1/a room X1..X2 Y1..Y2
space /out exterior
boundary /L1/a /out edge:S
  window w:600 h:2500 at:0.5
  window w:600 h:1000 at:X1+6120
",
    );
    expect![[r#"
        /L1/a|/out@0 0,0→12000,0 S t 100 z 3000..8200
          0,0→5700,0 z 3000..8200
          5700,0→6300,0 z 5000..8200
          6300,0→6420,0 z 3000..4000
          6300,0→6420,0 z 5000..8200
          6420,0→12000,0 z 3000..8200
    "#]]
    .assert_eq(&walls(&form(&model)));
    expect![[r#"
        /L1/a|/out@0/0 window (6120,0) w 600 z 4000..5000 t 100
        /L1/a|/out@0/1 window (6000,0) w 600 z 2500..5000 t 100
    "#]]
    .assert_eq(&openings(&form(&model)));
}

#[test]
fn rails_may_have_a_top_below_their_floor() {
    let room = "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\n";
    let rail = on_grid(&format!(
        "{room}boundary /L1/a /out air:1 h:-50 edge:S\n  window w:900\n"
    ));
    expect![[r#"
        /L1/a|/out@0 0,0→3000,0 S t 60 z 0..-50
    "#]]
    .assert_eq(&walls(&form(&rail)));
}

const TERRACE: &str = "koyu 1.0
unit mm
grid X 0 3000 6000 9000
grid Y 0 3000 6000
level L1 0 h:2400 slab:150
level L2 3000 h:2400 slab:200
space /L1/a room X1..X2 Y1..Y2
space /L1/t terrace X2..X3 Y1..Y2
space /L2/b room X2..X4 Y1..Y2 h:5000
space /out exterior
boundary /L1/t /out air:1 h:900 t:200
column 400 L1..L2 d:600 x:X2,X1
column 500 L1
";

#[test]
fn the_terrace() {
    // 04 §15
    let model = model(TERRACE);
    let form = form(&model);
    let pitches: Vec<_> = form.levels.iter().map(|level| level.pitch).collect();
    assert_eq!(pitches, [Some(3000.0), Some(5200.0)]);
    let states: Vec<_> = form
        .spaces
        .iter()
        .map(|s| (s.path, s.semi_outdoor, s.covered, s.indoor))
        .collect();
    assert_eq!(
        states,
        [
            ("/L1/a", false, false, true),
            ("/L1/t", true, true, false),
            ("/L2/b", false, false, true)
        ]
    );
    expect![[r#"
        /L1/a|/L1/t@0 derived 3000,0→3000,3000 E t 100 z 0..3000
          3000,0→3000,3000 z 0..3000
        /L1/t|/out@1 3000,0→6000,0 S t 80 z 0..900
          3000,0→6000,0 z 0..900
        /L1/t|/out@1 6000,0→6000,3000 E t 80 z 0..900
          6000,0→6000,3000 z 0..900
        /L1/t|/out@1 3000,3000→6000,3000 N t 80 z 0..900
          3000,3000→6000,3000 z 0..900
    "#]]
    .assert_eq(&walls(&form));
    let rails = form.plans[0].entities.iter();
    let below = rails.filter(|e| e.class == koyu_model::form::Class::Below);
    assert_eq!(below.count(), 3);
    expect![[r#"
        /L1/a floor -150..0 (0,0)(3000,0)(3000,3000)(0,3000)
        /L1/a ceiling 2370..2400 (0,0)(3000,0)(3000,3000)(0,3000)
        /L1/a roof 2800..3000 (0,0)(3000,0)(3000,3000)(0,3000)
        /L1/t floor -150..0 (3000,0)(6000,0)(6000,3000)(3000,3000)
        /L2/b floor 2800..3000 (3000,0)(9000,0)(9000,3000)(3000,3000)
        /L2/b ceiling 7970..8000 (3000,0)(9000,0)(9000,3000)(3000,3000)
        /L2/b roof 8000..8200 (3000,0)(9000,0)(9000,3000)(3000,3000)
    "#]]
    .assert_eq(&slabs(&form));
    let columns: Vec<String> = form
        .columns
        .iter()
        .map(|c| {
            format!(
                "{} {}×{} decl {} z {}..{}",
                c.reference, c.w, c.d, c.decl, c.z0, c.z1
            )
        })
        .collect();
    assert_eq!(
        columns,
        [
            "L1/X1/Y1 400×600 decl 0 z 0..3000",
            "L1/X1/Y2 400×600 decl 0 z 0..3000",
            "L1/X2/Y1 400×600 decl 0 z 0..3000",
            "L1/X2/Y2 400×600 decl 0 z 0..3000",
            "L1/X3/Y1 500×500 decl 1 z 0..3000",
            "L1/X3/Y2 500×500 decl 1 z 0..3000",
            "L2/X2/Y1 400×600 decl 0 z 3000..8200",
            "L2/X2/Y2 400×600 decl 0 z 3000..8200",
        ]
    );
    let sites =
        Derivation::new(&model).column_sites(&model.columns()[1], model.levels_by_height()[0]);
    assert_eq!(
        sites.map(|sites| sites.len()),
        Ok(6),
        "an earlier column does not count"
    );
}

#[test]
fn a_complete_form() {
    // 04 §15
    let model = model(
        "grid X 0 4000 8000
grid Y 0 3000
level L1 0 h:2400 slab:150
asset SD door w:800 style:sliding name:SD-type
space /L1/b room X2..X3 Y1..Y2
space /L1/a room X1..X2 Y1..Y2
space /out exterior
boundary /L1/b /L1/a t:120
  door SD at:Y1+900 swing:b
  window w:600 h:500 at:0.95
boundary /L1/a /out edge:S
",
    );
    let form = form(&model);
    assert_eq!(form.levels[0].pitch, Some(2600.0));
    expect![[r#"
        /L1/a (0,0)(4000,0)(4000,3000)(0,3000)
        /L1/b (4000,0)(8000,0)(8000,3000)(4000,3000)
    "#]]
    .assert_eq(&outlines(&form));
    expect![[r#"
        /L1/b|/L1/a@0 4000,0→4000,3000 W t 120 z 0..2600
          4000,0→4000,500 z 0..2600
          4000,500→4000,1300 z 2000..2600
          4000,1300→4000,2400 z 0..2600
          4000,2400→4000,3000 z 0..1500
          4000,2400→4000,3000 z 2000..2600
        /L1/a|/out@1 0,0→4000,0 S t 100 z 0..2600
          0,0→4000,0 z 0..2600
    "#]]
    .assert_eq(&walls(&form));
    expect![[r#"
        /L1/b|/L1/a@0/0 door (4000,900) w 800 z 0..2000 t 120 into /L1/a (4000,500) (3200,500) (4000,1300) cw sliding
        /L1/b|/L1/a@0/1 window (4000,2700) w 600 z 1500..2000 t 120
    "#]]
    .assert_eq(&openings(&form));
    expect![[r#"
        /L1/a floor -150..0 (0,0)(4000,0)(4000,3000)(0,3000)
        /L1/a ceiling 2370..2400 (0,0)(4000,0)(4000,3000)(0,3000)
        /L1/a roof 2400..2600 (0,0)(4000,0)(4000,3000)(0,3000)
        /L1/b floor -150..0 (4000,0)(8000,0)(8000,3000)(4000,3000)
        /L1/b ceiling 2370..2400 (4000,0)(8000,0)(8000,3000)(4000,3000)
        /L1/b roof 2400..2600 (4000,0)(8000,0)(8000,3000)(4000,3000)
    "#]]
    .assert_eq(&slabs(&form));
    expect![[r#"
        L1 cutZ 1200
          cut/space /L1/a (0,0)(4000,0)(4000,3000)(0,3000)
          cut/space /L1/b (4000,0)(8000,0)(8000,3000)(4000,3000)
          cut/boundary /L1/b|/L1/a@0 (3940,0)(3940,500)(4060,500)(4060,0) 4000,0→4000,500
          above/boundary /L1/b|/L1/a@0 (3940,500)(3940,1300)(4060,1300)(4060,500) 4000,500→4000,1300
          cut/boundary /L1/b|/L1/a@0 (3940,1300)(3940,2400)(4060,2400)(4060,1300) 4000,1300→4000,2400
          cut/boundary /L1/b|/L1/a@0 (3940,2400)(3940,3000)(4060,3000)(4060,2400) 4000,2400→4000,3000
          above/boundary /L1/b|/L1/a@0 (3940,2400)(3940,3000)(4060,3000)(4060,2400) 4000,2400→4000,3000
          cut/boundary /L1/a|/out@1 (0,50)(4000,50)(4000,-50)(0,-50) 0,0→4000,0
          cut/opening /L1/b|/L1/a@0/0 (3940,500)(3940,1300)(4060,1300)(4060,500) 4000,500→4000,1300
          swing/opening /L1/b|/L1/a@0/0 4000,500→3200,500
          above/opening /L1/b|/L1/a@0/1 (3940,2400)(3940,3000)(4060,3000)(4060,2400) 4000,2400→4000,3000
    "#]]
    .assert_eq(&plans(&form));
    assert!(form.segs.is_empty() && form.columns.is_empty());
    assert!(form.runs.is_empty() && form.site.is_empty());
    let door = &json_of(&form)["openings"][0];
    assert_eq!(door["name"], "SD-type");
    assert_eq!(door["style"], "sliding");
}

fn json_of(form: &koyu_model::form::Form<'_>) -> serde_json::Value {
    serde_json::to_value(form).unwrap()
}

#[test]
fn an_empty_source_gives_an_empty_form() {
    let form = serde_json::to_string(&form(&model(""))).unwrap();
    assert_eq!(
        form,
        "{\"input\":{\"cut\":1200.0},\"levels\":[],\"spaces\":[],\"boundaries\":[],\"openings\":[],\
         \"segs\":[],\"slabs\":[],\"columns\":[],\"runs\":[],\"site\":[],\"plans\":[]}"
    );
}

#[test]
fn unusual_input() {
    // 04 §16
    let nowhere = model(
        "grid X 0 3000 6000\ngrid Y 0 3000\nspace /a room X1..X2 Y1..Y2\nspace /b room X2..X3 \
         Y1..Y2\nboundary /a /b\n  door w:900\n",
    );
    let form = form(&nowhere);
    let boundary = &form.boundaries[0];
    assert_eq!((boundary.level, &boundary.material), (None, &None));
    assert_eq!((form.openings[0].z0, form.openings[0].z1), (0.0, 0.0));
    assert!(form.spaces[0].z0.is_none() && form.plans.is_empty());

    let seams = on_grid(
        "space /L1/a room X1..X2 Y1..Y2 + X2..X3 Y1..Y2\nboundary /L1/a /L1/a\n  door w:900 \
         edge:E\n",
    );
    let form = common::form(&seams);
    let faces: Vec<_> = form
        .boundaries
        .iter()
        .filter_map(|b| b.segment.edge_of_a)
        .collect();
    assert_eq!(
        faces,
        [koyu_model::Side::E, koyu_model::Side::W],
        "seams, once per side"
    );
    assert_eq!(form.openings.len(), 2, "listed on both coinciding segments");
    assert!(
        form.boundaries
            .iter()
            .all(|b| b.material.as_ref().unwrap().panels.len() == 3)
    );

    let undeclared = on_grid(
        "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nboundary /L1/a /L1/0\n",
    );
    let form = common::form(&undeclared);
    let refs: Vec<String> = form
        .boundaries
        .iter()
        .map(|b| b.reference.to_string())
        .collect();
    assert_eq!(refs, ["/L1/a|/L1/b@1"], "it takes a canonical index");

    let stair = on_grid(
        "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nboundary /L1/a /L1/b \
         type:stair\n  door w:900\n",
    );
    let form = common::form(&stair);
    assert!(form.boundaries.is_empty() && form.openings.is_empty());

    let flat = model(
        "grid X 0 3000 6000\ngrid Y 0 3000\nlevel L1 0\nlevel M1 0\nspace /L1/a room X1..X2 \
         Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nspace /M1/a room X1..X3 Y1..Y2\n",
    );
    let form = common::form(&flat);
    assert_eq!(form.levels[0].pitch, Some(0.0));
    let material = form.boundaries[0].material.as_ref();
    assert!(material.is_some_and(|m| m.panels.is_empty()));
    assert!(
        !form.spaces[0].covered,
        "covered asks for a strictly greater z"
    );
    let roofs: Vec<_> = form.slabs.iter().map(|s| (s.space, s.z1)).collect();
    assert_eq!(
        roofs,
        [("/M1/a", 200.0)],
        "roofs go by place in the list, top at z + 200"
    );

    let site = model("polygon /site 0,0 2000,2000 2000,0 0,2000\npolygon /a 0,0 0,1 1,0\n");
    let form = common::form(&site);
    let site: Vec<_> = form.site.iter().map(|s| (s.path, s.area_m2)).collect();
    assert_eq!(
        site,
        [("/site", 0.0), ("/a", 5e-7)],
        "declaration order, not rounded"
    );
}

#[test]
fn levels_of_equal_height_and_heights_of_the_top() {
    let model = model("level B 0\nlevel 2 0\nlevel 1 0 h:2000\n");
    let form = form(&model);
    let order: Vec<_> = form.levels.iter().map(|l| (l.name, l.pitch)).collect();
    assert_eq!(order, [("1", Some(0.0)), ("2", Some(0.0)), ("B", None)]);
}

#[test]
fn one_storey_is_a_part_of_the_whole() {
    let model = model(TERRACE);
    let derivation = Derivation::new(&model);
    let whole = json_of(&form(&model));
    for (i, &level) in model.levels_by_height().iter().enumerate() {
        let storey = json_of(&derivation.storey(level, 1200.0).unwrap());
        let name = whole["levels"][i]["name"].clone();
        assert_eq!(storey["plans"][0], whole["plans"][i]);
        for key in [
            "spaces",
            "boundaries",
            "openings",
            "segs",
            "slabs",
            "columns",
        ] {
            let all = whole[key].as_array().unwrap();
            let here: Vec<_> = all.iter().filter(|entry| entry["level"] == name).collect();
            let given: Vec<_> = storey[key].as_array().unwrap().iter().collect();
            assert_eq!(given, here, "{key}");
        }
    }
}

#[test]
fn a_point_is_an_object_and_infinity_is_null() {
    let text = serde_json::to_string(&Point {
        x: 1.5,
        y: f64::INFINITY,
    })
    .unwrap();
    assert_eq!(text, r#"{"x":1.5,"y":null}"#);
}

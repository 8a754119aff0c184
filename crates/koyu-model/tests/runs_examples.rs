//! The worked examples of chapter 05.

mod common;

use common::{form, model};
use expect_test::{Expect, expect};
use koyu_model::form::{Derivation, Device, Form, FormRun, PartKind, RunRefusal, Solid};

const BUILDING: &str = "grid X 0 3000 6000 12000\ngrid Y 0 2000 7500\nlevel L1 0\nlevel L2 3000\n\
                        level L3 6000\n";

fn building(spaces: &str) -> koyu_model::Model {
    model(&format!("{BUILDING}{spaces}\n"))
}

/// The space of most examples: 3000 × 7500.
fn shaft(attributes: &str) -> koyu_model::Model {
    building(&format!("space /L1/s stair X1..X2 Y1..Y3 {attributes}"))
}

fn parts(run: &FormRun<'_>) -> String {
    let mut text = String::new();
    for part in &run.parts {
        let r = part.rect;
        let kind = if part.kind == PartKind::Flight {
            "flight"
        } else {
            "landing"
        };
        let reversed = if part.reversed { " reversed" } else { "" };
        text += &format!(
            "{kind}{reversed} {},{},{},{} t {}–{} s {}–{} z {} → {}",
            r.x1, r.x2, r.y1, r.y2, part.t0, part.t1, part.s0, part.s1, part.z0, part.z1
        );
        if let (Some(risers), Some(tread)) = (part.risers, part.tread) {
            text += &format!(" risers {risers} tread {tread}");
        }
        if let Some(lane) = part.lane {
            text += &format!(" lane {lane}");
        }
        text.push('\n');
    }
    text
}

fn check(attributes: &str, expected: Expect) {
    let model = shaft(attributes);
    let form = form(&model);
    let run = &form.runs[0];
    let r = &run.run;
    let sums = format!(
        "risers {} riser {} tread {} slope {} going {} lanes {}\n",
        r.risers, r.riser, r.tread, r.slope, r.going, r.lanes
    );
    expected.assert_eq(&(parts(run) + &sums));
}

#[test]
fn a_returning_stair() {
    // A
    check(
        "stair:N form:return",
        expect![[r#"
            flight 0,1500,1100,3500 t 1100–3500 s 0–1500 z 0 → 1588.235294117647 risers 9 tread 300
            landing 0,3000,3500,7500 t 3500–7500 s 0–3000 z 1588.235294117647 → 1588.235294117647
            flight reversed 1500,3000,1100,3500 t 1100–3500 s 1500–3000 z 3000 → 1588.235294117647 risers 8 tread 342.85714285714283
            risers 17 riser 176.47058823529412 tread 300 slope 0.6617647058823529 going 4800 lanes 1
        "#]],
    );
}

#[test]
fn turned_to_the_south_and_the_left() {
    // B
    check(
        "stair:S form:return turn:L",
        expect![[r#"
            flight 0,1500,4000,6400 t 1100–3500 s 1500–3000 z 0 → 1588.235294117647 risers 9 tread 300
            landing 0,3000,0,4000 t 3500–7500 s 0–3000 z 1588.235294117647 → 1588.235294117647
            flight reversed 1500,3000,4000,6400 t 1100–3500 s 0–1500 z 3000 → 1588.235294117647 risers 8 tread 342.85714285714283
            risers 17 riser 176.47058823529412 tread 300 slope 0.6617647058823529 going 4800 lanes 1
        "#]],
    );
}

#[test]
fn straight_stairs() {
    // C, D, H
    check(
        "stair:N",
        expect![[r#"
            flight 0,3000,1100,6400 t 1100–6400 s 0–3000 z 0 → 3000 risers 17 tread 331.25
            risers 17 riser 176.47058823529412 tread 331.25 slope 0.5660377358490566 going 5300 lanes 1
        "#]],
    );
    check(
        "stair:E",
        expect![[r#"
            flight 1100,1900,0,7500 t 1100–1900 s 0–7500 z 0 → 3000 risers 17 tread 50
            risers 17 riser 176.47058823529412 tread 50 slope 3.75 going 800 lanes 1
        "#]],
    );
    check(
        "stair:N riser:3000",
        expect![[r#"
            flight 0,3000,1100,6400 t 1100–6400 s 0–3000 z 0 → 3000 risers 2 tread 5300
            risers 2 riser 1500 tread 5300 slope 0.5660377358490566 going 5300 lanes 1
        "#]],
    );
}

#[test]
fn ramps() {
    // E
    check(
        "ramp:N form:return",
        expect![[r#"
            flight 0,1500,1100,6000 t 1100–6000 s 0–1500 z 0 → 1500
            landing 0,3000,6000,7500 t 6000–7500 s 0–3000 z 1500 → 1500
            flight reversed 1500,3000,1100,6000 t 1100–6000 s 1500–3000 z 3000 → 1500
            risers 0 riser 0 tread 0 slope 0.30612244897959184 going 9800 lanes 1
        "#]],
    );
    check(
        "ramp:W",
        expect![[r#"
            flight 1100,1900,0,7500 t 1100–1900 s 0–7500 z 0 → 3000 lane 0
            risers 0 riser 0 tread 0 slope 3.75 going 800 lanes 1
        "#]],
    );
}

#[test]
fn escalators() {
    // F
    check(
        "escalator:N",
        expect![[r#"
            flight 300,1500,1100,6400 t 1100–6400 s 300–1500 z 0 → 3000 lane 0
            flight reversed 1500,2700,1100,6400 t 1100–6400 s 1500–2700 z 0 → 3000 lane 1
            risers 0 riser 0 tread 0 slope 0.5660377358490566 going 5300 lanes 2
        "#]],
    );
    let lanes = |lane: &str| {
        let model = shaft(&format!("escalator:N lane:{lane}"));
        let form = form(&model);
        let first = &form.runs[0].parts[0];
        (form.runs[0].run.lanes, first.s0, first.s1)
    };
    assert_eq!(lanes("1000"), (3.0, 0.0, 1000.0));
    assert_eq!(lanes("700"), (4.0, 100.0, 800.0));
    assert_eq!(lanes("4000"), (1.0, 0.0, 3000.0));
    assert_eq!(lanes("0"), (3000.0, 0.0, 1.0), "at least 1 mm wide");
}

#[test]
fn a_landing_is_at_least_1100_deep() {
    // G
    check(
        "stair:N form:return landing:200",
        expect![[r#"
            flight 0,1500,1100,6400 t 1100–6400 s 0–1500 z 0 → 1588.235294117647 risers 9 tread 662.5
            landing 0,3000,6400,7500 t 6400–7500 s 0–3000 z 1588.235294117647 → 1588.235294117647
            flight reversed 1500,3000,1100,6400 t 1100–6400 s 1500–3000 z 3000 → 1588.235294117647 risers 8 tread 757.1428571428571
            risers 17 riser 176.47058823529412 tread 662.5 slope 0.29966703662597116 going 10600 lanes 1
        "#]],
    );
    let deep = shaft("stair:N form:return landing:4400");
    let run = &form(&deep).runs[0];
    assert_eq!(
        (run.parts[0].t1 - run.parts[0].t0, run.run.tread),
        (2000.0, 250.0)
    );
}

#[test]
fn risers_have_an_upper_limit_without_tolerance() {
    let risers = |limit: &str| {
        form(&shaft(&format!("stair:N riser:{limit}"))).runs[0]
            .run
            .risers
    };
    assert_eq!(risers("176.47058823529412"), 17.0);
    assert_eq!(risers("176.47"), 18.0);
    assert_eq!(risers("-5"), 2.0);
}

/// The run entities of the plan of a level.
fn run_plan(form: &Form<'_>, level: usize) -> String {
    let plans = common::plans(form);
    let of_level = plans.split("cutZ").nth(level + 1).unwrap_or_default();
    let runs = of_level
        .lines()
        .filter(|l| l.contains("/run ") || l.starts_with("  anchor"));
    runs.map(|line| format!("{}\n", line.trim_start()))
        .collect()
}

fn solids(run: &FormRun<'_>) -> String {
    let line = |solid: &Solid| match solid {
        Solid::Box { rect: r, z0, z1 } => {
            format!("{}–{}, {}–{}, {z0}–{z1}\n", r.x1, r.x2, r.y1, r.y2)
        }
        Solid::Incline {
            rect: r,
            up,
            z0,
            z1,
            t,
        } => {
            format!(
                "{}–{}, {}–{}, {up} {z0}–{z1} t {t}\n",
                r.x1, r.x2, r.y1, r.y2
            )
        }
    };
    run.solids.iter().map(line).collect()
}

#[test]
fn a_returning_stair_in_plan() {
    // I
    let model = building("space /L1..L2/s stair X1..X2 Y1..Y3 stair:N form:return riser:500");
    let form = form(&model);
    expect![[r#"
        cut/run /L1/s outline 0,1100→0,1980 1500,1100→1500,1980
        cut/run /L1/s tread 0,1650→1500,1650
        cut/run /L1/s break 0,1980→1500,1980
        anchor/run /L1/s at 1500,3750
    "#]]
    .assert_eq(&run_plan(&form, 0));
    expect![[r#"
        cut/run /L2/s outline 0,1100→0,1980 1500,1100→1500,1980
        cut/run /L2/s tread 0,1650→1500,1650
        cut/run /L2/s break 0,1980→1500,1980
        anchor/run /L2/s at 1500,3750
        below/run /L1/s outline 0,1980→0,2200 1500,1980→1500,2200 0,2200→0,7500 3000,2200→3000,7500 1500,1100→1500,2200 3000,1100→3000,2200
        below/run /L1/s tread 1500,1650→3000,1650
        below/run /L1/s arrow 2250,1250→2250,2050 at 2250,1250 down
    "#]]
    .assert_eq(&run_plan(&form, 1));
    expect![[r#"
        0–1500, 1100–1650, -200–500
        0–1500, 1650–2200, 300–1000
        0–3000, 2200–7500, 1300–1500
        1500–3000, 1650–2200, 1300–2000
        1500–3000, 1100–1650, 1800–2500
    "#]]
    .assert_eq(&solids(&form.runs[0]));
}

#[test]
fn escalators_in_plan() {
    // J
    let model = building("space /L1..L2/s hall X1..X2 Y1..Y3 escalator:S");
    let form = form(&model);
    expect![[r#"
        cut/run /L1/s outline 2700,6400→2700,4280 1500,6400→1500,4280 1500,6400→1500,4280 300,6400→300,4280
        cut/run /L1/s tread 2700,6000→1500,6000 2700,5600→1500,5600 2700,5200→1500,5200 2700,4800→1500,4800 2700,4400→1500,4400 1500,6000→300,6000 1500,5600→300,5600 1500,5200→300,5200 1500,4800→300,4800 1500,4400→300,4400
        cut/run /L1/s break 2700,4280→1500,4280 1500,4280→300,4280
        cut/run /L1/s arrow 2100,6250→2100,4430 at 2100,6250 up
        cut/run /L1/s arrow 900,4430→900,6250 at 900,4430 down
        anchor/run /L1/s at 1500,3750
    "#]]
    .assert_eq(&run_plan(&form, 0));
    let descending: String = run_plan(&form, 1)
        .lines()
        .filter(|line| line.contains("/L1/s arrow") || line.contains("/L1/s tread"))
        .map(|line| format!("{line}\n"))
        .collect();
    expect![[r#"
        below/run /L1/s tread 2700,3880→1500,3880 2700,3480→1500,3480 2700,3080→1500,3080 2700,2680→1500,2680 2700,2280→1500,2280 2700,1880→1500,1880 2700,1480→1500,1480 1500,3880→300,3880 1500,3480→300,3480 1500,3080→300,3080 1500,2680→300,2680 1500,2280→300,2280 1500,1880→300,1880 1500,1480→300,1480
        below/run /L1/s arrow 2100,4130→2100,1250 at 2100,4130 up
        below/run /L1/s arrow 900,1250→900,4130 at 900,1250 down
    "#]]
    .assert_eq(&descending);
    expect![[r#"
        1500–2700, 1100–6400, S 0–3000 t 200
        2560–2700, 1100–6400, S 900–3900 t 100
        1500–1640, 1100–6400, S 900–3900 t 100
        300–1500, 1100–6400, S 0–3000 t 200
        1360–1500, 1100–6400, S 900–3900 t 100
        300–440, 1100–6400, S 900–3900 t 100
    "#]]
    .assert_eq(&solids(&form.runs[0]));
}

#[test]
fn a_straight_stair_in_plan() {
    // K
    let model = building("space /L1..L2/s stair X1..X2 Y1..Y3 stair:N riser:500");
    let drawn = form(&model);
    expect![[r#"
        cut/run /L1/s outline 0,1100→0,3220 3000,1100→3000,3220
        cut/run /L1/s tread 0,2160→3000,2160 0,3220→3000,3220
        cut/run /L1/s break 0,3220→3000,3220
        cut/run /L1/s arrow 1500,1250→1500,3070 at 1500,1250 up
        anchor/run /L1/s at 1500,3750
    "#]]
    .assert_eq(&run_plan(&drawn, 0));
    let below = |form: &Form<'_>| {
        let plan = run_plan(form, 1);
        let below = plan.lines().filter(|line| line.starts_with("below"));
        below.map(|line| format!("{line}\n")).collect::<String>()
    };
    expect![[r#"
        below/run /L1/s outline 0,3220→0,6400 3000,3220→3000,6400
        below/run /L1/s tread 0,3220→3000,3220 0,4280→3000,4280 0,5340→3000,5340
        below/run /L1/s arrow 1500,6250→1500,3370 at 1500,6250 down
    "#]]
    .assert_eq(&below(&drawn));
    let opposite = building(
        "space /L1/s stair X1..X2 Y1..Y3 stair:N riser:500\n\
         space /L2/s stair X1..X2 Y1..Y3 stair:S riser:500",
    );
    expect![[r#"
        below/run /L1/s outline 0,1100→0,6400 3000,1100→3000,6400
        below/run /L1/s tread 0,2160→3000,2160 0,3220→3000,3220 0,4280→3000,4280 0,5340→3000,5340
        below/run /L1/s arrow 1500,6250→1500,1250 at 1500,6250 down
    "#]]
    .assert_eq(&below(&form(&opposite)));
}

#[test]
fn a_cut_at_the_landing() {
    // L: H 2400, 14 risers, landing at 1200; the flight ends at t 2900.
    let model = model(
        "grid X 0 3000\ngrid Y 0 7500\nlevel L1 0\nlevel L2 2400\nspace /L1/s stair X1..X2 Y1..Y2 \
         stair:N form:return\n",
    );
    let drawn = |cut: f64| {
        let form = Derivation::new(&model).form(cut).unwrap();
        let outline = run_plan(&form, 0);
        let line = |role: &str| {
            let line = outline.lines().find(|line| line.contains(role));
            line.map(|line| {
                line.split(role)
                    .nth(1)
                    .unwrap_or_default()
                    .trim()
                    .to_owned()
            })
        };
        (
            line("outline").unwrap_or_default().matches('→').count() / 2,
            line("break"),
        )
    };
    let at = |t: &str| Some(format!("0,{t}→1500,{t}"));
    assert_eq!(drawn(1200.0), (2, at("2900")));
    assert_eq!(drawn(1200.5), (2, None));
    assert_eq!(drawn(1201.0), (2, None));
    assert_eq!(drawn(1199.0), (2, at("2898.5")));
    assert_eq!(drawn(1198.9).0, 1);
    let (parts, breaks) = drawn(1202.0);
    assert_eq!(parts, 3);
    assert_eq!(breaks.as_deref(), Some("1500,2897→3000,2897"));
}

#[test]
fn a_lift() {
    let model = building("space /L1..L3/e lift X1..X2 Y1..Y3 lift:01.0");
    let form = form(&model);
    let top = &form.runs[2];
    assert_eq!(
        (top.run.upper, top.run.rise, top.run.device),
        (None, 0.0, Device::Lift)
    );
    assert_eq!(solids(top), "300–2700, 300–7200, 6060–8400\n");
    expect![[r#"
        cut/run /L2/e outline 250,250→250,7250 2750,250→2750,7250 250,250→2750,250 250,7250→2750,7250
        cut/run /L2/e tread 250,250→2750,7250 2750,250→250,7250
    "#]]
    .assert_eq(&run_plan(&form, 1));
    let json = serde_json::to_string(&form.runs[2]).unwrap();
    expect![[r#"{"path":"/L3/e","device":"lift","form":"straight","level":"L3","z0":6000.0,"z1":6000.0,"rise":0.0,"up":"N","turn":"R","rect":{"x1":0.0,"x2":3000.0,"y1":0.0,"y2":7500.0},"length":7500.0,"width":3000.0,"entry":0.0,"lanes":1.0,"parts":[],"risers":0.0,"riser":0.0,"tread":0.0,"slope":0.0,"going":0.0,"solids":[{"kind":"box","rect":{"x1":300.0,"x2":2700.0,"y1":300.0,"y2":7200.0},"z0":6060.0,"z1":8400.0}]}"#]]
    .assert_eq(&json);
}

#[test]
fn runs_are_ordered_by_height_and_utf16_path() {
    let paths = |spaces: &str| {
        let model = building(spaces);
        let derivation = Derivation::new(&model);
        derivation
            .runs()
            .iter()
            .map(|run| run.path.to_owned())
            .collect::<Vec<_>>()
    };
    let room = "hall X1..X2 Y1..Y3 lift:1";
    assert_eq!(
        paths(&format!(
            "space /L2/z {room}\nspace /L1/b {room}\nspace /L1/A {room}\nspace /L1/a {room}"
        )),
        ["/L1/A", "/L1/a", "/L1/b", "/L2/z"]
    );
    assert_eq!(
        paths(&format!(
            "space /L1/\u{fa11} {room}\nspace /L1/\u{20b9f} {room}"
        )),
        ["/L1/\u{20b9f}", "/L1/\u{fa11}"]
    );
}

#[test]
fn why_a_declaration_yields_no_run() {
    let refusal = |spaces: &str| {
        let model = building(spaces);
        let last = koyu_model::SpaceId(model.spaces().len() as u32 - 1);
        let run = Derivation::new(&model).run(last);
        run.map(|run| run.is_some())
    };
    let room = |attributes: &str| refusal(&format!("space /L1/s stair X1..X2 Y1..Y3 {attributes}"));
    assert_eq!(room(""), Ok(false));
    assert_eq!(
        room("lift:1 stair:N"),
        Err(RunRefusal::SeveralDevices(vec![
            Device::Stair,
            Device::Lift
        ]))
    );
    for value in [
        "stair:n",
        "stair:1",
        "stair:up",
        "ramp:1",
        "lift:N",
        "lift:2",
        "lift:true",
    ] {
        assert!(
            matches!(room(value), Err(RunRefusal::IllegalValue(_))),
            "{value}"
        );
    }
    assert_eq!(
        refusal("space /L1/s stair stair:N"),
        Err(RunRefusal::NoRegion)
    );
    assert_eq!(
        refusal("space /L1/s stair X1..X2 Y1..Y2 + X2..X3 Y1..Y2 stair:N"),
        Err(RunRefusal::SeveralRectangles)
    );
    assert_eq!(
        refusal("space /s stair X1..X2 Y1..Y2 stair:N"),
        Err(RunRefusal::NoLevel)
    );
    let top = "space /L3/s stair X1..X2 Y1..Y3";
    assert_eq!(
        refusal(&format!("{top} stair:N form:spiral")),
        Err(RunRefusal::UnknownForm)
    );
    assert_eq!(
        refusal(&format!("{top} stair:N")),
        Err(RunRefusal::NoLevelAbove)
    );
    assert_eq!(refusal(&format!("{top} lift:1")), Ok(true));
    assert_eq!(
        room("escalator:N form:return"),
        Err(RunRefusal::CannotReturn(Device::Escalator))
    );
    assert_eq!(
        room("lift:1 form:return"),
        Err(RunRefusal::CannotReturn(Device::Lift))
    );
    for (attributes, stands) in [
        ("stair:N entry:3750", false),
        ("stair:N entry:3749", true),
        ("stair:N form:return landing:6400", false),
        ("stair:N form:return landing:6399", true),
        ("stair:N form:return entry:6400", false),
        ("stair:N form:return entry:6399", true),
        ("lift:1 entry:99999", true),
        ("stair:N entry:-5 turn:l", true),
        ("stair:N entry:abc", true),
        ("stair:N riser:0 form:return", true),
    ] {
        let expected = if stands {
            Ok(true)
        } else {
            Err(RunRefusal::NoRoom)
        };
        assert_eq!(room(attributes), expected, "{attributes}");
    }
}

#[test]
fn a_drawn_line_does_not_change_the_rectangle_of_a_run() {
    let model = building(
        "space /L1/s stair X1..X2 Y1..Y3 stair:N\nspace /out exterior\nboundary /L1/s /out\n  line \
         X1,Y1+1000 X1+1000,Y1",
    );
    let form = form(&model);
    assert_eq!(form.spaces[0].outline[0].len(), 4);
    assert_eq!(form.runs[0].run.rect, model.spaces()[0].parts[0].rect);
}

#[test]
fn a_stair_of_infinitely_many_risers_is_left_out() {
    // 05 §5.6
    let model = shaft("stair:N riser:0");
    let derivation = Derivation::new(&model);
    let run = &derivation.runs()[0];
    assert_eq!(
        (run.risers, run.riser, run.tread),
        (f64::INFINITY, 0.0, 0.0)
    );
    let form = form(&model);
    assert!(form.runs.is_empty());
    assert_eq!(run_plan(&form, 0), "");
}

#[test]
fn floors_stay_whole_and_a_run_has_no_ceiling() {
    // 05 §9
    let model = model(
        "grid X 0 3000\ngrid Y 0 7500\nlevel L1 0 h:2400 slab:150\nlevel L2 3000 h:2400 slab:150\n\
         space /L1..L2/s stair X1..X2 Y1..Y2 stair:up\n",
    );
    let kinds: Vec<String> = common::slabs(&form(&model))
        .lines()
        .map(|line| line.split(" (").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(
        kinds,
        [
            "/L1/s floor -150..0",
            "/L2/s floor 2850..3000",
            "/L2/s roof 5400..5600"
        ]
    );
}

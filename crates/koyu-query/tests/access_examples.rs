//! The worked examples of 08 §6: who reaches what.

mod common;

use common::rules;

const NONE: [&str; 0] = [];

/// The findings on a building of one level with the exterior `/out`; every space on L1 whose line
/// has no region gets one of its own.
fn access(text: &str) -> Vec<String> {
    inside(&format!("space /out exterior\n{text}"))
}

/// The same without an exterior.
fn inside(text: &str) -> Vec<String> {
    let mut building = String::from("grid Y 0 5000\nlevel B1 -3000\nlevel L1 0\nlevel L2 3000\n");
    building += "grid X";
    (0..40).for_each(|i| building += &format!(" {}", i * 3000));
    building += "\n";
    let mut tiles = 1..;
    for line in text.lines() {
        let words: Vec<&str> = line.trim().split(' ').collect();
        match words[..] {
            ["space", path, kind, ref rest @ ..] if kind != "exterior" => {
                let x = 2 * tiles.next().unwrap();
                let rest = rest.join(" ");
                building += &format!("space {path} {kind} X{x}..X{} Y1..Y2 {rest}\n", x + 1);
            }
            [joined, "open"] => {
                let (a, b) = joined.split_once("–").unwrap();
                building += &format!("boundary {a} {b} type:open\n");
            }
            [joined, "stair"] => {
                let (a, b) = joined.split_once("–").unwrap();
                building += &format!("boundary {a} {b} type:stair\n");
            }
            [joined, "door", ref widths @ ..] => {
                let (a, b) = joined.split_once("–").unwrap();
                building += &format!("boundary {a} {b}\n");
                let widths = if widths.is_empty() {
                    &["900"][..]
                } else {
                    widths
                };
                widths
                    .iter()
                    .for_each(|width| building += &format!("  door w:{width}\n"));
            }
            _ => building += &format!("{line}\n"),
        }
    }
    let all = rules(&building);
    all.into_iter()
        .filter(|row| row.starts_with("access."))
        .collect()
}

#[test]
fn unreachable_and_void_only() {
    assert_eq!(
        access(
            "space /L1/a room\nspace /L1/v void\nspace /L1/b room\n/L1/a–/L1/v door\n/L1/v–/out \
             door\n/L1/b–/ghost open\n/ghost–/out open"
        ),
        ["access.voidonly /L1/a"]
    );
    assert_eq!(inside("space /L1/a room"), NONE);
    assert_eq!(
        inside("space /L1/a room\nspace /L1/v void\n/L1/a–/L1/v door"),
        ["access.voidonly /L1/a"]
    );
    assert_eq!(
        inside("space /L1/a room\nspace /L1/v void\n/L1/a–/L1/v open\n/L1/a–/ghost open"),
        NONE
    );
    // Neither voids and shafts nor what has no region is asked; a level is not needed.
    assert_eq!(
        access("space /L1/v void\nspace /L1/s shaft\nspace /x room\n/x–/L1/v open"),
        ["access.unreachable /x", "access.voidonly /x"]
    );
    assert_eq!(
        access("space /L1/a room\n/L1/a–/L1/a open"),
        ["access.unreachable /L1/a"]
    );
}

#[test]
fn stairs_through_tenants() {
    assert_eq!(
        access("space /L1/s stair"),
        ["access.unreachable /L1/s", "access.throughtenant /L1/s"]
    );
    assert_eq!(
        access("space /L1/s stair\nspace /L1/v void\n/L1/s–/L1/v open\n/L1/v–/out door"),
        ["access.voidonly /L1/s", "access.throughtenant /L1/s"]
    );
    let tenant = "space /L1/s stair\nspace /T/t room level:L1\n/L1/s–/T/t door\n/T/t–/out door";
    assert_eq!(
        access(&format!("zone /T use:rentable\n{tenant}")),
        ["access.throughtenant /L1/s"]
    );
    assert_eq!(access(tenant), NONE);
    assert_eq!(
        access("space /L1/s stair use:rentable\n/L1/s–/out door"),
        NONE
    );
    // The ghost is no declared space: it is not entered, though it counts as reached.
    assert_eq!(
        access("space /L1/s stair\n/L1/s–/ghost open\n/ghost–/out open"),
        ["access.throughtenant /L1/s"]
    );
}

#[test]
fn parking() {
    let parking = |ways: &str| access(&format!("space /L1/p room use:parking\n{ways}"));
    assert_eq!(parking("/L1/p–/out door 2399"), ["access.parking /L1/p"]);
    assert_eq!(parking("/L1/p–/out door 2400"), NONE);
    assert_eq!(parking("/L1/p–/out door 900 3000"), NONE);
    assert_eq!(parking("/L1/p–/out open"), NONE);
    assert_eq!(
        parking("space /L1/v void\n/L1/p–/L1/v open\n/L1/v–/out door 3000"),
        ["access.voidonly /L1/p", "access.parking /L1/p"]
    );
    let ramp = |attribute: &str| {
        access(&format!(
            "space /B1/p room use:parking\nspace /B1/r room {attribute}\nspace /L1/r \
             room\n/B1/p–/B1/r open\n/B1/r–/L1/r stair\n/L1/r–/out door 2400"
        ))
    };
    assert_eq!(ramp("ramp:E"), NONE);
    assert_eq!(ramp("ramp:anything"), NONE);
    assert_eq!(ramp(""), ["access.parking /B1/p"]);
}

#[test]
fn back_of_house() {
    let corridor = "space /L1/c corridor use:common\n";
    let found = |text: &str| -> Vec<String> {
        let rows = access(&format!("{corridor}/L1/c–/out door\n{text}"));
        let of_rule = rows
            .into_iter()
            .filter(|r| r.starts_with("access.backofhouse"));
        of_rule.collect()
    };
    assert_eq!(
        found(
            "space /L1/b backyard\nspace /L1/e room use:common escalator:N\nspace /L2/e \
             room\nspace /L2/c corridor use:common\n/L1/c–/L1/b door\n/L1/b–/L1/e door\n/L1/e–/L2/e \
             stair\n/L2/e–/L2/c door"
        ),
        ["access.backofhouse /L1/e"]
    );
    assert_eq!(
        found("space /L1/e room use:common stair:N\n/out–/L1/e door"),
        NONE
    );
    assert_eq!(
        found("space /L1/d corridor use:common stair:N\nspace /L1/e room use:common stair:bogus"),
        ["access.backofhouse /L1/e"]
    );
    // Not common, a shaft, another device, no region.
    assert_eq!(
        found(
            "space /L1/e room stair:N\nspace /L1/f shaft use:common stair:N\nspace /L1/g room \
             use:common lift:1\nspace /L1/h room use:common ramp:N"
        ),
        NONE
    );
    // A void is asked, too.
    assert_eq!(
        found("space /L1/v void use:common stair:N"),
        ["access.backofhouse /L1/v"]
    );
    // Coming round by the stair itself does not count: the only way to the room behind /L1/e is
    // through /L1/e.
    assert_eq!(
        found(
            "space /L1/e room use:common stair:N\nspace /L1/x room\nspace /L2/e room\nspace /L2/c \
             corridor use:common\n/L1/e–/L1/x door\n/L1/e–/L2/e stair\n/L2/e–/L2/c door"
        ),
        ["access.backofhouse /L1/e"]
    );
    // By another stair it does.
    assert_eq!(
        found(
            "space /L1/e room use:common stair:N\nspace /L1/x room\nspace /L2/x room\nspace /L2/c \
             corridor use:common\n/L1/e–/L1/x door\n/L1/x–/L2/x stair\n/L2/x–/L2/c door"
        ),
        NONE
    );
    // Without a common corridor nothing is asked.
    assert_eq!(
        access("space /L1/e room use:common stair:N\n/L1/e–/out door"),
        NONE
    );
}

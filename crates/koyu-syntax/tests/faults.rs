//! Every kind of fault of form, found where it stands (01).

use koyu_syntax::Layer;

/// The faults of a text as `line: text that shows it: message`, one a line.
fn faults(text: &str) -> String {
    let layer = Layer::parse(text);
    let show = |error: koyu_syntax::SyntaxError| {
        let shown = &layer.text()[error.fault.span.clone()];
        format!("{} [{shown}] {}\n", error.line, error.fault)
    };
    layer.errors().into_iter().map(show).collect()
}

fn check(text: &str, expected: expect_test::Expect) {
    expected.assert_eq(&faults(text));
}

#[test]
fn words_and_parents() {
    check(
        "frob 1\ndoor w:900\nname \"a\n  line X1,Y1 X2,Y2\nband X X1..X2 Y1..Y2\n  area X1..X2 Y1..Y2\n\
         over /a\n  door w:1\n  x\nspace /a room\n  + area\n  koyu 1.0\n  space /b room w:1\n",
        expect_test::expect![[r#"
            1 [frob] Unknown keyword: frob; known are koyu name unit import grid level space band boundary stack zone asset polygon column over drop
            2 [door] Unknown keyword: door; it belongs indented under boundary or stack
            3 ["] A quote mark is not closed on this line; close it with a second "
            4 [line] line must stand indented under boundary, and no boundary is open here
            6 [area] An area cannot be put on a band member; write the space with its own region instead
            8 [door] door may not stand under over; write + door, - door or = door, or end the over with a line at the margin
            9 [x] x may not stand under over; write + x, - x or = x, or end the over with a line at the margin
            11 [+] + must stand indented under over, and no over is open here
            12 [koyu] koyu may not be indented; only door, window, seg and line (under boundary or stack), area (under space), space (under band) and + - = (under over) may
            13 [space] space must stand indented under band, and no band is open here
        "#]],
    );
}

#[test]
fn frame_statements() {
    check(
        "koyu\nkoyu 1.0 x y\nkoyu 0.6\nname\nunit\nunit m\nimport\ngrid\ngrid Z 1 2\ngrid X 0 a\ngrid X 5\n\
         grid X 0 5 5\nlevel\nlevel L1\nlevel L1 x\nlevel L1 0 h:0 foo:1 underground:2\nlevel L1 0 underground:2\n\
         level L1 0 pitch:5\nlevel L1..L3 0\nlevel L3..L1 0 pitch:1\nlevel A1..B2 0 pitch:1\n\
         level L1..L10001 0 pitch:1\nlevel L1..L10000 0 pitch:1\ncolumn\ncolumn 0 L1\ncolumn 5\n\
         column 5 L1..R\ncolumn 5 L1 d:x foo\n",
        expect_test::expect![[r#"
            1 [koyu] Write koyu 1.0
            2 [x] koyu takes no more arguments; found x y
            3 [0.6] koyu 0.6 is not supported; supported versions are 0.1 0.2 0.3 0.4 0.5 1.0
            4 [name] Write name <text>
            5 [unit] The unit must be mm, not undefined
            6 [m] The unit must be mm, not m
            7 [import] Write import <relative path>
            8 [grid] The axis must be X or Y, not undefined
            8 [grid] grid X needs at least two coordinates; found 0
            9 [Z] The axis must be X or Y, not Z
            10 [a] A grid coordinate must be a number in mm: a
            11 [grid X 5] grid X needs at least two coordinates; found 1
            12 [5] grid X must ascend: 5 follows 5
            13 [level] Write level <name> <z> [h:] [slab:] [pitch:]
            14 [level L1] level L1 needs its height as a number in mm; found ""
            15 [x] level L1 needs its height as a number in mm; found "x"
            16 [h:0] h:0 must be positive
            16 [foo:1] level has no attribute foo; it takes h, slab, pitch and underground
            17 [underground:2] underground:2 must be 0 or 1
            18 [L1] pitch belongs to a range of levels such as L1..L3, not to the single level L1
            19 [L1..L3] The level range L1..L3 needs a pitch, such as pitch:3000
            20 [L3..L1] Unreadable level range: L3..L1; write first..last, such as L1..L3
            21 [A1..B2] Unreadable level range: A1..B2; write first..last, such as L1..L3
            22 [L1..L10001] The level range L1..L10001 declares more than 10000 levels, the limit of one range
            24 [column] column needs its size in mm, greater than zero, not undefined
            24 [column] Write column <size> <level or span> [d:] [x:] [y:]
            25 [0] column needs its size in mm, greater than zero, not 0
            26 [column 5] Write column <size> <level or span> [d:] [x:] [y:]
            27 [L1..R] Unreadable level range: L1..R; write first..last, such as L1..L3
            28 [foo] Not of the form key:value: foo
            28 [d:x] d:x must be a number, such as d:1200
        "#]],
    );
}

#[test]
fn spaces_and_bands() {
    check(
        "space\nspace a room\nspace /a\nspace /a room w:1\nspace /a voidd\nspace /a room X1..X2\n\
         space /a room X1..X2 X3..X4\nspace /a room X1..Y2 Y1..Y2\nspace /a room X1.. Y1..Y2 name:a..b\n\
         space /a room X1..X2 Y1..Y2 + + X1..X2 foo +\n  area X1..X2 foo\nband\nband X foo X1..X2 bar\n\
         band X X1..X2 Y1..Y2\n  space x room w:1\n  space /a name:x w:1\n  space /a room w:0\n  space /a room\n\
         \x20 space /a room w:1 w:2\n  space /a room level:L1\n  space /a room w:-5\n  space /a Void w:rest\n",
        expect_test::expect![[r#"
            1 [space] Write space /<path> <type> [X1..X2 Y1..Y2] [key:value …]
            2 [a] A path begins with /: a should be /a
            3 [space /a] The space /a needs a type after its path, such as room
            4 [w:1] w: may not be written on space; a width belongs to an indented space under band
            5 [voidd] The type voidd is one letter away from void, which has a meaning of its own; write void, or another word
            6 [X1..X2] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 1 range(s)
            7 [X1..X2 X3..X4] A region needs one X range and one Y range; both ranges lie on X
            8 [X1..Y2] Both ends of a range must lie on one axis: X1..Y2
            9 [X1.. Y1..Y2 name:a..b] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 3 range(s)
            9 [X1..] Unreadable region: X1..; write a range such as X1..X2
            10 [foo] Not of the form key:value: foo
            10 [X1..X2] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 1 range(s)
            11 [X1..X2] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 1 range(s)
            11 [foo] Not of the form key:value: foo
            12 [band] The axis must be X or Y, not undefined
            12 [band] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 0 range(s)
            13 [foo] band takes an axis and two ranges, nothing else; found foo bar
            13 [X1..X2] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 1 range(s)
            15 [x] Write space /<path> <type> w:<mm> or w:rest [key:value …]; found x
            16 [name:x] The space /a needs a type after its path, such as room
            17 [w:0] w:0 must be a whole number of mm greater than zero, or w:rest
            18 [space /a room] The band member /a needs a width: w:<mm> or w:rest
            19 [w:2] The attribute w stands twice on this line
            20 [level:L1] A band member takes its region and level from the band; remove level:L1
            21 [w:-5] w:-5 must be a whole number of mm greater than zero, or w:rest
        "#]],
    );
}

#[test]
fn the_type_guard_of_01_7_3() {
    let near = |kind: &str| {
        !Layer::parse(&format!("space /a {kind}"))
            .errors()
            .is_empty()
    };
    for kind in [
        "exteriorr",
        "EXTERIORR",
        "exterio",
        "xterior",
        "Voids",
        "vid",
        "voi",
        "oid",
        "avoid",
        "\"v oid\"",
        "roid",
        "voi字",
        "VOİ",
    ] {
        assert!(near(kind), "{kind}");
    }
    for kind in [
        "exteroir", "vodi", "voidss", "vo", "voi𠮟", "Exterior", "VOID", "void", "exterior", "room",
    ] {
        assert!(!near(kind), "{kind}");
    }
}

#[test]
fn boundaries() {
    check(
        "boundary /a\nboundary x /b\nboundary /L1..L2/a /L2..L3/b\nboundary /a /b t:0 type:zz air:2 edge:Q\n\
         boundary /a /b foo\n  door\n  door w:1 h:-1 at:5 edge:Q hinge:Z swing:c\n  door SD x\n  window W h:0\n\
         \x20 seg\n  seg w:x\n  line\n  line X1,Y1\n  line X1 Y1,X1\n  line X1,Y1 X2,Y2 a:1\nstack\nstack /s L1..L2\n\
         stack s L1\nstack s L1..L2\nstack s L1..L2 type:wall t:x\n",
        expect_test::expect![[r#"
            1 [boundary /a] Write boundary /<path> /<path> [key:value …]
            2 [x] A path begins with /: x should be /x
            3 [/L2..L3/b] One line may carry only one level range; found L1..L2, L2..L3
            4 [t:0] t:0 must be positive
            4 [type:zz] type:zz is no kind of boundary; it must be wall, open, stair, shaft or void
            4 [air:2] air:2 must be 0 or 1
            4 [edge:Q] edge:Q must be one of N, E, S, W
            5 [foo] Not of the form key:value: foo
            6 [door] door needs a width greater than zero, such as w:900
            7 [h:-1] h:-1 must be positive
            7 [at:5] at:5 must lie between 0 and 1, or name a grid line
            7 [edge:Q] edge:Q must be one of N, E, S, W
            7 [hinge:Z] hinge:Z must be one of N, E, S, W
            7 [swing:c] swing:c must be a or b: the space written first or second on the boundary
            8 [x] Not of the form key:value: x
            9 [h:0] h:0 must be positive
            10 [seg] seg needs a width greater than zero, such as w:900
            11 [w:x] w:x must be a number, such as w:1200
            12 [line] Write line <x,y> <x,y>, such as line X1,Y1 X2,Y2
            13 [line X1,Y1] Write line <x,y> <x,y>, such as line X1,Y1 X2,Y2
            14 [X1] Not a point: X1; write X1,Y1
            14 [Y1,X1] A point is an X and a Y reference, in this order: Y1,X1
            15 [a:1] Write line <x,y> <x,y>, such as line X1,Y1 X2,Y2; found a:1
            16 [stack] Write stack <name> <first..last> type:stair, shaft or void
            16 [stack] type:undefined is no kind of stack; it must be stair, shaft or void
            17 [/s] Write stack <name> <first..last> type:stair, shaft or void; found /s
            17 [stack /s L1..L2] type:undefined is no kind of stack; it must be stair, shaft or void
            18 [L1] Unreadable level range: L1; write first..last, such as L1..L3
            18 [stack s L1] type:undefined is no kind of stack; it must be stair, shaft or void
            19 [stack s L1..L2] type:undefined is no kind of stack; it must be stair, shaft or void
            20 [type:wall] type:wall is no kind of stack; it must be stair, shaft or void
        "#]],
    );
}

#[test]
fn definitions_and_composition_words() {
    check(
        "zone\nzone a x\nasset\nasset a:b door\nasset A gate\nasset A\npolygon /a 0,0 1,1\npolygon /a 0,0 1 x\n\
         polygon a 0,0 1,1 2,2\nover\nover level\nover asset\nover /a /b /c h:1\nover /a h:\n  +\n  - door\n  - door a:b\n\
         \x20 + area X1..X2\n  + door\n  + gate\n  = window W w:0 h:x foo\ndrop\ndrop level L1\ndrop column\ndrop /a /b /c\n",
        expect_test::expect![[r#"
            1 [zone] Write zone /<path> [key:value …]
            2 [a] Write zone /<path> [key:value …]; found a
            2 [x] Not of the form key:value: x
            3 [asset] Write asset <name> door or window [key:value …]
            4 [a:b] Write asset <name> door or window [key:value …]; found a:b
            5 [gate] Write asset <name> door or window [key:value …]; found gate
            6 [asset A] Write asset <name> door or window [key:value …]; found undefined
            7 [polygon /a 0,0 1,1] A polygon needs at least three vertices; found 2
            8 [1] A vertex of a polygon is x,y in mm, such as 0,12000: 1
            9 [a] Write polygon /<path> <x,y> <x,y> <x,y> …; found a
            10 [over] Write over /<path>, over /<path> /<path>, over level <name> or over asset <name>
            11 [over level] Write over level <name> [key:value …]
            12 [over asset] Write over asset <name> [key:value …]
            13 [/c] over takes one path, or two for a boundary; found /a /b /c
            14 [h:] The attribute h has no value; write h:value
            15 [+] + must be followed by a kind: door, window, seg or area
            16 [- door] - door must be followed by the name of an element
            17 [a:b] - door must be followed by the name of an element; found a:b
            18 [X1..X2] A region is one X range and one Y range, such as X1..X2 Y1..Y2; found 1 range(s)
            19 [+ door] door needs a width greater than zero, such as w:900
            21 [foo] Not of the form key:value: foo
            21 [w:0] w:0 must be positive
            21 [h:x] h:x must be positive
            22 [drop] Write drop /<path>, drop /<path> /<path> or drop column <name>
            23 [drop level L1] Write drop /<path>, drop /<path> /<path> or drop column <name>
            24 [drop column] Write drop column <name>
            25 [drop /a /b /c] Write drop /<path>, drop /<path> /<path> or drop column <name>
        "#]],
    );
}

#[test]
fn a_sound_layer_has_no_faults() {
    let text = "koyu 1.0\nname \"A  B\"  house   # comment\ngrid X 0 4000 8000\ngrid Y 0 3000\n\
                level L1..L2 0 pitch:3000 h:2400 slab:150\n\
                asset W window w:5 sill:3 style:sliding name:T edge:N\n\
                space /L1..L2/a room Y2..Y1 name:\"x # y\" X1..X2 h:\"2300\"\nspace /L1/b room X2..X3 Y1..Y2\n\
                boundary /L1/a /L1/b t:100\n  window W h:7 name:W1 acme.x:1 at:0.25\n  line X2+100,Y2 X2,Y1\n\
                stack s L1..L2 type:void t:5\nover /L1/a h:2200\n  + area X1..X2 Y1..Y2 name:n\ndrop /L1/b\n";
    assert_eq!(faults(text), "");
}

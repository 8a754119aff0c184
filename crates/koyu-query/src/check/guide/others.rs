//! Site, identity, attributes, lines, columns, versions, text: SIT, UID, ATT, LIN, COL, VER, SYN.

use super::{Code, Guide};

pub(super) const GUIDES: &[Guide] = &[
    Guide {
        code: Code::Sit01,
        cause: "Two vertices of an outline that follow one another, the last and the first \
                included, are a millimetre apart or less.",
        example: "\
zone /lot site:1
space /lot/yard exterior
polygon /lot 0,0 9000,0 9000,8000 0,8000 0,0
",
        mend: "Take one of the two away; an outline closes by itself.",
    },
    Guide {
        code: Code::Sit02,
        cause: "Two sides of an outline cross.",
        example: "\
zone /lot site:1
space /lot/yard exterior
polygon /lot 0,0 9000,8000 9000,0 0,8000
",
        mend: "List the vertices in the order in which one walks around the site.",
    },
    Guide {
        code: Code::Sit04,
        cause: "No zone has the path of the outline.",
        example: "\
polygon /lot 0,0 9000,0 9000,8000
",
        mend: "Declare the zone, with `site:1` if it is the site.",
    },
    Guide {
        code: Code::Uid01,
        cause: "A `uid` reads as a number and so loses its spelling.",
        example: "\
space /hall hall uid:0042
",
        mend: "Put a letter in front of it.",
    },
    Guide {
        code: Code::Uid02,
        cause: "A `uid` is empty or contains white space.",
        example: "\
space /hall hall uid:\"front hall\"
",
        mend: "Join the words with `-` or `_`.",
    },
    Guide {
        code: Code::Uid03,
        cause: "Several spaces or zones have one `uid`. The record has no line of its own; \
                `related` lists all owners.",
        example: "\
space /hall hall uid:s-1
space /den den uid:s-1
",
        mend: "Keep it on one of them; the tool `new_uids` gives new ones.",
    },
    Guide {
        code: Code::Uid04,
        cause: "Several openings, or segs, of one boundary, several areas of one space, or \
                several columns have the same `name`. A name that an opening takes from its \
                asset does not count.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  window w:600 at:0.2 name:W
  window w:600 at:0.8 name:W
",
        mend: "Give each a name of its own, so that stronger layers can point at it.",
    },
    Guide {
        code: Code::Att01,
        cause: "An attribute that must be a number greater than 0 is something else. `1e3` and \
                `+5` are texts.",
        example: "\
space /hall hall h:2.4m
",
        mend: "Write plain digits.",
    },
    Guide {
        code: Code::Att02,
        cause: "An attribute with a list of allowed values has another one.",
        example: "\
space /hall hall ceiling:no
",
        mend: "Write one of the values that the message lists.",
    },
    Guide {
        code: Code::Att03,
        cause: "The element does not know the attribute, and its key is not in a namespace.",
        example: "\
space /hall hall colour:red
",
        mend: "Correct the key, or put your own into a namespace, such as `acme.colour`.",
    },
    Guide {
        code: Code::Lin01,
        cause: "A drawn line does not tell which side belongs to which space: neither has a \
                region, the two do not face each other there, or each lies evenly on both \
                sides.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden
  line X1,Y1 X2,Y2
",
        mend: "Draw the line so that each space has most of its ground on one side.",
    },
    Guide {
        code: Code::Lin02,
        cause: "A drawn line stands on a vertical boundary.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X1..X2 Y1..Y2
boundary /L1/hall /L2/loft type:stair
  line X1,Y1 X1,Y2
",
        mend: "Take the line away.",
    },
    Guide {
        code: Code::Lin03,
        cause: "A drawn line has no ground on both of its sides, so nothing is cut. Of several \
                equal lines only one cuts.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den
  line X2,Y1 X2,Y2
",
        mend: "Draw it through the ground that it divides; a straight wall needs no line.",
    },
    Guide {
        code: Code::Col01,
        cause: "A column declaration has no grid intersection on a floor at any of its levels.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
column 300 L1 x:X3
",
        mend: "Correct its levels, `x:` and `y:`.",
    },
    Guide {
        code: Code::Col02,
        cause: "All intersections of a column declaration are taken by earlier ones.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
column 300 L1
column 400 L1
",
        mend: "Take it away, or restrict the earlier ones.",
    },
    Guide {
        code: Code::Ver01,
        cause: "The text declares koyu 0.1, which derives no default walls, and two spaces \
                touch without a boundary.",
        example: "\
koyu 0.1
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
",
        mend: "Declare a later version, or write the boundary.",
    },
    Guide {
        code: Code::Ver02,
        cause: "The text declares koyu 0.3 or older and has a space of a type that was taken \
                for habitable (`unit`, `room`, `ldk`, `bedroom`, `living`) without `daylight`.",
        example: "\
koyu 0.3
space /den room
",
        mend: "Write `daylight:1` or `daylight:0`, or declare koyu 0.4 or later.",
    },
    Guide {
        code: Code::Ver03,
        cause: "The text declares a version before 0.5 and uses a run, a drawn line, a column \
                or an underground level.",
        example: "\
koyu 0.4
level B1 -3000 underground:1
",
        mend: "Declare koyu 0.5 or later.",
    },
    Guide {
        code: Code::Ver04,
        cause: "The text declares a version before 1.0 and uses `over`, `drop` or a set edit.",
        example: "\
koyu 0.5
space /hall hall
over /hall spec:oak
",
        mend: "Declare koyu 1.0, or write the value where the element is declared.",
    },
    Guide {
        code: Code::Syn01,
        cause: "The text does not become a model: a file cannot be read, or a line breaks a \
                rule of the notation or of composition. Reading stops there. Only `koyu check \
                --json` reports this as a diagnostic.",
        example: "\
level L1 ground
",
        mend: "Mend the line that the message names; further faults show afterwards.",
    },
];

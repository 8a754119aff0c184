//! Openings, segs and areas: OPN and SEG.

use super::{Code, Guide};

pub(super) const GUIDES: &[Guide] = &[
    Guide {
        code: Code::Opn01,
        cause: "The `hinge` is not one of the two jambs: W or E on a wall that runs along X, N \
                or S on any other.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  door w:800 hinge:N
",
        mend: "Write one of the two jambs that the message names.",
    },
    Guide {
        code: Code::Opn02,
        cause: "The centres of two neighbouring openings on one stretch of wall are nearer \
                than half of both widths.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  window w:900 at:X1+1000
  window w:900 at:X1+1700
",
        mend: "Move one of them; the message names the distance needed and the widest free \
               stretch.",
    },
    Guide {
        code: Code::Opn03,
        cause: "A door or window stands on an `open` boundary, which is passable anyway.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den type:open
  door w:800
",
        mend: "Take it away, or make the boundary a wall.",
    },
    Guide {
        code: Code::Opn04,
        cause: "The boundary has no stretch of wall for the opening, or none on the opening's \
                own `edge`.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  door w:800 edge:S
",
        mend: "Write a side on which the boundary stands, or mend the boundary first.",
    },
    Guide {
        code: Code::Opn05,
        cause: "Several stretches of wall could hold the opening.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden
  window w:900
",
        mend: "Write `edge:` on the opening; the message lists the sides with their lengths.",
    },
    Guide {
        code: Code::Opn06,
        cause: "The opening is wider than its stretch of wall; here there is no tolerance.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  window w:3601
",
        mend: "Make it narrower by the millimetres that the message names.",
    },
    Guide {
        code: Code::Opn07,
        cause: "`at:` is a grid line of the wrong axis, or the wall runs diagonally.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  window w:900 at:Y1+900
",
        mend: "Write a line of the axis along which the wall runs, or a ratio such as \
               `at:0.5`.",
    },
    Guide {
        code: Code::Opn08,
        cause: "At its grid line the opening reaches past the end of its wall by more than \
                half a millimetre.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  window w:900 at:X2
",
        mend: "Move its centre into the range that the message names.",
    },
    Guide {
        code: Code::Seg01,
        cause: "An `area` stands under a space that has no region.",
        example: "\
grid X 0 3600
grid Y 0 4500
space /hall hall
  area X1..X2 Y1..Y2
",
        mend: "Give the space a region, or take the area away.",
    },
    Guide {
        code: Code::Seg02,
        cause: "No single piece of the space contains all four corners of the area. A piece is \
                a rectangle of the region, or what drawn lines have left of it.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
  area X1..X3 Y1..Y2
",
        mend: "Keep the area within the region; split one that spans two rectangles.",
    },
    Guide {
        code: Code::Seg03,
        cause: "A seg stands on an `open` boundary, where there is no wall.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den type:open
  seg w:800
",
        mend: "Take it away, or make the boundary a wall.",
    },
    Guide {
        code: Code::Seg04,
        cause: "The boundary has no stretch of wall for the seg, or none on the seg's own \
                `edge`.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  seg w:800 edge:S
",
        mend: "Write a side on which the boundary stands, or mend the boundary first.",
    },
    Guide {
        code: Code::Seg05,
        cause: "Several stretches of wall could hold the seg.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden
  seg w:900
",
        mend: "Write `edge:` on the seg; the message lists the sides with their lengths.",
    },
    Guide {
        code: Code::Seg06,
        cause: "The seg is longer than its stretch of wall.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  seg w:3601
",
        mend: "Make it shorter by the millimetres that the message names.",
    },
    Guide {
        code: Code::Seg07,
        cause: "`at:` of the seg is a grid line of the wrong axis, or the wall runs \
                diagonally.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  seg w:900 at:Y1+900
",
        mend: "Write a line of the axis along which the wall runs, or a ratio such as \
               `at:0.5`.",
    },
    Guide {
        code: Code::Seg08,
        cause: "At its grid line the seg reaches past the end of its wall.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
  seg w:900 at:X2
",
        mend: "Move its centre into the range that the message names.",
    },
];

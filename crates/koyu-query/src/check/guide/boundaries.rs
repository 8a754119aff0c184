//! Boundaries: REF, BND and VRT.

use super::{Code, Guide};

pub(super) const GUIDES: &[Guide] = &[
    Guide {
        code: Code::Ref01,
        cause: "One of the two paths of a `boundary` or `stack` is not the path of a space at \
                the end of composition; a zone does not count. Each missing end is reported.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hal /garden
",
        mend: "Correct the path (the message names a near one if there is one), or declare the \
               space.",
    },
    Guide {
        code: Code::Bnd01,
        cause: "A boundary names one space twice.",
        example: "\
space /garden exterior
boundary /garden /garden
",
        mend: "Name the space on the other side.",
    },
    Guide {
        code: Code::Bnd02,
        cause: "Two boundaries have the same pair of paths, in either order, the same `edge` \
                and the same drawn line.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den
boundary /L1/den /L1/hall type:open
",
        mend: "Join the two into one, or give each a different `edge`.",
    },
    Guide {
        code: Code::Bnd03,
        cause: "A `wall` or `open` boundary joins regions on two different levels.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X1..X2 Y1..Y2
boundary /L1/hall /L2/loft
",
        mend: "Write `type:stair`, `type:shaft` or `type:void`, or correct a path.",
    },
    Guide {
        code: Code::Bnd04,
        cause: "Both ends have regions, and these have no common stretch of edge longer than \
                half a millimetre, or none on the side that `edge` asks for.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den edge:N
",
        mend: "Write the side on which they touch (the message names it), or let the \
               rectangles meet.",
    },
    Guide {
        code: Code::Bnd05,
        cause: "Among the boundaries of one pair one has no `edge`, and so takes every side, \
                while another is restricted to a side.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:N
boundary /L1/hall /garden
",
        mend: "Give each of them an `edge`.",
    },
    Guide {
        code: Code::Bnd06,
        cause: "One end has a region and nothing of its outline is free, or nothing on the \
                side that `edge` asks for: other spaces are there.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
space /garden exterior
boundary /L1/hall /garden edge:E
",
        mend: "Write a side that is free (the message names them), or take the boundary away.",
    },
    Guide {
        code: Code::Vrt01,
        cause: "An end of a `stair`, `shaft` or `void` boundary has no region or no level.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /garden exterior
boundary /L1/hall /garden type:void
",
        mend: "Give the end a region on a level, or make the boundary a wall.",
    },
    Guide {
        code: Code::Vrt02,
        cause: "The two ends of a vertical boundary are not on directly neighbouring levels.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2..X3 Y1..Y2
boundary /L1/hall /L1/den type:stair
",
        mend: "Join each level to the next one; `stack` does that for a span of levels.",
    },
    Guide {
        code: Code::Vrt03,
        cause: "The written rectangles of the two ends do not overlap in plan.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X2..X3 Y1..Y2
boundary /L1/hall /L2/loft type:stair
",
        mend: "Let the two lie above one another, or name the space that does.",
    },
    Guide {
        code: Code::Vrt04,
        cause: "The upper end of a `void` boundary is not of type `void`.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X1..X2 Y1..Y2
boundary /L1/hall /L2/loft type:void
",
        mend: "Make the upper space a `void`, or write another type of boundary.",
    },
    Guide {
        code: Code::Vrt05,
        cause: "A door or window stands on a vertical boundary.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X1..X2 Y1..Y2
boundary /L1/hall /L2/loft type:stair
  door w:800
",
        mend: "Take it away, or put it on a wall of the storey.",
    },
    Guide {
        code: Code::Vrt06,
        cause: "A seg stands on a vertical boundary.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L2/loft loft X1..X2 Y1..Y2
boundary /L1/hall /L2/loft type:stair
  seg w:800
",
        mend: "Take it away, or put it on a wall of the storey.",
    },
];

//! Levels, spaces, zones and runs: LVL, GEO, ZON, HGT, SUF, DAY and RUN.

use super::{Code, Guide};

pub(super) const GUIDES: &[Guide] = &[
    Guide {
        code: Code::Lvl01,
        cause: "Two levels that follow one another by height are less than half a millimetre \
                apart.",
        example: "\
level L1 0
level mezzanine 0.2
",
        mend: "Raise one of them, or make the two one level.",
    },
    Guide {
        code: Code::Geo01,
        cause: "Two rectangles of one space overlap by more than half a millimetre in both \
                directions.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2 + X1+3000..X3 Y1..Y2
",
        mend: "Let the rectangles meet at one line.",
    },
    Guide {
        code: Code::Geo02,
        cause: "Written rectangles of two spaces of one level overlap. Spaces without a level \
                count as one level.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
space /L1/den den X2-300..X3 Y1..Y2
",
        mend: "Let the two meet at one line, or cut the one out of the other.",
    },
    Guide {
        code: Code::Zon01,
        cause: "No path of a space begins with the path of the zone and a slash.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
zone /flat
",
        mend: "Correct the path, or take the zone away.",
    },
    Guide {
        code: Code::Zon02,
        cause: "A space has the very path of the zone; it does not belong to the zone.",
        example: "\
zone /flat
space /flat hall
space /flat/den den
",
        mend: "Give one of the two another path.",
    },
    Guide {
        code: Code::Hgt01,
        cause: "The ceiling height of a space and the slab of the level above are together \
                more than the height between the two levels, and no void is joined to the \
                space. Spaces with a run, semi-outdoor ones and those with nothing above on a \
                level that has spaces are left out.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2600 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X2 Y1..Y2
",
        mend: "Lower the ceiling to the height that the message names, or raise the level \
               above.",
    },
    Guide {
        code: Code::Hgt02,
        cause: "As HGT01, but voids above are joined to the space by `type:void` and cover \
                less than 99 % of it.",
        example: "\
grid X 0 3600 7200
grid Y 0 4500
level L1 0 h:4000 slab:150
level L2 2700 h:2400 slab:150
space /L1/hall hall X1..X3 Y1..Y2
space /L2/air void X1..X2 Y1..Y2
boundary /L1/hall /L2/air type:void
",
        mend: "Let the void cover the whole space, or divide the space.",
    },
    Guide {
        code: Code::Suf01,
        cause: "Neither the space nor its level has a ceiling height `h`. Voids, exteriors and \
                semi-outdoor spaces need none.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 slab:150
space /L1/hall hall X1..X2 Y1..Y2
",
        mend: "Write `h:` on the level or on the space.",
    },
    Guide {
        code: Code::Suf02,
        cause: "A space has a region and no level: neither the first part of its path nor \
                `level:` names a level that is declared above it.",
        example: "\
grid X 0 3600
grid Y 0 4500
space /L1/hall hall X1..X2 Y1..Y2
",
        mend: "Declare the level before the space, or write `level:`.",
    },
    Guide {
        code: Code::Suf03,
        cause: "A level without `slab` carries a space that has a floor.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400
space /L1/hall hall X1..X2 Y1..Y2
",
        mend: "Write `slab:` on the level.",
    },
    Guide {
        code: Code::Suf04,
        cause: "A stair, ramp or escalator is on the uppermost level and has nowhere to rise \
                to.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
space /L1/steps stair X1..X2 Y1..Y2 stair:N
",
        mend: "Declare the level above, or leave the top storey out of the span of levels.",
    },
    Guide {
        code: Code::Day01,
        cause: "`daylight` is neither 0 nor 1.",
        example: "\
space /hall hall daylight:yes
",
        mend: "Write `daylight:1` or `daylight:0`.",
    },
    Guide {
        code: Code::Run01,
        cause: "A space declares more than one of `stair`, `ramp`, `escalator` and `lift`.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/core core X1..X2 Y1..Y2 stair:N lift:1
",
        mend: "Give each its own space.",
    },
    Guide {
        code: Code::Run02,
        cause: "The value of a run is no direction of ascent, or that of a lift is not 1.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/steps stair X1..X2 Y1..Y2 stair:1
",
        mend: "Write `N`, `E`, `S` or `W`, in upper case; `lift:1` for a lift.",
    },
    Guide {
        code: Code::Run03,
        cause: "A run needs exactly one written rectangle and a level.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/steps stair stair:N
",
        mend: "Write one rectangle; give other parts of the region a space of their own.",
    },
    Guide {
        code: Code::Run05,
        cause: "`form` is neither `straight` nor `return`, or `return` on an escalator or \
                lift, or the boarding bands and the landing leave no length for a flight.",
        example: "\
grid X 0 3600
grid Y 0 4500
level L1 0 h:2400 slab:150
level L2 2700 h:2400 slab:150
space /L1/steps stair X1..X2 Y1..Y2 stair:N form:spiral
",
        mend: "Write one of the two forms, lengthen the rectangle, or write a smaller `entry` \
               or `landing`.",
    },
];

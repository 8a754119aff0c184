//! Colours, weights, dashes and letters (09 §3).

/// Cut walls, columns, doors, windows, rails, runs, room names, title.
pub(crate) const INK: &str = "#1f1f1f";
/// Background, floors of voids.
pub(crate) const PAPER: &str = "#faf8f4";
/// Floors of ordinary spaces.
pub(crate) const ROOM: &str = "#f1ebdd";
/// Floors of semi-outdoor spaces.
pub(crate) const SEMI: &str = "#f8f5ec";
/// Areas within a space.
pub(crate) const AREA: &str = "#e7dfcc";
/// How much of [`AREA`] shows.
pub(crate) const AREA_OPACITY: f64 = 0.55;
/// Grid lines and bubbles.
pub(crate) const GRID: &str = "#b5aa94";
/// Open boundaries, diagonals of voids, voids above, outlines of areas.
pub(crate) const FAINT: &str = "#b3ab9c";
/// Site line, second line of a label, labels of areas and runs.
pub(crate) const MID: &str = "#8a8171";
/// Segs and their labels.
pub(crate) const SEG: &str = "#77716a";
/// Footer.
pub(crate) const FOOT: &str = "#a49b8a";

/// How much of the floor shows through the patch behind a label.
pub(crate) const HALO_OPACITY: f64 = 0.85;

/// The fonts, Japanese and Latin ones of the usual systems first (09 §3). None of the names
/// needs quotes.
pub(crate) const FONTS: &str = "Hiragino Sans, Noto Sans JP, Noto Sans CJK JP, Yu Gothic, \
                                Meiryo, IPAexGothic, IPAPGothic, IPAGothic, Helvetica Neue, \
                                Arial, sans-serif";

/// How a line is drawn: colour, weight in px, dash pattern in px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) colour: &'static str,
    pub(crate) weight: f64,
    pub(crate) dash: Option<&'static str>,
}

const fn pen(colour: &'static str, weight: f64, dash: Option<&'static str>) -> Pen {
    Pen {
        colour,
        weight,
        dash,
    }
}

pub(crate) const SITE_LINE: Pen = pen(MID, 1.1, Some("14 3 2.5 3 2.5 3"));
pub(crate) const GRID_LINE: Pen = pen(GRID, 0.8, Some("7 3 1.5 3"));
pub(crate) const GRID_BUBBLE: Pen = pen(GRID, 1.0, None);
pub(crate) const VOID_LINE: Pen = pen(FAINT, 0.8, Some("6 4"));
pub(crate) const AREA_LINE: Pen = pen(FAINT, 0.8, Some("4 3"));
pub(crate) const OPEN_LINE: Pen = pen(FAINT, 1.0, Some("6 4"));
pub(crate) const RAIL: Pen = pen(INK, 1.4, None);
pub(crate) const LEAF: Pen = pen(INK, 1.4, None);
pub(crate) const DOOR_ARC: Pen = pen(INK, 0.7, Some("3 2.5"));
pub(crate) const SLIDING_LEAF: Pen = pen(INK, 2.0, None);
pub(crate) const SLIDING_RETURN: Pen = pen(INK, 0.7, None);
pub(crate) const WINDOW: Pen = pen(INK, 1.0, None);
pub(crate) const RUN_OUTLINE: Pen = pen(INK, 1.1, None);
pub(crate) const TREAD: Pen = pen(INK, 0.7, None);
pub(crate) const BREAK: Pen = pen(INK, 1.4, None);
pub(crate) const SHAFT: Pen = pen(INK, 1.0, None);
pub(crate) const SCALE_LINE: Pen = pen(INK, 0.8, None);

/// How a kind of text is written: class, size in px, colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    pub(crate) class: &'static str,
    pub(crate) size: f64,
    pub(crate) colour: &'static str,
}

const fn hand(class: &'static str, size: f64, colour: &'static str) -> Hand {
    Hand {
        class,
        size,
        colour,
    }
}

pub(crate) const NAME: Hand = hand("name", 14.0, INK);
pub(crate) const DATA: Hand = hand("data", 10.0, MID);
pub(crate) const PATH: Hand = hand("path", 8.5, FAINT);
pub(crate) const AREA_LABEL: Hand = hand("area-label", 8.5, MID);
pub(crate) const GRID_NAME: Hand = hand("grid-name", 10.0, GRID);
pub(crate) const SEG_LABEL: Hand = hand("seg-label", 8.0, SEG);
pub(crate) const ARROW_WORD: Hand = hand("arrow-word", 9.0, INK);
pub(crate) const ANNOTATION: Hand = hand("annotation", 8.0, MID);
pub(crate) const VOID_ABOVE: Hand = hand("void-above-label", 9.0, FAINT);
pub(crate) const TITLE: Hand = hand("sheet-title", 12.0, INK);
pub(crate) const FOOTER: Hand = hand("footer", 9.0, FOOT);
pub(crate) const SCALE_NUMBER: Hand = hand("scale-number", 8.0, MID);
pub(crate) const NORTH: Hand = hand("north-letter", 9.0, INK);

//! The table of all codes (06 §10): what code, severity, summary and documentation share.

use serde::{Serialize, Serializer};

/// How grave a finding is; fixed for each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The data contradict themselves, or no form follows from them.
    Error,
    /// Probably not meant.
    Warning,
}

impl Severity {
    /// The word as it stands in a diagnostic.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The code.
    pub code: Code,
    /// Its text: three capital letters and two digits.
    pub text: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// What it says, in a few words.
    pub summary: &'static str,
    /// The elements it is about.
    pub elements: &'static [&'static str],
}

macro_rules! table {
    ($($code:ident $text:literal $severity:ident $summary:literal [$($element:literal),+])+) => {
        /// A code of 06, in ledger order (06 §10.2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $code,)+
        }

        /// All codes in ledger order; the place of a code is its number.
        pub const TABLE: &[Row] = &[
            $(Row {
                code: Code::$code,
                text: $text,
                severity: Severity::$severity,
                summary: $summary,
                elements: &[$($element),+],
            },)+
        ];
    };
}

table! {
    Ref01 "REF01" Error
        "A boundary end does not name a space of the model"
        ["boundary"]
    Bnd01 "BND01" Error
        "Both ends of a boundary are the same path"
        ["boundary"]
    Bnd02 "BND02" Error
        "A boundary repeats the pair, edge and drawn line of an earlier one"
        ["boundary"]
    Bnd03 "BND03" Error
        "A wall or open boundary joins regions on two different levels"
        ["boundary"]
    Bnd04 "BND04" Error
        "Two regions joined by a boundary have no common segment (on the asked side)"
        ["boundary"]
    Bnd05 "BND05" Warning
        "One pair of spaces has boundaries both with and without an edge restriction"
        ["boundary"]
    Bnd06 "BND06" Warning
        "A boundary with one region finds no free stretch of its outline"
        ["boundary"]
    Lvl01 "LVL01" Error
        "Two neighbouring levels are less than half a millimetre apart"
        ["level"]
    Geo01 "GEO01" Error
        "Two rectangles of one space overlap"
        ["space"]
    Geo02 "GEO02" Error
        "Two spaces on one level overlap"
        ["space"]
    Vrt01 "VRT01" Error
        "A vertical boundary has an end without region or level"
        ["boundary"]
    Vrt02 "VRT02" Error
        "A vertical boundary does not join directly neighbouring levels"
        ["boundary"]
    Vrt03 "VRT03" Error
        "The ends of a vertical boundary do not overlap in plan"
        ["boundary"]
    Vrt04 "VRT04" Warning
        "The upper end of a void boundary is not of type void"
        ["boundary"]
    Vrt05 "VRT05" Warning
        "An opening on a vertical boundary has no meaning"
        ["opening"]
    Vrt06 "VRT06" Warning
        "A seg on a vertical boundary has no meaning"
        ["seg"]
    Opn01 "OPN01" Error
        "The hinge letter does not lie along the direction of the segment"
        ["opening"]
    Opn02 "OPN02" Error
        "Two openings on one segment overlap"
        ["opening"]
    Opn03 "OPN03" Warning
        "An opening on an open boundary changes nothing about passage"
        ["opening"]
    Opn04 "OPN04" Error
        "No segment is there to hold the opening"
        ["opening"]
    Opn05 "OPN05" Error
        "Several segments could hold the opening"
        ["opening"]
    Opn06 "OPN06" Error
        "The opening is wider than its segment"
        ["opening"]
    Opn07 "OPN07" Error
        "The grid reference of the opening does not fit the direction of the segment"
        ["opening"]
    Opn08 "OPN08" Error
        "The opening at its grid reference reaches past the segment"
        ["opening"]
    Seg01 "SEG01" Error
        "An area belongs to a space without region"
        ["area"]
    Seg02 "SEG02" Warning
        "No single piece of the space contains the area"
        ["area"]
    Seg03 "SEG03" Warning
        "A seg on an open boundary has no wall to belong to"
        ["seg"]
    Seg04 "SEG04" Error
        "No segment is there to hold the seg"
        ["seg"]
    Seg05 "SEG05" Error
        "Several segments could hold the seg"
        ["seg"]
    Seg06 "SEG06" Error
        "The seg is wider than its segment"
        ["seg"]
    Seg07 "SEG07" Error
        "The grid reference of the seg does not fit the direction of the segment"
        ["seg"]
    Seg08 "SEG08" Error
        "The seg at its grid reference reaches past the segment"
        ["seg"]
    Zon01 "ZON01" Warning
        "No space lies under the zone"
        ["zone"]
    Zon02 "ZON02" Warning
        "A space has the same path as the zone"
        ["zone"]
    Hgt01 "HGT01" Error
        "Ceiling height plus the slab above exceeds the storey height"
        ["space"]
    Hgt02 "HGT02" Error
        "As HGT01, and a void above covers less than 99 percent of the space"
        ["space"]
    Suf01 "SUF01" Error
        "No ceiling height is known for the space"
        ["space"]
    Suf02 "SUF02" Error
        "A space with a region has no level"
        ["space"]
    Suf03 "SUF03" Warning
        "A level with floor-bearing spaces has no slab"
        ["level"]
    Suf04 "SUF04" Warning
        "A vertical run has no level above to rise to"
        ["space"]
    Sit01 "SIT01" Error
        "Two successive vertices of a site outline are within a millimetre"
        ["polygon"]
    Sit02 "SIT02" Error
        "A site outline crosses itself"
        ["polygon"]
    Sit04 "SIT04" Warning
        "No zone has the path of the site outline"
        ["polygon"]
    Uid01 "UID01" Error
        "A uid reads as a number"
        ["space", "zone"]
    Uid02 "UID02" Error
        "A uid contains white space"
        ["space", "zone"]
    Uid03 "UID03" Error
        "Several spaces or zones share a uid"
        ["space", "zone"]
    Uid04 "UID04" Error
        "Items of one container share a name"
        ["opening", "seg", "area", "column"]
    Att01 "ATT01" Error
        "An attribute that takes a positive number has another value"
        ["space", "zone", "boundary"]
    Att02 "ATT02" Error
        "An attribute with a fixed list of values has another value"
        ["space", "zone", "opening", "asset"]
    Att03 "ATT03" Error
        "An attribute key is neither known for the element nor namespaced"
        ["space", "area", "zone", "boundary", "opening", "seg", "asset", "column"]
    Day01 "DAY01" Error
        "A daylight attribute is neither 0 nor 1"
        ["space"]
    Run01 "RUN01" Error
        "A space declares more than one vertical run"
        ["space"]
    Run02 "RUN02" Error
        "The value of a vertical run is not a direction (or 1 for a lift)"
        ["space"]
    Run03 "RUN03" Error
        "A vertical run lacks a single rectangle or a level"
        ["space"]
    Run05 "RUN05" Error
        "The form word of a run is wrong, or the region leaves no length for it"
        ["space"]
    Lin01 "LIN01" Error
        "A drawn line does not separate its two spaces"
        ["line"]
    Lin02 "LIN02" Error
        "A drawn line stands on a vertical boundary"
        ["line"]
    Lin03 "LIN03" Warning
        "A drawn line cuts nothing"
        ["line"]
    Col01 "COL01" Warning
        "A column declaration meets no floor"
        ["column"]
    Col02 "COL02" Warning
        "All intersections of a column declaration were taken by earlier ones"
        ["column"]
    Ver01 "VER01" Error
        "Version 0.1 text in which a default wall had to be derived"
        ["derived boundary"]
    Ver02 "VER02" Error
        "Version 0.3 or older text with a once habitable type and no daylight word"
        ["space"]
    Ver03 "VER03" Error
        "Text older than version 0.5 that uses runs, lines, columns or underground"
        ["space", "line", "column", "level"]
    Ver04 "VER04" Error
        "Text older than version 1.0 that uses over, drop or set edits"
        ["over", "drop", "set edit"]
    Syn01 "SYN01" Error
        "The text could not be read or composed (command line JSON only)"
        ["text"]
}

impl Code {
    /// Its row of the table.
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its text, such as `REF01`.
    pub const fn text(self) -> &'static str {
        self.row().text
    }

    /// Its severity.
    pub const fn severity(self) -> Severity {
        self.row().severity
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_code_once_in_its_place() {
        assert_eq!(TABLE.len(), 65);
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code as usize, place);
            assert_eq!(row.code.row(), row);
        }
        let warnings = TABLE
            .iter()
            .filter(|row| row.severity == Severity::Warning)
            .map(|row| row.text);
        let specified = "BND05 BND06 VRT04 VRT05 VRT06 OPN03 SEG02 SEG03 ZON01 ZON02 SUF03 SUF04 \
                         SIT04 LIN03 COL01 COL02";
        let mut warnings: Vec<_> = warnings.collect();
        let mut specified: Vec<_> = specified.split_whitespace().collect();
        warnings.sort_unstable();
        specified.sort_unstable();
        assert_eq!(warnings, specified);
    }
}

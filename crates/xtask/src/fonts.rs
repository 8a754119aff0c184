//! Which installed face stands for a family that is named only by its kind.

use resvg::usvg::fontdb::{Database, FaceInfo, Language, Style, Weight};

/// The installed fonts, with a face for each kind of family; `None` if there is no font.
pub(crate) fn installed() -> Option<Database> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    with_kinds(fonts)
}

/// Gives every kind of family the plainest face there is, one for Japanese if possible: what is
/// lacking in it is sought in all others. Without this the kinds have names that perhaps no font
/// has, and their text is not drawn.
fn with_kinds(mut fonts: Database) -> Option<Database> {
    let family = fonts.faces().min_by_key(|face| rank(face))?;
    let family = family.families.first()?.0.clone();
    fonts.set_sans_serif_family(family.clone());
    fonts.set_serif_family(family.clone());
    fonts.set_monospace_family(family.clone());
    fonts.set_cursive_family(family.clone());
    fonts.set_fantasy_family(family);
    Some(fonts)
}

/// How far a face is from a plain Japanese sans-serif one: the least is the best.
fn rank(face: &FaceInfo) -> (bool, bool, bool, bool, String) {
    let name = face.families.first().map_or("", |(name, _)| name);
    let japanese = |(name, language): &(String, Language)| {
        *language == Language::Japanese_Japan || name.contains("JP")
    };
    let plain = ["Sans", "Gothic", "Arial", "Helvetica"];
    let dressed = ["Serif", "Mono", "Condensed", "Math", "Symbol", "Emoji"];
    (
        !face.families.iter().any(japanese),
        !plain.iter().any(|word| name.contains(word))
            || dressed.iter().any(|word| name.contains(word)),
        face.monospaced,
        face.style != Style::Normal || face.weight != Weight::NORMAL,
        name.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use resvg::usvg::fontdb::{Family, ID, Source, Stretch};

    use super::*;

    fn kinds(names: &[(&str, Language)]) -> Option<String> {
        let mut fonts = Database::new();
        for &(name, language) in names {
            fonts.push_face_info(FaceInfo {
                id: ID::dummy(),
                source: Source::File("none".into()),
                index: 0,
                families: vec![(name.to_owned(), language)],
                post_script_name: String::new(),
                style: Style::Normal,
                weight: Weight::NORMAL,
                stretch: Stretch::Normal,
                monospaced: false,
            });
        }
        let fonts = with_kinds(fonts)?;
        let name = |family| fonts.family_name(&family).to_owned();
        assert_eq!(name(Family::SansSerif), name(Family::Monospace));
        assert_eq!(name(Family::SansSerif), name(Family::Serif));
        Some(name(Family::SansSerif))
    }

    #[test]
    fn any_face_will_do_and_a_japanese_one_is_the_best() {
        let english = Language::English_UnitedStates;
        assert_eq!(kinds(&[]), None);
        let one = [("Odd Face", english)];
        assert_eq!(kinds(&one).as_deref(), Some("Odd Face"));
        let plain = [
            ("A Serif", english),
            ("B Sans Mono", english),
            ("C Sans", english),
        ];
        assert_eq!(kinds(&plain).as_deref(), Some("C Sans"));
        let japanese = [("A Sans", english), ("Z", Language::Japanese_Japan)];
        assert_eq!(kinds(&japanese).as_deref(), Some("Z"));
        let named = [("A Sans", english), ("Y Sans JP", english)];
        assert_eq!(kinds(&named).as_deref(), Some("Y Sans JP"));
    }
}

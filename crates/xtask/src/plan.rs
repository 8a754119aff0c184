//! `xtask plan`: the plan of a level as an SVG file, or as a picture with the fonts of the system.

use std::io;
use std::path::{Path, PathBuf};

use koyu_model::Model;
use koyu_model::form::Derivation;
use koyu_render::PlanError;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::fonts;

/// Pixels of a picture for one of the sheet.
const PICTURE_SCALE: f32 = 2.0;

/// Why no plan was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The level cannot be drawn.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The ending of the file is neither `.svg` nor `.png`.
    #[error("{}: a plan is written as .svg or .png", .0.display())]
    Ending(PathBuf),
    /// The sheet is too large for a picture, or its SVG cannot be read back.
    #[error("the plan cannot be made a picture: {0}")]
    Picture(String),
    /// The file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// What became of the texts of a plan that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Texts {
    /// They are in the file.
    Drawn,
    /// No font is installed, so a picture holds no text.
    WithoutFont,
}

/// The bytes of a file, and what became of its texts.
type File = (Vec<u8>, Texts);

/// Draws a level, or the one that is drawn when none is named, into a file.
///
/// # Errors
/// [`WriteError`].
pub fn write(model: &Model, level: Option<&str>, out: &Path) -> Result<Texts, WriteError> {
    let ending = out.extension().and_then(|ending| ending.to_str());
    let as_file: fn(String) -> Result<File, WriteError> = match ending {
        Some("svg") => |text| Ok((text.into_bytes(), Texts::Drawn)),
        Some("png") => |text| png(&text, fonts::installed()),
        _ => return Err(WriteError::Ending(out.to_owned())),
    };
    let level = match level {
        Some(level) => level,
        None => koyu_render::default_level(model)?,
    };
    let document = koyu_render::plan(&Derivation::new(model), level)?;
    let (bytes, texts) = as_file(format!("{document}\n"))?;
    std::fs::write(out, bytes).map_err(|error| WriteError::File {
        path: out.to_owned(),
        error,
    })?;
    Ok(texts)
}

/// A drawing as PNG, lettered with some fonts.
fn png(text: &str, fonts: Option<Database>) -> Result<File, WriteError> {
    let mut options = Options::default();
    let texts = match fonts {
        Some(fonts) => {
            *options.fontdb_mut() = fonts;
            Texts::Drawn
        }
        None => Texts::WithoutFont,
    };
    let fault = |error: &dyn std::fmt::Display| WriteError::Picture(error.to_string());
    let tree = Tree::from_str(text, &options).map_err(|error| fault(&error))?;
    let side = |length: f32| (length * PICTURE_SCALE).ceil() as u32;
    let size = tree.size();
    let mut picture = Pixmap::new(side(size.width()), side(size.height()))
        .ok_or_else(|| fault(&"it is too large"))?;
    let enlarged = Transform::from_scale(PICTURE_SCALE, PICTURE_SCALE);
    resvg::render(&tree, enlarged, &mut picture.as_mut());
    let bytes = picture.encode_png().map_err(|error| fault(&error))?;
    Ok((bytes, texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_what_is_written() {
        let text = "grid X 0 4000\ngrid Y 0 3000\nlevel L1 0\nspace /L1/a room X1..X2 Y1..Y2\n";
        let model = koyu_model::compose_text(text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let written = write(&model, None, &file("a.svg")).unwrap();
        assert_eq!(written, Texts::Drawn);
        let svg = std::fs::read_to_string(file("a.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let written = write(&model, Some("L1"), &file("a.png")).unwrap();
        assert_eq!(written == Texts::Drawn, fonts::installed().is_some());
        assert!(
            std::fs::read(file("a.png"))
                .unwrap()
                .starts_with(b"\x89PNG")
        );
        let fault = |level, name: &str| write(&model, level, &file(name)).unwrap_err();
        assert!(matches!(fault(None, "a.pdf"), WriteError::Ending(_)));
        assert!(matches!(fault(Some("L2"), "b.svg"), WriteError::Plan(_)));
        assert!(!file("b.svg").exists());
        let svg = std::fs::read_to_string(file("a.svg")).unwrap();
        let (bytes, texts) = png(&svg, None).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
        assert_eq!(texts, Texts::WithoutFont);
    }
}

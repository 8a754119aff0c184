//! `xtask plan`: the plan of a level as an SVG file, or as a picture with the fonts of the system.

use std::io;
use std::path::{Path, PathBuf};

use koyu_model::Model;
use koyu_model::form::Derivation;
use koyu_render::PlanError;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

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

/// Draws a level, or the one that is drawn when none is named, into a file.
///
/// # Errors
/// [`WriteError`].
pub fn write(model: &Model, level: Option<&str>, out: &Path) -> Result<(), WriteError> {
    let ending = out.extension().and_then(|ending| ending.to_str());
    let as_bytes: fn(String) -> Result<Vec<u8>, WriteError> = match ending {
        Some("svg") => |text| Ok(text.into_bytes()),
        Some("png") => |text| png(&text),
        _ => return Err(WriteError::Ending(out.to_owned())),
    };
    let level = match level {
        Some(level) => level,
        None => koyu_render::default_level(model)?,
    };
    let document = koyu_render::plan(&Derivation::new(model), level)?;
    let bytes = as_bytes(format!("{document}\n"))?;
    std::fs::write(out, bytes).map_err(|error| WriteError::File {
        path: out.to_owned(),
        error,
    })
}

/// A drawing as PNG.
fn png(text: &str) -> Result<Vec<u8>, WriteError> {
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    let fault = |error: &dyn std::fmt::Display| WriteError::Picture(error.to_string());
    let tree = Tree::from_str(text, &options).map_err(|error| fault(&error))?;
    let side = |length: f32| (length * PICTURE_SCALE).ceil() as u32;
    let size = tree.size();
    let mut picture = Pixmap::new(side(size.width()), side(size.height()))
        .ok_or_else(|| fault(&"it is too large"))?;
    let enlarged = Transform::from_scale(PICTURE_SCALE, PICTURE_SCALE);
    resvg::render(&tree, enlarged, &mut picture.as_mut());
    picture.encode_png().map_err(|error| fault(&error))
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
        write(&model, None, &file("a.svg")).unwrap();
        let svg = std::fs::read_to_string(file("a.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        write(&model, Some("L1"), &file("a.png")).unwrap();
        assert!(
            std::fs::read(file("a.png"))
                .unwrap()
                .starts_with(b"\x89PNG")
        );
        let fault = |level, name: &str| write(&model, level, &file(name)).unwrap_err();
        assert!(matches!(fault(None, "a.pdf"), WriteError::Ending(_)));
        assert!(matches!(fault(Some("L2"), "b.svg"), WriteError::Plan(_)));
        assert!(!file("b.svg").exists());
    }
}

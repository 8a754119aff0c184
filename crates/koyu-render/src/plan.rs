//! The plan of one level (09).

use koyu_model::form::constants::CUT_HEIGHT;
use koyu_model::form::{Derivation, FormError};
use koyu_model::geometry::Bounds;
use koyu_model::{Model, index_rank};
use svg::Document;
use svg::node::Node;
use svg::node::element::{Description, Title};
use thiserror::Error;

use crate::clearance::{Clearance, Marks};
use crate::drawing::Drawing;
use crate::element::{clean, rectangle, with_class};
use crate::marks::{
    areas, boundaries, columns, doors, floors, grid, north, rooms, runs, scale_bar, segs, site,
    title, voids, windows,
};
use crate::number::short;
use crate::sheet::Sheet;
use crate::style::{FONTS, PAPER};

/// The widest and tallest extent that is drawn: 10,000 km in mm. Beyond, hundredths of a pixel
/// cannot be told apart on the sheet.
pub const MAX_EXTENT: f64 = 1e10;

/// How a plan is drawn (09 §1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Pixels per millimetre, greater than 0; 0.05 unless asked otherwise, so 1 m is 50 px.
    pub scale: f64,
    /// Height of the cutting plane above the level, mm; 1200 unless asked otherwise.
    pub cut: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: 0.05,
            cut: CUT_HEIGHT,
        }
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No level was named, and none is declared.
    #[error("No level is defined")]
    NoLevel,
    /// The level is undeclared, or no space with a region is on it.
    #[error("There is no space with a region on level {level}")]
    NoRegion {
        /// The level that was asked for.
        level: String,
    },
    /// The level is more than [`MAX_EXTENT`] wide or tall.
    #[error("Level {level} is too large to be drawn: more than 10,000 km")]
    TooLarge {
        /// The level that was asked for.
        level: String,
    },
    /// The scale is not a number greater than 0.
    #[error("The scale of a plan must be greater than 0")]
    Scale,
    /// The form of the level cannot be derived.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// The level that is drawn when none is named: the first declared one, except that names that
/// are canonical integers come first, ascending (09 §1).
///
/// # Errors
/// [`PlanError::NoLevel`].
pub fn default_level(model: &Model) -> Result<&str, PlanError> {
    let names = model.levels().iter().map(|level| model.text(level.name));
    // The first of those that are least.
    names
        .min_by_key(|name| index_rank(name))
        .ok_or(PlanError::NoLevel)
}

/// Draws the plan of a level at the usual scale and cut height.
///
/// The document is complete: `to_string` gives the text of the file, lacking the last line end.
///
/// # Errors
/// [`PlanError`].
pub fn plan(derivation: &Derivation<'_>, level: &str) -> Result<Document, PlanError> {
    plan_with(derivation, level, &Options::default())
}

/// Draws the plan of a level.
///
/// # Errors
/// [`PlanError`].
pub fn plan_with(
    derivation: &Derivation<'_>,
    level: &str,
    options: &Options,
) -> Result<Document, PlanError> {
    if !(options.scale > 0.0 && options.scale.is_finite()) {
        return Err(PlanError::Scale);
    }
    let model = derivation.model();
    let nothing = || PlanError::NoRegion {
        level: level.to_owned(),
    };
    let id = model.level_named(level).ok_or_else(nothing)?;
    if derivation.spaces_on(Some(id)).is_empty() {
        return Err(nothing());
    }
    let form = derivation.storey(id, options.cut)?;
    let lowest = model.levels_by_height().first() == Some(&id);
    let sheet = Sheet::of(model, &form, lowest, options.scale).ok_or_else(nothing)?;
    if !fits(&sheet.extent) {
        return Err(PlanError::TooLarge {
            level: level.to_owned(),
        });
    }
    Ok(document(&Drawing {
        derivation,
        level: id,
        lowest,
        form: &form,
        sheet,
    }))
}

/// Whether an extent can be drawn; not if it is no number.
fn fits(extent: &Bounds) -> bool {
    extent.x2 - extent.x1 <= MAX_EXTENT && extent.y2 - extent.y1 <= MAX_EXTENT
}

/// Draws the marks, then finds places for the texts, then stacks all of it (09 §4).
fn document(drawing: &Drawing<'_, '_>) -> Document {
    let mut marks = Marks::default();
    let site = site::draw(drawing, &mut marks);
    let floors = floors::draw(drawing, &mut marks);
    let mut areas = areas::patches(drawing, &mut marks);
    let grid = grid::draw(drawing, &mut marks);
    let boundaries = boundaries::draw(drawing, &mut marks);
    let mut segs = segs::segs(drawing, &mut marks);
    let windows = windows::draw(drawing, &mut marks);
    let doors = doors::draw(drawing, &mut marks);
    let columns = columns::draw(drawing, &mut marks);
    let mut runs = runs::parts(drawing, &mut marks);
    let mut voids = voids::voids(drawing, &mut marks);

    let scale_bar = scale_bar::draw(&drawing.sheet, &mut marks);
    let north = north::draw(&drawing.sheet, &mut marks);

    // What comes first has the better choice: what must stand near its mark.
    let mut clearance = Clearance::new(marks, drawing.sheet.bounds());
    let title = title::draw(drawing, &mut clearance);
    runs::label_arrows(drawing, &mut runs, &mut clearance);
    segs::label(drawing, &mut segs, &mut clearance);
    let rooms = rooms::labels(drawing, &mut clearance);
    runs::annotate(drawing, &mut runs, &mut clearance);
    voids::label(&mut voids, &mut clearance);
    areas::label(&mut areas, &mut clearance);

    let background = rectangle(&drawing.sheet.bounds(), PAPER);
    let mut document = frame(drawing);
    document.append(with_class(background, "background"));
    for group in [
        site,
        floors,
        areas::draw(&areas),
        grid,
        boundaries,
        segs::draw(&segs),
        windows,
        doors,
        columns,
        runs::draw(drawing, &runs),
        rooms::draw(&rooms),
        voids::draw(&voids),
        title,
        scale_bar,
        north,
    ] {
        let marks = group.get_children();
        if marks.is_some_and(|marks| !marks.is_empty()) {
            document.append(group);
        }
    }
    document
}

/// The root with what screen readers say of it.
fn frame(drawing: &Drawing<'_, '_>) -> Document {
    let (width, height) = (short(drawing.sheet.width()), short(drawing.sheet.height()));
    let spaces = drawing.form.spaces.len();
    let (noun, cut) = (
        if spaces == 1 { "space" } else { "spaces" },
        short(drawing.form.input.cut),
    );
    let description = format!(
        "Floor plan with {spaces} {noun}, cut {cut} mm above the floor. North is up. \
         Lengths are millimetres at wall centre lines."
    );
    let title = title::words(drawing);
    Document::new()
        .set("version", "1.1")
        .set("width", &*width)
        .set("height", &*height)
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("font-family", FONTS)
        .set("role", "img")
        .set("aria-labelledby", "plan-title plan-description")
        .add(Title::new(clean(&title)).set("id", "plan-title"))
        .add(
            Description::new()
                .set("id", "plan-description")
                .add(svg::node::Text::new(description)),
        )
}

//! The notation koyu 1.0: the text of one layer, read into statements.
//!
//! **In:** the text (or bytes) of one `.muro` file. **Out:** a [`Layer`]: its lines in source
//! order, each blank, a comment or a [`Statement`] with typed parts. Reading never stops and
//! never panics: a faulty part of a statement stands in its place as a [`Fault`].
//!
//! **Must never know:** files, other layers, which grid lines and levels were declared elsewhere.
//! Whether `X7` exists is asked in `koyu-model`.
//!
//! The rules are chapter 01 of the specification (notation); sections are cited as `01 §n`.
//! Lengths are millimetres.
//!
//! ```
//! use koyu_syntax::{Body, Layer};
//!
//! let layer = Layer::parse(
//!     "grid X 0 3600 7200\n\
//!      grid Y 0 4500\n\
//!      level L1 0 h:2400\n\
//!      space /L1/hall room X1..X2 Y1..Y2 name:Hall   # the larger one\n\
//!      space /L1/den room X2..X3 Y1 h:low\n",
//! );
//! let statement = layer.statements().nth(3).expect("five statements");
//! assert_eq!(statement.line, 4);
//! let Body::Space(space) = &statement.body else { panic!("a space") };
//! assert_eq!(space.path.as_ref().map(|path| &*path.text), Ok("/L1/hall"));
//! assert_eq!(space.regions.len(), 1);
//!
//! // Faults of form are found all at once, each with its line and the text that shows it.
//! let errors = layer.errors();
//! assert_eq!(errors.len(), 2);
//! assert_eq!(errors[0].line, 5);
//! assert_eq!(&layer.text()[errors[0].fault.span.clone()], "Y1");
//! println!("{}", errors[0]);
//! ```

mod attributes;
mod context;
mod fault;
mod layer;
mod lexer;
mod paths;
mod positions;
mod statements;
mod values;
mod words;

pub use attributes::{Attribute, AttributeList, lift};
pub use context::Parent;
pub use fault::{Fault, FaultKind, Part, SyntaxError};
pub use layer::{Content, Layer, Line};
pub use lexer::{Span, Token, is_white_space};
pub use paths::{LevelSpan, Path, common_span};
pub use positions::{GridReference, GridTarget, PointReference, Range, Region};
pub use statements::*;
pub use values::{Value, index_key, index_rank, is_number_shape, number, number_text};
pub use words::{Axis, BoundaryKind, OpeningKind, Side, Swing, Version};

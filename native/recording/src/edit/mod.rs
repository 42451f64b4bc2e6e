//! Changes of a recording in memory: a shorter time, nothing private, remarks.

mod annotate;
mod changes;
mod cut;
mod mask;

pub use annotate::{annotate, set_note};
pub use changes::{Annotation, Changes, Range, changed};
pub use cut::{cut, part};
pub use mask::mask;

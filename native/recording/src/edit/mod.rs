//! Changes of a recording in memory: a shorter time, nothing private, remarks.

mod annotate;
mod cut;
mod mask;

pub use annotate::{annotate, set_note};
pub use cut::cut;
pub use mask::mask;

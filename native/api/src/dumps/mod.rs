//! Exports and imports of dumps between the engine and a stream of bytes, item by item. Independent of HTTP.

mod automatic_index;
pub mod export;
pub mod import;
pub(crate) mod report;
mod transform;

pub use self::report::Report;
pub use self::transform::kind_of;

//! Exports and imports of dumps between the engine and a stream of bytes, item by item. Independent of HTTP.

mod automatic_index;
pub mod export;
pub mod import;
mod report;

pub use self::report::Report;

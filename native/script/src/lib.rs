//! User-written JavaScript for documents: patches, projections, index definitions.
//!
//! ```
//! use rookery_script::{Limits, MapScript, NoHost};
//!
//! let script = MapScript::new("map('Orders', order => ({ City: order.ShipTo.City }))", &[], None)?;
//! let document = br#"{"ShipTo":{"City":"Bern"},"@metadata":{"@id":"orders/1-A"}}"#;
//! let mapped = script.map(&mut NoHost, "Orders", document, Limits::default())?;
//! assert_eq!(mapped.entries[0].body, br#"{"City":"Bern"}"#);
//! # Ok::<(), rookery_script::ScriptError>(())
//! ```
//!
//! One embedded engine per thread; each thread parses a definition once. Scripts have limits of
//! time, memory and stack, no access to files or the network, and reach the database only through the
//! [`ScriptHost`] of their run. Errors have the author's line. Independent of storage, indexes and HTTP.

mod actions;
mod csharp;
mod entry;
mod error;
mod field_usage;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod host;
mod index;
mod json;
mod limits;
mod patch;
pub mod patch_thread;
mod projection;
mod runtime;
mod simple_map;
mod source;
mod source_text;
pub mod threads;

pub use actions::{Action, Actions};
pub use entry::{Entry, Mapped, Reference};
pub use error::{HostError, Position, Refusal, ScriptError};
pub use host::{NoHost, ScriptHost, TimeSeriesChange};
pub use index::{MapScript, MapSource, ReduceScript};
pub use limits::Limits;
pub use patch::{Names, PatchInput, PatchScript, Patched};
pub use projection::{ProjectionScript, ProjectionText};
pub use source_text::AdditionalSource;
pub use threads::watch::{ScriptThreads, script_threads};

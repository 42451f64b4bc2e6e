//! User-written JavaScript for documents: patches, projections, index definitions.
//!
//! One embedded engine per thread; each thread parses a definition once. Scripts have limits of
//! time, memory and stack, see neither files nor network, and reach the database only through the
//! [`ScriptHost`] of their run. Errors have the author's line.
//!
//! Independent of storage, indexes and HTTP.

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
pub mod threads;

pub use actions::{Action, Actions};
pub use entry::{Entry, Mapped, Reference};
pub use error::{HostError, Position, Refusal, ScriptError};
pub use host::{NoHost, ScriptHost};
pub use index::{MapScript, ReduceScript};
pub use limits::Limits;
pub use patch::{Names, PatchInput, PatchScript, Patched};
pub use projection::{ProjectionScript, ProjectionText};
pub use threads::watch::{ScriptThreads, script_threads};

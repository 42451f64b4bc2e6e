//! User-written JavaScript for documents: patches, projections, index definitions.
//!
//! One embedded engine a thread; a definition is read once by each thread that runs it. Scripts have limits of
//! time, memory and stack, see neither files nor network, and reach the database only through the
//! [`ScriptHost`] their run was handed. Errors carry the author's own line.
//!
//! This crate knows no storage, no index and no HTTP.

mod actions;
mod csharp;
mod entry;
mod error;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod host;
mod index;
mod json;
mod limits;
mod needed;
mod patch;
mod plain;
mod projection;
mod runtime;
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

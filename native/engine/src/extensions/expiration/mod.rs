//! Documents with a moment at which something is to happen to them: `@expires` removes, `@refresh` touches.
//!
//! What lives here: the settings, the moments a document names, and the rows they are found by. The
//! writer keeps the rows right (`transaction/resolve/due.rs`), the sweep reads them (`database/maintenance/sweep.rs`).
//! The archive date is part of the stored value.

pub(crate) mod rows;
pub(crate) mod settings;

pub use settings::{Expiration, Refresh};

//! Documents with a due moment: `@expires` deletes them, `@refresh` saves them again.
//!
//! Contains the settings, the due moments of a document, and the row format. The writer maintains the rows
//! (`transaction/resolve/due.rs`), the sweep reads them (`database/maintenance/sweep.rs`). The archive date
//! is part of the stored value.

pub(crate) mod rows;
pub(crate) mod settings;

pub use settings::{Expiration, Refresh};

//! Documents with a moment at which something is to happen to them: `@expires` removes, `@refresh` touches.
//!
//! What lives here: the settings, the moments a document names, and the rows they are found by. The
//! writer keeps the rows right (`database/resolve/due.rs`), the sweep reads them (`database/sweep.rs`).
//! The archive's own moment is older and stands in the stored value.

pub(crate) mod rows;
mod settings;

pub use settings::{Expiration, Refresh};

use crate::date::Ticks;
use crate::document::DocumentFlags;

/// The moments one version of a document names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DueDates {
    pub expires: Option<Ticks>,
    pub refresh: Option<Ticks>,
}

impl DueDates {
    /// The mark a document with rows carries, so that others need not be searched for any.
    pub(crate) fn marks(self) -> DocumentFlags {
        match self {
            Self { expires: None, refresh: None } => DocumentFlags::default(),
            _ => DocumentFlags::HAS_DUE_ROWS,
        }
    }
}

//! The moments at which a document expires or is refreshed.

use crate::document::DocumentFlags;
use crate::document::date::Ticks;
/// The due moments of one version of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DueDates {
    pub expires: Option<Ticks>,
    pub refresh: Option<Ticks>,
}

impl DueDates {
    /// The flag of a document with rows, so that other documents need no lookup.
    pub(crate) fn marks(self) -> DocumentFlags {
        match self {
            Self { expires: None, refresh: None } => DocumentFlags::default(),
            _ => DocumentFlags::HAS_DUE_ROWS,
        }
    }
}

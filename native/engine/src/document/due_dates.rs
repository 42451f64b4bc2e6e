//! The moments at which a document expires or is refreshed.

use crate::document::DocumentFlags;
use crate::document::date::Ticks;
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

//! The results of a batch.

use super::batch::Pending;
use super::failure::ImportFailure;

/// A batch that was saved, or as much of it as could be.
#[derive(Debug, Default)]
pub struct Saved {
    pub items: Vec<(Pending, ItemOutcome)>,
    /// Why the rest was not saved; later batches are not saved either.
    pub failure: Option<ImportFailure>,
}

/// What happened to an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemOutcome {
    Added,
    /// It is stored already.
    Unchanged,
    /// Why it was refused, a sentence.
    Rejected(String),
}

//! The seam to an index: what a query wants found, and what was found. Finding is the index's business; projecting,
//! including and telling the times is done here, for indexes and scans alike.

use crate::error::QueryError;
use crate::plan::{Columns, Condition, Like, SortBy};
use crate::source::OwnedDocument;
use crate::timings::PlanNode;
use rookery_cancel::CancelToken;

/// Something that can answer conditions and orders without reading every document.
pub trait IndexedSource {
    /// Finds a page of what is wanted.
    ///
    /// # Errors
    /// When the index cannot be read, or cannot answer such a condition.
    fn find(&self, wanted: &Wanted<'_>) -> Result<Found, QueryError>;

    /// Whether what it finds are the groups a `group by` asks for.
    fn has_groups(&self) -> bool {
        false
    }
}

/// What a query wants found.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'q> {
    /// What the columns of condition and sort keys stand for.
    pub columns: &'q Columns,
    /// `None` takes everything.
    pub condition: Option<&'q Condition>,
    /// What all that is found is to be like besides.
    pub like: Option<&'q Like>,
    /// Sort keys, most significant first; without any, results come by etag.
    pub sort: &'q [SortBy],
    /// How many results are left out at the start.
    pub skip: u64,
    /// How many are wanted at most; `None` wants all.
    pub take: Option<u64>,
    /// Whole documents are wanted, each once.
    pub whole: bool,
    /// Fields of each are wanted; what the index keeps of them counts more than the document.
    pub fields: bool,
    /// Nothing but the values of these fields is wanted: to be counted and summed up.
    pub summed: Option<&'q Columns>,
    /// What the index keeps of each is wanted beside it.
    pub kept: bool,
    /// It is wanted why each of them has its score.
    pub explanations: bool,
    /// Raised when nobody wants the answer any more.
    pub cancel: &'q CancelToken,
}

/// What an index found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The page, in order.
    pub documents: Vec<OwnedDocument>,
    /// What the index keeps of them, by id, where that was wanted: JSON objects.
    pub kept: Vec<(String, Vec<u8>)>,
    /// Why they have their scores, by id, where that was wanted.
    pub explanations: Vec<(String, String)>,
    /// How many there are without paging.
    pub total: u64,
    /// Further entries of documents that were already given.
    pub skipped: u64,
    /// The operators as they ran.
    pub plan: PlanNode,
    /// The index's name.
    pub index_name: String,
    /// They are groups, not documents: no id, no change vector.
    pub are_groups: bool,
    /// The index has not seen every change yet.
    pub is_stale: bool,
    /// Changes whenever the answer may have changed.
    pub result_etag: i64,
    /// The documents hold the values of the index itself, as it has them.
    pub are_values: bool,
}

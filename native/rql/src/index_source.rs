//! The interface to an index: what a query requests, and what the index returns. Projections, includes and timings are done
//! in this crate, for indexes and scans alike.

use crate::error::QueryError;
use crate::plan::{Columns, Condition, MoreLikeThisPlan, SortBy};
use crate::source::OwnedDocument;
use crate::timings::PlanNode;
use rookery_cancel::CancelToken;

/// Evaluates conditions and orders without reading every document.
pub trait IndexedSource {
    /// Returns one page of results.
    ///
    /// # Errors
    /// When the index cannot be read, or cannot answer such a condition.
    fn find(&self, query: &IndexQuery<'_>) -> Result<IndexResult, QueryError>;

    /// Whether its results are the groups of a `group by`.
    fn has_groups(&self) -> bool {
        false
    }
}

/// What a query requests of an index.
#[derive(Debug, Clone, Copy)]
pub struct IndexQuery<'q> {
    /// The fields that the columns of condition and sort keys refer to.
    pub columns: &'q Columns,
    /// `None` matches everything.
    pub condition: Option<&'q Condition>,
    /// Restricts the results to those that resemble a document.
    pub more_like_this: Option<&'q MoreLikeThisPlan>,
    /// Sort keys, most significant first; without any, results come by etag.
    pub sort: &'q [SortBy],
    /// Results to skip.
    pub skip: u64,
    /// Results to return at most; `None` returns all.
    pub take: Option<u64>,
    /// Whole documents are query, each once.
    pub whole: bool,
    /// Fields of each are wanted; what the index keeps of them counts more than the document.
    pub fields: bool,
    /// Nothing but the values of these fields is query: to be counted and summed up.
    pub facet_columns: Option<&'q Columns>,
    /// What the index keeps of each is wanted beside it.
    pub kept: bool,
    /// It is wanted why each of them has its score.
    pub explanations: bool,
    /// Raised when nobody wants the answer any more.
    pub cancel: &'q CancelToken,
}

/// What an index found.
#[derive(Debug, Clone, Default)]
pub struct IndexResult {
    /// The page, in order.
    pub documents: Vec<OwnedDocument>,
    /// What the index keeps of them, by id, where that was query: JSON objects.
    pub kept: Vec<(String, Vec<u8>)>,
    /// Why they have their scores, by id, where that was query.
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

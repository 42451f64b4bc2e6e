//! The interface to an index: what a query requests, and what the index returns. Projections, includes and
//! timings are done in this crate, for indexes and scans alike.

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
    /// Returns whole documents, each once.
    pub whole: bool,
    /// Returns fields; values that the index stores take precedence over the document.
    pub fields: bool,
    /// Returns only the values of these fields, for facets.
    pub facet_columns: Option<&'q Columns>,
    /// Also returns the stored fields of each result.
    pub kept: bool,
    /// Also returns an explanation of each score.
    pub explanations: bool,
    /// Cancels the query.
    pub cancel: &'q CancelToken,
}

/// The results of an index.
#[derive(Debug, Clone, Default)]
pub struct IndexResult {
    /// The page, in order.
    pub documents: Vec<OwnedDocument>,
    /// Their stored fields by id, if requested: JSON objects.
    pub kept: Vec<(String, Vec<u8>)>,
    /// Explanations of their scores by id, if requested.
    pub explanations: Vec<(String, String)>,
    /// How many there are without paging.
    pub total: u64,
    /// Further entries of documents that are already in the page.
    pub skipped: u64,
    /// The operators as they ran.
    pub plan: PlanNode,
    /// The index's name.
    pub index_name: String,
    /// The results are groups: no id, no change vector.
    pub are_groups: bool,
    /// The index has not processed every change yet.
    pub is_stale: bool,
    /// Changes whenever the answer may have changed.
    pub result_etag: i64,
    /// The documents hold the values of the index itself, as it has them.
    pub are_values: bool,
}

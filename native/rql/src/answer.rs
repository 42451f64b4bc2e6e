//! What a query answers with.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::included_extensions::IncludedExtensions;
use crate::source::OwnedDocument;
use crate::timings::Timings;

/// The whole answer to one query.
#[derive(Debug, Clone, Default)]
pub struct QueryAnswer {
    /// One page of results, in order.
    pub results: Vec<ResultItem>,
    /// How many results there are without paging, duplicates counted (RavenDB's `TotalResults`).
    pub total: u64,
    /// Only the results up to the end of the page were found: `total` counts those (RavenDB writes -1).
    pub is_uncounted: bool,
    /// How many of them the page could have held at most: RavenDB's `CappedMaxResults`, present when the
    /// query has a limit.
    pub capped: Option<u64>,
    /// Results left out because an equal one was already given (`select distinct`), within the page.
    pub skipped: u64,
    /// The results are facets or suggestions: terms of an index, no documents.
    pub is_about_terms: bool,
    /// How many documents were read to find the answer.
    pub scanned: u64,
    /// Wall time from text to answer.
    pub duration: Duration,
    /// The part of it that the index took which the query created and waited for; `None` when it created none.
    pub waited_for_new_index: Option<Duration>,
    /// `collection/Orders` or `collection/@all_docs`: what answered.
    pub index_name: String,
    /// Documents named by `include path`, each once, in the order first met.
    pub includes: Vec<OwnedDocument>,
    /// Ids named by `include path` that have no document. RavenDB does not send them in a query's answer.
    pub missing_includes: Vec<String>,
    /// The paths of `include`, as written; empty when the query includes none.
    pub included_paths: Vec<String>,
    /// The named fields with time series; `None` unless requested.
    pub time_series_fields: Option<Vec<String>>,
    /// Counters, time series and revisions that the query includes, by name.
    pub included_extensions: IncludedExtensions,
    /// Highlighted fragments: by field, then by result. `None` unless requested.
    pub highlightings: Option<Map<String, Value>>,
    /// The explanations of scores: by result, a text each. `None` unless requested.
    pub explanations: Option<Map<String, Value>>,
    /// A number that changes whenever the answer may have changed.
    pub result_etag: i64,
    /// Present when the query says `include timings()`.
    pub timings: Option<Timings>,
    /// The index has not seen every change. Always false for a collection scan: it reads the documents
    /// themselves.
    pub is_stale: bool,
    /// When the index last took in changes, as text; `None` when there is none, or it has not yet.
    pub index_timestamp: Option<String>,
    /// The query time of the index, as text; `None` when there is none.
    pub last_query_time: Option<String>,
}

impl QueryAnswer {
    /// With the cap the page of its text puts on the number of results.
    pub(crate) fn capped(mut self, page: crate::plan::Page) -> Self {
        let rest = if self.is_uncounted { u64::MAX } else { self.total.saturating_sub(page.skip) };
        self.capped = match page.take {
            None => (page.skip > 0 && !self.is_uncounted).then_some(rest),
            Some(take) => Some(rest.min(take)),
        };
        self
    }
}

/// One result.
#[derive(Debug, Clone, PartialEq)]
pub enum ResultItem {
    /// The document itself.
    Document(OwnedDocument),
    /// Fields chosen by `select`, ending in `@metadata` with `@projection: true`.
    Projection {
        /// The document of the fields.
        id: String,
        /// The object as it goes over the wire.
        fields: Map<String, Value>,
    },
}

impl ResultItem {
    /// The id of the document behind the result.
    pub fn id(&self) -> &str {
        match self {
            Self::Document(document) => &document.id,
            Self::Projection { id, .. } => id,
        }
    }
}

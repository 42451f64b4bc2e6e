//! The query core: RQL text to a syntax tree, the tree to a plan of operators, and the plan run in batches
//! over a [`DocumentSource`].
//!
//! ```
//! use rookery_cancel::CancelToken;
//! use rookery_rql::{QueryRequest, execute, parse};
//! # use std::ops::ControlFlow;
//! # use rookery_rql::{DocumentSource, OwnedDocument, ScanItem, SourceError};
//! # struct Orders(Vec<OwnedDocument>);
//! # impl DocumentSource for Orders {
//! #     fn estimate(&self, _: &rookery_rql::ast::Source) -> u64 { self.0.len() as u64 }
//! #     fn scan(
//! #         &self,
//! #         _: Option<&str>,
//! #         visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
//! #     ) -> Result<(), SourceError> {
//! #         self.0.iter().try_for_each(|document| visit(document.as_item())).is_break();
//! #         Ok(())
//! #     }
//! #     fn load(&self, _: &str) -> Result<Option<OwnedDocument>, SourceError> { Ok(None) }
//! #     fn compare_exchange(&self, _: &str) -> Result<Option<serde_json::Value>, SourceError> { Ok(None) }
//! #     fn series(&self) -> &dyn rookery_rql::SeriesSource { &rookery_rql::NoSeries }
//! #     fn last_etag(&self) -> i64 { 0 }
//! # }
//! # let order = |id: &str, body: &str| OwnedDocument {
//! #     id: id.into(), collection: "Orders".into(), body: body.into(), ..OwnedDocument::default()
//! # };
//! # let source = Orders(vec![order("orders/1-A", r#"{"Freight":8}"#), order("orders/2-A", r#"{"Freight":32}"#)]);
//! let text = "from 'Orders' where Freight > 10";
//! assert_eq!(parse(text)?.to_string(), text);
//!
//! // `source` implements `DocumentSource`; it has the orders 1 (freight 8) and 2 (freight 32).
//! let answer = execute(&source, &QueryRequest::new(text), &CancelToken::new())?;
//! assert_eq!(answer.total, 1);
//! assert_eq!(answer.results[0].id(), "orders/2-A");
//! # Ok::<(), rookery_rql::QueryError>(())
//! ```
//!
//! Contents: lexer, parser, syntax tree, planner, operators, timings and the executed plan. Independent of
//! storage, HTTP and threads. `SEMANTICS.md` next to this crate's manifest compares the answers with
//! RavenDB's.

pub mod answer;
pub mod ast;
mod compare_exchange;
pub mod error;
pub mod execute;
mod facet_setups;
pub mod fields;
pub mod grammar;
pub mod groups;
pub mod included_extensions;
pub mod index_source;
mod parser;
pub mod plan;
pub mod request;
mod run;
pub mod scripting;
pub mod search;
pub mod source;
pub mod spatial;
mod stages;
mod text;
pub mod timings;
pub mod values;

pub use answer::{QueryAnswer, ResultItem};
pub use compare_exchange::{compare_exchange_keys, may_read_compare_exchange, may_read_time_series};
pub use error::{ParseError, QueryError, UnsupportedError};
pub use execute::{PreparedQuery, execute};
pub use fields::FieldReader;
pub use groups::{GroupAccumulator, GroupContribution, GroupFields, GroupKey};
pub use included_extensions::{CountersOf, IncludedExtensions, RevisionOf, SeriesOf, SeriesPart};
pub use index_source::{IndexQuery, IndexResult, IndexedSource};
pub use parser::parse;
pub use plan::{TimeSeriesFunctions, value_of};
pub use request::{QueryRequest, ValueNames};
pub use run::{call_time_series, series_entries, series_entry, series_moment, series_stats, series_stats_of};
pub use scripting::{
    Projection, ProjectionBody, ProjectionScript, ScriptArgument, ScriptError, ScriptPlace, Scripting,
};
pub use source::{
    DocumentSource, NoSeries, OwnedDocument, ScanItem, SeriesBounds, SeriesEntry, SeriesSource, SourceError,
};
pub use timings::{PlanNode, Timings};

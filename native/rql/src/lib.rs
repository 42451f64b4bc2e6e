//! The query core: RQL text to a typed tree, the tree to a plan of operators, the plan run in batches over
//! whatever implements [`DocumentSource`].
//!
//! What lives here: lexer, parser, syntax tree, planner, operators, timings and the plan as it was run.
//! What it must not know: storage, HTTP, threads. A caller hands in a [`DocumentSource`] and a cancel
//! token and gets a [`QueryAnswer`] or a [`QueryError`] that speaks to the person who wrote the query.
//! How the answers compare with RavenDB's is in `SEMANTICS.md` beside this crate's manifest.

pub mod answer;
pub mod ast;
pub mod error;
pub mod execute;
mod facet_setups;
pub mod fields;
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
pub use error::{ParseError, QueryError, UnsupportedError};
pub use execute::{PreparedQuery, execute};
pub use fields::FieldReader;
pub use groups::{GroupAccumulator, GroupContribution, GroupFields, GroupKey};
pub use included_extensions::{CountersOf, IncludedExtensions, RevisionOf};
pub use index_source::{IndexQuery, IndexResult, IndexedSource};
pub use parser::parse;
pub use plan::value_of;
pub use request::QueryRequest;
pub use scripting::{
    Projection, ProjectionBody, ProjectionScript, ScriptArgument, ScriptError, ScriptPlace, Scripting,
};
pub use source::{DocumentSource, OwnedDocument, ScanItem, SourceError};
pub use timings::{PlanNode, Timings};

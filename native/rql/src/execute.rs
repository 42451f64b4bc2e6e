//! From request to answer.

use std::sync::atomic::AtomicBool;

use crate::answer::QueryAnswer;
use crate::error::{QueryError, UnsupportedError};
use crate::request::QueryRequest;
use crate::source::DocumentSource;

/// Answers one query. `cancel` is looked at once per batch.
///
/// # Errors
/// See [`QueryError`]: the text, a parameter, a document or the source may be at fault.
pub fn execute(
    _source: &dyn DocumentSource,
    request: &QueryRequest,
    _cancel: &AtomicBool,
) -> Result<QueryAnswer, QueryError> {
    Err(QueryError::Unsupported(Box::new(UnsupportedError {
        line: 1,
        column: 1,
        construct: "queries".into(),
        advice: "This build has the query core's types only.".into(),
        excerpt: request.query.clone(),
    })))
}

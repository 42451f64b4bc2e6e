//! The syntax of a query, for an editor that checks it while it is typed.

use rookery_rql::{QueryError, parse};

/// Why a text is not a query of the sandbox.
#[napi_derive::napi(object)]
pub struct QueryRefusal {
    /// `line:column` and a sentence on the first line.
    pub message: String,
    /// The text is RQL, but the sandbox does not answer it.
    pub unsupported: bool,
}

/// Parses a query without running it; `None` for a correct one. Needs no open engine.
#[napi_derive::napi]
pub fn check_query(text: String) -> Option<QueryRefusal> {
    let error = parse(&text).err()?;
    Some(QueryRefusal {
        message: error.to_string(),
        unsupported: matches!(error, QueryError::Unsupported(_)),
    })
}

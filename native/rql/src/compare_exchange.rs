//! The compare-exchange values that a query reads.

use crate::ast::{Expr, OperandKind, Predicate};
use crate::error::QueryError;
use crate::plan::key_of;
use crate::request::QueryRequest;

/// The keys that `cmpxchg(key)` names in the conditions of a query, each once. The caller reads their values and adds
/// them to [`QueryRequest::compare_exchange`].
///
/// # Errors
/// When the query cannot be parsed, or a key is not text.
pub fn compare_exchange_keys(request: &QueryRequest) -> Result<Vec<String>, QueryError> {
    let mut keys = Vec::new();
    // Most queries have none, and are not parsed twice.
    if !may_read_compare_exchange(&request.query) {
        return Ok(keys);
    }
    let query = crate::parser::parse(&request.query)?;
    for expr in query.condition.iter().chain(&query.filter) {
        add_keys(expr, request, &mut keys).map_err(|error| error.shown_in(&request.query))?;
    }
    Ok(keys)
}

/// Whether the answer of a query can depend on compare-exchange values: in a condition, a script or an include.
pub fn may_read_compare_exchange(query: &str) -> bool {
    mentions(query, b"cmpxchg")
}

/// Whether the answer of a query can depend on time series.
pub fn may_read_time_series(query: &str) -> bool {
    mentions(query, b"timeseries")
}

/// Whether a word is anywhere in a query, in any case.
fn mentions(query: &str, word: &[u8]) -> bool {
    query.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

fn add_keys(expr: &Expr, request: &QueryRequest, keys: &mut Vec<String>) -> Result<(), QueryError> {
    match expr {
        Expr::And(sides) | Expr::Or(sides) | Expr::Intersect(sides) => {
            sides.iter().try_for_each(|side| add_keys(side, request, keys))
        }
        Expr::Not(inside) | Expr::Boost(inside, _) => add_keys(inside, request, keys),
        Expr::Test(test) => {
            if let Predicate::Compare(_, operand) = &test.predicate
                && let OperandKind::CompareExchange(key) = &operand.kind
            {
                let key = key_of(key, request)?;
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
            Ok(())
        }
        Expr::True | Expr::MoreLikeThis(_) => Ok(()),
    }
}

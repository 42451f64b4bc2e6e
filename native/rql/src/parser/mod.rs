//! Tokens to tree, by recursive descent: one file per clause, the order of clauses here.
//!
//! What RQL has and this engine has not is recognised where it stands and refused by name (see `refusal`); it is
//! never reported as a syntax error.

mod condition;
mod cursor;
mod include;
mod order;
mod paging;
mod path;
mod refusal;
mod select;
mod source;

use crate::ast::Query;
use crate::error::QueryError;
use cursor::Cursor;

/// The tree of a query text.
///
/// # Errors
/// [`QueryError::Parse`] when the text is not RQL, [`QueryError::Unsupported`] when it asks for a part of RQL
/// that is not answered yet, [`QueryError::Invalid`] when it is well formed but cannot be meant.
pub fn parse(text: &str) -> Result<Query, QueryError> {
    let mut cursor = Cursor::new(text);
    cursor.refuse_other_statements()?;
    let from = cursor.source_clause()?;
    cursor.refuse_other_clauses()?;
    let filter = if cursor.take_word("where") { Some(cursor.condition()?) } else { None };
    cursor.refuse_other_clauses()?;
    let order_by = if cursor.take_word("order") { cursor.order_by_clause()? } else { Vec::new() };
    cursor.refuse_other_clauses()?;
    let select = if cursor.take_word("select") { cursor.select_clause()? } else { None };
    cursor.refuse_other_clauses()?;
    // The includes may stand before or after the page.
    let mut include = if cursor.take_word("include") { cursor.include_clause()? } else { Vec::new() };
    cursor.refuse_other_clauses()?;
    let paging = cursor.paging_clauses()?;
    if include.is_empty() && cursor.take_word("include") {
        include = cursor.include_clause()?;
    }
    cursor.refuse_other_clauses()?;
    cursor.expect_end(from.alias.as_deref())?;
    Ok(Query { from, filter, order_by, select, include, paging })
}

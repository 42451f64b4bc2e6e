//! Tokens to tree, by recursive descent: one file per clause, the order of clauses here.
//!
//! Parts of RQL that this engine does not support are recognised and refused by name (see `refusal`); it is
//! never reported as a syntax error.

mod condition;
mod cursor;
mod entry_condition;
mod facet;
mod field;
mod group;
mod include;
mod load;
mod method;
mod operand;
mod order;
mod paging;
mod path;
mod refusal;
mod script;
mod select;
mod source;
mod spatial;
mod time_series;

use crate::ast::{Expr, Query};
use crate::error::QueryError;
use cursor::Cursor;

/// Parses a condition without a query around it.
///
/// # Errors
/// As [`parse`].
pub(crate) fn parse_condition(text: &str) -> Result<Expr, QueryError> {
    let mut cursor = Cursor::new(text);
    let condition = cursor.condition()?;
    cursor.expect_end(None)?;
    Ok(condition)
}

/// The tree of a query text.
///
/// # Errors
/// [`QueryError::Parse`] when the text is not RQL, [`QueryError::Unsupported`] when it uses a part of RQL
/// that is not answered yet, [`QueryError::Invalid`] when it is well formed but cannot be meant.
pub fn parse(text: &str) -> Result<Query, QueryError> {
    let mut cursor = Cursor::new(text);
    let (functions, time_series_functions) = cursor.declared_functions()?;
    cursor.refuse_other_statements()?;
    let from = cursor.source_clause()?;
    let group_by = if cursor.take_word("group") { cursor.group_by_clause()? } else { Vec::new() };
    let condition = if cursor.take_word("where") { Some(cursor.condition()?) } else { None };
    let order_by = if cursor.take_word("order") { cursor.order_by_clause()? } else { Vec::new() };
    let load = if cursor.take_word("load") { cursor.load_clause()? } else { Vec::new() };
    let filter = if cursor.take_word("filter") { Some(cursor.filter_clause()?) } else { None };
    let select = if cursor.take_word("select") { cursor.select_clause()? } else { None };
    let update =
        if select.is_none() && cursor.at_word("update") { Some(cursor.update_clause()?) } else { None };
    // Includes may come before or after the paging clauses.
    let mut include = if cursor.take_word("include") { cursor.include_clause()? } else { Vec::new() };
    let paging = cursor.paging_clauses()?;
    if include.is_empty() && cursor.take_word("include") {
        include = cursor.include_clause()?;
    }
    cursor.expect_end(from.alias.as_deref())?;
    Ok(Query {
        functions,
        time_series_functions,
        from,
        group_by,
        condition,
        order_by,
        load,
        filter,
        select,
        update,
        include,
        paging,
    })
}

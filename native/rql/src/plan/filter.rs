//! The `filter` clause bound to its parameters. It is another language than `where`: values are compared as
//! JavaScript does, and nothing of it is ever answered by an index.

use regex::Regex;
use serde_json::Value;

use super::bind::{Binder, kind_of};
use crate::ast::{Comparison, Expr, Field, Operand, OperandKind, Position, Predicate, Query, Test};
use crate::error::QueryError;

/// What a document must be to pass.
#[derive(Debug)]
pub(crate) enum FilterExpr {
    All(Vec<FilterExpr>),
    Any(Vec<FilterExpr>),
    Not(Box<FilterExpr>),
    True,
    Test(Field, FilterTest),
}

/// A test of a field.
#[derive(Debug)]
pub(crate) enum FilterTest {
    Compare(Comparison, Side),
    Between(Side, Side),
    In(Vec<Value>),
    AllIn(Vec<Value>),
    /// Without case.
    StartsWith(String),
    EndsWith(String),
    Regex(Regex),
    Exists,
}

/// What is on the right of a comparison.
#[derive(Debug)]
pub(crate) enum Side {
    Value(Value),
    Field(Field),
}

/// The clause with the number of documents that it may read.
#[derive(Debug)]
pub(crate) struct FilterClause {
    pub(crate) filter: FilterExpr,
    pub(crate) limit: Option<u64>,
}

impl FilterClause {
    pub(super) fn new(query: &Query, binder: &Binder<'_>) -> Result<Option<Self>, QueryError> {
        let limit = match &query.paging.filter_limit {
            None => None,
            Some(limit) => super::paging::count(limit, binder, "look at")?,
        };
        match &query.filter {
            Some(expr) => Ok(Some(Self { filter: filter(expr, binder)?, limit })),
            None => Ok(None),
        }
    }
}

fn filter(expr: &Expr, binder: &Binder<'_>) -> Result<FilterExpr, QueryError> {
    let all = |sides: &[Expr]| sides.iter().map(|side| filter(side, binder)).collect::<Result<Vec<_>, _>>();
    Ok(match expr {
        Expr::True => FilterExpr::True,
        Expr::And(sides) => FilterExpr::All(all(sides)?),
        Expr::Or(sides) => FilterExpr::Any(all(sides)?),
        Expr::Not(inside) => FilterExpr::Not(Box::new(filter(inside, binder)?)),
        Expr::Test(test) => tested(test, binder)?,
        Expr::Boost(_, factor) => return Err(only_in_where("boost()", factor.at)),
        Expr::Intersect(_) => return Err(only_in_where("intersect()", Position { line: 1, column: 1 })),
        Expr::MoreLikeThis(more) => return Err(only_in_where("moreLikeThis()", more.at)),
    })
}

fn tested(test: &Test, binder: &Binder<'_>) -> Result<FilterExpr, QueryError> {
    if test.exact {
        return Err(only_in_where("exact()", test.at));
    }
    let check = match &test.predicate {
        Predicate::Compare(comparison, with) => FilterTest::Compare(*comparison, side(with, binder)?),
        Predicate::Between(low, high) => FilterTest::Between(side(low, binder)?, side(high, binder)?),
        Predicate::In(values) => FilterTest::In(values_of(values, binder)?),
        Predicate::AllIn(values) => FilterTest::AllIn(values_of(values, binder)?),
        Predicate::StartsWith(text) => FilterTest::StartsWith(folded(text, binder, "startsWith")?),
        Predicate::EndsWith(text) => FilterTest::EndsWith(folded(text, binder, "endsWith")?),
        Predicate::Regex(pattern) => FilterTest::Regex(binder.regex(pattern)?),
        Predicate::Exists => FilterTest::Exists,
        Predicate::Search { .. } => return Err(only_in_where("search()", test.at)),
        Predicate::Lucene(_) => return Err(only_in_where("lucene()", test.at)),
        Predicate::Fuzzy { .. } => return Err(only_in_where("fuzzy()", test.at)),
        Predicate::Spatial { relation, .. } => {
            return Err(only_in_where(&format!("{}()", relation.method()), test.at));
        }
    };
    Ok(FilterExpr::Test(test.field.clone(), check))
}

fn side(operand: &Operand, binder: &Binder<'_>) -> Result<Side, QueryError> {
    Ok(match &operand.kind {
        OperandKind::Field(field) => Side::Field((**field).clone()),
        _ => Side::Value(binder.json(operand)?),
    })
}

/// The values of a list; a parameter that is an array gives its elements.
fn values_of(operands: &[Operand], binder: &Binder<'_>) -> Result<Vec<Value>, QueryError> {
    Ok(binder.flattened(operands)?.into_iter().map(|(_, value)| value).collect())
}

fn folded(operand: &Operand, binder: &Binder<'_>, method: &str) -> Result<String, QueryError> {
    match binder.json(operand)? {
        Value::String(text) => Ok(crate::values::fold(&text)),
        other => Err(super::bind::invalid(
            operand,
            format!("{method}() requires text, but its second argument is {}.", kind_of(&other)),
        )),
    }
}

fn only_in_where(method: &str, at: Position) -> QueryError {
    QueryError::at(
        at,
        format!("'filter' does not support {method}: it tests documents one by one. Use it in 'where'."),
    )
}

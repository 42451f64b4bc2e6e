//! Conditions bound to columns.

use std::collections::BTreeSet;

use super::bind::Binder;
use super::columns::Columns;
use super::describe;
use super::matches::Match;
use crate::ast::{Expr, Field, Predicate, SpatialField};
use crate::error::QueryError;

/// A condition over columns.
#[derive(Debug)]
#[non_exhaustive]
pub enum Condition {
    /// Every side.
    And(Vec<Condition>),
    /// Any side.
    Or(Vec<Condition>),
    /// Not the inside.
    Not(Box<Condition>),
    /// The inner condition, with its score multiplied.
    Boost(Box<Condition>, f64),
    /// Always.
    True,
    /// A test of one column.
    Test(BoundTest),
}

/// One test of one column.
#[derive(Debug)]
pub struct BoundTest {
    /// Which column.
    pub column: usize,
    /// What its values are checked for.
    pub check: Match,
    /// Operator name for the plan.
    pub operation: &'static str,
    /// Parameters for the plan.
    pub parameters: Vec<(String, String)>,
}

pub(crate) fn bind_condition(
    expr: &Expr,
    binder: &Binder<'_>,
    columns: &mut Columns,
) -> Result<Condition, QueryError> {
    let mut all = |sides: &[Expr]| -> Result<Vec<Condition>, QueryError> {
        sides.iter().map(|side| bind_condition(side, binder, columns)).collect()
    };
    Ok(match expr {
        Expr::True => Condition::True,
        Expr::And(sides) => {
            let rest = sides.iter().filter(|side| !matches!(side, Expr::MoreLikeThis(_)));
            let mut rest =
                rest.map(|side| bind_condition(side, binder, columns)).collect::<Result<Vec<_>, _>>()?;
            if rest.len() > 1 { Condition::And(rest) } else { rest.pop().unwrap_or(Condition::True) }
        }
        Expr::Or(sides) => Condition::Or(all(sides)?),
        Expr::Not(inside) => Condition::Not(Box::new(bind_condition(inside, binder, columns)?)),
        Expr::Boost(inside, factor) => {
            let factor = binder.between_numbers(factor, "The factor of boost()", 0.0, 1e9)?;
            Condition::Boost(Box::new(bind_condition(inside, binder, columns)?), factor)
        }
        // Every document is one entry of a scan, so that all sides must hold for it.
        Expr::Intersect(sides) => Condition::And(all(sides)?),
        // `moreLikeThis` is evaluated separately and joined with the rest.
        Expr::MoreLikeThis(_) => Condition::True,
        Expr::Test(test) => {
            let mut check = binder.predicate(test)?;
            let (operation, parameters) = describe::test(test, binder);
            let column = match &test.field {
                Field::Place(SpatialField::Point { latitude, longitude: east }) => {
                    if let Match::Spatial { longitude, .. } = &mut check {
                        *longitude = Some(columns.for_field(&Field::Path(east.clone())));
                    }
                    columns.for_field(&Field::Path(latitude.clone()))
                }
                Field::Place(SpatialField::Wkt(path) | SpatialField::Name(path)) => {
                    columns.for_field(&Field::Path(path.clone()))
                }
                field => columns.for_field(field),
            };
            Condition::Test(BoundTest { column, check, operation, parameters })
        }
    })
}

/// The ids to which the condition restricts the documents at its top level. The condition itself still runs.
pub(super) fn lookup_ids(expr: &Expr, binder: &Binder<'_>) -> Option<BTreeSet<String>> {
    match expr {
        Expr::And(sides) => sides.iter().find_map(|side| lookup_ids(side, binder)),
        Expr::Test(test) if test.field == crate::ast::Field::Id => match &test.predicate {
            Predicate::Compare(crate::ast::Comparison::Equal, value) => {
                binder.ids(std::slice::from_ref(value))
            }
            Predicate::In(values) => binder.ids(values),
            _ => None,
        },
        _ => None,
    }
}

/// The beginning of the ids, if the condition is `startsWith(id(), …)` alone.
pub(super) fn id_prefix(expr: &Expr, binder: &Binder<'_>) -> Option<String> {
    let Expr::Test(test) = expr else { return None };
    match &test.predicate {
        Predicate::StartsWith(value) if test.field == Field::Id && !test.exact => {
            binder.text(value, "startsWith").ok()
        }
        _ => None,
    }
}

//! `moreLikeThis(…)` bound: what results are to be like, and which words of that count. An index finds them;
//! a condition matches entries that match the rest of it and resemble the base. Independent of how words are
//! stored.

use super::bind::Binder;
use super::columns::Columns;
use super::condition::{Condition, bind_condition};
use super::more_like_this_options::{MoreLikeThisOptions, document, options, texts};
use super::options::members_of;
use crate::ast::{
    Expr, Include, MoreLikeThis, MoreLikeThisArgument, OrderKey, Position, Predicate, Query, Test,
};
use crate::error::QueryError;

/// What results are to be like.
#[derive(Debug)]
pub struct MoreLikeThisPlan {
    /// Where that comes from.
    pub what: MoreLikeThisBase,
    /// Which words count, and how much.
    pub options: MoreLikeThisOptions,
    /// Where the method begins.
    pub at: Position,
}

/// Where the words come from.
#[derive(Debug)]
pub enum MoreLikeThisBase {
    /// The first entry this condition finds, which is not a result itself.
    Found(Condition),
    /// The values of a document that was given, all as texts.
    Document(Vec<String>),
}

impl MoreLikeThisPlan {
    /// The one a condition has, if it has one.
    pub(super) fn new(
        query: &Query,
        binder: &Binder<'_>,
        columns: &mut Columns,
    ) -> Result<Option<Self>, QueryError> {
        let mut all = Vec::new();
        if let Some(expr) = &query.condition {
            gather(expr, true, &mut all)?;
        }
        let Some(more) = all.first() else { return Ok(None) };
        if query.from.source.index().is_none() {
            let message = "moreLikeThis() cannot be used in dynamic queries. Query an index by name, such as from index 'Orders/ByText' where moreLikeThis(…).";
            return Err(QueryError::at(more.at, message));
        }
        if let Some(second) = all.get(1) {
            return Err(QueryError::at(second.at, "A query has one moreLikeThis(). Leave the others out."));
        }
        if let Some(key) = query.order_by.iter().find(|key| key.by != OrderKey::Score) {
            let message = "Results of moreLikeThis() are ordered by similarity. Remove 'order by', or order by score().";
            return Err(QueryError::at(key.at, message));
        }
        if query.include.iter().any(|item| matches!(item, Include::Highlight(_) | Include::Explanations(_))) {
            let message =
                "highlight() and explanations() are not supported with moreLikeThis(). Remove them.";
            return Err(QueryError::at(more.at, message));
        }
        let options = match &more.options {
            Some(operand) => options(&members_of(operand, binder)?, operand)?,
            None => MoreLikeThisOptions::default(),
        };
        let what = match &more.what {
            MoreLikeThisArgument::Document(operand) => {
                MoreLikeThisBase::Document(texts(document(operand, binder)?))
            }
            MoreLikeThisArgument::Condition(expr) => {
                if !is_base(expr) {
                    let message = "moreLikeThis() takes a comparison such as id() = 'orders/1-A', or a document as JSON text.";
                    return Err(QueryError::at(more.at, message));
                }
                MoreLikeThisBase::Found(bind_condition(expr, binder, columns)?)
            }
        };
        Ok(Some(Self { what, options, at: more.at }))
    }
}

/// Collects every `moreLikeThis` of a condition; refuses those inside of other methods.
fn gather<'e>(expr: &'e Expr, beside: bool, all: &mut Vec<&'e MoreLikeThis>) -> Result<(), QueryError> {
    match expr {
        Expr::MoreLikeThis(more) if beside => {
            all.push(more);
            if let MoreLikeThisArgument::Condition(base) = &more.what {
                gather(base, false, all)?;
            }
            Ok(())
        }
        Expr::MoreLikeThis(more) => {
            let message = "moreLikeThis() can only be joined with other conditions by 'and'. It cannot be inside another method or after 'not'.";
            Err(QueryError::at(more.at, message))
        }
        Expr::And(sides) | Expr::Or(sides) => sides.iter().try_for_each(|side| gather(side, beside, all)),
        Expr::Intersect(sides) => sides.iter().try_for_each(|side| gather(side, false, all)),
        Expr::Not(inside) | Expr::Boost(inside, _) => gather(inside, false, all),
        Expr::True | Expr::Test(_) => Ok(()),
    }
}

/// Whether RavenDB accepts such a condition to select the base document.
fn is_base(expr: &Expr) -> bool {
    match expr {
        Expr::True | Expr::And(_) | Expr::Or(_) => true,
        Expr::Test(Test { predicate: Predicate::Compare(..), exact, .. }) => !exact,
        _ => false,
    }
}

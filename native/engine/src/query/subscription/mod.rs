//! The queries of subscriptions:
//! `[declare function] from Coll [(Revisions = true)] [as d] [where] [load] [select {…}|f(d)] [include]`.
//!
//! A condition is evaluated for each document separately, as `filter` of a query does, with the case of texts.

pub(crate) mod batch;
pub(crate) mod distribution;
mod javascript_condition;
mod outstanding;
pub(crate) mod results;
mod revisions;
mod source_filter;

use rookery_cancel::CancelToken;
use rookery_rql::ast::{Expr, Include, IncludedPart, Paging, Predicate, Query, Selected, Source};
use rookery_rql::{QueryError, QueryRequest};

use crate::query::scripts::QueryScripts;
use crate::query::stream;

/// A query that was checked.
#[derive(Debug, Clone)]
pub struct SubscriptionQuery {
    /// `None`: all collections.
    collection: Option<String>,
    /// A condition that is JavaScript, as a query of its own.
    condition: Option<QueryRequest>,
    request: QueryRequest,
    /// It is about revisions, not documents.
    revisions: bool,
    includes: bool,
    includes_documents: bool,
}

/// Why a query cannot be the query of a subscription.
#[derive(Debug, thiserror::Error)]
pub enum SubscriptionQueryError {
    /// It is not a query, or uses what this engine does not support.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Subscriptions do not support a part of it.
    #[error("{0}")]
    NotSupported(String),
    /// Its parts do not fit.
    #[error("{0}")]
    Invalid(String),
}

use SubscriptionQueryError::{Invalid, NotSupported};

impl SubscriptionQuery {
    /// Reads and checks a query, its scripts too.
    ///
    /// # Errors
    /// See [`SubscriptionQueryError`].
    pub fn parse(text: &str) -> Result<Self, SubscriptionQueryError> {
        let mut condition = None;
        let (text, revisions) = source_filter::without(text)?;
        let text = text.as_str();
        let mut query = match rookery_rql::parse(text) {
            Err(error @ QueryError::Parse(_)) => {
                let split = javascript_condition::split_or(error, text)?;
                condition = Some(split.condition);
                split.query
            }
            parsed => parsed?,
        };
        check(&query)?;
        let collection = query.from.source.collection().map(str::to_owned);
        let includes = !query.include.is_empty();
        let includes_documents = query.include.iter().any(|include| matches!(include, Include::Path(_)));
        query.filter = match (query.condition.take(), query.filter.take()) {
            (Some(condition), Some(filter)) => Some(Expr::And(vec![condition, filter])),
            (condition, filter) => condition.or(filter),
        };
        // As on a server, a limit has no effect.
        query.paging = Paging::default();
        let request = QueryRequest::new(query.to_string());
        let compiled = Self { collection, condition, request, revisions, includes, includes_documents };
        let nothing = stream::Probe::empty();
        for request in compiled.condition.iter().chain([&compiled.request]) {
            stream::run(&nothing, request, &QueryScripts::default(), &CancelToken::current())?;
        }
        Ok(compiled)
    }

    /// Whether it includes documents.
    pub fn includes_documents(&self) -> bool {
        self.includes_documents
    }

    /// Whether it is about revisions.
    pub fn reads_revisions(&self) -> bool {
        self.revisions
    }

    /// The collection; `None`: all of them.
    pub fn collection(&self) -> Option<&str> {
        self.collection.as_deref()
    }
}

fn check(query: &Query) -> Result<(), SubscriptionQueryError> {
    let refuse = |part: &str| Err(NotSupported(format!("Subscription cannot specify {part} clause")));
    if matches!(query.from.source, Source::Index(_)) {
        return Err(NotSupported("Subscription must specify a collection to use".to_owned()));
    }
    if !query.group_by.is_empty() {
        return refuse("a group by");
    }
    if !query.order_by.is_empty() {
        return refuse("an order by");
    }
    if query.update.is_some() {
        return refuse("an update");
    }
    if (query.select.is_some() || !query.load.is_empty()) && query.from.alias.is_none() {
        let message = "Cannot specify a select or load clauses without an alias on the query";
        return Err(Invalid(message.to_owned()));
    }
    if let Some(select) = &query.select {
        if select.distinct {
            return Err(NotSupported("Subscription does not support distinct queries".to_owned()));
        }
        let is_call = matches!(&select.fields[..], [only] if matches!(only.value, Selected::Call { .. }));
        if select.object.is_none() && !is_call {
            let message = "Subscription select clause must specify an object literal";
            return Err(NotSupported(message.to_owned()));
        }
    }
    for include in &query.include {
        let kind = match include {
            Include::Path(_) | Include::Counters { .. } => continue,
            Include::TimeSeries { part, .. } if !matches!(part, IncludedPart::Range(..)) => continue,
            Include::TimeSeries { .. } => "a range of TimeSeries",
            Include::Timings => "Timings",
            Include::Explanations(_) => "Explanation",
            Include::Highlight(_) => "Highlight",
            Include::CompareExchange(_) => "CompareExchange",
            Include::Revisions { .. } => "Revisions",
        };
        let message = format!("Subscription include expected to get Counters or TimeSeries but got {kind}");
        return Err(NotSupported(message));
    }
    query.condition.as_ref().map_or(Ok(()), check_condition)
}

/// Refuses conditions that need an index.
fn check_condition(condition: &Expr) -> Result<(), SubscriptionQueryError> {
    let method = match condition {
        Expr::And(sides) | Expr::Or(sides) => return sides.iter().try_for_each(check_condition),
        Expr::Not(inside) => return check_condition(inside),
        Expr::Boost(..) => "boost",
        Expr::Intersect(_) => "intersect",
        Expr::MoreLikeThis(_) => "moreLikeThis",
        Expr::True => return Ok(()),
        Expr::Test(test) if test.exact => "exact",
        Expr::Test(test) => match &test.predicate {
            Predicate::Search { .. } => "search",
            Predicate::Lucene(_) => "lucene",
            Predicate::Fuzzy { .. } => "fuzzy",
            Predicate::Spatial { relation, .. } => relation.method(),
            _ => return Ok(()),
        },
    };
    Err(NotSupported(format!("'{method}' query method is not supported for this type of query")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        SubscriptionQuery::parse(text).map(|query| query.request.query).unwrap_err().to_string()
    }

    #[test]
    fn conditions_become_filters_and_limits_have_no_effect() {
        let query = SubscriptionQuery::parse("from Ps as p where p.N > 1 limit 3").unwrap();
        assert_eq!(query.request.query, "from 'Ps' as 'p' filter N > 1");
        assert_eq!(query.collection(), Some("Ps"));
        let query =
            SubscriptionQuery::parse("from Ps (Revisions = true) as p where p.Current.N > 1").unwrap();
        assert_eq!(query.request.query, "from 'Ps' as 'p' filter Current.N > 1");
        assert!(query.reads_revisions());
        assert_eq!(SubscriptionQuery::parse("from @all_docs").unwrap().collection(), None);
    }

    #[test]
    fn what_a_server_refuses_is_refused_by_name() {
        for (text, named) in [
            ("from Ps order by N", "order by"),
            ("from Ps group by N select N", "group by"),
            ("from index 'x'", "collection"),
            ("from Ps select Name", "alias"),
            ("from Ps load Ref as r", "alias"),
            ("from Ps as p select p.Name", "object literal"),
            ("from Ps as p select distinct p.Name", "distinct"),
            ("from Ps where search(Name, 'a')", "'search'"),
            ("from Ps where true and exact(Name = 'a')", "'exact'"),
            ("from Ps where N = $p", "p"),
            ("from Ps include timings()", "Timings"),
            ("from Ps as p include cmpxchg(p.N)", "CompareExchange"),
            ("from Ps (Revision = true) as p", "Revisions = true"),
            ("from Ps as p select { A: ( }", "1:"),
            ("xx", "from"),
        ] {
            let refusal = refusal(text);
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
    }
}

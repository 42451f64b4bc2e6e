//! The tree bound to its parameters: access path, columns to extract,
//! predicate, sort keys, page and fields. Reads no document.

mod bind;
mod bind_methods;
mod columns;
mod condition;
mod describe;
mod explanations;
mod facet_setup;
mod facets;
mod filter;
mod group;
mod highlights;
mod included;
mod matches;
mod more_like_this;
mod more_like_this_options;
mod options;
mod paging;
mod projected;
mod reading;
mod sort;
mod time_series;
mod unsupported;

use std::collections::BTreeSet;

pub use columns::{ColumnSource, Columns, MetadataKey};
pub use condition::{BoundTest, Condition};
pub(crate) use explanations::Explanations;
pub(crate) use facet_setup::SetupOf;
pub(crate) use facets::{Aggregation, FacetKind, Facets, SuggestionSource, TermOptions};
pub(crate) use filter::{FilterClause, FilterExpr, FilterTest, Side};
pub(crate) use group::{COUNT, GroupedBy, Grouping};
pub(crate) use highlights::Highlight;
pub(crate) use included::Included;
pub use matches::{Between, Bound, Match, Membership, Needle};
pub use more_like_this::{MoreLikeThisBase, MoreLikeThisPlan};
pub use more_like_this_options::MoreLikeThisOptions;
pub use paging::Page;
pub(crate) use projected::{ProjectedArgument, ProjectedField, ProjectedValue};
pub use reading::{Reading, Readings};
pub use sort::{Measure, SortBy, SortValue, mixed};
pub use time_series::TimeSeriesFunctions;
pub(crate) use time_series::{
    EntryTerm, EntryTest, Frames, SeriesColumn, SeriesName, SeriesOwner, SeriesPlan, SeriesTimes, moment,
};
pub(crate) use unsupported::unsupported;

use crate::ast::{Expr, Function, Include, Load, Operand, Query, Script, Selected, Source};
use crate::error::QueryError;
use crate::request::QueryRequest;
use bind::Binder;
use serde_json::{Map, Value};

/// The value of an operand: a literal, or a parameter's value.
///
/// # Errors
/// When the parameter has no value.
pub fn value_of(operand: &Operand, parameters: &Map<String, Value>) -> Result<Value, QueryError> {
    Binder::new(parameters).json(operand)
}

/// The key in `cmpxchg(key)`.
pub(crate) fn key_of(key: &Operand, request: &QueryRequest) -> Result<String, QueryError> {
    Binder::new(&request.parameters).compare_exchange_key(key)
}

/// A query ready to run.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) source: Source,
    pub(crate) access: Access,
    pub(crate) columns: Columns,
    pub(crate) condition: Option<Condition>,
    /// `moreLikeThis(…)`.
    pub(crate) more_like_this: Option<MoreLikeThisPlan>,
    pub(crate) sort: Vec<SortBy>,
    /// `group by`: everything else is about the groups then.
    pub(crate) grouping: Option<Grouping>,
    /// Results are groups, not documents.
    pub(crate) yields_groups: bool,
    /// `filter`.
    pub(crate) filter: Option<FilterClause>,
    /// Facets and suggestions: nothing else is given then.
    pub(crate) facets: Option<Facets>,
    pub(crate) distinct: bool,
    /// `None` gives whole documents.
    pub(crate) fields: Option<Vec<ProjectedField>>,
    /// `select { … }`.
    pub(crate) object: Option<Script>,
    pub(crate) functions: Vec<Function>,
    pub(crate) time_series_functions: TimeSeriesFunctions,
    /// The alias of the `from` clause.
    pub(crate) alias: Option<String>,
    pub(crate) loads: Vec<Load>,
    /// A whole document is a member of the results.
    pub(crate) has_documents: bool,
    /// A query of time series is a member of the results.
    pub(crate) has_time_series: bool,
    pub(crate) included: Included,
    /// Fields to highlight; `None` if the query includes no highlights.
    pub(crate) highlights: Option<Vec<Highlight>>,
    /// `include explanations()`; `None` if the query does not include them.
    pub(crate) explanations: Option<Explanations>,
    pub(crate) include_timings: bool,
    /// The page of the query's text alone.
    pub(crate) written_page: Page,
    pub(crate) page: Page,
}

/// How the documents are reached.
#[derive(Debug, PartialEq)]
pub(crate) enum Access {
    /// All of them.
    Scan,
    /// The condition names ids: those only, folded and sorted as RavenDB gives them.
    Lookup(BTreeSet<String>),
    /// The condition is the beginning of an id, without an order: those only, in the order of ids.
    Prefix(String),
}

impl Access {
    /// The operator in plans and timings.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Scan => "CollectionScan",
            Self::Lookup(_) => "DocumentLookup",
            Self::Prefix(_) => "IdPrefixScan",
        }
    }

    /// `is_plain`: without an order, groups or facets.
    fn of(expr: &Expr, binder: &Binder<'_>, is_plain: bool) -> Self {
        if let Some(ids) = condition::lookup_ids(expr, binder) {
            return Self::Lookup(ids);
        }
        condition::id_prefix(expr, binder).filter(|_| is_plain).map_or(Self::Scan, Self::Prefix)
    }
}

impl Plan {
    /// The members of the results that are queries of time series; without the one that is the result itself.
    pub(crate) fn time_series_fields(&self) -> Vec<String> {
        let fields = self.fields.as_deref().unwrap_or_default();
        let is_whole = matches!(fields, [only] if only.unnamed);
        let members = fields.iter().filter(|field| !is_whole && field.value.is_time_series());
        members.map(|field| field.name.clone()).collect()
    }

    /// Binds the tree to the request's parameters.
    pub(crate) fn new(
        query: &Query,
        request: &QueryRequest,
        readings: Option<Readings<'_>>,
    ) -> Result<Self, QueryError> {
        unsupported::refuse(query)?;
        let grouped = group::split(query)?;
        let (grouping, query) = match &grouped {
            Some((grouping, about_groups)) => (Some(grouping.clone()), about_groups),
            None => (None, query),
        };
        let binder = Binder::of(request).reading(readings);
        let mut columns = Columns::default();
        let condition = match &query.condition {
            None | Some(Expr::True) => None,
            Some(expr) => Some(condition::bind_condition(expr, &binder, &mut columns)?),
        };
        let mut sort = Vec::with_capacity(query.order_by.len());
        for key in &query.order_by {
            sort.push(SortBy::new(key, &binder, &mut columns)?);
        }
        let more_like_this = MoreLikeThisPlan::new(query, &binder, &mut columns)?;
        if more_like_this.is_some() && sort.is_empty() {
            sort.push(SortBy::by_score());
        }
        if let (Some(condition), true) = (&condition, sort.is_empty()) {
            sort.extend(SortBy::by_boost(condition, &mut columns));
        }
        let has_highlights = query.include.iter().any(|item| matches!(item, Include::Highlight(_)));
        let highlights = Highlight::all(query, &binder, condition.as_ref(), &columns)?;
        let select = query.select.as_ref();
        let facets = Facets::new(select, &binder)?;
        let is_plain = sort.is_empty() && grouping.is_none() && facets.is_none();
        let access =
            query.condition.as_ref().map_or(Access::Scan, |expr| Access::of(expr, &binder, is_plain));
        // The walk itself tests it.
        let condition = condition.filter(|_| !matches!(access, Access::Prefix(_)));
        // Facets need neither an order nor a page.
        let whole = facets.is_some();
        let written_page = Page::new(&query.paging, &binder)?;
        let page = written_page.of_request(&query.paging, request);
        let page = if whole { Page { skip: 0, take: None } } else { page };
        let written_page = if whole { page } else { written_page };
        if whole {
            sort.clear();
        }
        Ok(Self {
            source: query.from.source.clone(),
            access,
            columns,
            condition,
            more_like_this,
            sort,
            yields_groups: grouping.is_some(),
            grouping,
            filter: FilterClause::new(query, &binder)?,
            facets,
            distinct: !whole && select.is_some_and(|select| select.distinct && !select.fields.is_empty()),
            fields: select
                .filter(|select| !select.fields.is_empty() && !whole)
                .map(|select| projected::projected(select, query.from.alias.as_deref(), &binder))
                .transpose()?,
            object: select.and_then(|select| select.object.clone()),
            functions: query.functions.clone(),
            time_series_functions: TimeSeriesFunctions::new(query, &binder)?,
            alias: query.from.alias.clone(),
            loads: query.load.clone(),
            has_documents: select.is_some_and(|select| {
                select.fields.iter().any(|field| matches!(field.value, Selected::Document(_)))
            }),
            has_time_series: select
                .is_some_and(|select| select.fields.iter().any(|field| field.value.is_time_series())),
            included: Included::new(query, &binder)?,
            highlights: has_highlights.then_some(highlights),
            explanations: Explanations::new(query, &binder)?,
            include_timings: query.include.contains(&Include::Timings),
            written_page,
            page,
        })
    }
}

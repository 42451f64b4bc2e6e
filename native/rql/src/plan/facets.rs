//! `facet(…)` and `suggest(…)` bound to columns and values: answers about all that was found, not about each
//! document.

use serde_json::{Map, Value};

use super::bind::{Binder, invalid, kind_of};
use super::columns::Columns;
use super::condition::{Condition, bind_condition};
use super::options::{members_of, place, size};
use crate::ast::{
    Expr, Facet, FacetOf, Field, Operand, Position, Predicate, Select, SelectField, Selected, Suggest,
};
use crate::error::QueryError;
use crate::values::fold;

/// Suggestions at most by default.
const SUGGESTIONS: usize = 15;

/// What a query sums up instead of giving documents.
#[derive(Debug)]
pub(crate) struct Facets {
    pub(crate) columns: Columns,
    pub(crate) all: Vec<PlannedFacet>,
}

/// One facet, by its name in the answer.
#[derive(Debug)]
pub(crate) struct PlannedFacet {
    pub(crate) name: String,
    pub(crate) of: FacetKind,
}

#[derive(Debug)]
pub(crate) enum FacetKind {
    /// Every value of a column.
    Terms(usize, Vec<Aggregation>, TermOptions),
    /// Ranges with their text.
    Ranges(Vec<(String, Condition)>, Vec<Aggregation>),
    /// Everything together.
    All(Vec<Aggregation>),
    Suggestions(SuggestionSource),
}

/// What is computed of one field.
#[derive(Debug, Clone)]
pub(crate) struct Aggregation {
    pub(crate) name: String,
    pub(crate) column: usize,
    /// `sum`, `avg`, `min`, `max`.
    pub(crate) methods: Vec<String>,
}

/// Which values of a facet are given, in which order.
#[derive(Debug, Default)]
pub(crate) struct TermOptions {
    pub(crate) by_count: bool,
    pub(crate) descending: bool,
    pub(crate) start: usize,
    pub(crate) size: Option<usize>,
    pub(crate) include_remaining_terms: bool,
}

/// Where suggestions come from, and for what.
#[derive(Debug)]
pub(crate) struct SuggestionSource {
    pub(crate) column: usize,
    /// Without case.
    pub(crate) texts: Vec<String>,
    /// From 0 to 1.
    pub(crate) accuracy: f64,
    pub(crate) size: usize,
    pub(crate) by_popularity: bool,
}

impl Facets {
    /// `None` when the select list has no facet.
    pub(super) fn new(select: Option<&Select>, binder: &Binder<'_>) -> Result<Option<Self>, QueryError> {
        let Some(select) = select else { return Ok(None) };
        let is_facet =
            |field: &&SelectField| matches!(field.value, Selected::Facet(_) | Selected::Suggest(_));
        if !select.fields.iter().any(|field| is_facet(&field)) {
            return Ok(None);
        }
        let mut columns = Columns::default();
        let mut all = Vec::with_capacity(select.fields.len());
        for field in &select.fields {
            let name = field.name();
            all.push(match &field.value {
                Selected::Facet(facet) => summary(name, facet, field.at, binder, &mut columns)?,
                Selected::Suggest(suggest) => suggested(name, suggest, binder, &mut columns)?,
                _ => {
                    return Err(QueryError::at(field.at, "facet() and suggest() cannot be combined with fields in 'select': they aggregate all results."));
                }
            });
        }
        Ok(Some(Self { columns, all }))
    }
}

fn summary(
    name: String,
    facet: &Facet,
    at: Position,
    binder: &Binder<'_>,
    columns: &mut Columns,
) -> Result<PlannedFacet, QueryError> {
    let mut aggregations: Vec<Aggregation> = Vec::new();
    for aggregation in &facet.aggregations {
        let name = aggregation.name.clone().unwrap_or_else(|| aggregation.path.to_string());
        let column = columns.for_field(&Field::Path(aggregation.path.clone()));
        match aggregations.iter_mut().find(|known| known.name == name && known.column == column) {
            Some(known) => known.methods.push(aggregation.method.clone()),
            None => {
                aggregations.push(Aggregation { name, column, methods: vec![aggregation.method.clone()] })
            }
        }
    }
    let of = match &facet.of {
        FacetOf::Field(path) => {
            let options = facet.options.as_ref().map(|options| term_options(options, binder)).transpose()?;
            let column = columns.for_field(&Field::Path(path.clone()));
            FacetKind::Terms(column, aggregations, options.unwrap_or_default())
        }
        FacetOf::Ranges(ranges) => {
            if let Some(options) = &facet.options {
                return Err(invalid(options, "Options are not supported in range facets.".to_owned()));
            }
            let mut bound = Vec::with_capacity(ranges.len());
            same_field(ranges, at)?;
            for range in ranges {
                bound.push((range_text(range, at, binder)?, bind_condition(range, binder, columns)?));
            }
            FacetKind::Ranges(bound, aggregations)
        }
        FacetOf::All => FacetKind::All(aggregations),
        // `with_facet_setups` has replaced it before the query is bound.
        FacetOf::Setup(_) => FacetKind::All(Vec::new()),
    };
    Ok(PlannedFacet { name, of })
}

/// A range as the answer names it: text without quotes.
fn range_text(range: &Expr, at: Position, binder: &Binder<'_>) -> Result<String, QueryError> {
    let value = |operand: &Operand| {
        let value = binder.json(operand)?;
        Ok::<_, QueryError>(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    match range {
        Expr::And(sides) => {
            let sides =
                sides.iter().map(|side| range_text(side, at, binder)).collect::<Result<Vec<_>, _>>()?;
            Ok(sides.join(" and "))
        }
        Expr::Test(test) => match &test.predicate {
            Predicate::Compare(comparison, with) if !matches!(comparison.symbol(), "=" | "!=") => {
                Ok(format!("{} {} {}", test.field, comparison.symbol(), value(with)?))
            }
            Predicate::Between(low, high) => {
                Ok(format!("{} between {} and {}", test.field, value(low)?, value(high)?))
            }
            _ => Err(no_range(test.at)),
        },
        _ => Err(no_range(at)),
    }
}

/// Ranges of one facet are ranges of one field: the first that each names.
fn same_field(ranges: &[Expr], at: Position) -> Result<(), QueryError> {
    let mut fields = ranges.iter().filter_map(first_field);
    let Some(field) = fields.next() else { return Ok(()) };
    match fields.find(|other| *other != field) {
        None => Ok(()),
        Some(other) => Err(QueryError::at(
            at,
            format!(
                "The ranges of a facet are ranges of one field, not of '{field}' and of '{other}'. Write one facet() for each field."
            ),
        )),
    }
}

fn first_field(range: &Expr) -> Option<&Field> {
    match range {
        Expr::And(sides) => sides.first().and_then(first_field),
        Expr::Test(test) => Some(&test.field),
        _ => None,
    }
}

fn no_range(at: Position) -> QueryError {
    QueryError::at(at, "A range of a facet is made of <, <=, >, >= and 'between', joined by 'and'.")
}

/// The sorts of terms: by count or not, downwards or not.
const SORTS: [(&str, (bool, bool)); 4] = [
    ("ValueAsc", (false, false)),
    ("ValueDesc", (false, true)),
    ("CountAsc", (true, false)),
    ("CountDesc", (true, true)),
];

/// Names are met without case: the client for Node.js writes `termSortMode`.
fn term_options(operand: &Operand, binder: &Binder<'_>) -> Result<TermOptions, QueryError> {
    let given = members_of(operand, binder)?;
    let mut members = Map::new();
    for known in ["TermSortMode", "Start", "PageSize", "IncludeRemainingTerms"] {
        if let Some((_, value)) = given.iter().rfind(|(name, _)| name.eq_ignore_ascii_case(known)) {
            members.insert(known.to_owned(), value.clone());
        }
    }
    let (by_count, descending) = match members.get("TermSortMode").and_then(Value::as_str) {
        None => (false, false),
        Some(mode) => match SORTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(mode)) {
            Some((_, sort)) => *sort,
            None => {
                let mode = crate::text::shortened(mode);
                let message = format!(
                    "'{mode}' is not a TermSortMode. Supported are ValueAsc, ValueDesc, CountAsc and CountDesc."
                );
                return Err(invalid(operand, message));
            }
        },
    };
    Ok(TermOptions {
        by_count,
        descending,
        start: place(&members, "Start", operand)?.unwrap_or(0),
        size: place(&members, "PageSize", operand)?,
        include_remaining_terms: members
            .get("IncludeRemainingTerms")
            .and_then(Value::as_bool)
            .unwrap_or(false),
    })
}

fn suggested(
    name: String,
    suggest: &Suggest,
    binder: &Binder<'_>,
    columns: &mut Columns,
) -> Result<PlannedFacet, QueryError> {
    let mut texts = Vec::new();
    for (operand, value) in binder.flattened(std::slice::from_ref(&suggest.text))? {
        match value {
            Value::String(text) => texts.push(fold(&text)),
            other => {
                return Err(invalid(operand, format!("suggest() requires text, not {}.", kind_of(&other))));
            }
        }
    }
    let mut from = SuggestionSource {
        column: columns.for_field(&Field::Path(suggest.path.clone())),
        texts,
        accuracy: 0.5,
        size: SUGGESTIONS,
        by_popularity: false,
    };
    if let Some(operand) = &suggest.options {
        let members = members_of(operand, binder)?;
        from.size = size(&members, "PageSize", operand)?.unwrap_or(SUGGESTIONS);
        from.by_popularity = members.get("SortMode").and_then(Value::as_str) == Some("Popularity");
        if let Some(accuracy) = members.get("Accuracy").filter(|value| !value.is_null()) {
            let accuracy = accuracy.as_f64().filter(|accuracy| (0.0..=1.0).contains(accuracy));
            from.accuracy = accuracy
                .ok_or_else(|| invalid(operand, "The option Accuracy is a number from 0 to 1.".to_owned()))?;
        }
    }
    Ok(PlannedFacet { name, of: FacetKind::Suggestions(from) })
}

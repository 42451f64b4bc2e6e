//! Compiles a bound condition to operators over the terms and columns of an index.

use std::ops::Bound as Edge;

use rookery_rql::plan::{
    Between, Bound, BoundTest, ColumnSource, Columns, Condition, Match, Membership, Needle,
};
use rookery_rql::search::similarity;
use rookery_rql::values::Number;

use crate::error::IndexError;
use crate::full_text;
use crate::norms::Norms;
use crate::operator::{Leaf, Operator, OperatorKind, TextPredicate};
use crate::scoring::{Scoring, TermFrequencies};
use crate::spatial::SpatialTest;
use crate::terms::{self, Kind};

/// Longer texts are like nothing: comparing takes length by length.
const LONGEST_FUZZY: usize = 1_000;

/// Which field of the index a column of the query is; `None` when the index has no such field.
pub type FieldOf<'f> = &'f dyn Fn(&ColumnSource) -> Option<u16>;

/// Which field of the index has the places of a column, or of two with latitudes and longitudes.
pub type LocationOf<'f> = &'f dyn Fn(&ColumnSource, Option<&ColumnSource>) -> Option<u16>;

/// Where the columns of a query are in an index.
struct FieldLookup<'p> {
    field: &'p dyn Fn(usize) -> Option<u16>,
    place: &'p dyn Fn(usize, Option<usize>) -> Option<u16>,
}

/// Whether an index can answer the condition at all.
///
/// # Errors
/// When the index cannot evaluate the condition: a sentence with the reason.
pub fn check(condition: &Condition) -> Result<(), IndexError> {
    operator(condition, &FieldLookup { field: &|_| None, place: &|_, _| None }).map(|_| ())
}

pub(crate) fn condition(
    condition: &Condition,
    columns: &Columns,
    field_of: FieldOf<'_>,
    location_of: LocationOf<'_>,
) -> Result<Operator, IndexError> {
    let source = |column| columns.sources.get(column);
    let place = |column, longitude: Option<usize>| {
        let longitude = match longitude {
            Some(column) => Some(source(column)?),
            None => None,
        };
        location_of(source(column)?, longitude)
    };
    operator(condition, &FieldLookup { field: &|column| source(column).and_then(field_of), place: &place })
}

fn operator(condition: &Condition, places: &FieldLookup<'_>) -> Result<Operator, IndexError> {
    let all =
        |sides: &[Condition]| sides.iter().map(|side| operator(side, places)).collect::<Result<Vec<_>, _>>();
    Ok(match condition {
        Condition::True => Operator::new("AllEntriesMatch", Vec::new(), OperatorKind::All),
        Condition::And(sides) => {
            Operator::new("BinaryMatch [And]", Vec::new(), OperatorKind::And(all(sides)?))
        }
        Condition::Or(sides) => Operator::new("BinaryMatch [Or]", Vec::new(), OperatorKind::Or(all(sides)?)),
        Condition::Not(inside) => {
            let inside = Box::new(operator(inside, places)?);
            Operator::new("UnaryMatch [Not]", Vec::new(), OperatorKind::Not(inside))
        }
        Condition::Boost(inside, factor) => {
            let inside = Box::new(operator(inside, places)?);
            let parameters = vec![("BoostFactor".to_owned(), factor.to_string())];
            Operator::new("BoostingMatch", parameters, OperatorKind::Boost(inside, *factor))
        }
        Condition::Test(test) => self::test(test, places)?,
        _ => return Err(unsupported("this kind of condition")),
    })
}

fn unsupported(what: &str) -> IndexError {
    IndexError::Unsupported(format!("An index cannot answer {what} yet."))
}

fn test(test: &BoundTest, places: &FieldLookup<'_>) -> Result<Operator, IndexError> {
    // A field that is not indexed has no values: nothing is equal, everything is unequal.
    let field = (places.field)(test.column).unwrap_or(u16::MAX);
    let norms = |has_norm: bool| Norms::new(has_norm.then_some(field));
    let scoring = match &test.check {
        Match::Equal(needle) => {
            let norms = norms(!matches!(needle, Needle::Number(_)));
            Scoring::Terms(equal(field, needle), TermFrequencies::default(), norms)
        }
        check => Scoring::One(norms(matches!(check, Match::In(_) | Match::AllIn(_) | Match::Fuzzy { .. }))),
    };
    let make = |kind| Operator::new(test.operation, test.parameters.clone(), kind).scored(scoring);
    let leaf = match &test.check {
        Match::Equal(needle) => Leaf::Terms(equal(field, needle)),
        Match::NotEqual(needle) => {
            let equal =
                Operator::new("TermMatch", Vec::new(), OperatorKind::Leaf(Leaf::Terms(equal(field, needle))));
            return Ok(make(OperatorKind::Not(Box::new(equal.hidden()))));
        }
        Match::In(members) => Leaf::Terms(member_terms(field, members)),
        Match::AllIn(needles) => Leaf::AllTerms(needles.iter().map(|needle| equal(field, needle)).collect()),
        Match::Between(range) => between(field, range)?,
        Match::StartsWith(Needle::Text { exact, folded, .. }) => match exact {
            _ if folded.as_str().is_empty() => Leaf::Terms(Vec::new()),
            Some(exact) => Leaf::TermPrefix(terms::text(field, Kind::Exact, exact)),
            None => Leaf::TextPrefix(field, folded.as_str().as_bytes().to_vec()),
        },
        Match::EndsWith(Needle::Text { exact, folded, .. }) => match exact {
            _ if folded.as_str().is_empty() => Leaf::Terms(Vec::new()),
            Some(exact) => Leaf::TermSuffix(terms::head(field, Kind::Exact), exact.as_bytes().to_vec()),
            None => Leaf::TermSuffix(terms::head(field, Kind::Folded), folded.as_str().as_bytes().to_vec()),
        },
        Match::StartsWith(_) | Match::EndsWith(_) => Leaf::Terms(Vec::new()),
        Match::Exists => Leaf::Exists(field),
        Match::Search(search) => {
            let name = test.parameters.iter().find(|(name, _)| name == "FieldName");
            let name = name.map_or("", |(_, name)| name);
            return Ok(full_text::operator(search, field, name));
        }
        Match::Regex(pattern) => {
            let pattern = pattern.clone();
            Leaf::MatchingTexts(field, TextPredicate(Box::new(move |text| pattern.is_match(text))))
        }
        Match::Fuzzy { text, similarity: least } => {
            let (text, least) = (text.clone(), *least);
            let look = move |value: &str| value.len() <= LONGEST_FUZZY && similarity(value, &text) > least;
            Leaf::MatchingTexts(field, TextPredicate(Box::new(look)))
        }
        Match::Spatial { relation, area, longitude } => {
            let field = (places.place)(test.column, *longitude).unwrap_or(u16::MAX);
            Leaf::Place(SpatialTest::new(field, *relation, area.clone()))
        }
        _ => return Err(unsupported(test.operation)),
    };
    Ok(make(OperatorKind::Leaf(leaf)))
}

fn equal(field: u16, needle: &Needle) -> Vec<Vec<u8>> {
    match needle {
        Needle::Null => vec![terms::head(field, Kind::Null)],
        Needle::Number(number) => vec![terms::number(field, *number)],
        Needle::Text { instant: Some(ticks), .. } => terms::instants(field, *ticks),
        Needle::Text { exact: Some(exact), .. } => vec![terms::text(field, Kind::Exact, exact)],
        Needle::Text { folded, .. } => vec![terms::text(field, Kind::Folded, folded.as_str())],
        _ => Vec::new(),
    }
}

fn member_terms(field: u16, members: &Membership) -> Vec<Vec<u8>> {
    let kind = if members.exact { Kind::Exact } else { Kind::Folded };
    let mut all: Vec<Vec<u8>> = members.texts.iter().map(|text| terms::text(field, kind, text)).collect();
    all.extend(members.numbers.iter().map(|number| terms::number(field, *number)));
    all.extend(members.null.then(|| terms::head(field, Kind::Null)));
    all
}

fn between(field: u16, range: &Between) -> Result<Leaf, IndexError> {
    let (low, high) = (&range.low, &range.high);
    let known = |edge: &Edge<Bound>| match edge {
        Edge::Included(bound) | Edge::Excluded(bound) => Some(bound.clone()),
        Edge::Unbounded => None,
    };
    Ok(match known(low).or_else(|| known(high)) {
        None => Leaf::Exists(field),
        Some(Bound::Number(_)) => Leaf::Numbers(field, edge(low, number)?, edge(high, number)?),
        Some(Bound::Instant(_)) => Leaf::Instants(field, edge(low, ticks)?, edge(high, ticks)?),
        Some(Bound::Text { exact: Some(_), .. }) => {
            let term = |text: &Bound| match text {
                Bound::Text { exact: Some(exact), .. } => Some(terms::text(field, Kind::Exact, exact)),
                _ => None,
            };
            let head = terms::head(field, Kind::Exact);
            let mut after = head.clone();
            // The next kind of term of this field.
            if let Some(last) = after.last_mut() {
                *last += 1;
            }
            let low = match edge(low, term)? {
                Edge::Unbounded => Edge::Included(head),
                low => low,
            };
            let high = match edge(high, term)? {
                Edge::Unbounded => Edge::Excluded(after),
                high => high,
            };
            Leaf::TermRange(low, high)
        }
        Some(Bound::Text { .. }) => {
            let text = |text: &Bound| match text {
                Bound::Text { folded, .. } => Some(terms::cut(folded.as_str()).as_bytes().to_vec()),
                _ => None,
            };
            Leaf::Texts(field, edge(low, text)?, edge(high, text)?)
        }
        Some(_) => return Err(unsupported("a range of this kind")),
    })
}

fn number(bound: &Bound) -> Option<Number> {
    if let Bound::Number(number) = bound { Some(*number) } else { None }
}

fn ticks(bound: &Bound) -> Option<i64> {
    if let Bound::Instant(ticks) = bound { Some(*ticks) } else { None }
}

fn edge<T>(edge: &Edge<Bound>, read: impl Fn(&Bound) -> Option<T>) -> Result<Edge<T>, IndexError> {
    let read = |bound| read(bound).ok_or_else(|| unsupported("a range whose ends are of different kinds"));
    Ok(match edge {
        Edge::Unbounded => Edge::Unbounded,
        Edge::Included(bound) => Edge::Included(read(bound)?),
        Edge::Excluded(bound) => Edge::Excluded(read(bound)?),
    })
}

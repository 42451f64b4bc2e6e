//! Facets and suggestions: results are aggregated a batch at a time and not stored.

use std::collections::{BTreeMap, BTreeSet};

use rookery_cancel::CancelToken;
use serde_json::{Map, Value};

use super::batch::Batch;
use super::extract::{Column, Extractor};
use super::mask::Mask;
use super::predicate::Predicate;
use super::tally::Tally;
use crate::answer::ResultItem;
use crate::error::QueryError;
use crate::plan::{Aggregation, FacetKind, Facets, SuggestionSource, TermOptions};
use crate::search::edits;
use crate::source::OwnedDocument;
use crate::values::{Leaf, fold, number_text};

/// Longer terms are like nothing: comparing takes length by length.
const MAX_LENGTH: usize = 200;

/// Sums up what a query found.
#[derive(Debug)]
pub(crate) struct FacetCollector {
    extractor: Extractor,
    batch: Batch,
    /// Terms are written as an index has them; otherwise they are values of documents.
    as_they_are: bool,
    states: Vec<(String, State)>,
}

#[derive(Debug)]
enum State {
    Terms {
        column: usize,
        terms: BTreeMap<String, Tally>,
        aggregations: Vec<Aggregation>,
        options: TermOptions,
    },
    Ranges {
        ranges: Vec<(String, Predicate, Tally)>,
        aggregations: Vec<Aggregation>,
    },
    All {
        tally: Tally,
        aggregations: Vec<Aggregation>,
    },
    Suggestions {
        from: SuggestionSource,
        terms: BTreeMap<String, u64>,
    },
}

impl FacetCollector {
    pub(crate) fn new(facets: Facets, as_they_are: bool) -> Self {
        let extractor = Extractor::new(&facets.columns);
        let state = |of| match of {
            FacetKind::Terms(column, aggregations, options) => {
                State::Terms { column, terms: BTreeMap::new(), aggregations, options }
            }
            FacetKind::Ranges(ranges, aggregations) => {
                let ranges = ranges
                    .into_iter()
                    .map(|(text, condition)| (text, Predicate::new(condition), Tally::default()));
                State::Ranges { ranges: ranges.collect(), aggregations }
            }
            FacetKind::All(aggregations) => State::All { tally: Tally::default(), aggregations },
            FacetKind::Suggestions(from) => State::Suggestions { from, terms: BTreeMap::new() },
        };
        let states = facets.all.into_iter().map(|one| (one.name, state(one.of))).collect();
        Self { extractor, batch: Batch::default(), as_they_are, states }
    }

    /// Takes in one document.
    pub(crate) fn add(&mut self, document: &OwnedDocument) -> Result<(), QueryError> {
        self.batch.push(&document.as_item());
        if self.batch.is_full() { self.process() } else { Ok(()) }
    }

    fn process(&mut self) -> Result<(), QueryError> {
        self.extractor.read(&self.batch)?;
        let columns = self.extractor.columns();
        let all = Mask::first(self.batch.len());
        for (_, state) in &mut self.states {
            match state {
                State::Terms { column, terms, aggregations, .. } => {
                    for entry in all.entries() {
                        for term in terms_of(columns, *column, entry, self.as_they_are) {
                            terms.entry(term).or_default().add(columns, entry, aggregations);
                        }
                    }
                }
                State::Ranges { ranges, aggregations } => {
                    for (_, range, tally) in ranges {
                        for entry in range.run(columns, &all).entries() {
                            tally.add(columns, entry, aggregations);
                        }
                    }
                }
                State::All { tally, aggregations } => {
                    for entry in all.entries() {
                        tally.add(columns, entry, aggregations);
                    }
                }
                State::Suggestions { from, terms } => {
                    for entry in all.entries() {
                        for term in terms_of(columns, from.column, entry, self.as_they_are) {
                            *terms.entry(term).or_default() += 1;
                        }
                    }
                }
            }
        }
        self.batch.clear();
        Ok(())
    }

    /// The answer about `scanned` results.
    pub(crate) fn finish(
        mut self,
        scanned: u64,
        cancel: &CancelToken,
    ) -> Result<Vec<ResultItem>, QueryError> {
        self.process()?;
        let cancelled = || QueryError::Cancelled { scanned };
        let result = |(name, state): (String, State)| {
            let fields = match state {
                State::Terms { terms, aggregations, options, .. } => {
                    facet_of_terms(name, terms, &aggregations, &options, cancel).ok_or_else(cancelled)?
                }
                State::Ranges { ranges, aggregations } => {
                    let values = ranges
                        .iter()
                        .flat_map(|(text, _, tally)| tally.values(text, &aggregations))
                        .collect();
                    facet(name, values, (0, 0), Vec::new())
                }
                State::All { tally, aggregations } => {
                    let values = tally.values("@AllResults", &aggregations);
                    facet(name, values, (0, 0), Vec::new())
                }
                State::Suggestions { from, terms } => {
                    let suggestions = suggestions(&from, &terms, cancel).ok_or_else(cancelled)?;
                    Map::from_iter([
                        ("Name".to_owned(), name.into()),
                        ("Suggestions".to_owned(), suggestions.into()),
                    ])
                }
            };
            Ok(ResultItem::Projection { id: String::new(), fields })
        };
        self.states.into_iter().map(result).collect()
    }
}

/// The terms of an entry, each once, as an index without an analyzer has them, or as they are.
fn terms_of(columns: &[Column], column: usize, entry: usize, as_they_are: bool) -> BTreeSet<String> {
    let term = |leaf| match leaf {
        Leaf::Null => Some("NULL_VALUE".to_owned()),
        Leaf::Text("") => Some("EMPTY_STRING".to_owned()),
        Leaf::Text(text) if as_they_are => Some(text.to_owned()),
        Leaf::Text(text) => Some(fold(text)),
        Leaf::Number(number) => Some(number_text(number)),
        Leaf::Bool(value) => Some(value.to_string()),
        Leaf::Object => None,
    };
    columns.get(column).into_iter().flat_map(|column| column.leaves(entry)).filter_map(term).collect()
}

fn facet_of_terms(
    name: String,
    terms: BTreeMap<String, Tally>,
    aggregations: &[Aggregation],
    options: &TermOptions,
    cancel: &CancelToken,
) -> Option<Map<String, Value>> {
    let mut terms: Vec<(String, Tally)> = terms.into_iter().collect();
    if options.descending && !options.by_count {
        terms.reverse();
    }
    if options.by_count {
        // Stable: terms that are as frequent stay in their order.
        let compare = |a: &(String, Tally), b: &(String, Tally)| {
            if options.descending { b.1.count.cmp(&a.1.count) } else { a.1.count.cmp(&b.1.count) }
        };
        terms = rookery_cancel::sort_by(terms, compare, cancel)?;
    }
    let start = options.start.min(terms.len());
    let end = options.size.map_or(terms.len(), |size| start.saturating_add(size).min(terms.len()));
    let values =
        terms[start..end].iter().flat_map(|(term, tally)| tally.values(term, aggregations)).collect();
    let rest = &terms[end..];
    let hits = rest.iter().map(|(_, tally)| tally.count).sum();
    let names = if options.include_remaining_terms {
        rest.iter().map(|(term, _)| term.clone()).collect()
    } else {
        Vec::new()
    };
    Some(facet(name, values, (hits, rest.len()), names))
}

fn facet(name: String, values: Vec<Value>, rest: (u64, usize), names: Vec<String>) -> Map<String, Value> {
    Map::from_iter([
        ("Name".to_owned(), name.into()),
        ("Values".to_owned(), values.into()),
        ("RemainingHits".to_owned(), rest.0.into()),
        ("RemainingTermsCount".to_owned(), rest.1.into()),
        ("RemainingTerms".to_owned(), names.into()),
    ])
}

/// The terms most similar to the given texts, each once; `None` when cancelled.
fn suggestions(
    from: &SuggestionSource,
    terms: &BTreeMap<String, u64>,
    cancel: &CancelToken,
) -> Option<Vec<String>> {
    let mut given = Vec::new();
    for text in from.texts.iter().filter(|text| text.len() <= MAX_LENGTH) {
        let mut like: Vec<(f64, u64, &String)> = terms
            .iter()
            .take_while(|_| !cancel.is_cancelled())
            .filter(|(term, _)| term.len() <= MAX_LENGTH)
            .map(|(term, count)| (likeness(text, term), *count, term))
            .filter(|(likeness, ..)| *likeness >= from.accuracy)
            .collect();
        let compare = |a: &(f64, u64, &String), b: &(f64, u64, &String)| {
            let likeness = b.0.total_cmp(&a.0);
            let popularity = b.1.cmp(&a.1);
            if from.by_popularity { popularity.then(likeness) } else { likeness.then(popularity) }
        };
        like = rookery_cancel::sort_by(like, compare, cancel)?;
        for (_, _, term) in like.into_iter().take(from.size) {
            if !given.contains(term) {
                given.push(term.clone());
            }
        }
    }
    Some(given)
}

/// From 0 to 1: one less the share of letters that must be changed.
#[expect(clippy::cast_precision_loss, reason = "terms that are compared are short")]
fn likeness(left: &str, right: &str) -> f64 {
    let longest = left.chars().count().max(right.chars().count()).max(1);
    1.0 - edits(left, right) as f64 / longest as f64
}

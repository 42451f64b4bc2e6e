//! The operators: each takes all entries of a segment and is timed once per segment.

use std::ops::Bound as Edge;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_rql::search::{ClauseKind, Word};
use rookery_rql::timings::PlanNode;
use rookery_rql::values::Number;

use crate::columns;
use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::postings_union::PostingsUnion;
use crate::scoring::Scoring;
use crate::segment::Segment;
use crate::spatial::SpatialTest;
use crate::term_ranges;
use crate::terms::{self, Kind};
use crate::word_field::{WordField, with_phrase};

/// An operator and its measurements so far.
#[derive(Debug)]
pub(crate) struct Operator {
    pub(crate) kind: OperatorKind,
    name: &'static str,
    parameters: Vec<(String, String)>,
    /// A part of its parent rather than an operator of its own.
    hidden: bool,
    entries_in: u64,
    entries_out: u64,
    estimate: Option<u64>,
    total: Duration,
    /// What it counts in the score, when it is a test.
    pub(crate) scoring: Option<Scoring>,
    /// Its matches in each segment, stored for scores.
    pub(crate) kept: Option<Vec<Matches>>,
}

#[derive(Debug)]
pub(crate) enum OperatorKind {
    All,
    And(Vec<Operator>),
    Or(Vec<Operator>),
    Not(Box<Operator>),
    /// The inner condition, with its score multiplied.
    Boost(Box<Operator>, f64),
    /// Of what the inside finds, where all words are: what has them in the right places.
    Phrase(Box<Operator>, WordField, Vec<Word>, u32),
    Leaf(Leaf),
}

/// What reads terms or columns.
#[derive(Debug)]
pub(crate) enum Leaf {
    /// Any of these terms.
    Terms(Vec<Vec<u8>>),
    /// Of each group any term.
    AllTerms(Vec<Vec<Vec<u8>>>),
    Numbers(u16, Edge<Number>, Edge<Number>),
    Instants(u16, Edge<i64>, Edge<i64>),
    Texts(u16, Edge<Vec<u8>>, Edge<Vec<u8>>),
    TextPrefix(u16, Vec<u8>),
    TermRange(Edge<Vec<u8>>, Edge<Vec<u8>>),
    TermPrefix(Vec<u8>),
    /// Terms that begin with the one and end with the other.
    TermSuffix(Vec<u8>, Vec<u8>),
    Exists(u16),
    /// Entries with this word.
    Word(WordField, String),
    /// Entries with a word that matches the clause.
    WordsMatching(WordField, Box<ClauseKind>),
    /// Entries with a folded text of the field that matches the predicate.
    MatchingTexts(u16, TextPredicate),
    Place(SpatialTest),
}

/// A predicate for the texts of a field.
pub(crate) struct TextPredicate(pub(crate) Box<dyn Fn(&str) -> bool>);

impl std::fmt::Debug for TextPredicate {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("TextPredicate")
    }
}

impl Operator {
    pub(crate) fn new(name: &'static str, parameters: Vec<(String, String)>, kind: OperatorKind) -> Self {
        Self {
            kind,
            name,
            parameters,
            hidden: false,
            entries_in: 0,
            entries_out: 0,
            estimate: None,
            total: Duration::ZERO,
            scoring: None,
            kept: None,
        }
    }

    pub(crate) fn scored(mut self, scoring: Scoring) -> Self {
        self.scoring = Some(scoring);
        self
    }

    pub(crate) fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// The matching entries of the segment, deleted ones included. A cancelled run ends early with some of
    /// them: the caller checks the token and drops the result.
    pub(crate) fn run(&mut self, segment: &Segment, cancel: &CancelToken) -> TantivyResult<Matches> {
        let start = Instant::now();
        let size = segment.size();
        let mut estimate = None;
        let found = match &mut self.kind {
            OperatorKind::All => {
                estimate = Some(u64::from(size));
                Matches::All
            }
            OperatorKind::Not(inside) => Matches::All.without(&inside.run(segment, cancel)?, size),
            OperatorKind::And(sides) => {
                let mut found = Matches::All;
                for side in sides {
                    if found.is_empty() && self.kept.is_none() || cancel.is_cancelled() {
                        break;
                    }
                    found = found.and(side.run(segment, cancel)?);
                }
                found
            }
            OperatorKind::Or(sides) => {
                let mut found = Matches::none();
                for side in sides {
                    if cancel.is_cancelled() {
                        break;
                    }
                    found = found.or(side.run(segment, cancel)?, size);
                }
                found
            }
            OperatorKind::Boost(inside, _) => inside.run(segment, cancel)?,
            OperatorKind::Phrase(inside, of, phrase, slop) => {
                let all = inside.run(segment, cancel)?;
                with_phrase(segment, *of, phrase, *slop, &all, cancel)?
            }
            OperatorKind::Leaf(leaf) => leaf.run(segment, cancel, &mut estimate)?,
        };
        if let Some(kept) = &mut self.kept {
            kept.push(found.clone());
        }
        self.entries_in += u64::from(size);
        self.entries_out += u64::from(found.count(size));
        if let Some(estimate) = estimate {
            *self.estimate.get_or_insert(0) += estimate;
        }
        self.total += start.elapsed();
        Ok(found)
    }

    /// What it did, for the reader.
    pub(crate) fn node(&self) -> PlanNode {
        let sides: &[Self] = match &self.kind {
            OperatorKind::And(sides) | OperatorKind::Or(sides) => sides,
            OperatorKind::Not(inside) if !inside.hidden => std::slice::from_ref(&**inside),
            OperatorKind::Boost(inside, _) | OperatorKind::Phrase(inside, ..) => {
                std::slice::from_ref(&**inside)
            }
            _ => &[],
        };
        let under: Duration = sides.iter().map(|side| side.total).sum();
        PlanNode {
            operation: self.name.to_owned(),
            parameters: self.parameters.clone(),
            children: sides.iter().map(Self::node).collect(),
            entries_in: self.entries_in,
            entries_out: self.entries_out,
            estimate: self.estimate,
            own_ms: self.total.saturating_sub(under).as_secs_f64() * 1_000.0,
            total_ms: self.total.as_secs_f64() * 1_000.0,
        }
    }
}

impl Leaf {
    fn run(
        &self,
        segment: &Segment,
        cancel: &CancelToken,
        estimate: &mut Option<u64>,
    ) -> TantivyResult<Matches> {
        Ok(match self {
            Self::Terms(terms) => any_of(segment, terms, estimate, cancel)?,
            Self::AllTerms(groups) => {
                let mut found = Matches::All;
                for group in groups {
                    let mut of_group = None;
                    found = found.and(any_of(segment, group, &mut of_group, cancel)?);
                    *estimate = Some(estimate.unwrap_or(u64::MAX).min(of_group.unwrap_or(0)));
                }
                found
            }
            Self::Numbers(field, low, high) => columns::numbers(segment, *field, low, high, cancel)?,
            Self::Instants(field, low, high) => columns::instants(segment, *field, low, high, cancel)?,
            Self::Texts(field, low, high) => {
                let (low, high) = (low.as_ref().map(Vec::as_slice), high.as_ref().map(Vec::as_slice));
                columns::texts(segment, *field, low, high, cancel)?
            }
            Self::TextPrefix(field, prefix) => {
                if let Some(found) = term_ranges::beginning(segment, *field, prefix)? {
                    found
                } else {
                    // No UTF-8 text has this byte.
                    let mut after = prefix.clone();
                    after.push(0xFF);
                    let (first, end) = (Edge::Included(prefix.as_slice()), Edge::Excluded(after.as_slice()));
                    columns::texts(segment, *field, first, end, cancel)?
                }
            }
            Self::TermRange(low, high) => dictionary(segment, low.as_ref(), high.as_ref(), |_| true, cancel)?,
            Self::TermPrefix(prefix) => {
                let mut after = prefix.clone();
                after.push(0xFF);
                dictionary(segment, Edge::Included(prefix), Edge::Excluded(&after), |_| true, cancel)?
            }
            Self::TermSuffix(head, suffix) => {
                let mut after = head.clone();
                after.push(0xFF);
                let ends = |term: &[u8]| term.len() >= head.len() + suffix.len() && term.ends_with(suffix);
                dictionary(segment, Edge::Included(head), Edge::Excluded(&after), ends, cancel)?
            }
            Self::Word(of, word) => of.with_word(segment, word, estimate)?,
            Self::WordsMatching(of, wanted) => of.with_matching_words(segment, wanted, cancel)?,
            Self::MatchingTexts(field, look) => {
                let head = terms::head(*field, Kind::Folded);
                let passes =
                    |term: &[u8]| std::str::from_utf8(&term[head.len()..]).is_ok_and(|text| look.0(text));
                let mut after = head.clone();
                after.push(0xFF);
                dictionary(segment, Edge::Included(&head), Edge::Excluded(&after), passes, cancel)?
            }
            Self::Place(test) => test.run(segment, cancel)?,
            Self::Exists(field) => {
                let marks = [Kind::Exists, Kind::Null, Kind::Object].map(|kind| terms::head(*field, kind));
                let marked = any_of(segment, &marks, &mut None, cancel)?;
                columns::present(segment, *field, cancel)?.or(marked, segment.size())
            }
        })
    }
}

/// Entries under any of these terms.
fn any_of(
    segment: &Segment,
    terms: &[Vec<u8>],
    estimate: &mut Option<u64>,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let mut found = Vec::with_capacity(terms.len());
    let mut expected = 0;
    for term in terms.iter().take_while(|_| !cancel.is_cancelled()) {
        if let Some(info) = segment.terms.look_up(term)? {
            expected += u64::from(info.doc_freq);
            found.push(info);
        }
    }
    *estimate = Some(expected);
    let mut gathering = PostingsUnion::new(segment.size(), expected);
    for info in found.into_iter().take_while(|_| !cancel.is_cancelled()) {
        gathering.add(&segment.terms, &info)?;
    }
    Ok(gathering.finish())
}

/// Entries under the terms of a range of the dictionary.
fn dictionary(
    segment: &Segment,
    low: Edge<&Vec<u8>>,
    high: Edge<&Vec<u8>>,
    wanted: impl Fn(&[u8]) -> bool,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let mut stretch = segment.terms.terms().range();
    stretch = match low {
        Edge::Included(low) => stretch.ge(low),
        Edge::Excluded(low) => stretch.gt(low),
        Edge::Unbounded => stretch,
    };
    stretch = match high {
        Edge::Included(high) => stretch.le(high),
        Edge::Excluded(high) => stretch.lt(high),
        Edge::Unbounded => stretch,
    };
    let mut terms = stretch.into_stream()?;
    let mut gathering = PostingsUnion::new(segment.size(), u64::MAX);
    while terms.advance() && !cancel.is_cancelled() {
        if wanted(terms.key()) {
            gathering.add(&segment.terms, terms.value())?;
        }
    }
    Ok(gathering.finish())
}

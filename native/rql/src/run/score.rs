//! Scores: how well a document meets the condition. Every term, and every word of a search, counts by how
//! often it occurs in the document (with diminishing returns) and by how rare it is among the documents;
//! parts of a condition add up, `boost` multiplies, and other tests (ranges, prefixes, points) count one when
//! they match.
//!
//! Rarity is known only after all documents were seen, so the documents are walked twice: once to count, once
//! to score.

use super::extract::Column;
use super::mask::Mask;
use super::predicate::{Predicate, PredicateKind, run_test, words_of};
use crate::plan::{BoundTest, Match};
use crate::search::{inverse_document_frequency, saturated_frequency};

impl Predicate {
    /// Counts the terms of one document.
    pub(crate) fn count_terms(&mut self, columns: &[Column], entry: usize) {
        match &mut self.kind {
            PredicateKind::And(sides) | PredicateKind::Or(sides) => {
                sides.iter_mut().for_each(|side| side.count_terms(columns, entry));
            }
            PredicateKind::Boost(inside, _) => inside.count_terms(columns, entry),
            // Prohibited clauses give no score.
            PredicateKind::Not(_) | PredicateKind::True => {}
            PredicateKind::Test(test) => {
                let times = times(test, columns, entry);
                self.seen.resize(times.len().max(self.seen.len()), 0);
                for (seen, times) in self.seen.iter_mut().zip(times) {
                    *seen += u64::from(times > 0);
                }
            }
        }
    }

    /// The score of one document; `None` if the condition does not match.
    pub(crate) fn score(&self, columns: &[Column], entry: usize, documents: u64) -> Option<f64> {
        match &self.kind {
            PredicateKind::True => Some(0.0),
            PredicateKind::Not(inside) => match inside.score(columns, entry, documents) {
                Some(_) => None,
                None => Some(0.0),
            },
            PredicateKind::And(sides) => {
                sides.iter().map(|side| side.score(columns, entry, documents)).sum::<Option<f64>>()
            }
            PredicateKind::Or(sides) => sides
                .iter()
                .filter_map(|side| side.score(columns, entry, documents))
                .reduce(|sum, score| sum + score),
            PredicateKind::Boost(inside, factor) => {
                inside.score(columns, entry, documents).map(|score| score * factor)
            }
            PredicateKind::Test(test) => {
                let mut only = Mask::default();
                only.insert(entry);
                if run_test(test, columns, &only).is_empty() {
                    return None;
                }
                if !has_terms(&test.check) {
                    return Some(1.0);
                }
                let times = times(test, columns, entry);
                let weight = |(number, times): (usize, usize)| {
                    let seen = self.seen.get(number).copied().unwrap_or(0);
                    inverse_document_frequency(seen, documents) * saturated_frequency(times)
                };
                Some(times.into_iter().enumerate().map(weight).sum())
            }
        }
    }
}

fn has_terms(check: &Match) -> bool {
    matches!(check, Match::Equal(_) | Match::Search(_))
}

/// The frequency of each term of the test in the document.
fn times(test: &BoundTest, columns: &[Column], entry: usize) -> Vec<usize> {
    let Some(column) = columns.get(test.column) else { return Vec::new() };
    match &test.check {
        Match::Equal(needle) => {
            vec![column.leaves(entry).filter(|leaf| super::predicate::equals(*leaf, needle)).count()]
        }
        Match::Search(search) => {
            let found = words_of(column.leaves(entry));
            search
                .clauses
                .iter()
                .map(|clause| if clause.prohibited { 0 } else { clause.kind.times(&found) })
                .collect()
        }
        _ => Vec::new(),
    }
}

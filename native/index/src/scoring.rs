//! What a test adds to the score of an entry, and the term frequencies it is computed from.

use rookery_rql::search::{ClauseKind, Search, inverse_document_frequency, saturated_frequency};

use crate::norms::Norms;
use crate::segment::Segment;
use crate::word_field::WordField;
use crate::word_weights::WordWeights;

/// The score of a matching test.
#[derive(Debug)]
pub(crate) enum Scoring {
    /// One, times the norm.
    One(Norms),
    /// By these terms together.
    Terms(Vec<Vec<u8>>, TermFrequencies, Norms),
    /// By each clause.
    Words(WordField, Vec<(ClauseKind, TermFrequencies)>, Norms),
    /// By weighted words.
    WeightedWords(WordWeights),
}

/// Frequencies of one term or clause.
#[derive(Debug, Default)]
pub(crate) struct TermFrequencies {
    /// The document frequency, without deleted entries.
    pub(crate) seen: u64,
    /// The frequency in each entry, by segment.
    pub(crate) times: Vec<Vec<u32>>,
}

impl TermFrequencies {
    pub(crate) fn add(&mut self, segment: &Segment, times: Vec<u32>) {
        let alive = |entry| segment.alive.as_ref().is_none_or(|alive| alive.has(entry));
        let standing = (0_u32..).zip(&times).filter(|(entry, times)| **times > 0 && alive(*entry));
        self.seen += standing.count() as u64;
        self.times.push(times);
    }

    /// The frequency in an entry of a segment.
    pub(crate) fn times(&self, number: usize, entry: usize) -> usize {
        self.times.get(number).and_then(|times| times.get(entry)).copied().unwrap_or(0) as usize
    }

    /// The score in each entry: IDF times saturated frequency.
    pub(crate) fn counts(&self, number: usize, entries: u64) -> impl Fn(usize) -> f64 + '_ {
        let inverse_document_frequency = inverse_document_frequency(self.seen, entries);
        move |entry| inverse_document_frequency * saturated_frequency(self.times(number, entry))
    }
}

impl Scoring {
    pub(crate) fn of_search(search: &Search, field: u16) -> Self {
        let clauses = search.clauses.iter().filter(|clause| !clause.prohibited);
        let wanted = clauses.map(|clause| (clause.kind.clone(), TermFrequencies::default())).collect();
        Self::Words(WordField { field, target: search.target }, wanted, Norms::new(Some(field)))
    }
}

/// Whether the norm of its field multiplies the score of a clause: not where Lucene gives all matches one score.
pub(crate) fn has_norm(clause: &ClauseKind) -> bool {
    match clause {
        ClauseKind::Words(_) | ClauseKind::Phrase(..) | ClauseKind::Fuzzy(..) => true,
        ClauseKind::Group(search) => search.clauses.iter().any(|clause| has_norm(&clause.kind)),
        _ => false,
    }
}

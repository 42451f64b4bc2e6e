//! What a test adds to the score of an entry, and the term frequencies it is computed from.

use rookery_rql::search::{ClauseKind, Search, inverse_document_frequency, saturated_frequency};

use crate::alike::Weighing;
use crate::segment::Segment;
use crate::word_field::WordField;

/// What a test that holds counts.
#[derive(Debug)]
pub(crate) enum Scoring {
    /// One.
    One,
    /// By these terms together.
    Terms(Vec<Vec<u8>>, Standing),
    /// By each thing looked for.
    Words(WordField, Vec<(ClauseKind, Standing)>),
    /// By words that weigh more or less.
    Alike(Weighing),
}

/// Where something stands.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// In how many entries, deleted ones left out.
    pub(crate) seen: u64,
    /// How often in each, segment by segment.
    pub(crate) times: Vec<Vec<u32>>,
}

impl Standing {
    pub(crate) fn add(&mut self, segment: &Segment, times: Vec<u32>) {
        let alive = |entry| segment.alive.as_ref().is_none_or(|alive| alive.has(entry));
        let standing = (0_u32..).zip(&times).filter(|(entry, times)| **times > 0 && alive(*entry));
        self.seen += standing.count() as u64;
        self.times.push(times);
    }

    /// How often in an entry of a segment.
    pub(crate) fn times(&self, number: usize, entry: usize) -> usize {
        self.times.get(number).and_then(|times| times.get(entry)).copied().unwrap_or(0) as usize
    }

    /// What it counts in every entry it stands in, by how rare it is.
    pub(crate) fn counts(&self, number: usize, entries: u64) -> impl Fn(usize) -> f64 + '_ {
        let inverse_document_frequency = inverse_document_frequency(self.seen, entries);
        move |entry| inverse_document_frequency * saturated_frequency(self.times(number, entry))
    }
}

impl Scoring {
    pub(crate) fn of_search(search: &Search, field: u16) -> Self {
        let clauses = search.clauses.iter().filter(|clause| !clause.prohibited);
        let wanted = clauses.map(|clause| (clause.kind.clone(), Standing::default())).collect();
        Self::Words(WordField { field, target: search.target }, wanted)
    }
}

//! The score of `moreLikeThis`: the sum over words of IDF, frequency and boost, in
//! one array per segment, for any number of words.

use rookery_cancel::CancelToken;
use rookery_rql::search::{inverse_document_frequency, saturated_frequency};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::error::TantivyResult;
use crate::norms;
use crate::segment::Segment;
use crate::word_field::WordField;

/// A word that was chosen.
#[derive(Debug, Clone)]
pub(crate) struct WeightedWord {
    pub(crate) of: WordField,
    pub(crate) field: String,
    pub(crate) word: String,
    /// In how many entries it is.
    pub(crate) entries: u64,
    pub(crate) boost: f64,
}

/// Words with their weights, and the scores of the entries.
#[derive(Debug)]
pub(crate) struct WordWeights {
    words: Vec<WeightedWord>,
    sums: Vec<Vec<f64>>,
}

impl WordWeights {
    pub(crate) fn new(words: Vec<WeightedWord>) -> Self {
        Self { words, sums: Vec::new() }
    }

    /// Adds the scores of the next segment; `entries` is the number of all entries.
    pub(crate) fn add(&mut self, segment: &Segment, entries: u64, cancel: &CancelToken) -> TantivyResult<()> {
        let mut sums = vec![0.0; segment.size() as usize];
        for WeightedWord { of, word, entries: with_it, boost, .. } in &self.words {
            if cancel.is_cancelled() {
                break;
            }
            let reader = of.reader(segment);
            let Some(info) = reader.look_up(&of.key(word))? else { continue };
            let weight = boost * inverse_document_frequency(*with_it, entries);
            let norms = norms::of_segment(segment, of.field)?;
            let norm = |entry| norms.as_ref().map_or(1.0, |norms| norms::of_entry(norms, entry));
            let mut postings = reader.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
            while postings.doc() != TERMINATED {
                let entry = postings.doc() as usize;
                sums[entry] += weight * norm(entry) * saturated_frequency(postings.term_freq() as usize);
                postings.advance();
            }
        }
        self.sums.push(sums);
        Ok(())
    }

    /// The score of an entry of a segment.
    pub(crate) fn of(&self, number: usize, entry: usize) -> f64 {
        self.sums.get(number).and_then(|sums| sums.get(entry)).copied().unwrap_or(0.0)
    }
}

//! The score of what is alike: each word by how rare it is, how often it stands in the entry and its boost, added up in
//! one row of numbers a segment, however many words there are.

use rookery_cancel::CancelToken;
use rookery_rql::search::{inverse_document_frequency, saturated_frequency};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::error::Low;
use crate::segment::Segment;
use crate::word_field::WordField;

/// A word that was chosen.
#[derive(Debug, Clone)]
pub(crate) struct LikeWord {
    pub(crate) of: WordField,
    pub(crate) field: String,
    pub(crate) word: String,
    /// In how many entries it is.
    pub(crate) entries: u64,
    pub(crate) boost: f64,
}

/// Words with what each counts, and what they came to.
#[derive(Debug)]
pub(crate) struct Weighing {
    words: Vec<LikeWord>,
    sums: Vec<Vec<f64>>,
}

impl Weighing {
    pub(super) fn new(words: Vec<LikeWord>) -> Self {
        Self { words, sums: Vec::new() }
    }

    /// Weighs the entries of the next segment, of so many entries in all.
    pub(crate) fn add(&mut self, segment: &Segment, entries: u64, cancel: &CancelToken) -> Low<()> {
        let mut sums = vec![0.0; segment.size() as usize];
        for LikeWord { of, word, entries: with_it, boost, .. } in &self.words {
            if cancel.is_cancelled() {
                break;
            }
            let reader = of.reader(segment);
            let Some(info) = reader.look_up(&of.key(word))? else { continue };
            let weight = boost * inverse_document_frequency(*with_it, entries);
            let mut postings = reader.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
            while postings.doc() != TERMINATED {
                sums[postings.doc() as usize] += weight * saturated_frequency(postings.term_freq() as usize);
                postings.advance();
            }
        }
        self.sums.push(sums);
        Ok(())
    }

    /// What an entry of a segment came to.
    pub(crate) fn of(&self, number: usize, entry: usize) -> f64 {
        self.sums.get(number).and_then(|sums| sums.get(entry)).copied().unwrap_or(0.0)
    }
}

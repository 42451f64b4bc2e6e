//! When a collection needs a new dictionary. Pure: counts documents and ratios, no I/O.
//!
//! The first documents of a collection are compressed without a dictionary. After [`FIRST`] of them
//! one is trained; later whenever the running ratio is worse than the one the dictionary had when it
//! was adopted. Every dictionary doubles the number of documents before the next may come (they are
//! kept for good), and so does every candidate that was not adopted.

use super::samples::Samples;

/// Documents before a collection's first dictionary, and before a ratio is meaningful.
pub(crate) const FIRST: u64 = 256;
/// The running ratio may be worse than the adopted one by this factor before a candidate is trained.
const TOLERANCE: f64 = 1.1;
/// A candidate must shrink held-out documents below the current size by this factor.
const BETTER: f64 = 0.97;
/// No wait is longer than `FIRST` doubled this often.
const LONGEST_WAIT: u32 = 12;

/// Stored bytes by original bytes, as a decaying average over the latest documents.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct RunningRatio {
    original: f64,
    stored: f64,
    documents: u64,
}

impl RunningRatio {
    fn add(&mut self, original: usize, stored: usize) {
        const FADE: f64 = 1.0 - 1.0 / 128.0;
        self.original = self.original * FADE + original as f64;
        self.stored = self.stored * FADE + stored as f64;
        self.documents += 1;
    }

    /// The ratio, once enough documents were seen.
    pub(crate) fn known(&self) -> Option<f64> {
        (self.documents >= FIRST).then(|| self.stored / self.original.max(1.0))
    }
}

/// The compression statistics of one collection since the database was opened.
#[derive(Debug, Default)]
pub(crate) struct CollectionState {
    pub samples: Samples,
    pub running: RunningRatio,
    /// Documents since the last training request, or since opening.
    since: u64,
    /// The exponent of the wait.
    patience: u32,
    /// Ratio of the dictionary in use when it was adopted.
    adopted: Option<f64>,
    /// Training was requested and has not ended.
    training: bool,
}

impl CollectionState {
    /// A collection that has had this many dictionaries, the newest with this ratio.
    pub(crate) fn new(dictionaries: u32, adopted: Option<f64>) -> Self {
        Self { patience: dictionaries.saturating_sub(1).min(LONGEST_WAIT), adopted, ..Self::default() }
    }

    /// Records a compressed document; returns whether to train a candidate now.
    pub(crate) fn record(&mut self, body: &[u8], stored: usize) -> bool {
        self.samples.push(body);
        self.running.add(body.len(), stored);
        self.since += 1;
        let due = !self.training && self.since >= FIRST << self.patience && self.has_drifted();
        if due {
            self.training = true;
            self.since = 0;
        }
        due
    }

    fn has_drifted(&self) -> bool {
        match (self.adopted, self.running.known()) {
            (None, _) => true,
            (Some(adopted), Some(running)) => running > adopted * TOLERANCE,
            (Some(_), None) => false,
        }
    }

    /// The request was not accepted; it is repeated with one of the next documents.
    pub(crate) fn request_failed(&mut self) {
        self.training = false;
        self.since = (FIRST << self.patience) - FIRST / 8;
    }

    /// A training ended. `adopted`: the ratio of the dictionary that is in use from now on.
    pub(crate) fn trained(&mut self, adopted: Option<f64>) {
        self.training = false;
        self.since = 0;
        self.running = RunningRatio::default();
        let first = self.adopted.is_none();
        self.adopted = adopted.or(self.adopted);
        if !first || adopted.is_none() {
            self.patience = (self.patience + 1).min(LONGEST_WAIT);
        }
    }
}

/// The size limit of a dictionary: a larger one is slower and does not compress better.
pub(crate) fn dictionary_cap(sample_bytes: usize) -> usize {
    (sample_bytes / 3).min(32 << 10)
}

/// How many of the newest documents are held out of training to evaluate the candidate.
pub(crate) fn held_out(samples: usize) -> usize {
    (samples / 8).max(1)
}

/// Whether a candidate is worth adopting: held-out bytes with it, and as currently stored.
pub(crate) fn is_better(candidate: usize, now: usize) -> bool {
    (candidate as f64) < now as f64 * BETTER
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records documents that shrink to `stored` of 100 bytes until training is requested.
    fn documents_until_due(state: &mut CollectionState, stored: usize, most: u64) -> Option<u64> {
        (1..=most).find(|_| state.record(&[7; 100], stored))
    }

    #[test]
    fn the_first_dictionary_is_requested_once_after_the_first_documents() {
        let mut state = CollectionState::new(0, None);
        assert_eq!(documents_until_due(&mut state, 60, 10_000), Some(FIRST));
        assert_eq!(documents_until_due(&mut state, 60, 10_000), None, "one at a time");
    }

    #[test]
    fn no_other_is_trained_while_the_ratio_holds() {
        let mut state = CollectionState::new(1, Some(0.25));
        assert_eq!(documents_until_due(&mut state, 26, 100_000), None);
        let after = documents_until_due(&mut state, 60, 10_000).unwrap();
        assert!(after < 128, "a drift shows within about a hundred documents, not {after}");
    }

    #[test]
    fn each_dictionary_and_each_failure_doubles_the_wait() {
        let mut state = CollectionState::new(0, None);
        assert_eq!(documents_until_due(&mut state, 90, 10_000), Some(FIRST));
        state.trained(None);
        assert_eq!(documents_until_due(&mut state, 90, 10_000), Some(2 * FIRST));
        state.trained(None);
        assert_eq!(documents_until_due(&mut state, 90, 10_000), Some(4 * FIRST));
        state.trained(Some(0.3));
        let wait = documents_until_due(&mut state, 90, 10_000).unwrap();
        assert_eq!(wait, 4 * FIRST, "the first adopted one does not prolong the wait");
        state.trained(Some(0.3));
        assert_eq!(documents_until_due(&mut state, 90, 10_000), Some(8 * FIRST));
        for _ in 0..60 {
            state.trained(Some(0.3));
        }
        assert_eq!(documents_until_due(&mut state, 90, 10 << 20), Some(FIRST << LONGEST_WAIT));
    }

    #[test]
    fn a_collection_with_many_dictionaries_waits_as_long_after_opening() {
        let mut state = CollectionState::new(3, Some(0.3));
        assert_eq!(documents_until_due(&mut state, 90, 10_000), Some(4 * FIRST));
    }

    #[test]
    fn a_dictionary_is_a_third_of_the_samples_at_most_and_never_large() {
        assert_eq!(dictionary_cap(30_000), 10_000);
        assert_eq!(dictionary_cap(10 << 20), 32 << 10);
        assert_eq!((held_out(256), held_out(3)), (32, 1));
        assert!(is_better(90, 100) && !is_better(98, 100));
    }
}

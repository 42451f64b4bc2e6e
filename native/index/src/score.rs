//! Scores as in the query core (`SEMANTICS.md`): IDF and frequency of every term and word
//! in the entry, summed over the condition, multiplied by boosts. Computed only when
//! the score is a sort key.

use rookery_cancel::CancelToken;
use rookery_rql::search::ClauseKind;
use tantivy::postings::{Postings, SegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::norms::Norms;
use crate::operator::{Operator, OperatorKind};
use crate::scoring::{Scoring, has_norm};
use crate::segment::Segment;
use crate::terms;
use crate::word_field::{WordField, with_phrase};

impl Operator {
    /// Makes it store its matches.
    pub(crate) fn keep(&mut self) {
        self.kept = Some(Vec::new());
        if self.scoring.is_some() {
            return;
        }
        match &mut self.kind {
            OperatorKind::And(sides) | OperatorKind::Or(sides) => sides.iter_mut().for_each(Self::keep),
            OperatorKind::Boost(inside, _) => inside.keep(),
            // Prohibited clauses give no score.
            _ => {}
        }
    }

    /// Counts the document frequency of each term. Ends early, with wrong counts, when cancelled.
    pub(crate) fn count_terms(
        &mut self,
        segment: &Segment,
        entries: u64,
        cancel: &CancelToken,
    ) -> TantivyResult<()> {
        match &mut self.scoring {
            Some(Scoring::One(norms)) => return norms.add(segment),
            Some(Scoring::Terms(terms, standing, norms)) => {
                standing.add(segment, times_of_terms(segment, terms, cancel)?);
                return norms.add(segment);
            }
            Some(Scoring::Words(of, clauses, norms)) => {
                for (wanted, standing) in clauses {
                    standing.add(segment, times_of_words(segment, *of, wanted, cancel)?);
                }
                return norms.add(segment);
            }
            Some(Scoring::WeightedWords(weights)) => return weights.add(segment, entries, cancel),
            None => {}
        }
        match &mut self.kind {
            OperatorKind::And(sides) | OperatorKind::Or(sides) => {
                sides.iter_mut().try_for_each(|side| side.count_terms(segment, entries, cancel))
            }
            OperatorKind::Boost(inside, _) => inside.count_terms(segment, entries, cancel),
            _ => Ok(()),
        }
    }

    /// The score of every entry of a segment for which it holds; 0 for others.
    pub(crate) fn scores(&self, segment: &Segment, number: usize, entries: u64) -> Vec<f64> {
        let size = segment.size();
        let mut scores = vec![0.0; size as usize];
        let none = Matches::none();
        let found = self.kept.as_ref().and_then(|kept| kept.get(number)).unwrap_or(&none);
        let mut add = |count: &dyn Fn(usize) -> f64| {
            for entry in found.entries(size) {
                scores[entry as usize] += count(entry as usize);
            }
        };
        match (&self.scoring, &self.kind) {
            (Some(Scoring::One(norms)), _) if norms.has(number) => add(&|entry| norms.of(number, entry)),
            (Some(Scoring::One(_)), _) => add(&|_| 1.0),
            (Some(Scoring::Terms(_, standing, norms)), _) => {
                add_normed(&mut add, standing.counts(number, entries), number, norms);
            }
            (Some(Scoring::Words(_, clauses, norms)), _) => {
                for (clause, standing) in clauses {
                    let counts = standing.counts(number, entries);
                    match has_norm(clause) {
                        true => add_normed(&mut add, counts, number, norms),
                        false => add(&counts),
                    }
                }
            }
            (Some(Scoring::WeightedWords(weights)), _) => add(&|entry| weights.of(number, entry)),
            (None, OperatorKind::And(sides) | OperatorKind::Or(sides)) => {
                for side in sides {
                    let of_side = side.scores(segment, number, entries);
                    add(&|entry| of_side[entry]);
                }
            }
            (None, OperatorKind::Boost(inside, factor)) => {
                let inside = inside.scores(segment, number, entries);
                add(&|entry| inside[entry] * factor);
            }
            (None, _) => {}
        }
        scores
    }
}

/// Adds what a term counts in each entry of a segment, times the norm of its field.
fn add_normed(
    add: &mut impl FnMut(&dyn Fn(usize) -> f64),
    counts: impl Fn(usize) -> f64,
    number: usize,
    norms: &Norms,
) {
    match norms.has(number) {
        true => add(&|entry| counts(entry) * norms.of(number, entry)),
        false => add(&counts),
    }
}

fn times_of_terms(segment: &Segment, wanted: &[Vec<u8>], cancel: &CancelToken) -> TantivyResult<Vec<u32>> {
    let mut times = vec![0; segment.size() as usize];
    for term in wanted.iter().take_while(|_| !cancel.is_cancelled()) {
        if let Some(info) = segment.terms.look_up(term)? {
            add_times(&segment.terms, &info, &mut times)?;
        }
    }
    Ok(times)
}

/// The frequency of the clause in each entry.
fn times_of_words(
    segment: &Segment,
    of: WordField,
    wanted: &ClauseKind,
    cancel: &CancelToken,
) -> TantivyResult<Vec<u32>> {
    let mut times = vec![0; segment.size() as usize];
    let reader = of.reader(segment);
    match wanted {
        ClauseKind::AllDocuments => times.fill(1),
        ClauseKind::Words(words) => {
            let mut words: Vec<&String> = words.iter().collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                if let Some(info) = reader.look_up(&of.key(word))? {
                    add_times(reader, &info, &mut times)?;
                }
            }
        }
        ClauseKind::Phrase(phrase, slop) => {
            let mut all = Matches::All;
            for word in phrase {
                all = all.and(of.with_word(segment, &word.text, &mut None)?);
            }
            for entry in with_phrase(segment, of, phrase, *slop, &all, cancel)?.entries(segment.size()) {
                times[entry as usize] = 1;
            }
        }
        ClauseKind::Group(search) => {
            for clause in search.clauses.iter().filter(|clause| !clause.prohibited) {
                let inside = times_of_words(segment, of, &clause.kind, cancel)?;
                times.iter_mut().zip(inside).for_each(|(times, inside)| *times += inside);
            }
        }
        like => of.for_each_matching(segment, like, cancel, |info| add_times(reader, info, &mut times))?,
    }
    Ok(times)
}

fn add_times(reader: &InvertedIndexReader, info: &TermInfo, times: &mut [u32]) -> TantivyResult<()> {
    let mut postings: SegmentPostings =
        reader.read_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
    while postings.doc() != TERMINATED {
        times[postings.doc() as usize] += postings.term_freq();
        postings.advance();
    }
    Ok(())
}

/// The boosts of the entries; `None` if no entry has one.
pub(crate) fn boosts(segment: &Segment) -> TantivyResult<Option<tantivy::columnar::Column<f64>>> {
    segment.doubles(terms::BOOST_FIELD)
}

//! Selects the words of `moreLikeThis` from one entry or a document. Each word is searched in
//! the field with its highest document frequency; words are ranked by TF-IDF.

mod words;

use std::collections::HashSet;

use rookery_cancel::CancelToken;
use rookery_rql::plan::{Columns, MoreLikeThisBase, MoreLikeThisOptions, MoreLikeThisPlan, Reading};
use rookery_rql::search::SearchTarget;

use crate::compile::{FieldOf, LocationOf};
use crate::error::{IndexError, TantivyResult, failed};
use crate::more_like_this_clause::MoreLikeThisClause;
use crate::reader::Reader;
use crate::search::SearchRequest;
use crate::word_field::WordField;
use crate::word_weights::WeightedWord;

/// A field to compare.
#[derive(Debug, Clone, Copy)]
pub struct MoreLikeThisField<'f> {
    /// Its name in the plan.
    pub name: &'f str,
    /// Its number.
    pub number: u16,
    /// How its texts are read.
    pub reading: Reading,
}

impl MoreLikeThisField<'_> {
    /// The dictionary with its words; spatial fields have no words.
    fn words(&self) -> Option<WordField> {
        let target = match self.reading {
            Reading::Words(_) => SearchTarget::Words,
            Reading::Exact => SearchTarget::ExactValues,
            Reading::Places { .. } => return None,
            _ => SearchTarget::Values,
        };
        Some(WordField { field: self.number, target })
    }
}

/// A request to select words.
#[derive(Clone, Copy)]
pub struct MoreLikeThisRequest<'q> {
    /// What results are to be like.
    pub like: &'q MoreLikeThisPlan,
    /// The fields that the columns of its condition refer to.
    pub columns: &'q Columns,
    /// The index field of a column.
    pub field_of: FieldOf<'q>,
    /// The index field with the locations of a column, or of two.
    pub location_of: LocationOf<'q>,
    /// The fields to compare.
    pub fields: &'q [MoreLikeThisField<'q>],
    /// Words that do not count, without case.
    pub stop_words: &'q HashSet<String>,
    /// Cancels the query.
    pub cancel: &'q CancelToken,
}

impl std::fmt::Debug for MoreLikeThisRequest<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("MoreLikeThisRequest").field("like", &self.like).finish_non_exhaustive()
    }
}

impl Reader {
    /// Selects the words; `None` if no entry matches the base condition.
    ///
    /// # Errors
    /// When the index cannot answer the condition, its files cannot be read, or the search was cancelled.
    pub fn more_like_this(
        &self,
        request: &MoreLikeThisRequest<'_>,
    ) -> Result<Option<MoreLikeThisClause>, IndexError> {
        let (times, base) = match &request.like.what {
            MoreLikeThisBase::Document(texts) => (words::of_texts(texts, request.fields), None),
            MoreLikeThisBase::Found(condition) => {
                let search = SearchRequest {
                    columns: request.columns,
                    field_of: request.field_of,
                    location_of: request.location_of,
                    condition: Some(condition),
                    more_like_this: None,
                    sort: &[],
                    skip: 0,
                    take: Some(1),
                    cancel: request.cancel,
                };
                let Some(hit) = self.search(&search)?.hits.first().copied() else { return Ok(None) };
                let times = self.words_of(&hit, request.fields, request.cancel)?;
                (times, Some(self.id(&hit)?))
            }
        };
        let options = &request.like.options;
        let counts = |word: &str, times: u64| {
            let letters = word.chars().count() as u64;
            times >= options.min_term_frequency.max(1)
                && letters >= options.min_word_length
                && options.max_word_length.is_none_or(|most| letters <= most)
                && !request.stop_words.contains(&rookery_rql::values::fold(word))
        };
        let most = max_document_frequency(options, self.entries());
        let mut chosen = Vec::new();
        for (word, times) in times.into_iter().filter(|(word, times)| counts(word, *times)) {
            if request.cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
            let Some(word) = self.where_most(word, request.fields).map_err(failed)? else { continue };
            if word.entries >= options.min_document_frequency && most.is_none_or(|most| word.entries <= most)
            {
                chosen.push((worth(times, word.entries, self.entries()), word));
            }
        }
        chosen.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.word.cmp(&b.1.word)));
        chosen.truncate(options.words.unwrap_or(usize::MAX));
        let best = chosen.first().map_or(1.0, |(worth, _)| *worth);
        let weighed = chosen.into_iter().map(|(worth, word)| WeightedWord {
            boost: options.boost.map_or(1.0, |factor| factor * worth / best),
            ..word
        });
        Ok(Some(MoreLikeThisClause { words: weighed.collect(), base }))
    }

    /// The word in the field with its highest document frequency; `None` if no entry has it.
    fn where_most(
        &self,
        word: String,
        fields: &[MoreLikeThisField<'_>],
    ) -> TantivyResult<Option<WeightedWord>> {
        let mut best: Option<(u64, &MoreLikeThisField<'_>, WordField)> = None;
        for field in fields {
            let Some(of) = field.words() else { continue };
            let entries = self.entries_with(of, &word)?;
            if entries > best.as_ref().map_or(0, |(most, ..)| *most) {
                best = Some((entries, field, of));
            }
        }
        Ok(best.map(|(entries, field, of)| WeightedWord {
            of,
            field: field.name.to_owned(),
            word,
            entries,
            boost: 1.0,
        }))
    }

    fn entries_with(&self, of: WordField, word: &str) -> TantivyResult<u64> {
        let mut entries = 0;
        for segment in &self.segments {
            let mut estimate = None;
            entries += match &segment.alive {
                None => match of.reader(segment).look_up(&of.key(word))? {
                    Some(info) => u64::from(info.doc_freq),
                    None => 0,
                },
                Some(alive) => {
                    let found = of.with_word(segment, word, &mut estimate)?.and(alive.clone());
                    u64::from(found.count(segment.size()))
                }
            };
        }
        Ok(entries)
    }
}

/// In how many entries a word may be.
fn max_document_frequency(options: &MoreLikeThisOptions, entries: u64) -> Option<u64> {
    let of_hundred = options.max_document_frequency_percent.map(|part| entries.saturating_mul(part) / 100);
    match (options.max_document_frequency, of_hundred) {
        (Some(most), Some(of_hundred)) => Some(most.min(of_hundred)),
        (most, of_hundred) => most.or(of_hundred),
    }
}

/// What a word is worth looking for.
#[expect(clippy::cast_precision_loss, reason = "a weight is a guess; counts of entries stay far below 2^52")]
fn worth(times: u64, with_it: u64, entries: u64) -> f64 {
    let (times, with_it, entries) = (times as f64, with_it as f64, entries as f64);
    times * ((entries / (with_it + 1.0)).ln() + 1.0)
}

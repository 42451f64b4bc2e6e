//! Where words come from: the terms of one entry, read back out of the index, or the texts of a document that
//! was given, read as each field reads its own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rookery_cancel::CancelToken;
use rookery_rql::plan::Reading;
use rookery_rql::values::fold;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use super::MoreLikeThisField;
use crate::error::{IndexError, TantivyResult, failed};
use crate::reader::{Hit, Reader};
use crate::segment::Segment;
use crate::word_field::WordField;

/// Term frequencies by word.
pub(super) type Times = HashMap<String, u64>;

impl Reader {
    /// The words of an entry, in all the fields together.
    pub(super) fn words_of(
        &self,
        hit: &Hit,
        fields: &[MoreLikeThisField<'_>],
        cancel: &CancelToken,
    ) -> Result<Times, IndexError> {
        let segment = &self.segments[hit.segment as usize];
        let mut times = Times::new();
        for field in fields {
            if cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
            add_words(segment, hit.entry, field, &mut times).map_err(failed)?;
        }
        Ok(times)
    }
}

fn add_words(
    segment: &Segment,
    entry: u32,
    field: &MoreLikeThisField<'_>,
    times: &mut Times,
) -> TantivyResult<()> {
    let (Some(of), Some(column)) = (field.words(), segment.texts(field.number)?) else { return Ok(()) };
    let mut places: Vec<u64> = column.term_ords(entry).collect();
    places.sort_unstable();
    places.dedup();
    let mut met = Times::new();
    let mut text = String::new();
    for place in places {
        text.clear();
        if !column.ord_to_str(place, &mut text)? {
            continue;
        }
        let mut words = vec![text.clone()];
        // Some indexes store whole texts in addition to their words.
        if let Reading::Words(analyzer) = field.reading {
            analyzer.words(&text, 0, |word| words.push(word.text));
        }
        for word in words {
            if let Entry::Vacant(place) = met.entry(word) {
                let stands = times_in(segment, of, place.key(), entry)?;
                place.insert(stands);
            }
        }
    }
    for (word, stands) in met.into_iter().filter(|(_, stands)| *stands > 0) {
        *times.entry(word).or_default() += stands;
    }
    Ok(())
}

/// The frequency of a word in one entry.
fn times_in(segment: &Segment, of: WordField, word: &str, entry: u32) -> TantivyResult<u64> {
    let reader = of.reader(segment);
    let Some(info) = reader.look_up(&of.key(word))? else { return Ok(0) };
    let mut postings = reader.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
    let met = postings.doc();
    let met = if met < entry { postings.seek(entry) } else { met };
    Ok(if met == entry && met != TERMINATED { u64::from(postings.term_freq()) } else { 0 })
}

/// The words of a document's texts, with the highest frequency that any field's analyzer produces.
pub(super) fn of_texts(texts: &[String], fields: &[MoreLikeThisField<'_>]) -> Times {
    let mut all = Times::new();
    for field in fields {
        let mut times = Times::new();
        texts.iter().for_each(|text| add_text(field.reading, text, &mut times));
        for (word, stands) in times {
            let most = all.entry(word).or_default();
            *most = stands.max(*most);
        }
    }
    all
}

fn add_text(reading: Reading, text: &str, times: &mut Times) {
    let mut add = |word: String| *times.entry(word).or_default() += 1;
    match reading {
        Reading::Words(analyzer) => {
            analyzer.words(text, 0, |word| add(word.text));
        }
        Reading::Exact => add(text.to_owned()),
        Reading::Places { .. } => {}
        _ => add(fold(text)),
    }
}

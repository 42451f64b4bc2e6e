//! Phrases: which entries have the words in the right places.

use rookery_cancel::CancelToken;
use rookery_rql::search::{Word, meet};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::segment::Segment;
use crate::words;

/// The candidates, which have all the words, in which these form the phrase, with `slop`.
pub(crate) fn entries(
    segment: &Segment,
    field: u16,
    phrase: &[Word],
    slop: u32,
    candidates: &Matches,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let Some(first) = phrase.first() else { return Ok(Matches::none()) };
    let mut readers = Vec::with_capacity(phrase.len());
    for word in phrase {
        let Some(info) = segment.words.look_up(&words::key(field, &word.text))? else {
            return Ok(Matches::none());
        };
        let postings =
            segment.words.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?;
        readers.push((postings, i64::from(word.position) - i64::from(first.position)));
    }
    let mut found = Vec::new();
    let mut places = Vec::new();
    let mut starts: Vec<Vec<i64>> = vec![Vec::new(); phrase.len()];
    for entry in candidates.entries(segment.size()).take_while(|_| !cancel.is_cancelled()) {
        let mut all = true;
        for ((postings, offset), starts) in readers.iter_mut().zip(&mut starts) {
            starts.clear();
            if postings.doc() < entry && postings.seek(entry) == TERMINATED || postings.doc() != entry {
                all = false;
                break;
            }
            postings.positions(&mut places);
            starts.extend(places.iter().map(|place| i64::from(*place) - *offset));
        }
        if all && meet(&starts, slop) {
            found.push(entry);
        }
    }
    Ok(Matches::from_list(found, segment.size()))
}

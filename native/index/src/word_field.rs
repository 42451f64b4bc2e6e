//! The dictionary that has the words of a field, and lookups in it.

use rookery_cancel::CancelToken;
use rookery_rql::search::{ClauseKind, SearchTarget};

use crate::dictionary::Dictionary;
use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::phrase;
use crate::postings_union::PostingsUnion;
use crate::segment::Segment;
use crate::terms::{self, Kind};
use crate::words;

/// Where the words of one field are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordField {
    pub(crate) field: u16,
    pub(crate) target: SearchTarget,
}

impl WordField {
    pub(crate) fn reader(self, segment: &Segment) -> &Dictionary {
        match self.target {
            SearchTarget::Words => &segment.words,
            SearchTarget::Values | SearchTarget::ExactValues => &segment.terms,
        }
    }

    fn head(self) -> Vec<u8> {
        match self.target {
            SearchTarget::Words => words::head(self.field),
            SearchTarget::Values => terms::head(self.field, Kind::Folded),
            SearchTarget::ExactValues => terms::head(self.field, Kind::Exact),
        }
    }

    pub(crate) fn key(self, word: &str) -> Vec<u8> {
        match self.target {
            SearchTarget::Words => words::key(self.field, word),
            SearchTarget::Values => terms::text(self.field, Kind::Folded, word),
            SearchTarget::ExactValues => terms::text(self.field, Kind::Exact, word),
        }
    }

    /// Calls `each` for every word of the field that matches the clause.
    pub(crate) fn for_each_matching(
        self,
        segment: &Segment,
        wanted: &ClauseKind,
        cancel: &CancelToken,
        mut each: impl FnMut(&tantivy::postings::TermInfo) -> TantivyResult<()>,
    ) -> TantivyResult<()> {
        let head = self.head();
        let mut first = head.clone();
        if let ClauseKind::Prefix(start) = wanted {
            first.extend_from_slice(start.as_bytes());
        }
        // No UTF-8 text has this byte.
        let mut after = first.clone();
        after.push(0xFF);
        let mut stretch = self.reader(segment).terms().range().ge(&first).lt(&after).into_stream()?;
        while stretch.advance() && !cancel.is_cancelled() {
            let word = stretch.key().get(head.len()..).and_then(|word| std::str::from_utf8(word).ok());
            if word.is_some_and(|word| wanted.is_word(word)) {
                each(stretch.value())?;
            }
        }
        Ok(())
    }

    /// Entries that have this word.
    pub(crate) fn with_word(
        self,
        segment: &Segment,
        word: &str,
        estimate: &mut Option<u64>,
    ) -> TantivyResult<Matches> {
        let reader = self.reader(segment);
        let Some(info) = reader.look_up(&self.key(word))? else {
            estimate.get_or_insert(0);
            return Ok(Matches::none());
        };
        *estimate.get_or_insert(0) += u64::from(info.doc_freq);
        let mut gathering = PostingsUnion::new(segment.size(), info.doc_freq.into());
        gathering.add(reader, &info)?;
        Ok(gathering.finish())
    }

    /// Entries that have a word that matches the clause.
    pub(crate) fn with_matching_words(
        self,
        segment: &Segment,
        wanted: &ClauseKind,
        cancel: &CancelToken,
    ) -> TantivyResult<Matches> {
        let reader = self.reader(segment);
        let mut gathering = PostingsUnion::new(segment.size(), u64::MAX);
        self.for_each_matching(segment, wanted, cancel, |info| gathering.add(reader, info))?;
        Ok(gathering.finish())
    }
}

/// The candidates in which the words form the phrase.
pub(crate) fn with_phrase(
    segment: &Segment,
    of: WordField,
    phrase: &[rookery_rql::search::Word],
    slop: u32,
    candidates: &Matches,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    // Whole values have no positions, so they never form a phrase.
    if of.target != SearchTarget::Words {
        return Ok(Matches::none());
    }
    phrase::entries(segment, of.field, phrase, slop, candidates, cancel)
}

//! The entries of several terms gathered into one set.

use tantivy::InvertedIndexReader;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;

use crate::error::TantivyResult;
use crate::matches::Matches;

/// Collects the entries of terms, block by block.
pub(crate) struct PostingsUnion {
    size: u32,
    list: Vec<u32>,
    bits: Option<Vec<u64>>,
    /// What the last term was read with: its memory serves for the next one.
    postings: Option<BlockSegmentPostings>,
}

impl PostingsUnion {
    /// For about `expected` entries of `size`.
    pub(crate) fn new(size: u32, expected: u64) -> Self {
        let sparse = Matches::is_sparse(u32::try_from(expected).unwrap_or(u32::MAX), size);
        let bits = (!sparse).then(|| Matches::empty_bits(size));
        Self { size, list: Vec::new(), bits, postings: None }
    }

    /// Adds the entries of a term of this dictionary.
    pub(crate) fn add(&mut self, dictionary: &InvertedIndexReader, term: &TermInfo) -> TantivyResult<()> {
        let postings = match &mut self.postings {
            Some(postings) => {
                dictionary.reset_block_postings_from_terminfo(term, postings)?;
                postings
            }
            none => {
                none.insert(dictionary.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?)
            }
        };
        while postings.block_len() > 0 {
            match &mut self.bits {
                Some(bits) => postings.docs().iter().for_each(|entry| Matches::set(bits, *entry)),
                None => self.list.extend_from_slice(postings.docs()),
            }
            postings.advance();
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Matches {
        match self.bits {
            None => Matches::from_list(self.list, self.size),
            Some(bits) => match Matches::from_bits(bits) {
                found @ Matches::Bits(_, count) if Matches::is_sparse(count, self.size) => {
                    Matches::Few(found.entries(self.size).collect())
                }
                found => found,
            },
        }
    }
}

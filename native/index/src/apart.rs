//! Entries written apart from the index's own writer, on another thread: they become segments of their own, which the
//! writer takes in when it is told to. What nobody takes in is removed with the next commit.

use std::sync::Arc;

use tantivy::index::{Segment, SegmentMeta};
use tantivy::indexer::{AddOperation, SegmentWriter};

use crate::entry::Entry;
use crate::error::{IndexError, Low};
use crate::writer::{Index, IndexWriting};

/// Memory a segment may take before it is written. There may be one for each core.
const SEGMENT_MEMORY: usize = 88 << 20;

/// Memory is asked after every so many entries.
const ASKED_EVERY: u32 = 64;

/// Takes in entries that no deletion asked for so far speaks of.
pub struct WritingApart {
    index: Arc<Index>,
    current: Option<(Segment, SegmentWriter)>,
    written: Vec<SegmentMeta>,
}

/// Segments on disk that belong to no index yet.
#[derive(Debug)]
#[must_use = "without being taken in they are not part of the index"]
pub struct Apart(Vec<SegmentMeta>);

impl std::fmt::Debug for WritingApart {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("WritingApart").field("written", &self.written).finish_non_exhaustive()
    }
}

impl WritingApart {
    pub(crate) fn new(index: Arc<Index>) -> Self {
        Self { index, current: None, written: Vec::new() }
    }

    /// A new entry to be filled.
    pub fn entry(&self, id: &str, etag: i64) -> Entry {
        self.index.entry(id, etag)
    }

    /// Takes in an entry. Entries keep their order.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add(&mut self, entry: Entry) -> Result<(), IndexError> {
        self.add_low(entry).map_err(|error| self.index.failed(&error))
    }

    fn add_low(&mut self, entry: Entry) -> Low<()> {
        let (_, writer) = match &mut self.current {
            Some(current) => current,
            none => {
                let segment = self.index.new_segment();
                let writer = SegmentWriter::for_segment(SEGMENT_MEMORY, segment.clone())?;
                none.insert((segment, writer))
            }
        };
        // Its number among operations does not matter: only deletions of later are held against it.
        writer.add_document(AddOperation { opstamp: 0, document: entry })?;
        if writer.max_doc().is_multiple_of(ASKED_EVERY) && writer.mem_usage() >= SEGMENT_MEMORY {
            self.finish_segment()?;
        }
        Ok(())
    }

    fn finish_segment(&mut self) -> Low<()> {
        if let Some((segment, writer)) = self.current.take() {
            let entries = writer.max_doc();
            writer.finalize()?;
            let meta = segment.with_max_doc(entries).meta().clone();
            meta.untrack_temp_docstore();
            self.written.push(meta);
        }
        Ok(())
    }

    /// Everything so far, on disk.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn finish(mut self) -> Result<Apart, IndexError> {
        self.finish_segment().map_err(|error| self.index.failed(&error))?;
        Ok(Apart(self.written))
    }
}

impl IndexWriting {
    /// Begins to write apart. What is written there has to be taken in before this ends.
    pub fn apart(&self) -> WritingApart {
        WritingApart::new(self.index().clone())
    }

    /// Takes in what was written apart; searchable after the next commit. Deletions asked for so far do not count for
    /// it, those that come do.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn take_in(&mut self, apart: Apart) -> Result<(), IndexError> {
        self.hand_over_all()?;
        let taken = apart.0.into_iter().try_for_each(|segment| self.writer().add_segment(segment));
        taken.map_err(|error| self.index().failed(&error))
    }
}

//! Builds segments on other threads, independent of the index's own writer. The
//! writer adds them with `add_segments`; segments that are not added are removed by the next commit.

use std::sync::Arc;

use tantivy::index::{Segment, SegmentMeta};
use tantivy::indexer::{AddOperation, SegmentWriter};

use crate::entry::Entry;
use crate::error::{IndexError, TantivyResult};
use crate::writer::{Index, IndexWriter};

/// Memory a segment may take before it is written. There may be one for each core.
const SEGMENT_MEMORY: usize = 88 << 20;

/// Entries between two checks of the memory.
const MEMORY_CHECK_INTERVAL: u32 = 64;

/// Builds segments. Deletions that were requested before do not apply to its entries.
pub struct SegmentBuilder {
    index: Arc<Index>,
    current: Option<(Segment, SegmentWriter)>,
    written: Vec<SegmentMeta>,
}

/// Segments on disk that are not part of the index yet.
#[derive(Debug)]
#[must_use = "without being taken in they are not part of the index"]
pub struct DetachedSegments(Vec<SegmentMeta>);

impl std::fmt::Debug for SegmentBuilder {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SegmentBuilder").field("written", &self.written).finish_non_exhaustive()
    }
}

impl SegmentBuilder {
    pub(crate) fn new(index: Arc<Index>) -> Self {
        Self { index, current: None, written: Vec::new() }
    }

    /// An empty entry.
    pub fn entry(&self, id: &str, etag: i64) -> Entry {
        self.index.entry(id, etag)
    }

    /// Adds an entry. Entries keep their order.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add(&mut self, entry: Entry) -> Result<(), IndexError> {
        self.add_low(entry).map_err(|error| self.index.failed(&error))
    }

    fn add_low(&mut self, entry: Entry) -> TantivyResult<()> {
        let (_, writer) = match &mut self.current {
            Some(current) => current,
            none => {
                let segment = self.index.new_segment();
                let writer = SegmentWriter::for_segment(SEGMENT_MEMORY, segment.clone())?;
                none.insert((segment, writer))
            }
        };
        // The opstamp is irrelevant: only later deletions apply to these segments.
        writer.add_document(AddOperation { opstamp: 0, document: entry })?;
        if writer.max_doc().is_multiple_of(MEMORY_CHECK_INTERVAL) && writer.mem_usage() >= SEGMENT_MEMORY {
            self.finish_segment()?;
        }
        Ok(())
    }

    fn finish_segment(&mut self) -> TantivyResult<()> {
        if let Some((segment, writer)) = self.current.take() {
            let entries = writer.max_doc();
            writer.finalize()?;
            let meta = segment.with_max_doc(entries).meta().clone();
            meta.untrack_temp_docstore();
            self.written.push(meta);
        }
        Ok(())
    }

    /// Writes everything so far to disk.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn finish(mut self) -> Result<DetachedSegments, IndexError> {
        self.finish_segment().map_err(|error| self.index.failed(&error))?;
        Ok(DetachedSegments(self.written))
    }
}

impl IndexWriter {
    /// A builder of segments. They must be added before this writer is dropped.
    pub fn segment_builder(&self) -> SegmentBuilder {
        SegmentBuilder::new(self.index().clone())
    }

    /// Adds segments; searchable after the next commit. Earlier deletions do not apply to
    /// them, later ones do.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add_segments(&mut self, segments: DetachedSegments) -> Result<(), IndexError> {
        self.flush()?;
        let taken = segments.0.into_iter().try_for_each(|segment| self.writer().add_segment(segment));
        taken.map_err(|error| self.index().failed(&error))
    }
}

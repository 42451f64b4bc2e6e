//! What was committed at one moment, and reading ids and stored values out of it.

use std::sync::Arc;

use tantivy::index::SegmentId;
use tantivy::schema::Value;
use tantivy::{Searcher, TantivyDocument};

use crate::error::{IndexError, TantivyResult};
use crate::segment::Segment;
use crate::terms::Kind;

/// A committed state of an index. It does not change.
#[derive(Debug)]
pub struct Reader {
    pub(crate) segments: Vec<Arc<Segment>>,
    text: String,
    entries: u64,
}

/// An entry that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The etag of the entry's document.
    pub etag: i64,
    pub(crate) segment: u32,
    pub(crate) entry: u32,
}

impl Reader {
    pub(crate) fn new(searcher: &Searcher, text: String, before: Option<&Self>) -> TantivyResult<Self> {
        let mut segments = Vec::new();
        for reader in searcher.segment_readers() {
            let known = before.and_then(|before| {
                before.segments.iter().find(|known| known.reader.segment_id() == reader.segment_id())
            });
            segments.push(Arc::new(Segment::new(reader.clone(), known.map(Arc::as_ref))?));
        }
        segments.sort_by_key(|segment| segment.first_etag());
        let entries = segments.iter().map(|segment| segment.entries).sum();
        Ok(Self { segments, text, entries })
    }

    /// The first etag of each segment.
    pub(crate) fn first_etags(&self) -> impl Iterator<Item = (SegmentId, i64)> {
        self.segments.iter().map(|segment| (segment.reader.segment_id(), segment.first_etag()))
    }

    /// The text of the last commit; empty before the first.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The id of the entry's document.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn id(&self, hit: &Hit) -> Result<String, IndexError> {
        Ok(self.stored_text(hit)?.0)
    }

    /// Texts a field is found by, in order, after `from`.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn terms(&self, field: u16, from: Option<&str>, take: usize) -> Result<Vec<String>, IndexError> {
        let mut found = std::collections::BTreeSet::new();
        for segment in &self.segments {
            let read = |found: &mut std::collections::BTreeSet<String>| -> TantivyResult<()> {
                let start = crate::terms::text(field, Kind::Folded, from.unwrap_or(""));
                let dictionary = segment.terms.terms();
                let mut terms = match from {
                    None => dictionary.range().ge(&start),
                    Some(_) => dictionary.range().gt(&start),
                }
                .lt(crate::terms::head(field, Kind::Exact))
                .into_stream()?;
                let mut left = take;
                while left > 0 && terms.advance() {
                    found.insert(String::from_utf8_lossy(&terms.key()[3..]).into_owned());
                    left -= 1;
                }
                Ok(())
            };
            read(&mut found)
                .map_err(|error| IndexError::Files { folder: "".into(), reason: error.to_string() })?;
        }
        Ok(found.into_iter().take(take).collect())
    }

    /// The id and what was kept with the entry.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn stored_text(&self, hit: &Hit) -> Result<(String, Vec<u8>), IndexError> {
        let segment = &self.segments[hit.segment as usize];
        let read = || -> TantivyResult<(String, Vec<u8>)> {
            let document: TantivyDocument = segment.store()?.get(hit.entry)?;
            let schema = segment.reader.schema();
            let id = document.get_first(schema.get_field("id")?);
            let stored = document.get_first(schema.get_field("stored")?);
            let id = id.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
            Ok((id, stored.and_then(|value| value.as_bytes().map(<[u8]>::to_vec)).unwrap_or_default()))
        };
        read().map_err(|error| IndexError::Files { folder: "".into(), reason: error.to_string() })
    }
}

//! A complete index definition for the fuzzer: parsed, checked, compiled and run on documents, without a
//! database.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use rookery_index::{Entry, Index, IndexError, IndexWriter};
use rookery_script::{Limits, NoHost};
use time::OffsetDateTime;

use super::check;
use super::entry::mapped_entry::MappedEntries;
use super::members;
use crate::document::{Document, DocumentFlags};
use crate::index_definition::field_names::FieldNames;
use crate::index_definition::static_index::StaticIndex;

/// Endless scripts would dominate the fuzzer's time.
const LIMITS: Limits = Limits { time: Duration::from_millis(20) };

/// Index files for building entries; no entry is added to them.
pub struct IndexBench {
    writer: IndexWriter,
}

impl IndexBench {
    /// Creates files in an empty folder.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        Ok(Self { writer: Index::open(folder)?.write()? })
    }

    /// Runs a definition (JSON) on documents: a collection and a body each. Returns the number of entries.
    ///
    /// # Errors
    /// The first error reported to the definition's author.
    pub fn carry_out(&self, definition: &[u8], documents: &[(&str, &str)]) -> Result<usize, String> {
        rookery_nesting::json::check("The definition", definition).map_err(|error| error.to_string())?;
        let index: StaticIndex = serde_json::from_slice(definition).map_err(|error| error.to_string())?;
        let scripts = check::check(&index).map_err(|error| error.to_string())?;
        assert!(index.is_like(&index), "a definition is like itself");
        let mut fields = FieldNames::default();
        let mut entries = MappedEntries::new(&index);
        let mut groups: BTreeMap<Vec<u8>, Vec<Vec<u8>>> = BTreeMap::new();
        let mut count = 0;
        for (number, (collection, body)) in documents.iter().enumerate() {
            let document = document(number, collection, body);
            let mapped =
                scripts.map_over(&mut NoHost, &document, LIMITS).map_err(|error| error.to_string())?;
            for made in &mapped.entries {
                count += 1;
                if scripts.reduces() {
                    groups.entry(members::key_of(made).to_vec()).or_default().push(made.body.clone());
                } else {
                    entries.fill(&mut self.entry(&document.id), made, &mut fields)?;
                }
            }
        }
        for (key, values) in &groups {
            let made = scripts.reduce(key, values)?;
            entries.fill_result(&mut self.entry("group"), &made, &mut fields)?;
        }
        Ok(count)
    }

    fn entry(&self, id: &str) -> Entry {
        self.writer.entry(id, 1)
    }
}

fn document(number: usize, collection: &str, body: &str) -> Document {
    Document {
        id: format!("documents/{number}"),
        collection: collection.to_owned(),
        etag: 1,
        change_vector: "A:1-AAAAAAAAAAAAAAAAAAAAAA".to_owned(),
        last_modified: OffsetDateTime::UNIX_EPOCH,
        flags: DocumentFlags::default(),
        body: Bytes::copy_from_slice(body.as_bytes()),
        stored_size: body.len(),
        compressed: false,
    }
}

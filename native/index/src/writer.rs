//! The files of one index: opened or begun, written by one thread, read by any.
//!
//! Every commit contains a text of the caller (how far it got), so that entries and progress are on disk
//! together.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::RwLock;
use rookery_storage::IoRecorder;
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy, UserOperation};
use tantivy::schema::{
    BytesOptions, FAST, INDEXED, IndexRecordOption, JsonObjectOptions, STORED, Schema, TextFieldIndexing,
    TextOptions,
};
use tantivy::{IndexReader, IndexSettings, IndexWriter as TantivyWriter, ReloadPolicy, Term};

use crate::backpressure::InFlight;
use crate::entry::{Entry, PhysicalFields};
use crate::error::{IndexError, TantivyResult};
use crate::merge_policy::FirstEtags;
use crate::private_directory::PrivateDirectory;
use crate::reader::Reader;
use crate::terms::{self, Kind};
use crate::words::{self, RowTokenizer};

/// Entries and deletions per batch.
const TOGETHER: usize = 128;

/// Memory a segment may take before it is written.
const SEGMENT_MEMORY: usize = 64 << 20;

/// The files of one index.
#[derive(Debug)]
pub struct Index {
    folder: PathBuf,
    index: tantivy::Index,
    fields: PhysicalFields,
    files: Files,
    current: RwLock<Arc<Reader>>,
    first_etags: FirstEtags,
}

struct Files(IndexReader);

impl std::fmt::Debug for Files {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Files")
    }
}

fn schema() -> (Schema, PhysicalFields) {
    let mut schema = Schema::builder();
    let fields = PhysicalFields {
        term: schema.add_bytes_field("term", BytesOptions::default() | INDEXED),
        columns: schema.add_json_field("c", JsonObjectOptions::default() | FAST),
        etag: schema.add_i64_field("etag", FAST),
        id: schema.add_text_field("id", TextOptions::default() | STORED),
        stored: schema.add_bytes_field("stored", STORED),
        words: schema.add_text_field(
            "words",
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(words::TOKENIZER)
                    .set_fieldnorms(false)
                    .set_index_option(IndexRecordOption::WithFreqsAndPositions),
            ),
        ),
    };
    (schema.build(), fields)
}

impl Index {
    /// Opens the index in this folder, or creates one.
    ///
    /// # Errors
    /// When the folder cannot be used, or holds something else.
    pub fn open(folder: &Path) -> Result<Arc<Self>, IndexError> {
        Self::open_with(folder, None)
    }

    /// Like [`Index::open`], and records every write and sync of its files.
    ///
    /// # Errors
    /// When the folder cannot be used, or holds something else.
    pub fn open_recorded(folder: &Path, recorder: IoRecorder) -> Result<Arc<Self>, IndexError> {
        Self::open_with(folder, Some(recorder))
    }

    fn open_with(folder: &Path, recorder: Option<IoRecorder>) -> Result<Arc<Self>, IndexError> {
        let open = || -> TantivyResult<Arc<Self>> {
            let directory = PrivateDirectory::open(folder, recorder)?;
            let (schema, fields) = schema();
            let index = if tantivy::Index::exists(&directory)? {
                let index = tantivy::Index::open(directory)?;
                if index.schema() != schema {
                    return Err(tantivy::TantivyError::SchemaError(
                        "the files were written by another version of this program".to_owned(),
                    ));
                }
                index
            } else {
                tantivy::Index::create(directory, schema, IndexSettings::default())?
            };
            index.tokenizers().register(words::TOKENIZER, RowTokenizer::default());
            let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
            let first = Reader::new(&reader.searcher(), payload(&index)?, None)?;
            let first_etags = FirstEtags::default();
            first_etags.set(first.first_etags());
            Ok(Arc::new(Self {
                folder: folder.to_owned(),
                index,
                fields,
                files: Files(reader),
                current: RwLock::new(Arc::new(first)),
                first_etags,
            }))
        };
        open().map_err(|error| IndexError::Files { folder: folder.to_owned(), reason: error.to_string() })
    }

    /// A reader of the last commit.
    pub fn reader(&self) -> Arc<Reader> {
        self.current.read().clone()
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the writer. Only one writer at a time.
    ///
    /// # Errors
    /// When the files cannot be written, or another writer is open.
    pub fn write(self: &Arc<Self>) -> Result<IndexWriter, IndexError> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(SEGMENT_MEMORY)
            .num_worker_threads(1)
            .num_merge_threads(1)
            .build();
        let writer = self.index.writer_with_options(options).map_err(|error| self.failed(&error))?;
        writer.set_merge_policy(Box::new(self.first_etags.clone()));
        Ok(IndexWriter {
            index: self.clone(),
            writer: Some(writer),
            waiting: Vec::with_capacity(TOGETHER),
            in_flight: Arc::default(),
        })
    }

    /// Makes the results of background merges visible to readers.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn refresh(&self) -> Result<(), IndexError> {
        self.reload().map_err(|error| self.failed(&error))
    }

    fn reload(&self) -> TantivyResult<()> {
        self.files.0.reload()?;
        let before = self.reader();
        let after = Reader::new(&self.files.0.searcher(), payload(&self.index)?, Some(&before))?;
        self.first_etags.set(after.first_etags());
        *self.current.write() = Arc::new(after);
        Ok(())
    }

    pub(crate) fn entry(&self, id: &str, etag: i64) -> Entry {
        Entry::new(self.fields, id, etag)
    }

    pub(crate) fn new_segment(&self) -> tantivy::index::Segment {
        self.index.new_segment()
    }

    pub(crate) fn failed(&self, error: &tantivy::TantivyError) -> IndexError {
        IndexError::Files { folder: self.folder.clone(), reason: error.to_string() }
    }
}

fn payload(index: &tantivy::Index) -> TantivyResult<String> {
    Ok(index.load_metas()?.payload.unwrap_or_default())
}

/// The writer of an index.
pub struct IndexWriter {
    index: Arc<Index>,
    /// `None` only while it is dropped.
    writer: Option<TantivyWriter<Entry>>,
    /// Sent in batches: waking the writer's thread for each entry would dominate.
    waiting: Vec<UserOperation<Entry>>,
    in_flight: Arc<InFlight>,
}

impl Drop for IndexWriter {
    /// Waits for background merges, so that the folder can be deleted afterwards.
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.set_merge_policy(Box::new(NoMergePolicy));
            // A failed writer has already reported its error; uncommitted changes are lost in both cases.
            let _ = writer.wait_merging_threads();
        }
    }
}

impl std::fmt::Debug for IndexWriter {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("IndexWriter").field("folder", &self.index.folder).finish_non_exhaustive()
    }
}

const THERE: &str = "the writer is taken only when this is dropped";

impl IndexWriter {
    pub(crate) fn index(&self) -> &Arc<Index> {
        &self.index
    }

    pub(crate) fn writer(&self) -> &TantivyWriter<Entry> {
        self.writer.as_ref().expect(THERE)
    }

    /// An empty entry.
    pub fn entry(&self, id: &str, etag: i64) -> Entry {
        self.index.entry(id, etag)
    }

    /// Adds an entry; searchable after the next commit.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add(&mut self, entry: Entry) -> Result<(), IndexError> {
        self.enqueue(UserOperation::Add(entry))
    }

    /// Removes the entries added so far under this id (case is ignored).
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn delete(&mut self, id: &str) -> Result<(), IndexError> {
        let term = terms::text(terms::ID_FIELD, Kind::Folded, &rookery_rql::values::fold(id));
        self.delete_under(&term)
    }

    pub(crate) fn delete_under(&mut self, term: &[u8]) -> Result<(), IndexError> {
        self.enqueue(UserOperation::Delete(Term::from_field_bytes(self.index.fields.term, term)))
    }

    fn enqueue(&mut self, operation: UserOperation<Entry>) -> Result<(), IndexError> {
        self.waiting.push(operation);
        if self.waiting.len() < TOGETHER { Ok(()) } else { self.flush() }
    }

    /// Sends the buffered operations to the writer, once there is a permit.
    pub(crate) fn flush(&mut self) -> Result<(), IndexError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut operations = std::mem::replace(&mut self.waiting, Vec::with_capacity(TOGETHER));
        let permit = self.in_flight.take();
        for operation in &mut operations {
            if let UserOperation::Add(entry) = operation {
                entry.hold_permit(&permit);
            }
        }
        self.writer().run(operations).map(|_| ()).map_err(|error| self.index.failed(&error))
    }

    /// Removes everything.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn clear(&mut self) -> Result<(), IndexError> {
        self.waiting.clear();
        self.writer().delete_all_documents().map(|_| ()).map_err(|error| self.index.failed(&error))
    }

    /// Makes everything so far durable and searchable, together with the caller's text.
    ///
    /// # Errors
    /// When the files cannot be written; nothing since the last commit counts then.
    pub fn commit(&mut self, text: &str) -> Result<(), IndexError> {
        self.flush()?;
        let index = &self.index;
        let writer = self.writer.as_mut().expect(THERE);
        let mut commit = || -> TantivyResult<()> {
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(text);
            commit.commit()?;
            index.reload()
        };
        commit().map_err(|error| self.index.failed(&error))
    }
}

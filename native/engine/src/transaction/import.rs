//! Items of a dump: documents, revisions and counters with the dates they had where they were exported.

use std::sync::Arc;

use bytes::Bytes;
use time::OffsetDateTime;

use crate::document::compression::encoded_body::EncodedBody;
use crate::document::date::Ticks;
use crate::document::{DocumentFlags, ids};
use crate::error::EngineError;
use crate::extensions::attachments::ContentHash;
use crate::extensions::counters::MAX_COUNTER_NAME;
use crate::extensions::time_series::TimeSeriesUpdate;
use crate::transaction::prepare_attachment::Place;
use crate::transaction::prepared_put::PreparedPut;

/// An item of a dump.
#[derive(Debug, Clone, PartialEq)]
pub enum Imported {
    /// A document.
    Document(ImportedDocument),
    /// A revision of a document.
    Revision(ImportedRevision),
    /// Counters of a document.
    Counters {
        /// The document's id.
        id: String,
        /// Names and values.
        counters: Vec<(String, i64)>,
    },
    /// Entries and deleted ranges of a time series, also of a rollup.
    TimeSeries {
        /// The document's id.
        id: String,
        /// Entries of one time in an incremental series are of several databases and are added up.
        update: Box<TimeSeriesUpdate>,
    },
    /// A compare-exchange value. It gets a new index.
    CompareExchange {
        /// Its key.
        key: String,
        /// The JSON object.
        value: Bytes,
    },
}

/// A document of a dump.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedDocument {
    /// Its id; may end in `/` like that of any new document.
    pub id: String,
    /// The JSON object; metadata that the engine owns is ignored.
    pub body: Bytes,
    /// When it was saved; now if it is not known.
    pub last_modified: Option<OffsetDateTime>,
    /// Whether it is archived.
    pub archived: bool,
    /// Its attachments; `None` leaves those of an existing document.
    pub attachments: Option<Vec<ImportedAttachment>>,
    /// Whether a revision is created as configured. Not for one whose revisions are imported, too.
    pub creates_revision: bool,
}

/// An attachment of an imported document or revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedAttachment {
    /// Its name.
    pub name: String,
    /// Its content type.
    pub content_type: String,
    /// BLAKE2b-256 of the content in base64.
    pub hash: String,
    /// Bytes of the content.
    pub size: u64,
    /// The content, unless it is stored already.
    pub content: Option<Bytes>,
}

/// A revision of a dump.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedRevision {
    /// The document's id.
    pub id: String,
    /// The JSON object; metadata that the engine owns is ignored.
    pub body: Bytes,
    /// When that version was saved.
    pub last_modified: OffsetDateTime,
    /// Its flags. Those of a revision are added, those that depend on the database are ignored.
    pub flags: DocumentFlags,
    /// Its attachments.
    pub attachments: Vec<ImportedAttachment>,
}

#[derive(Debug, Clone)]
pub(crate) struct PreparedImport {
    pub put: PreparedPut,
    pub last_modified: Option<Ticks>,
    pub archived: bool,
    pub attachments: Option<Vec<PreparedContent>>,
    pub creates_revision: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct PreparedContent {
    pub name: String,
    /// The name in lower case.
    pub name_key: String,
    pub content_type: String,
    pub hash: ContentHash,
    pub size: u64,
    pub content: Option<Bytes>,
}

#[derive(Debug, Clone)]
pub(crate) struct PreparedRevision {
    pub id: String,
    /// The id in lower case.
    pub key: String,
    pub collection: String,
    /// The normalised body with the list of its attachments.
    pub body: Bytes,
    pub encoded: EncodedBody,
    pub archive_at: Option<Ticks>,
    pub last_modified: Ticks,
    pub flags: DocumentFlags,
    pub attachments: Vec<PreparedContent>,
}

#[derive(Debug, Clone)]
pub(crate) struct PreparedCounterValues {
    pub id: String,
    /// The id in lower case.
    pub document: String,
    /// Name, name in lower case, value.
    pub counters: Vec<(String, String, i64)>,
}

impl PreparedCounterValues {
    pub(crate) fn new(id: String, counters: Vec<(String, i64)>) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let refuse = |reason: String| EngineError::BadCounter { id: id.clone(), reason };
        let counters = counters.into_iter().map(|(name, value)| match name.len() {
            0 => Err(refuse("its name is empty".to_owned())),
            length if length > MAX_COUNTER_NAME => {
                Err(refuse(format!("its name is {length} bytes long, and {MAX_COUNTER_NAME} is the most")))
            }
            _ => {
                let key = ids::key_of(&name);
                Ok((name, key, value))
            }
        });
        let counters = counters.collect::<Result<_, _>>()?;
        Ok(Self { document: ids::key_of(&id), counters, id })
    }
}

impl PreparedContent {
    /// The JSON of `@attachments`.
    pub(crate) fn list(contents: &[Self]) -> String {
        let items = contents.iter().map(|one| {
            let hash = one.hash.to_text();
            serde_json::json!({ "Name": one.name, "Hash": hash, "ContentType": one.content_type, "Size": one.size })
        });
        serde_json::Value::Array(items.collect()).to_string()
    }

    /// Bytes it adds to the journal.
    pub(crate) fn weight(contents: &[Self]) -> usize {
        contents.iter().map(|one| 1024 + one.content.as_ref().map_or(0, Bytes::len)).sum()
    }
}

/// Checks names and hashes; of equal names the first counts.
pub(crate) fn contents(id: &str, list: Vec<ImportedAttachment>) -> Result<Vec<PreparedContent>, EngineError> {
    let mut checked: Vec<PreparedContent> = Vec::with_capacity(list.len());
    for one in list {
        let ImportedAttachment { name, content_type, hash, size, content } = one;
        let Place { name, name_key, .. } = Place::check(id.trim_end_matches(['/', '|']).to_owned(), name)?;
        let refuse =
            |reason: String| EngineError::BadAttachment { id: id.to_owned(), name: name.clone(), reason };
        let Some(parsed) = ContentHash::parse(&hash) else {
            return Err(refuse(format!("its hash '{hash}' is none")));
        };
        if content.as_ref().is_some_and(|content| ContentHash::of(content) != parsed) {
            return Err(refuse("its content does not have the hash that the dump names".to_owned()));
        }
        if content_type.len() > crate::extensions::attachments::MAX_ATTACHMENT_TEXT {
            return Err(refuse("its content type is too long".to_owned()));
        }
        let size = content.as_ref().map_or(size, |content| content.len() as u64);
        if !checked.iter().any(|known| known.name_key == name_key) {
            checked.push(PreparedContent { name, name_key, content_type, hash: parsed, size, content });
        }
    }
    Ok(checked)
}

/// What an import changes about saving a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PutOfImport {
    pub last_modified: Option<Ticks>,
    pub archived: bool,
    pub creates_revision: bool,
}

impl PreparedImport {
    /// The parts that the resolver needs separately: the id in lower case if it is known, and the put.
    pub(crate) fn key(&self) -> Option<Arc<str>> {
        self.put.key.clone()
    }
}

//! The context in which the commands of a batch are prepared.

use std::sync::Arc;

use crate::document::DocumentFlags;
use crate::document::compression::Compression;
use crate::document::ids::{self, IdChoice};
use crate::document::normalize;
use crate::document::stored::{EncodedDraft, Parts};
use crate::error::EngineError;
use crate::extensions::revisions::RevisionsConfiguration;
use crate::files::settings::DocumentsCompression;
use crate::transaction::expected::Expected;
use crate::transaction::prepared_put::{CollectionName, PreparedPut};

/// The context of preparing; the documents of one batch mostly share a collection.
pub(crate) struct Preparer<'a> {
    pub node_tag: &'a str,
    pub compression: &'a Compression,
    pub settings: Option<&'a DocumentsCompression>,
    pub revisions: Option<&'a RevisionsConfiguration>,
    last_collection: Option<Arc<CollectionName>>,
}

impl<'a> Preparer<'a> {
    pub(crate) fn new(
        node_tag: &'a str,
        compression: &'a Compression,
        settings: Option<&'a DocumentsCompression>,
        revisions: Option<&'a RevisionsConfiguration>,
    ) -> Self {
        Self { node_tag, compression, settings, revisions, last_collection: None }
    }

    fn collection(&mut self, name: &str) -> Arc<CollectionName> {
        match &self.last_collection {
            Some(last) if last.name == name => last.clone(),
            _ => {
                let name = Arc::new(CollectionName { key: ids::key_of(name), name: name.to_owned() });
                self.last_collection.insert(name).clone()
            }
        }
    }

    /// A document.
    pub(crate) fn put(
        &mut self,
        id: String,
        body: &[u8],
        expected: Expected,
    ) -> Result<PreparedPut, EngineError> {
        self.put_as(IdChoice::of(id)?, body, expected)
    }

    /// A document with a parsed id.
    pub(crate) fn put_as(
        &mut self,
        id: IdChoice,
        body: &[u8],
        expected: Expected,
    ) -> Result<PreparedPut, EngineError> {
        let read = normalize::read(id.requested(), body)?;
        let collection = self.collection(&read.collection);
        let refuse = |reason| EngineError::BadDocument { id: id.requested().to_owned(), reason };
        let compress = self.settings.is_some_and(|settings| settings.covers(&collection.name));
        let compress_revision = !compress
            && self.settings.is_some_and(|settings| settings.compress_revisions)
            && self.revisions.and_then(|revisions| revisions.of(&collection.key)).is_some();
        let parts = Parts {
            id: id.requested(),
            collection: &collection.name,
            node_tag: self.node_tag,
            flags: DocumentFlags::default(),
            last_modified: 0,
            archive_at: read.archive_at,
        };
        let encode = || self.compression.encode(&collection.key, &read.body().into(), true).map_err(refuse);
        let draft = match compress {
            true => EncodedDraft::encoded(&parts, &encode()?),
            false => EncodedDraft::raw(&parts, &read).map_err(refuse)?,
        };
        let revision = compress_revision.then(encode).transpose()?;
        let key = match &id {
            IdChoice::Given(id) => Some(Arc::from(ids::key_of(id))),
            IdChoice::Numbered(_) | IdChoice::Identity(_) => None,
        };
        let (archive_at, due) = (read.archive_at, read.due);
        Ok(PreparedPut { id, key, draft, revision, collection, archive_at, due, expected, unarchive: false })
    }
}

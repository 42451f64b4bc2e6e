//! Attachments, counters and time series in a document's metadata: lists and flags that follow the rows.
//!
//! A document whose lists of attachments, counters or time series changed is saved again at the end of its request, and one
//! with revisions after each command on counters or time series: each of them creates a revision. One that a client saves
//! keeps them, whatever the client's metadata contains.

use bytes::Bytes;
use serde_json::json;

use super::Resolver;
use super::attachments::attachment_rows;
use super::counter_rows::counter_rows;
use super::due::{set_due, take_due};
use super::time_series::series_rows;
use super::transaction::{Change, Transaction};
use crate::document::DocumentFlags;
use crate::document::ids;
use crate::document::normalize;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::extensions::revisions::RevisionsOfCollection;
use crate::transaction::command::CommandResult;
use crate::transaction::prepared::{Outcome, Prepared};

/// The flags of attachments, counters and time series.
const MARKS: DocumentFlags =
    DocumentFlags::HAS_ATTACHMENTS.with(DocumentFlags::HAS_COUNTERS).with(DocumentFlags::HAS_TIME_SERIES);

/// Attachments, counters and time series of one document as listed in its metadata.
#[derive(Debug, Default)]
pub(crate) struct DocumentExtensions {
    /// The JSON of `@attachments`.
    attachments: Option<String>,
    /// The JSON of `@counters`.
    counters: Option<String>,
    /// The JSON of `@timeseries`.
    time_series: Option<String>,
}

impl DocumentExtensions {
    /// Reads the rows of a document. `document` is its id in lower case.
    pub(crate) fn of(transaction: &Transaction<'_>, document: &str) -> Result<Self, EngineError> {
        let attachments: Vec<_> = attachment_rows(transaction, document)?
            .into_iter()
            .map(|(_, row)| {
                json!({
                    "Name": row.name,
                    "Hash": row.hash.to_text(),
                    "ContentType": row.content_type,
                    "Size": row.size,
                })
            })
            .collect();
        let counters: Vec<_> =
            counter_rows(transaction, document)?.into_iter().map(|(_, counter)| counter.name).collect();
        let time_series: Vec<_> =
            series_rows(transaction, document)?.into_iter().map(|series| series.name).collect();
        Ok(Self {
            attachments: (!attachments.is_empty()).then(|| json!(attachments).to_string()),
            counters: (!counters.is_empty()).then(|| json!(counters).to_string()),
            time_series: (!time_series.is_empty()).then(|| json!(time_series).to_string()),
        })
    }

    /// The flags of a document with these.
    pub(crate) fn flags(&self) -> DocumentFlags {
        let mut flags = DocumentFlags::default();
        if self.attachments.is_some() {
            flags = flags.with(DocumentFlags::HAS_ATTACHMENTS);
        }
        if self.counters.is_some() {
            flags = flags.with(DocumentFlags::HAS_COUNTERS);
        }
        if self.time_series.is_some() {
            flags = flags.with(DocumentFlags::HAS_TIME_SERIES);
        }
        flags
    }

    /// A stored body with these lists instead of its own.
    pub(crate) fn listed_in(&self, body: &[u8]) -> Result<Bytes, serde_json::Error> {
        let [attachments, counters, time_series] =
            [&self.attachments, &self.counters, &self.time_series].map(Option::as_deref);
        normalize::with_lists(body, attachments, counters, time_series)
    }
}

impl Resolver<'_> {
    /// The extensions of an existing document with these flags; `None` when there are none.
    pub(crate) fn extensions(
        &self,
        transaction: &Transaction<'_>,
        document: &str,
        marks: DocumentFlags,
    ) -> Result<Option<DocumentExtensions>, EngineError> {
        if marks.common(MARKS).is_empty() && !transaction.is_touched(document) {
            return Ok(None);
        }
        DocumentExtensions::of(transaction, document).map(Some)
    }

    /// Removes the attachments, counters and time series of a document that is being deleted.
    pub(crate) fn drop_extensions(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        collection_key: &str,
        marks: DocumentFlags,
    ) -> Result<(), EngineError> {
        if marks.contains(DocumentFlags::HAS_ATTACHMENTS) || transaction.is_touched(document) {
            self.drop_attachments(transaction, document)?;
        }
        if marks.contains(DocumentFlags::HAS_COUNTERS) || transaction.is_touched(document) {
            self.drop_counters(transaction, document, collection_key)?;
        }
        if marks.contains(DocumentFlags::HAS_TIME_SERIES) || transaction.is_touched(document) {
            self.drop_time_series(transaction, document, collection_key)?;
        }
        transaction.forget_touch(document);
        Ok(())
    }

    /// The document's current change vector, if it exists.
    pub(crate) fn document_change_vector(
        &self,
        transaction: &Transaction<'_>,
        document: &str,
    ) -> Result<Option<String>, EngineError> {
        let found = transaction.find(document)?.filter(|found| !found.deleted);
        Ok(found.map(|found| found.value.change_vector(found.etag, self.database_id)))
    }

    /// After a command on counters or time series: saves the document again if its lists changed and it has revisions.
    pub(crate) fn save_revised(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
    ) -> Result<(), EngineError> {
        if !transaction.is_touched(document) {
            return Ok(());
        }
        let found = transaction.find(document)?.filter(|found| !found.deleted);
        let collection = found.map(|found| ids::key_of(found.value.collection()));
        let settings = collection.and_then(|collection| self.revisions?.of(&collection));
        if settings.is_some_and(RevisionsOfCollection::is_active) {
            self.save_again(transaction, document, false)?;
            transaction.forget_touch(document);
        }
        Ok(())
    }

    /// At the end of a request: saves documents whose extensions changed again, and updates the results.
    pub(crate) fn finish(&self, transaction: &mut Transaction<'_>) -> Result<(), EngineError> {
        let Some(touched) = transaction.take_touched() else { return Ok(()) };
        for document in &touched {
            self.save_again(transaction, document, false)?;
        }
        let mut outcomes = std::mem::take(&mut transaction.write_set.outcomes);
        for outcome in &mut outcomes {
            let Outcome::Document(result) = outcome else { continue };
            for (id, vector) in result.document_vectors() {
                if vector.is_some() {
                    *vector = self.document_change_vector(transaction, &ids::key_of(&id))?;
                }
            }
        }
        transaction.write_set.outcomes = outcomes;
        Ok(())
    }

    /// Saves a document with the lists of its extensions as they are now. A quiet save keeps its date and makes no
    /// revision.
    pub(crate) fn save_again(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        quiet: bool,
    ) -> Result<(), EngineError> {
        let old = transaction.find(document)?;
        // Deleted documents were removed from the list, so this one exists.
        let Some(found) = old.as_ref().filter(|old| !old.deleted) else { return Ok(()) };
        let extensions = DocumentExtensions::of(transaction, document)?;
        let value = &found.value;
        let body = transaction.intact(value.body(&self.compression.dictionaries))?;
        let body = extensions.listed_in(&body).map_err(|error| {
            transaction
                .damaged(format!("the stored document '{}' is not the JSON it was: {error}", value.id()))
        })?;
        let collection_key = ids::key_of(value.collection());
        let encoded = self
            .compression
            .encode(&collection_key, &body, value.is_compressed())
            .map_err(|reason| EngineError::BadDocument { id: value.id().to_owned(), reason })?;
        let plan = self.plan_revision(transaction, document, &collection_key, old.as_ref())?;
        let plan = plan.unless_quiet(quiet);
        let parts = Parts {
            id: value.id(),
            collection: value.collection(),
            node_tag: self.node_tag,
            flags: value.flags().without(MARKS).with(extensions.flags()).with(plan.marks()),
            last_modified: if quiet { value.last_modified() } else { self.now },
            archive_at: value.archive_at(),
        };
        let value = StoredValue::build(&parts, &encoded);
        let etag = transaction.next_etag();
        let value = self.versioned(transaction, value, etag, old.as_ref())?;
        self.keep_revision(transaction, plan, document, etag, &value, old.as_ref())?;
        let dates = take_due(transaction, old.as_ref())?;
        set_due(transaction, document, etag, dates);
        let change =
            Change { etag, key: document.into(), collection_key: &collection_key, value, deleted: false };
        transaction.add(change, old.as_ref());
        Ok(())
    }
}

impl Prepared {
    /// The key of the document whose counters or time series it may add or remove.
    pub(crate) fn extended_document(&self) -> Option<String> {
        match self {
            Self::Counters(counters) => Some(counters.document.clone()),
            Self::TimeSeries(series) => Some(ids::key_of(&series.id)),
            Self::TimeSeriesCopy(copy) => Some(ids::key_of(&copy.destination_id)),
            _ => None,
        }
    }
}

impl CommandResult {
    /// The documents whose change vectors are part of this result, by id.
    fn document_vectors(&mut self) -> Vec<(String, &mut Option<String>)> {
        match self {
            Self::AttachmentPut { attachment, document_change_vector }
            | Self::AttachmentCopy { attachment, document_change_vector } => {
                vec![(attachment.document_id.clone(), document_change_vector)]
            }
            Self::AttachmentDelete { id, document_change_vector, .. }
            | Self::Counters { id, document_change_vector, .. } => {
                vec![(id.clone(), document_change_vector)]
            }
            Self::AttachmentMove {
                id,
                attachment,
                destination_document_change_vector,
                document_change_vector,
                ..
            } => vec![
                (attachment.document_id.clone(), destination_document_change_vector),
                (id.clone(), document_change_vector),
            ],
            Self::Patch(patch) => vec![(patch.id.clone(), &mut patch.change_vector)],
            Self::Put { .. } | Self::Delete { .. } | Self::Revision { .. } | Self::TimeSeries { .. } => {
                Vec::new()
            }
        }
    }
}

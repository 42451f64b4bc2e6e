//! Settings of the database record.

use serde_json::Value;

use super::Database;
use crate::error::EngineError;
use crate::files::settings::{DataArchival, DocumentsCompression};

impl Database {
    /// The compression setting, `None` when it was never set.
    pub fn documents_compression(&self) -> Option<DocumentsCompression> {
        self.core.file.documents_compression()
    }

    /// Changes the compression setting; it holds for documents written from now on.
    pub fn set_documents_compression(&self, settings: DocumentsCompression) -> Result<(), EngineError> {
        self.set("DocumentsCompression", serde_json::to_value(settings))
    }

    /// The archival setting, `None` when it was never set.
    pub fn data_archival(&self) -> Option<DataArchival> {
        self.core.file.data_archival()
    }

    /// Changes the archival setting.
    pub fn set_data_archival(&self, settings: DataArchival) -> Result<(), EngineError> {
        settings.check()?;
        self.set("DataArchival", serde_json::to_value(settings))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    pub(crate) fn set(
        &self,
        member: &str,
        value: Result<Value, serde_json::Error>,
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let value = value.map_err(|error| self.internal(&error.to_string()))?;
        let etag = self.raft.next_index()?;
        self.core.file.update(etag, |contents| {
            contents.record.insert(member.to_owned(), value);
            Ok(())
        })
    }
}

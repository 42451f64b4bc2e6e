//! The records of databases, as clients know them.

use serde_json::{Map, Value};

use super::Engine;
use crate::error::EngineError;
use crate::files::database_record::BACKUP_STATUS;
use crate::files::{database_file, journals_path};
use crate::indexes::history::RECORD_MEMBERS;

impl Engine {
    /// A database's record and the number of its last change.
    pub fn record(&self, name: &str) -> Result<(Value, i64), EngineError> {
        let contents = self.entry(name)?.file()?.contents();
        Ok((Value::Object(contents.record), contents.etag))
    }

    /// Replaces a database's record, except its indexes; with `etag`, only if it is still that version.
    /// Returns the new etag.
    pub fn update_record(&self, name: &str, record: Value, etag: Option<i64>) -> Result<i64, EngineError> {
        self.check_open()?;
        let file = self.entry(name)?.file()?;
        let mut record = record_members(record)?;
        database_file::check_record(&record)?;
        record.insert("DatabaseName".to_owned(), Value::String(file.name()));
        let next = self.server.next_index()?;
        file.update(next, |contents| {
            if let Some(etag) = etag.filter(|etag| *etag != contents.etag) {
                return Err(EngineError::Concurrency {
                    id: format!("db/{name}"),
                    operation: "Put",
                    expected: etag.to_string(),
                    actual: Some(contents.etag.to_string()),
                });
            }
            journals_path::check_unchanged(&contents.record, &record)?;
            // Indexes are created and deleted by their own requests: the caller's copy of the record may be
            // outdated.
            for member in RECORD_MEMBERS.into_iter().chain([BACKUP_STATUS]) {
                match contents.record.get(member) {
                    Some(known) => drop(record.insert(member.to_owned(), known.clone())),
                    None => drop(record.remove(member)),
                }
            }
            contents.record = record;
            Ok(())
        })?;
        self.close_disabled(name)?;
        Ok(next)
    }

    /// Changes members of a database's record; it is durable when this returns. `change` gets the new etag,
    /// which is returned.
    ///
    /// # Errors
    /// The error of `change`, or of the disk; nothing is changed then.
    pub fn change_record(
        &self,
        name: &str,
        change: impl FnOnce(&mut Map<String, Value>, i64) -> Result<(), EngineError>,
    ) -> Result<i64, EngineError> {
        self.check_open()?;
        let file = self.entry(name)?.file()?;
        let next = self.server.next_index()?;
        file.update(next, |contents| change(&mut contents.record, next))?;
        Ok(next)
    }
}

pub(super) fn record_members(record: Value) -> Result<Map<String, Value>, EngineError> {
    match record {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        other => Err(EngineError::BadConfiguration {
            setting: "database record",
            reason: format!("it must be a JSON object, but is {other}"),
        }),
    }
}

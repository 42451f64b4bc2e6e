//! Changes of a database as a whole: enabled or disabled, protected against deletion, the configuration of its clients.

use serde_json::{Map, Value};

use super::Engine;
use crate::error::EngineError;
use crate::files::database_file;

/// The member of the record with the configuration of clients.
const CLIENT: &str = "Client";

impl Engine {
    /// Disables or enables a database. A disabled one is closed, and refuses every request until it is enabled.
    pub fn set_disabled(&self, name: &str, disabled: bool) -> Result<(), EngineError> {
        self.change_record(name, |record, _| {
            record.insert("Disabled".to_owned(), disabled.into());
            Ok(())
        })?;
        self.close_disabled(name)
    }

    /// Sets the protection against deletion: `Unlock`, `PreventDeletesIgnore` or `PreventDeletesError`.
    pub fn set_lock_mode(&self, name: &str, mode: &str) -> Result<(), EngineError> {
        let set = |record: &mut Map<String, Value>, _| {
            record.insert("LockMode".to_owned(), mode.into());
            database_file::check_record(record)
        };
        self.change_record(name, set).map(drop)
    }

    /// Replaces the configuration that clients of a database read and follow, and gives it a new `Etag`.
    pub fn set_client_configuration(
        &self,
        name: &str,
        mut configuration: Map<String, Value>,
    ) -> Result<(), EngineError> {
        self.change_record(name, |record, index| {
            configuration.insert("Etag".to_owned(), index.into());
            record.insert(CLIENT.to_owned(), Value::Object(configuration));
            Ok(())
        })
        .map(drop)
    }

    /// The configuration of the clients of a database, with its `Etag`; `None` when it was never set.
    pub fn client_configuration(&self, name: &str) -> Result<Option<Map<String, Value>>, EngineError> {
        Ok(match self.entry(name)?.file()?.member(CLIENT) {
            Some(Value::Object(configuration)) => Some(configuration),
            _ => None,
        })
    }

    /// The `Etag` of that configuration. Does no I/O.
    pub fn client_configuration_etag(&self, name: &str) -> Option<i64> {
        self.entry(name).ok()?.file().ok()?.member_etag(CLIENT)
    }

    /// Closes a database whose record disables it.
    pub(super) fn close_disabled(&self, name: &str) -> Result<(), EngineError> {
        let entry = self.entry(name)?;
        if entry.file()?.disabled() { entry.close() } else { Ok(()) }
    }
}

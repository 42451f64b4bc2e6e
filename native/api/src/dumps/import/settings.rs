//! Settings of the database record.

use rookery_engine::{BACKUPS, Database, EngineError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::definitions::refusal;
use super::{Import, ImportFailure};
use crate::dto::client_configuration;

/// Members of the record that say nothing about settings, or have their own section.
const NO_SETTINGS: [&str; 5] =
    ["DatabaseName", "Encrypted", "UnusedDatabaseIds", "IndexesHistory", "Settings"];

impl Import<'_> {
    /// Applies the settings of a record that the options take.
    pub(super) fn settings(&mut self, record: &Map<String, Value>) -> Result<(), ImportFailure> {
        let database = self.database;
        for (name, value) in record.iter().filter(|(name, value)| is_set(name, value)) {
            if !self.options.takes_setting(name) {
                continue;
            }
            let outcome = match name.as_str() {
                "Revisions" => applied(value, |settings| database.set_revisions_configuration(settings)),
                "RevisionsForConflicts" => {
                    applied(value, |settings| database.set_revisions_for_conflicts(settings))
                }
                "Expiration" => applied(value, |settings| database.set_expiration(settings)),
                "Refresh" => applied(value, |settings| database.set_refresh(settings)),
                "DocumentsCompression" => {
                    applied(value, |settings| database.set_documents_compression(settings))
                }
                "TimeSeries" => applied(value, |settings| database.set_time_series_configuration(settings)),
                "DataArchival" => applied(value, |settings| database.set_data_archival(settings)),
                "Client" => set_client(database, value),
                "LockMode" => applied(value, |mode: String| {
                    database
                        .change_record(|record, _| drop(record.insert("LockMode".to_owned(), mode.into())))
                }),
                BACKUPS => applied(value, |tasks: Vec<Map<String, Value>>| {
                    database.change_record(|record, etag| add_backup_tasks(record, tasks, etag))
                }),
                _ => Ok(Err("this server does not have this setting".to_owned())),
            };
            match outcome? {
                Ok(()) => self.report.applied.push(match name.as_str() {
                    "Revisions" => "RevisionsConfiguration".to_owned(),
                    "Client" | "Expiration" | "Refresh" | "TimeSeries" => format!("{name}Configuration"),
                    _ => name.clone(),
                }),
                Err(reason) => self.report.warn(&format!("The setting {name} was not imported: {reason}.")),
            }
        }
        Ok(())
    }
}

fn set_client(database: &Database, value: &Value) -> Result<Result<(), String>, ImportFailure> {
    let checked = match value {
        Value::Object(members) => client_configuration::checked(members.clone()),
        _ => return Ok(Err("it is not an object".to_owned())),
    };
    match checked {
        Ok(mut client) => refusal(database.change_record(|record, etag| {
            client.insert("Etag".to_owned(), etag.into());
            record.insert("Client".to_owned(), client.into());
        })),
        Err(problem) => Ok(Err(problem.to_string().trim_end_matches('.').to_owned())),
    }
}

/// Adds backup tasks, disabled as servers do: their folders may be of another computer. A task replaces one of its name.
fn add_backup_tasks(record: &mut Map<String, Value>, tasks: Vec<Map<String, Value>>, etag: i64) {
    let mut list = record.get(BACKUPS).and_then(Value::as_array).cloned().unwrap_or_default();
    let first = list.iter().filter_map(|task| task["TaskId"].as_i64()).max().unwrap_or(0).max(etag);
    for (number, mut task) in (first..).zip(tasks) {
        task.insert("Disabled".to_owned(), true.into());
        task.insert("TaskId".to_owned(), (number + 1).into());
        list.retain(|known| known.get("Name") != task.get("Name"));
        list.push(task.into());
    }
    record.insert(BACKUPS.to_owned(), list.into());
}

/// Applies a setting; the inner error concerns this setting only.
fn applied<T: DeserializeOwned>(
    value: &Value,
    set: impl FnOnce(T) -> Result<(), EngineError>,
) -> Result<Result<(), String>, ImportFailure> {
    match serde_json::from_value(value.clone()) {
        Ok(settings) => refusal(set(settings)),
        Err(error) => Ok(Err(format!("it cannot be read: {error}"))),
    }
}

fn is_set(name: &str, value: &Value) -> bool {
    let is_empty = match value {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
        // An import does not remove the protection of a database.
        Value::String(mode) => name == "LockMode" && mode == "Unlock",
        _ => false,
    };
    !is_empty && !NO_SETTINGS.contains(&name)
}

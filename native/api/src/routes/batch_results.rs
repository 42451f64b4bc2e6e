//! The results of the commands of a batch, as clients read them.

use rookery_engine::CommandResult;
use serde_json::{Map, Value};

use crate::dto::text::date;
use crate::routes::attachment_commands::attachment_result;
use crate::routes::counters::counters_result;
use crate::routes::time_series::time_series_result;

/// An entry of `Results`.
pub(super) fn result_object(result: &CommandResult) -> Value {
    match result {
        CommandResult::Put { id, collection, change_vector, last_modified, flags, .. } => {
            let mut object = Map::new();
            object.insert("Type".into(), "PUT".into());
            object.insert("@id".into(), id.as_str().into());
            object.insert("@collection".into(), collection.as_str().into());
            object.insert("@change-vector".into(), change_vector.as_str().into());
            object.insert("@last-modified".into(), date(*last_modified).into());
            if !flags.is_empty() {
                object.insert("@flags".into(), flags.to_text().into());
            }
            Value::Object(object)
        }
        CommandResult::Delete { id, deleted, change_vector } => {
            let mut object = Map::new();
            object.insert("Id".into(), id.as_str().into());
            object.insert("Type".into(), "DELETE".into());
            object.insert("Deleted".into(), (*deleted).into());
            if change_vector.is_some() {
                // The server has the member, without the version of the tombstone.
                object.insert("ChangeVector".into(), Value::Null);
            }
            Value::Object(object)
        }
        CommandResult::Revision { id, created, change_vector, last_modified, flags } => {
            let mut object = Map::new();
            object.insert("RevisionCreated".into(), (*created).into());
            object.insert("Type".into(), "ForceRevisionCreation".into());
            if *created {
                object.insert("@id".into(), id.as_str().into());
                object.insert("@change-vector".into(), change_vector.clone().into());
                object.insert("@last-modified".into(), last_modified.map(date).into());
                object.insert("@flags".into(), flags.to_text().into());
            }
            Value::Object(object)
        }
        other => attachment_result(other)
            .map(Value::Object)
            .or_else(|| counters_result(other))
            .or_else(|| time_series_result(other, false))
            .unwrap_or(Value::Null),
    }
}

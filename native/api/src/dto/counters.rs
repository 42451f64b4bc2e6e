//! Counters as they travel: operations on one document's counters coming in, values going out.
//!
//! Shared by `/counters`, `bulk_docs` and bulk inserts. Independent of routes.

use rookery_engine::{Command, Counter, CounterAction, CounterOperation, null_as_default};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::dto::optional::whole_number;
use crate::error::ApiError;

/// `{DocumentId, Operations: […]}`.
#[derive(Deserialize)]
pub struct DocumentOperations {
    #[serde(default, rename = "DocumentId")]
    document_id: Option<String>,
    #[serde(default, rename = "Operations", deserialize_with = "null_as_default")]
    operations: Vec<Operation>,
}

#[derive(Deserialize)]
struct Operation {
    #[serde(rename = "Type")]
    kind: String,
    #[serde(default, rename = "CounterName")]
    name: Option<String>,
    #[serde(default, rename = "Delta")]
    delta: Option<Box<RawValue>>,
}

impl DocumentOperations {
    /// The engine's command. `place` is its position in the request, as the start of a sentence.
    pub fn into_command(self, place: &str) -> Result<Command, ApiError> {
        let id = self.document_id.filter(|id| !id.is_empty()).ok_or_else(|| {
            ApiError::bad_request(format!("{place}: 'Counters' must have a 'DocumentId' property."))
        })?;
        let operations =
            self.operations.into_iter().filter_map(|operation| operation.read(place).transpose());
        Ok(Command::Counters { id, operations: operations.collect::<Result<_, _>>()? })
    }
}

impl Operation {
    /// `None`: an operation that does nothing.
    fn read(self, place: &str) -> Result<Option<CounterOperation>, ApiError> {
        let name = self.name.ok_or_else(|| {
            ApiError::bad_request(format!("{place}: a counter operation must have a 'CounterName' property."))
        })?;
        let is = |kind: &str| self.kind.eq_ignore_ascii_case(kind);
        let action = if is("Increment") {
            CounterAction::Increment(delta(self.delta.as_deref(), place, &name)?)
        } else if is("Delete") {
            CounterAction::Delete
        } else if is("Get") {
            CounterAction::Get
        } else if is("None") {
            return Ok(None);
        } else {
            return Err(ApiError::bad_request(format!(
                "{place}: counter '{name}' cannot be given the operation '{}'; use Increment, Delete or Get.",
                self.kind
            )));
        };
        Ok(Some(CounterOperation { name, action }))
    }
}

/// The increment; 1 by default, as on official servers.
fn delta(raw: Option<&RawValue>, place: &str, name: &str) -> Result<i64, ApiError> {
    let Some(raw) = raw else { return Ok(1) };
    let mut reader = serde_json::Deserializer::from_str(raw.get());
    whole_number(&mut reader).map(|number| number.unwrap_or(1)).map_err(|_| {
        ApiError::bad_request(format!(
            "{place}: counter '{name}' can only be changed by a whole number of 64 bits, but 'Delta' is {raw}."
        ))
    })
}

/// A counter's value; `nodes` names the node whose part of the sum is included.
pub fn counter_object(document: &str, counter: Option<&Counter>, nodes: Option<&str>) -> Value {
    let Some(counter) = counter else { return Value::Null };
    let Value::Object(mut object) = short_counter_object(document, counter) else { return Value::Null };
    let values = nodes.map(|node| Map::from_iter([(node.to_owned(), counter.value.into())]));
    object.insert("CounterValues".into(), values.map_or(Value::Null, Value::Object));
    Value::Object(object)
}

/// The same without parts of the sum, for includes.
pub fn short_counter_object(document: &str, counter: &Counter) -> Value {
    let mut object = Map::new();
    object.insert("DocumentId".into(), document.into());
    object.insert("CounterName".into(), counter.name.as_str().into());
    object.insert("TotalValue".into(), counter.value.into());
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Command, ApiError> {
        serde_json::from_str::<DocumentOperations>(text).unwrap().into_command("Command 3")
    }

    #[test]
    fn operations_are_read_with_their_default_and_their_limits() {
        let command = read(
            r#"{"DocumentId":"a","Operations":[{"Type":"Increment","CounterName":"x","Delta":-9223372036854775808},
              {"Type":"increment","CounterName":"y"},{"Type":"Increment","CounterName":"z","Delta":2.90},
              {"Type":"Delete","CounterName":"x","Delta":"ignored"},{"Type":"Get","CounterName":"y"}]}"#,
        )
        .unwrap();
        let Command::Counters { id, operations } = command else { panic!("not counters") };
        let actions: Vec<_> = operations.iter().map(|operation| operation.action).collect();
        assert_eq!(id, "a");
        assert_eq!(
            actions,
            [
                CounterAction::Increment(i64::MIN),
                CounterAction::Increment(1),
                CounterAction::Increment(2),
                CounterAction::Delete,
                CounterAction::Get
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_says_where_and_why() {
        for (operation, says) in [
            (r#"{"Type":"Increment","CounterName":"x","Delta":"1.5"}"#, "'Delta' is \"1.5\""),
            (r#"{"Type":"Increment","CounterName":"x","Delta":{}}"#, "64 bits"),
            (r#"{"Type":"Put","CounterName":"x","Delta":1}"#, "'Put'"),
            (r#"{"Type":"Increment"}"#, "'CounterName'"),
        ] {
            let error = read(&format!(r#"{{"DocumentId":"a","Operations":[{operation}]}}"#)).unwrap_err();
            assert!(
                error.message.starts_with("Command 3") && error.message.contains(says),
                "{}",
                error.message
            );
        }
        assert!(read(r#"{"Operations":[]}"#).unwrap_err().message.contains("'DocumentId'"));
    }
}

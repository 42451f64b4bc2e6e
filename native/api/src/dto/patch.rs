//! Patches: the script with its values, and the result.

use bytes::Bytes;
use rookery_engine::{Action, Actions, PatchResult, PatchScript, PatchStatus, Script};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::dto::json_writer::{write_list, write_text};
use crate::dto::text::{NO_MOMENT, date};
use crate::error::ApiError;

/// `{Script, Values}`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ScriptDto<'a> {
    script: Option<Value>,
    #[serde(borrow, default)]
    values: Option<&'a RawValue>,
}

impl ScriptDto<'_> {
    /// Reads a script; `what` begins the sentence of an error.
    pub fn read(json: &RawValue, what: &str) -> Result<Option<Script>, ApiError> {
        if json.get() == "null" {
            return Ok(None);
        }
        let wire: ScriptDto<'_> =
            serde_json::from_str(json.get()).map_err(|error| ApiError::bad_json(what, &error))?;
        let Some(Value::String(text)) = &wire.script else {
            return Err(ApiError::bad_request(format!("{what} must have a 'Script' that is a text.")));
        };
        let arguments = match wire.values.map(RawValue::get) {
            None | Some("null") => Bytes::new(),
            Some(values) if values.starts_with('{') => Bytes::copy_from_slice(values.as_bytes()),
            Some(_) => {
                return Err(ApiError::bad_request(format!("{what}: its 'Values' must be a JSON object.")));
            }
        };
        Ok(Some(Script { script: PatchScript::unchecked(text), arguments }))
    }
}

/// What PATCH of one document answers; `test`: nothing was changed.
pub fn document_answer(result: &PatchResult, debug: bool, test: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(512);
    out.extend_from_slice(b"{\"Status\":");
    write_text(&mut out, result.status.name());
    out.extend_from_slice(b",\"ModifiedDocument\":");
    out.extend_from_slice(result.document.as_deref().unwrap_or(b"null"));
    if debug {
        out.extend_from_slice(b",\"OriginalDocument\":");
        out.extend_from_slice(result.original.as_deref().filter(|_| test).unwrap_or(b"null"));
        out.extend_from_slice(b",\"Debug\":");
        write_debug(&mut out, &result.actions, "Info");
    }
    if matches!(result.status, PatchStatus::Created | PatchStatus::Patched) {
        let last_modified = result.last_modified.filter(|_| !test).map_or_else(|| NO_MOMENT.to_owned(), date);
        let members = [
            ("LastModified", Some(last_modified.as_str())),
            ("ChangeVector", result.change_vector.as_deref().filter(|_| !test)),
            ("Collection", result.collection.as_deref().filter(|_| !test)),
        ];
        for (name, value) in members {
            out.push(b',');
            write_text(&mut out, name);
            out.push(b':');
            out.extend_from_slice(Value::from(value).to_string().as_bytes());
        }
    }
    out.push(b'}');
    out
}

/// What the test of an update by query answers.
pub fn test_answer(result: &PatchResult) -> Vec<u8> {
    let mut out = b"{\"Status\":".to_vec();
    write_text(&mut out, result.status.name());
    for (name, document) in [("ModifiedDocument", &result.document), ("OriginalDocument", &result.original)] {
        out.push(b',');
        write_text(&mut out, name);
        out.push(b':');
        out.extend_from_slice(document.as_deref().unwrap_or(b"null"));
    }
    out.extend_from_slice(b",\"Debug\":");
    write_debug(&mut out, &result.actions, "Output");
    out.push(b'}');
    out
}

/// What a PATCH of a batch answers.
pub fn batch_answer(result: &PatchResult, return_document: bool) -> Vec<u8> {
    let changed = matches!(result.status, PatchStatus::Created | PatchStatus::Patched);
    let answer = json!({
        "Id": result.id,
        "ChangeVector": result.change_vector.as_ref().filter(|_| changed),
        "LastModified": result.last_modified.filter(|_| changed).map_or_else(|| NO_MOMENT.to_owned(), date),
        "Type": "PATCH",
        "PatchStatus": result.status.name(),
        "Debug": null,
    });
    let mut out = answer.to_string().into_bytes();
    if return_document {
        out.pop();
        out.extend_from_slice(b",\"ModifiedDocument\":");
        out.extend_from_slice(result.document.as_deref().unwrap_or(b"null"));
        out.push(b'}');
    }
    out
}

/// Output and actions of a script: `{Info, Actions}`; the output has two names on the wire.
fn write_debug(out: &mut Vec<u8>, actions: &Actions, said: &str) {
    out.push(b'{');
    write_text(out, said);
    out.push(b':');
    write_list(out, &actions.output, |out, line| write_text(out, line));
    out.extend_from_slice(b",\"Actions\":{\"LoadDocument\":");
    let list = || actions.list.iter();
    let loads = list().filter_map(|action| match action {
        Action::Load { id, exists } => Some(json!({ "Id": id, "Exists": exists })),
        _ => None,
    });
    write_list(out, loads, write_value);
    out.extend_from_slice(b",\"PutDocument\":");
    let puts = list().filter_map(|action| match action {
        Action::Put { id, document } => Some((id, document)),
        _ => None,
    });
    write_list(out, puts, |out, (id, document)| {
        out.extend_from_slice(b"{\"Id\":");
        write_text(out, id);
        out.extend_from_slice(b",\"Data\":");
        out.extend_from_slice(document);
        out.push(b'}');
    });
    out.extend_from_slice(b",\"DeleteDocument\":");
    let deletes = list().filter_map(|action| match action {
        Action::Delete { id } => Some(Value::from(id.as_str())),
        _ => None,
    });
    write_list(out, deletes, write_value);
    out.extend_from_slice(b",\"GetCounter\":");
    let reads = list().filter_map(|action| match action {
        Action::GetCounter { name, value } => {
            // A text, as real servers have it.
            let text = value.map_or_else(|| "null".to_owned(), |value| value.to_string());
            Some(json!({ "Name": name, "Value": text, "Exists": value.is_some() }))
        }
        _ => None,
    });
    write_list(out, reads, write_value);
    out.extend_from_slice(b",\"IncrementCounter\":");
    let contributions = list().filter_map(|action| match action {
        Action::IncrementCounter { name, old, by, new } => Some(json!({
            "Name": name, "OldValue": old, "AddedValue": by, "NewValue": new, "Created": old.is_none(),
        })),
        _ => None,
    });
    write_list(out, contributions, write_value);
    out.extend_from_slice(b",\"DeleteCounter\":");
    let removals = list().filter_map(|action| match action {
        Action::DeleteCounter { name } => Some(Value::from(name.as_str())),
        _ => None,
    });
    write_list(out, removals, write_value);
    out.extend_from_slice(
        b",\"GetTimeSeries\":[],\"AppendTimeSeries\":[],\"IncrementTimeSeries\":[],\"DeleteTimeSeries\":[]}}",
    );
}

fn write_value(out: &mut Vec<u8>, value: Value) {
    out.extend_from_slice(value.to_string().as_bytes());
}

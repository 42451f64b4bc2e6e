//! JSON patches (RFC 6902), of one document or in a batch. They are checked here and applied by a script.

use bytes::Bytes;
use rookery_engine::{Expected, Limits, Patch, PatchResult, PatchScript, PatchStatus, Script};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::dto::text::{NO_MOMENT, date};
use crate::error::ApiError;

const APPLY: &str = include_str!("json_patch.js");
/// A patch without a document fails, and with it the batch.
const NO_DOCUMENT: &str = "throw new Error('JSON patch: the document does not exist.');";

/// `{Operations: [{op, path, value, from}]}`.
#[derive(Deserialize)]
pub(crate) struct JsonPatch {
    #[serde(rename = "Operations", default)]
    operations: Option<Vec<Map<String, Value>>>,
}

impl JsonPatch {
    /// The patch of a document; `what` begins the sentences of errors.
    pub(crate) fn of_document(self, id: String, expected: Expected, what: &str) -> Result<Patch, ApiError> {
        let operations = self
            .operations
            .ok_or_else(|| ApiError::bad_argument(format!("{what} must have a list of 'Operations'.")))?;
        let operations = operations.into_iter().map(|one| read(one, what)).collect::<Result<Vec<_>, _>>()?;
        let arguments = Bytes::from(json!({ "Operations": operations }).to_string());
        let no_document = Script { script: PatchScript::unchecked(NO_DOCUMENT), arguments: Bytes::new() };
        Ok(Patch {
            id,
            script: Script { script: PatchScript::unchecked(APPLY), arguments },
            if_missing: Some(no_document),
            create_if_missing: None,
            expected,
            skip_other_versions: false,
            debug: false,
            limits: Limits::default(),
        })
    }
}

/// An operation with its name in lower case, as the script compares it.
fn read(mut operation: Map<String, Value>, what: &str) -> Result<Map<String, Value>, ApiError> {
    let refuse = |reason: String| ApiError::bad_argument(format!("{what}: {reason}"));
    let text = |member: &str| operation.get(member).and_then(Value::as_str);
    let name = text("op").unwrap_or_default().to_ascii_lowercase();
    let required = match name.as_str() {
        "add" | "replace" | "test" => Some("value"),
        "move" | "copy" => Some("from"),
        "remove" => None,
        _ => {
            return Err(refuse(format!(
                "'{name}' is not an operation; use add, remove, replace, move, copy or test as 'op'."
            )));
        }
    };
    if text("path").is_none() {
        return Err(refuse(format!("'{name}' has no 'path'.")));
    }
    if let Some(required) = required {
        let given = if required == "from" { text("from").is_some() } else { operation.contains_key("value") };
        if !given {
            return Err(refuse(format!("'{name}' has no '{required}'.")));
        }
    }
    operation.insert("op".to_owned(), name.into());
    Ok(operation)
}

/// What a batch answers.
pub(crate) fn batch_answer(result: &PatchResult, return_document: bool) -> Vec<u8> {
    let changed = result.status == PatchStatus::Patched;
    let etag = result.change_vector.as_deref().filter(|_| changed).and_then(etag_of).unwrap_or_default();
    let answer = json!({
        "Id": result.id,
        "ChangeVector": result.change_vector.as_ref().filter(|_| changed),
        "LastModified": result.last_modified.filter(|_| changed).map_or_else(|| NO_MOMENT.to_owned(), date),
        "Type": "JsonPatch",
        "PatchStatus": result.status.name(),
        "Etag": etag,
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

/// The number in the change vector of this node: `A:12-…`.
fn etag_of(change_vector: &str) -> Option<i64> {
    change_vector.split_once(':')?.1.split('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(operations: &str) -> Result<Patch, ApiError> {
        let text = format!("{{\"Operations\":{operations}}}");
        serde_json::from_str::<JsonPatch>(&text).unwrap().of_document("a".into(), Expected::Any, "It")
    }

    #[test]
    fn operations_are_checked_before_anything_is_changed() {
        for (operations, says) in [
            ("null", "list of 'Operations'"),
            (r#"[{"op":"bad","path":"/a"}]"#, "'bad' is not an operation"),
            (r#"[{"path":"/a"}]"#, "'' is not an operation"),
            (r#"[{"op":"add","value":1}]"#, "no 'path'"),
            (r#"[{"op":"add","path":"/a"}]"#, "no 'value'"),
            (r#"[{"op":"move","path":"/a"}]"#, "no 'from'"),
        ] {
            let error = patch(operations).unwrap_err();
            assert!(error.message.contains(says), "{operations}: {}", error.message);
        }
        assert!(patch(r#"[{"op":"ADD","path":"/a","value":null},{"op":"remove","path":"/b"}]"#).is_ok());
    }

    #[test]
    fn the_number_of_a_change_vector_is_read() {
        assert_eq!(etag_of("A:12-abc"), Some(12));
        assert_eq!(etag_of(""), None);
    }
}

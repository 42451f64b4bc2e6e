//! Commands of a batch that change documents by scripts: PATCH, and BatchPATCH for many documents.

use bytes::Bytes;
use rookery_engine::{Command, Limits, Patch, Script};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::dto::batch_command::{BatchCommand, Reply};
use crate::dto::json_patch::JsonPatch;
use crate::dto::patch::ScriptDto;
use crate::error::ApiError;
use crate::request::expected_version;

/// A document of a BatchPATCH.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OneOfMany {
    id: String,
    #[serde(default)]
    change_vector: Option<String>,
}

fn json_patch(place: &str, command: &BatchCommand<'_>) -> Result<Patch, ApiError> {
    let missing =
        |member: &str| ApiError::bad_request(format!("{place}: a JsonPatch command must have '{member}'."));
    let id = command.id.as_deref().filter(|id| !id.is_empty()).ok_or_else(|| missing("Id"))?;
    let json =
        command.json_patch.filter(|patch| patch.get() != "null").ok_or_else(|| missing("JsonPatch"))?;
    let what = format!("{place}: its 'JsonPatch'");
    let patch: JsonPatch =
        serde_json::from_str(json.get()).map_err(|error| ApiError::bad_json(&what, &error))?;
    patch.of_document(id.to_owned(), expected_version(command.change_vector.as_deref()), &what)
}

/// Reads a patching command, if this is one. `place` names it in errors.
pub(super) fn read(
    place: &str,
    command: &BatchCommand<'_>,
    commands: &mut Vec<Command>,
) -> Result<Option<Reply>, ApiError> {
    if command.kind.eq_ignore_ascii_case("JsonPatch") {
        let patch = json_patch(place, command)?;
        commands.push(Command::Patch(Box::new(patch)));
        return Ok(Some(Reply::JsonPatch { return_document: command.return_document.unwrap_or(false) }));
    }
    let many = command.kind.eq_ignore_ascii_case("BatchPATCH");
    if !(many || command.kind.eq_ignore_ascii_case("PATCH")) {
        return Ok(None);
    }
    let script = |json: Option<&RawValue>, what: &str| {
        json.map(|json| ScriptDto::read(json, &format!("{place}: its '{what}'")))
            .transpose()
            .map(Option::flatten)
    };
    let main = script(command.patch, "Patch")?.ok_or_else(|| {
        ApiError::bad_request(format!("{place}: a {} command must have a 'Patch' property.", command.kind))
    })?;
    let if_missing = script(command.patch_if_missing, "PatchIfMissing")?;
    let create = command.create_if_missing.map(RawValue::get).filter(|document| *document != "null");
    let create_if_missing = create.map(|document| Bytes::copy_from_slice(document.as_bytes()));
    let patch = |id: String, change_vector: Option<&str>, script: Script| {
        Command::Patch(Box::new(Patch {
            id,
            script,
            if_missing: if_missing.clone(),
            create_if_missing: create_if_missing.clone(),
            expected: expected_version(change_vector),
            skip_other_versions: false,
            debug: false,
            limits: Limits::default(),
        }))
    };
    if !many {
        let id = command.id.as_deref().filter(|id| !id.is_empty()).ok_or_else(|| {
            ApiError::bad_request(format!("{place}: a PATCH command must have an 'Id' property."))
        })?;
        commands.push(patch(id.to_owned(), command.change_vector.as_deref(), main));
        return Ok(Some(Reply::Patch { return_document: command.return_document.unwrap_or(false) }));
    }
    let documents: Vec<OneOfMany> = match command.ids {
        Some(ids) => serde_json::from_str(ids.get())
            .map_err(|error| ApiError::bad_json(&format!("{place}: its list of 'Ids'"), &error))?,
        None => Vec::new(),
    };
    let count = documents.len();
    commands
        .extend(documents.into_iter().map(|one| patch(one.id, one.change_vector.as_deref(), main.clone())));
    Ok(Some(Reply::BatchPatch(count)))
}

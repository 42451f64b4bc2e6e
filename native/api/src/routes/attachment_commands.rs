//! The attachment commands of a batch: parsing, and their results.

use std::borrow::Cow;
use std::collections::VecDeque;

use bytes::Bytes;
use rookery_engine::{Attachment, Command, CommandResult, Expected};
use serde_json::{Map, Value};

use crate::dto::batch_command::BatchCommand;
use crate::error::ApiError;

/// A command about an attachment; `None` when it is about something else.
pub(super) fn read_attachment_command(
    number: usize,
    command: &BatchCommand<'_>,
    expected: &Expected,
    streams: &mut VecDeque<Bytes>,
) -> Result<Option<Command>, ApiError> {
    let is = |kind: &str| command.kind.eq_ignore_ascii_case(kind);
    if !["AttachmentPUT", "AttachmentDELETE", "AttachmentCOPY", "AttachmentMOVE"].into_iter().any(is) {
        return Ok(None);
    }
    let required = |name: &str, value: &Option<Cow<'_, str>>| {
        value.as_deref().filter(|value| !value.is_empty()).map(str::to_owned).ok_or_else(|| {
            ApiError::bad_request(format!(
                "Command {number}: an {} command must have a '{name}' property.",
                command.kind
            ))
        })
    };
    let (id, name) = (required("Id", &command.id)?, required("Name", &command.name)?);
    let expected = expected.clone();
    if is("AttachmentPUT") {
        let content = streams.pop_front().ok_or_else(|| {
            ApiError::bad_request(format!(
                "Command {number} puts attachment '{name}' on '{id}', but the body contains no stream for it: each \
                 AttachmentPUT needs one part behind the commands (multipart), in order. Nothing was saved."
            ))
        })?;
        let content_type = command.content_type.as_deref().unwrap_or_default().to_owned();
        return Ok(Some(Command::AttachmentPut { id, name, content_type, content, expected }));
    }
    if is("AttachmentDELETE") {
        return Ok(Some(Command::AttachmentDelete { id, name, expected }));
    }
    let destination_id = required("DestinationId", &command.destination_id)?;
    let destination_name = required("DestinationName", &command.destination_name)?;
    Ok(Some(if is("AttachmentCOPY") {
        Command::AttachmentCopy { id, name, destination_id, destination_name }
    } else {
        Command::AttachmentMove { id, name, destination_id, destination_name, expected }
    }))
}

/// The result of an attachment command; `None` for any other.
pub fn attachment_result(result: &CommandResult) -> Option<Map<String, Value>> {
    Some(match result {
        CommandResult::AttachmentPut { attachment, document_change_vector } => {
            stored("AttachmentPUT", attachment, document_change_vector)
        }
        CommandResult::AttachmentCopy { attachment, document_change_vector } => {
            stored("AttachmentCOPY", attachment, document_change_vector)
        }
        CommandResult::AttachmentDelete { id, name, document_change_vector, .. } => {
            let mut object = Map::new();
            object.insert("Type".into(), "AttachmentDELETE".into());
            object.insert("@id".into(), id.as_str().into());
            object.insert("Name".into(), name.as_str().into());
            insert_vector(&mut object, "DocumentChangeVector", document_change_vector);
            object
        }
        CommandResult::AttachmentMove {
            id,
            name,
            attachment,
            destination_document_change_vector,
            document_change_vector,
        } => {
            let mut object = Map::new();
            object.insert("Id".into(), id.as_str().into());
            object.insert("Type".into(), "AttachmentMOVE".into());
            object.insert("Name".into(), name.as_str().into());
            object.insert("DestinationId".into(), attachment.document_id.as_str().into());
            object.insert("DestinationName".into(), attachment.name.as_str().into());
            insert_content(&mut object, attachment);
            insert_vector(&mut object, "DestinationDocumentChangeVector", destination_document_change_vector);
            insert_vector(&mut object, "DocumentChangeVector", document_change_vector);
            object
        }
        _ => return None,
    })
}

fn stored(kind: &str, attachment: &Attachment, vector: &Option<String>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("Id".into(), attachment.document_id.as_str().into());
    object.insert("Type".into(), kind.into());
    object.insert("Name".into(), attachment.name.as_str().into());
    insert_content(&mut object, attachment);
    insert_vector(&mut object, "DocumentChangeVector", vector);
    object
}

fn insert_content(object: &mut Map<String, Value>, attachment: &Attachment) {
    object.insert("ChangeVector".into(), attachment.change_vector.as_str().into());
    object.insert("Hash".into(), attachment.hash.as_str().into());
    object.insert("ContentType".into(), attachment.content_type.as_str().into());
    object.insert("Size".into(), attachment.size.into());
}

/// Omitted if the document does not exist, as on a real server.
fn insert_vector(object: &mut Map<String, Value>, name: &str, vector: &Option<String>) {
    if let Some(vector) = vector {
        object.insert(name.into(), vector.as_str().into());
    }
}

//! What a batch answers for its attachment commands, member by member as clients expect them.

use rookery_engine::{Attachment, CommandResult};
use serde_json::{Map, Value};

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

/// Left out when the document is not there (any more), as a real server does.
fn insert_vector(object: &mut Map<String, Value>, name: &str, vector: &Option<String>) {
    if let Some(vector) = vector {
        object.insert(name.into(), vector.as_str().into());
    }
}

//! What errors say about a change vector that is not the expected one.

/// A document has another change vector than expected.
pub(crate) fn concurrency_sentence(
    id: &str,
    operation: &str,
    expected: &str,
    actual: Option<&str>,
) -> String {
    sentence(&format!("Document {id}"), "document", operation, expected, actual)
}

/// The same for an attachment.
pub(crate) fn attachment_sentence(
    id: &str,
    name: &str,
    operation: &str,
    expected: &str,
    actual: Option<&str>,
) -> String {
    sentence(&format!("Attachment {name} of '{id}'"), "attachment", operation, expected, actual)
}

fn sentence(subject: &str, noun: &str, operation: &str, expected: &str, actual: Option<&str>) -> String {
    let found = match actual {
        Some(vector) => format!("has change vector {vector}"),
        None => "does not exist".to_owned(),
    };
    let wanted = match expected {
        "" => format!("expects a new {noun}"),
        vector => format!("expects change vector {vector}"),
    };
    format!(
        "{subject} {found}, but the {operation} {wanted}. Nothing of this batch was saved; read the {noun} again and \
         repeat."
    )
}

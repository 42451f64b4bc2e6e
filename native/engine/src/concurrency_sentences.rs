//! What errors say about a change vector that is not the expected one.

/// A document has another change vector than expected.
pub(crate) fn concurrency_sentence(
    id: &str,
    operation: &str,
    expected: &str,
    actual: Option<&str>,
) -> String {
    let found = match actual {
        Some(vector) => format!("Document {id} has change vector {vector}"),
        None => format!("Document {id} does not exist"),
    };
    let wanted = match expected {
        "" => "expects a new document".to_owned(),
        vector => format!("expects change vector {vector}"),
    };
    format!(
        "{found}, but the {operation} {wanted}. Nothing of this batch was saved; read the document again and repeat."
    )
}

/// The same for an attachment.
pub(crate) fn attachment_sentence(
    id: &str,
    name: &str,
    operation: &str,
    expected: &str,
    actual: Option<&str>,
) -> String {
    let found = match actual {
        Some(vector) => format!("has change vector {vector}"),
        None => "does not exist".to_owned(),
    };
    let wanted = match expected {
        "" => "expects a new attachment".to_owned(),
        vector => format!("expects change vector {vector}"),
    };
    format!(
        "Attachment {name} of '{id}' {found}, but the {operation} {wanted}. Nothing of this batch was saved; \
         read the attachment again and repeat."
    )
}

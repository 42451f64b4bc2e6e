//! Compare-exchange values in answers.

use rookery_engine::CompareExchangeValue;

use super::json_writer::write_text;

/// Appends the stored JSON, or null.
pub fn write_value(out: &mut Vec<u8>, value: Option<&[u8]>) {
    out.extend_from_slice(value.unwrap_or(b"null"));
}

/// Appends a value of a list: `{"Key","Value","Index"}`; a missing one has the index -1.
pub fn write_listed(out: &mut Vec<u8>, key: &str, value: Option<&CompareExchangeValue>) {
    out.extend_from_slice(b"{\"Key\":");
    write_text(out, key);
    out.extend_from_slice(b",\"Value\":");
    write_value(out, value.map(|value| &value.value[..]));
    out.extend_from_slice(format!(",\"Index\":{}}}", index_of(value)).as_bytes());
}

/// Appends a value that comes along with documents: `"key":{"Key","Index","Value"}`, with the change vector of a guard.
pub fn write_included(
    out: &mut Vec<u8>,
    key: &str,
    value: Option<&CompareExchangeValue>,
    change_vector: Option<&str>,
) {
    write_text(out, key);
    out.extend_from_slice(b":{\"Key\":");
    write_text(out, key);
    out.extend_from_slice(format!(",\"Index\":{},\"Value\":", index_of(value)).as_bytes());
    write_value(out, value.map(|value| &value.value[..]));
    if let Some(vector) = change_vector {
        out.extend_from_slice(b",\"ChangeVector\":");
        write_text(out, vector);
    }
    out.push(b'}');
}

fn index_of(value: Option<&CompareExchangeValue>) -> i64 {
    value.map_or(-1, |value| value.index)
}

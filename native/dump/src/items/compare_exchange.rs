//! Compare-exchange values: `{"Key":"k","Value":"{\"Object\":1}"}`; the value is JSON in a text.

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(rename = "Key")]
    key: String,
    #[serde(borrow, rename = "Value")]
    value: &'a RawValue,
}

/// The item of a value.
pub fn item(key: &str, value: &[u8]) -> Vec<u8> {
    json!({ "Key": key, "Value": String::from_utf8_lossy(value) }).to_string().into_bytes()
}

/// Reads key and value; the value may be an object instead of a text, too.
///
/// # Errors
/// When it has another form.
pub fn read(json: &[u8]) -> Result<(String, String), String> {
    let wire: Wire<'_> = super::parsed("The compare-exchange value", json)?;
    let text = wire.value.get();
    let value = match text.starts_with('"') {
        true => super::parsed("The compare-exchange value", text.as_bytes())?,
        false => text.to_owned(),
    };
    rookery_nesting::json::check("The compare-exchange value", value.as_bytes())
        .map_err(|error| error.to_string())?;
    Ok((wire.key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_texts_and_objects_are_read_as_well() {
        let value = ("a \"b\"".to_owned(), r#"{"Object":{"x":"ü"}}"#.to_owned());
        let written = item(&value.0, value.1.as_bytes());
        assert_eq!(read(&written).unwrap(), value);
        assert_eq!(
            read(br#"{"Key":"k","Value":{"Object":1}}"#).unwrap(),
            ("k".into(), r#"{"Object":1}"#.into())
        );
        for bad in [&br#"{"Key":"x"}"#[..], br#"{"Value":"{}"}"#, br#"{"Key":5,"Value":"{}"}"#] {
            assert!(read(bad).is_err());
        }
        let deep = item("k", "[".repeat(9_000).as_bytes());
        assert!(read(&deep).unwrap_err().contains("compare-exchange"));
    }
}

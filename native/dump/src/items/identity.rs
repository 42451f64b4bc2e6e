//! Identities: `{"Key":"invoices|","Value":"2"}`; the value is a text.

use serde::Deserialize;
use serde_json::{Value, json};

/// An identity and its last value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Its name, ending in a bar.
    pub name: String,
    /// The last value.
    pub value: i64,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(rename = "Key")]
    key: String,
    #[serde(rename = "Value")]
    value: Value,
}

impl Identity {
    /// Reads an item; the value may be a number, too.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        let wire: Wire = super::parsed("The identity", json)?;
        let value = match &wire.value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_i64(),
        };
        match value {
            Some(value) => Ok(Self { name: wire.key, value }),
            None => Err(format!(
                "the identity '{}' has the value {}, which is not an integer",
                wire.key, wire.value
            )),
        }
    }

    /// The item.
    pub fn to_item(&self) -> Vec<u8> {
        json!({ "Key": self.name, "Value": self.value.to_string() }).to_string().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_texts_and_numbers_are_read_as_well() {
        let identity = Identity { name: "invoices|".into(), value: 2 };
        assert_eq!(identity.to_item(), br#"{"Key":"invoices|","Value":"2"}"#);
        assert_eq!(Identity::read(&identity.to_item()).unwrap(), identity);
        assert_eq!(Identity::read(br#"{"Key":"invoices|","Value":2}"#).unwrap(), identity);
        for bad in [&br#"{"Key":"x","Value":"soon"}"#[..], br#"{"Key":"x","Value":1.5}"#, br#"{"Value":"1"}"#]
        {
            assert!(Identity::read(bad).is_err());
        }
    }
}

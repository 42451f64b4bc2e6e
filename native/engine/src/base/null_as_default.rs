//! Optional members of requests and settings: clients write `null` for a member that they leave out.

use serde::{Deserialize, Deserializer};

/// For `#[serde(default, deserialize_with = "null_as_default")]`: `null` reads as the type's default value.
///
/// # Errors
/// When the value is neither `null` nor a `T`.
pub fn null_as_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Settings {
        #[serde(default, deserialize_with = "null_as_default")]
        disabled: bool,
        #[serde(default, deserialize_with = "null_as_default")]
        names: Vec<String>,
    }

    #[test]
    fn null_reads_as_the_default_value_and_other_types_are_refused() {
        for text in ["{}", r#"{"disabled":null,"names":null}"#, r#"{"disabled":false,"names":[]}"#] {
            let read: Settings = serde_json::from_str(text).unwrap();
            assert_eq!(read, Settings { disabled: false, names: Vec::new() }, "{text}");
        }
        assert!(serde_json::from_str::<Settings>(r#"{"disabled":0}"#).is_err());
        assert!(serde_json::from_str::<Settings>(r#"{"names":[null]}"#).is_err());
    }
}

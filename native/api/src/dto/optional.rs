//! Optional members of requests, read as a server reads them: they may be absent or `null`, a truth value may be a
//! number, and a number may be a text, a truth value or have decimal places.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt::{Formatter, Result as Written};

/// For `#[serde(default, deserialize_with = "flag")]`: `null` is false.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::<Flag>::deserialize(deserializer)?.is_some_and(|flag| flag.0))
}

/// For `#[serde(default, deserialize_with = "whole_number")]`: decimal places are cut off, and a number beyond 64
/// bits is the last one within.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Ok(Option::<WholeNumber>::deserialize(deserializer)?.map(|number| number.0))
}

struct Flag(bool);
struct WholeNumber(i64);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Flag;
            fn expecting(&self, formatter: &mut Formatter<'_>) -> Written {
                formatter.write_str("true or false")
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<Flag, E> {
                Ok(Flag(value))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Flag, E> {
                Ok(Flag(value != 0))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Flag, E> {
                Ok(Flag(value != 0))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Flag, E> {
                Ok(Flag(value != 0.0))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
                let is = |word: &str| text.trim().eq_ignore_ascii_case(word);
                if is("true") || is("false") {
                    return Ok(Flag(is("true")));
                }
                Err(E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = WholeNumber;
            fn expecting(&self, formatter: &mut Formatter<'_>) -> Written {
                formatter.write_str("a whole number of 64 bits")
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<WholeNumber, E> {
                Ok(WholeNumber(value.into()))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(value))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(i64::try_from(value).unwrap_or(i64::MAX)))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(value as i64))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<WholeNumber, E> {
                let number =
                    text.trim().parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))?;
                Ok(WholeNumber(number))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Members {
        #[serde(default, deserialize_with = "flag")]
        flag: bool,
        #[serde(default, deserialize_with = "whole_number")]
        number: Option<i64>,
    }

    fn read(text: &str) -> Result<(bool, Option<i64>), String> {
        serde_json::from_str::<Members>(text)
            .map(|members| (members.flag, members.number))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn members_may_be_absent_or_null() {
        assert_eq!(read("{}"), Ok((false, None)));
        assert_eq!(read(r#"{"flag":null,"number":null}"#), Ok((false, None)));
    }

    #[test]
    fn other_types_are_converted_as_the_server_does() {
        for (flag, is) in
            [("true", true), ("\"True\"", true), ("\"false\"", false), ("0", false), ("2.5", true)]
        {
            assert_eq!(read(&format!("{{\"flag\":{flag}}}")), Ok((is, None)), "{flag}");
        }
        let numbers =
            [("7", 7), ("\"7\"", 7), ("1.9", 1), ("-1.9", -1), ("1e2", 100), ("true", 1), ("1e30", i64::MAX)];
        for (number, is) in numbers {
            assert_eq!(read(&format!("{{\"number\":{number}}}")), Ok((false, Some(is))), "{number}");
        }
        assert_eq!(read("{\"number\":9223372036854775808}"), Ok((false, Some(i64::MAX))));
    }

    #[test]
    fn what_cannot_be_converted_is_refused() {
        for text in [
            r#"{"flag":"yes"}"#,
            r#"{"flag":{}}"#,
            r#"{"number":"1.5"}"#,
            r#"{"number":""}"#,
            r#"{"number":[]}"#,
        ] {
            assert!(read(text).unwrap_err().contains("expected"), "{text}");
        }
    }
}

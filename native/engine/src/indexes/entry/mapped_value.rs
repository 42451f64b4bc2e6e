//! A value of what a map made, as it is read: a text is copied only where it is escaped, nothing is kept that the entry
//! does not keep.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MadeValue<'d> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'d, str>),
    List(Vec<MadeValue<'d>>),
    Object(Map<String, Value>),
}

/// A member's name.
#[derive(serde::Deserialize)]
struct Name<'d>(#[serde(borrow)] Cow<'d, str>);

/// The members of an object, in its order. Whoever made it gave no name twice.
pub(crate) struct MadeBody<'d>(pub Vec<(Cow<'d, str>, MadeValue<'d>)>);

impl<'d> Deserialize<'d> for MadeBody<'d> {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReadingBody)
    }
}

struct ReadingBody;

impl<'d> Visitor<'d> for ReadingBody {
    type Value = MadeBody<'d>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut object: A) -> Result<MadeBody<'d>, A::Error> {
        let mut members = Vec::with_capacity(8);
        while let Some((name, value)) = object.next_entry::<Name<'d>, MadeValue<'d>>()? {
            members.push((name.0, value));
        }
        Ok(MadeBody(members))
    }
}

impl<'d> Deserialize<'d> for MadeValue<'d> {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reading)
    }
}

struct Reading;

impl<'d> Visitor<'d> for Reading {
    type Value = MadeValue<'d>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<MadeValue<'d>, E> {
        // JSON has no other numbers.
        Ok(Number::from_f64(value).map_or(MadeValue::Null, MadeValue::Number))
    }

    fn visit_borrowed_str<E>(self, value: &'d str) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<MadeValue<'d>, E> {
        Ok(MadeValue::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<MadeValue<'d>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(MadeValue::List(values))
    }

    fn visit_map<A: MapAccess<'d>>(self, members: A) -> Result<MadeValue<'d>, A::Error> {
        Map::deserialize(MapAccessDeserializer::new(members)).map(MadeValue::Object)
    }
}

impl From<MadeValue<'_>> for Value {
    fn from(value: MadeValue<'_>) -> Self {
        match value {
            MadeValue::Null => Self::Null,
            MadeValue::Bool(value) => Self::Bool(value),
            MadeValue::Text(text) => Self::String(text.into_owned()),
            MadeValue::Number(value) => Self::Number(value),
            MadeValue::List(values) => values.into_iter().map(Self::from).collect(),
            MadeValue::Object(members) => Self::Object(members),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_what_json_says() {
        let text = r#"{"A": null, "B": true, "C": "a\"b", "D": "plain", "E": 7, "F": -3, "G": 1.5, "\u0048": 18446744073709551615,
            "I": [1, "x"], "J": {"A": [null]}}"#;
        let MadeBody(members) = serde_json::from_str(text).unwrap();
        assert!(matches!(&members[3].1, MadeValue::Text(Cow::Borrowed("plain"))), "{members:?}");
        assert_eq!(members[4].1, MadeValue::Number(7.into()));
        assert_eq!(Some(&members[6].1), Number::from_f64(1.5).map(MadeValue::Number).as_ref());
        let again: serde_json::Map<String, Value> =
            members.into_iter().map(|(name, value)| (name.into_owned(), value.into())).collect();
        assert_eq!(Value::Object(again), serde_json::from_str::<Value>(text).unwrap());
        assert!(serde_json::from_str::<MadeBody<'_>>("[]").is_err());
        assert!(serde_json::from_str::<MadeBody<'_>>(r#"{"A": }"#).is_err());
    }
}

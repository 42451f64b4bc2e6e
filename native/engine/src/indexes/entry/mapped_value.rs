//! A value of a mapped result as it is parsed: a text is copied only if it has escapes; only what the entry
//! stores is retained.

use std::borrow::Cow;
use std::fmt;

use rookery_rql::plan::Reading as FieldReading;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MappedValue<'d> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'d, str>),
    List(Vec<MappedValue<'d>>),
    Object(Map<String, Value>),
}

impl MappedValue<'_> {
    /// How many terms it has in a field that is read like this. Locations are not counted.
    pub(crate) fn count_terms(&self, reading: FieldReading) -> usize {
        match (self, reading) {
            (_, FieldReading::Places { .. }) => 0,
            (Self::List(values), _) => values.iter().map(|value| value.count_terms(reading)).sum(),
            (Self::Text(text), FieldReading::Words(analyzer)) => {
                let mut count = 0;
                analyzer.words(text, 0, |_| count += 1);
                count
            }
            _ => 1,
        }
    }
}

/// A member's name.
#[derive(serde::Deserialize)]
struct Name<'d>(#[serde(borrow)] Cow<'d, str>);

/// The members of an object, in its order. Names are unique.
pub(crate) struct MappedBody<'d>(pub Vec<(Cow<'d, str>, MappedValue<'d>)>);

impl<'d> Deserialize<'d> for MappedBody<'d> {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReadingBody)
    }
}

struct ReadingBody;

impl<'d> Visitor<'d> for ReadingBody {
    type Value = MappedBody<'d>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut object: A) -> Result<MappedBody<'d>, A::Error> {
        let mut members = Vec::with_capacity(8);
        while let Some((name, value)) = object.next_entry::<Name<'d>, MappedValue<'d>>()? {
            members.push((name.0, value));
        }
        Ok(MappedBody(members))
    }
}

impl<'d> Deserialize<'d> for MappedValue<'d> {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reading)
    }
}

struct Reading;

impl<'d> Visitor<'d> for Reading {
    type Value = MappedValue<'d>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<MappedValue<'d>, E> {
        // JSON has no other numbers.
        Ok(Number::from_f64(value).map_or(MappedValue::Null, MappedValue::Number))
    }

    fn visit_borrowed_str<E>(self, value: &'d str) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<MappedValue<'d>, E> {
        Ok(MappedValue::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<MappedValue<'d>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(MappedValue::List(values))
    }

    fn visit_map<A: MapAccess<'d>>(self, members: A) -> Result<MappedValue<'d>, A::Error> {
        Map::deserialize(MapAccessDeserializer::new(members)).map(MappedValue::Object)
    }
}

impl From<MappedValue<'_>> for Value {
    fn from(value: MappedValue<'_>) -> Self {
        match value {
            MappedValue::Null => Self::Null,
            MappedValue::Bool(value) => Self::Bool(value),
            MappedValue::Text(text) => Self::String(text.into_owned()),
            MappedValue::Number(value) => Self::Number(value),
            MappedValue::List(values) => values.into_iter().map(Self::from).collect(),
            MappedValue::Object(members) => Self::Object(members),
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
        let MappedBody(members) = serde_json::from_str(text).unwrap();
        assert!(matches!(&members[3].1, MappedValue::Text(Cow::Borrowed("plain"))), "{members:?}");
        assert_eq!(members[4].1, MappedValue::Number(7.into()));
        assert_eq!(Some(&members[6].1), Number::from_f64(1.5).map(MappedValue::Number).as_ref());
        let again: serde_json::Map<String, Value> =
            members.into_iter().map(|(name, value)| (name.into_owned(), value.into())).collect();
        assert_eq!(Value::Object(again), serde_json::from_str::<Value>(text).unwrap());
        assert!(serde_json::from_str::<MappedBody<'_>>("[]").is_err());
        assert!(serde_json::from_str::<MappedBody<'_>>(r#"{"A": }"#).is_err());
    }
}

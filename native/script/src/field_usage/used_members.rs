//! Copies only the used members of documents.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{FieldUsage, Member, Name};

impl FieldUsage {
    /// The document with only these members; `None` if it is not an object.
    pub(crate) fn copy_used(&self, document: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(256);
        let mut json = serde_json::Deserializer::from_slice(document);
        json.deserialize_map(Members { members: &self.0, out: &mut out }).ok()?;
        Some(out)
    }
}

/// Copies the members of an object that are needed.
struct Members<'n, 'o> {
    members: &'n [Member],
    out: &'o mut Vec<u8>,
}

impl<'d> Visitor<'d> for Members<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut object: A) -> Result<(), A::Error> {
        self.out.push(b'{');
        let start = self.out.len();
        while let Some(Name(name)) = object.next_key::<Name<'d>>()? {
            let Some(member) = self.members.iter().find(|known| known.name == *name) else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            let value: &RawValue = object.next_value()?;
            if self.out.len() > start {
                self.out.push(b',');
            }
            // A member name in a script has no characters that need escaping.
            self.out.push(b'"');
            self.out.extend_from_slice(member.name.as_bytes());
            self.out.extend_from_slice(b"\":");
            copy(value, member.elements.as_deref(), self.out).map_err(serde::de::Error::custom)?;
        }
        self.out.push(b'}');
        Ok(())
    }
}

/// Copies a value; of a list of objects only their used members.
fn copy(value: &RawValue, elements: Option<&[Member]>, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let Some(members) = elements.filter(|_| value.get().starts_with('[')) else {
        out.extend_from_slice(value.get().as_bytes());
        return Ok(());
    };
    serde_json::Deserializer::from_str(value.get()).deserialize_seq(Elements { members, out })
}

/// Copies a list with the used members of each object.
struct Elements<'n, 'o> {
    members: &'n [Member],
    out: &'o mut Vec<u8>,
}

impl<'d> Visitor<'d> for Elements<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        self.out.push(b'[');
        let start = self.out.len();
        while let Some(element) = list.next_element::<&RawValue>()? {
            if self.out.len() > start {
                self.out.push(b',');
            }
            if element.get().starts_with('{') {
                let mut json = serde_json::Deserializer::from_str(element.get());
                json.deserialize_map(Members { members: self.members, out: self.out })
                    .map_err(serde::de::Error::custom)?;
            } else {
                self.out.extend_from_slice(element.get().as_bytes());
            }
        }
        self.out.push(b']');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_cut_down() {
        let needed = FieldUsage::of("map('O', o => o.L.map(l => ({ P: l.P, R: o.R })))").unwrap();
        for (document, cut) in [
            (
                r#"{"X":1,"L":[{"P":1,"Q":[2]},{"Q":1}, {"P":{"P":1}},null,[{"Q":1}]],"R":{"Z":1}}"#,
                r#"{"L":[{"P":1},{},{"P":{"P":1}},null,[{"Q":1}]],"R":{"Z":1}}"#,
            ),
            (r#"{"L":{"Q":1}}"#, r#"{"L":{"Q":1}}"#),
            (r#"{"L":[ ]}"#, r#"{"L":[]}"#),
        ] {
            let made = needed.copy_used(document.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(made).unwrap(), cut);
        }
    }

    #[test]
    fn a_document_is_cut_down() {
        let needed = FieldUsage::of("map('O', o => ({ A: o.A, B: o.B }))").unwrap();
        let cut = needed.copy_used(br#"{"X":{"A":1},"B":[1, 2],"\u0041":null,"B":"z","@metadata":{}}"#);
        assert_eq!(cut.as_deref(), Some(&br#"{"B":[1, 2],"A":null,"B":"z"}"#[..]));
        assert_eq!(needed.copy_used(b"{}").as_deref(), Some(&b"{}"[..]));
        assert_eq!(needed.copy_used(b"[]"), None);
    }
}

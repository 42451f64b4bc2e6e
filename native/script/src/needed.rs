//! Which members of a document a map looks at, where its text says so: only those are read for it. `o.City` is a member; wherever
//! the document stands alone (`id(o)`, `o[name]`) the map may look at anything.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::source::tokens::{self, Kind};

/// Words by which a function gets at what it is given without its name.
const OTHER_WAYS: [&str; 6] = ["arguments", "eval", "Function", "globalThis", "this", "with"];

/// The names of members.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Needed(Vec<String>);

impl Needed {
    /// Of a text that is one map; `None` when it may look at anything.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let tokens = tokens::cut(text)?;
        let word = |number: usize| tokens.get(number).map(|token| &text[token.range.clone()]);
        let is_name = |number: usize| tokens.get(number).is_some_and(|token| token.kind == Kind::Name);
        // map ( 'Orders' , o => …  |  ( o ) => …  |  function ( o ) …
        if (word(0), word(1), word(3)) != (Some("map"), Some("("), Some(","))
            || tokens.get(2).is_none_or(|token| token.kind != Kind::Text)
        {
            return None;
        }
        let at = match (word(4)?, word(5)?) {
            ("function", "(") => 6,
            ("(", _) => 5,
            _ => 4,
        };
        let document = word(at).filter(|_| is_name(at))?;
        // A second parameter, a default, a pattern: nothing that is looked into here.
        if word(at + 1) != Some(if at == 4 { "=>" } else { ")" }) {
            return None;
        }
        let mut names: Vec<String> = Vec::new();
        for number in (0..tokens.len()).filter(|number| is_name(*number) && *number != at) {
            let is_member = matches!(word(number.wrapping_sub(1)), Some("." | "?."));
            let name = word(number)?;
            if name == "map" && number > 0 && !is_member || !is_member && OTHER_WAYS.contains(&name) {
                return None;
            }
            if name != document || is_member {
                continue;
            }
            let member = word(number + 2).filter(|_| is_name(number + 2))?;
            if !matches!(word(number + 1), Some("." | "?.")) {
                return None;
            }
            if !names.iter().any(|known| known == member) {
                names.push(member.to_owned());
            }
        }
        Some(Self(names))
    }

    /// The document with these members alone; `None` where it is no object.
    pub(crate) fn cut_out(&self, document: &[u8]) -> Option<Vec<u8>> {
        let mut json = serde_json::Deserializer::from_slice(document);
        json.deserialize_map(Members { names: &self.0, out: Vec::with_capacity(256) }).ok()
    }
}

struct Members<'n> {
    names: &'n [String],
    out: Vec<u8>,
}

impl<'d> Visitor<'d> for Members<'_> {
    type Value = Vec<u8>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(mut self, mut object: A) -> Result<Vec<u8>, A::Error> {
        self.out.push(b'{');
        while let Some(Name(name)) = object.next_key::<Name<'d>>()? {
            let Some(name) = self.names.iter().find(|known| **known == *name) else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            let value: &RawValue = object.next_value()?;
            if self.out.len() > 1 {
                self.out.push(b',');
            }
            // A name of a script's member has nothing that would have to be escaped.
            self.out.push(b'"');
            self.out.extend_from_slice(name.as_bytes());
            self.out.extend_from_slice(b"\":");
            self.out.extend_from_slice(value.get().as_bytes());
        }
        self.out.push(b'}');
        Ok(self.out)
    }
}

/// A member's name, copied only where it is escaped.
#[derive(serde::Deserialize)]
pub(crate) struct Name<'d>(#[serde(borrow)] pub(crate) Cow<'d, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_are_named_are_needed() {
        for (text, names) in [
            ("map('O', o => ({ A: o.A.B + o?.C, D: [1].map(x => x.o + o.A) }))", vec!["A", "C"]),
            ("map('O', (o) => { return { A: `${o.A}` } })", vec!["A"]),
            ("map('O', function (o) { return o.L.map(l => ({ N: l.N })) })", vec!["L"]),
            ("map('O', o => ({ One: 1 }))", vec![]),
        ] {
            let found = Needed::of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.0, names, "{text}");
        }
        for text in [
            "map('O', o => ({ A: id(o) }))",
            "map('O', o => ({ A: o['A'] }))",
            "map('O', o => ({ ...o }))",
            "map('O', o => ({ o: 1 }))",
            "map('O', ({ A }) => ({ A }))",
            "map('O', (o, p) => ({ A: o.A }))",
            "map('O', (o = 1) => ({ A: o.A }))",
            "map('O', function (o) { return { A: arguments[0].B, C: o.C } })",
            "map('O', o => ({ A: o.A })); map('P', p => ({ A: p.B }))",
            "const f = o => o; map('O', o => ({ A: o.A }))",
            "map(o => ({ A: o.A }))",
        ] {
            assert_eq!(Needed::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_document_is_cut_down() {
        let needed = Needed(vec!["A".to_owned(), "B".to_owned()]);
        let cut = needed.cut_out(br#"{"X":{"A":1},"B":[1, 2],"\u0041":null,"B":"z","@metadata":{}}"#);
        assert_eq!(cut.as_deref(), Some(&br#"{"B":[1, 2],"A":null,"B":"z"}"#[..]));
        assert_eq!(needed.cut_out(b"{}").as_deref(), Some(&b"{}"[..]));
        assert_eq!(needed.cut_out(b"[]"), None);
    }
}

//! Maps that only select fields of a document: `map('Orders', o => ({ City: o.ShipTo.City }))` and the
//! translation of simple C#. Their entries are copied from the document's text, without a JavaScript engine,
//! and equal those of the script. Anything more complex, in the map or in a document, is left to the script.

use std::fmt;

use rookery_nesting::MAX_DEPTH;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::field_usage::{Name, is_inherited};
use crate::source::tokens::{self, Kind, Token};

/// A map that only selects fields.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SimpleMap {
    collection: String,
    /// The text before each value in the entry.
    heads: Vec<String>,
    tree: Vec<Node>,
}

/// A name in the path of a field.
#[derive(Debug, Default, PartialEq, Eq)]
struct Node {
    /// Values of this node.
    values: Vec<usize>,
    children: Vec<(String, usize)>,
}

impl SimpleMap {
    /// Parses a map; `None` if it is not simple.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let tokens = tokens::tokenize(text)?;
        Reader { text, rest: &tokens }.map()
    }

    pub(crate) fn is_of(&self, collection: &str) -> bool {
        self.collection == collection
    }

    fn new(collection: String, members: Vec<(String, Vec<String>)>) -> Option<Self> {
        let mut map = Self { collection, heads: Vec::new(), tree: vec![Node::default()] };
        for (number, (name, path)) in members.iter().enumerate() {
            if members[..number].iter().any(|(other, _)| other == name) {
                return None;
            }
            map.heads.push(format!("{}\"{name}\":", if number == 0 { "{" } else { "," }));
            let mut node = 0;
            for name in path {
                let known = map.tree[node].children.iter().find(|(child, _)| child == name);
                node = known.map(|(_, child)| *child).unwrap_or_else(|| {
                    map.tree.push(Node::default());
                    let child = map.tree.len() - 1;
                    map.tree[node].children.push((name.clone(), child));
                    child
                });
            }
            map.tree[node].values.push(number);
        }
        Some(map)
    }

    /// The entry of a document; `None` if the script has to compute it.
    pub(crate) fn entry(&self, document: &[u8]) -> Option<Vec<u8>> {
        let document = std::str::from_utf8(document).ok()?;
        let mut values = vec![None; self.heads.len()];
        self.walk(0, document, &mut values)?;
        let mut entry = Vec::with_capacity(256);
        for (head, value) in self.heads.iter().zip(values) {
            entry.extend_from_slice(head.as_bytes());
            entry.extend_from_slice(value.unwrap_or("null").as_bytes());
        }
        entry.push(b'}');
        Some(entry)
    }

    /// Takes the values below a node out of an object.
    fn walk<'d>(&self, node: usize, object: &'d str, values: &mut [Option<&'d str>]) -> Option<()> {
        let mut json = serde_json::Deserializer::from_str(object);
        let walk = Walk { map: self, children: &self.tree[node].children, values };
        json.deserialize_map(walk).ok()?
    }

    /// A member with its children's values. A later one of the same name counts.
    fn member<'d>(&self, node: usize, value: &'d str, values: &mut [Option<&'d str>]) -> Option<()> {
        let Node { values: ends, children } = &self.tree[node];
        if !ends.is_empty() {
            // An unpaired surrogate, or a number that JavaScript would spell differently, is not copied.
            if value.contains("\\u") || !is_usual(value) {
                return None;
            }
            ends.iter().for_each(|end| values[*end] = Some(value));
        }
        if children.is_empty() {
            return Some(());
        }
        self.clear(node, values);
        match value.as_bytes().first() {
            Some(b'{') => self.walk(node, value, values),
            // Texts, numbers and lists have inherited members; the script computes those.
            Some(b'n') => Some(()),
            _ => None,
        }
    }

    fn clear(&self, node: usize, values: &mut [Option<&str>]) {
        for (_, child) in &self.tree[node].children {
            self.tree[*child].values.iter().for_each(|end| values[*end] = None);
            self.clear(*child, values);
        }
    }
}

/// Whether JavaScript writes all numbers of the value in the same form.
fn is_usual(value: &str) -> bool {
    match value.as_bytes().first() {
        Some(b'"' | b't' | b'f' | b'n') => true,
        Some(b'{' | b'[') => false,
        // Numbers keep fifteen digits in any case.
        _ => value.len() <= 16 && !value.contains(['e', 'E']) && value != "-0",
    }
}

/// A walk through one object.
struct Walk<'w, 'd> {
    map: &'w SimpleMap,
    children: &'w [(String, usize)],
    values: &'w mut [Option<&'d str>],
}

impl<'d> Visitor<'d> for Walk<'_, 'd> {
    type Value = Option<()>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut object: A) -> Result<Option<()>, A::Error> {
        while let Some(name) = object.next_key::<Name<'d>>()? {
            match self.children.iter().find(|(child, _)| *child == name.0) {
                Some((_, child)) => {
                    let value: &'d RawValue = object.next_value()?;
                    if self.map.member(*child, value.get(), self.values).is_none() {
                        return Ok(None);
                    }
                }
                None => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Some(()))
    }
}

/// Reads tokens one after the other.
struct Reader<'a> {
    text: &'a str,
    rest: &'a [Token],
}

impl<'a> Reader<'a> {
    fn map(&mut self) -> Option<SimpleMap> {
        self.expect(&["map", "("])?;
        let collection = self.quoted()?.to_owned();
        self.expect(&[","])?;
        let (document, members) = self.function()?;
        self.expect(&[")"])?;
        self.accept(";");
        let members = members.into_iter().map(|(name, of, path)| (of == document).then_some((name, path)));
        let members = members.collect::<Option<Vec<_>>>()?;
        if !self.rest.is_empty() || members.is_empty() {
            return None;
        }
        SimpleMap::new(collection, members)
    }

    /// The name of its parameter, and the members of its result.
    #[expect(clippy::type_complexity, reason = "used once and destructured immediately")]
    fn function(&mut self) -> Option<(&'a str, Vec<(String, &'a str, Vec<String>)>)> {
        let document;
        if self.accept("function") {
            self.expect(&["("])?;
            document = self.name()?;
            self.expect(&[")"])?;
        } else {
            let brackets = self.accept("(");
            document = self.name()?;
            if brackets {
                self.expect(&[")"])?;
            }
            self.expect(&["=>"])?;
            if self.accept("(") {
                let members = self.object()?;
                self.expect(&[")"])?;
                return Some((document, members));
            }
        }
        self.expect(&["{"])?;
        let members;
        if self.accept("const") {
            // The form of translated C#.
            self.expect(&["__entries", "=", "[", "]", ";", "__entries", ".", "push", "("])?;
            members = self.object()?;
            self.expect(&[")", ";", "return", "__entries", ";"])?;
        } else {
            self.expect(&["return"])?;
            members = self.object()?;
            self.accept(";");
        }
        self.expect(&["}"])?;
        Some((document, members))
    }

    fn object(&mut self) -> Option<Vec<(String, &'a str, Vec<String>)>> {
        let mut members = Vec::new();
        self.expect(&["{"])?;
        while !self.accept("}") {
            let name = self.quoted().or_else(|| self.name())?.to_owned();
            self.expect(&[":"])?;
            let of = self.name()?;
            let mut path = Vec::new();
            while self.accept(".") || self.accept("?.") {
                path.push(self.name()?.to_owned());
                // The tree of names is traversed recursively.
                if path.len() > MAX_DEPTH {
                    return None;
                }
            }
            if path.is_empty() || path.iter().chain([&name]).any(|name| is_inherited(name)) {
                return None;
            }
            members.push((name, of, path));
            if !self.accept(",") {
                self.expect(&["}"])?;
                break;
            }
        }
        Some(members)
    }

    fn peek(&self) -> Option<(Kind, &'a str)> {
        let token = self.rest.first()?;
        Some((token.kind, &self.text[token.range.clone()]))
    }

    fn accept(&mut self, text: &str) -> bool {
        let is = matches!(self.peek(), Some((Kind::Sign | Kind::Name, known)) if known == text);
        if is {
            self.rest = &self.rest[1..];
        }
        is
    }

    fn expect(&mut self, texts: &[&str]) -> Option<()> {
        texts.iter().all(|text| self.accept(text)).then_some(())
    }

    /// A name in letters that mean nothing else.
    fn name(&mut self) -> Option<&'a str> {
        let (Kind::Name, name) = self.peek()? else { return None };
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !plain || name.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        self.rest = &self.rest[1..];
        Some(name)
    }

    /// The content of quotes without escapes.
    fn quoted(&mut self) -> Option<&'a str> {
        let (Kind::Text, text) = self.peek()? else { return None };
        let inner = text.get(1..text.len() - 1)?;
        let plain = text.starts_with(['"', '\'']) && !inner.contains(['\\', '"', '\n']);
        // A number as a name would come first in the entry.
        if !plain || inner.is_empty() || inner.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        self.rest = &self.rest[1..];
        Some(inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(map: &str, document: &str) -> Option<String> {
        let made = SimpleMap::of(map).unwrap_or_else(|| panic!("{map}")).entry(document.as_bytes())?;
        Some(String::from_utf8(made).unwrap_or_default())
    }

    #[test]
    fn fields_are_cut_out() {
        let map =
            "map('Orders', (o) => ({ City: o.To.City, \"Sum\": o.Total, To: o.To.Name, Total: o.Total, }));";
        let document = r#"{"Total":12.50,"Other":{"City":"x"},"To":{"Name":"A \"b\"","City":null,"More":[1]},"@metadata":{}}"#;
        let made = r#"{"City":null,"Sum":12.50,"To":"A \"b\"","Total":12.50}"#;
        assert_eq!(entry(map, document).as_deref(), Some(made));
        for map in [
            "map(\"O\", function (o) { return { A: o.A.B } })",
            "map('O', o => { return {A: o?.A?.B}; })",
            "map(\"O\", (o) => {\nconst __entries = [];\n__entries.push({\"A\": o.A.B});\nreturn __entries;\n})",
        ] {
            assert_eq!(entry(map, r#"{"A":{"B":true}}"#).as_deref(), Some(r#"{"A":true}"#), "{map}");
            assert_eq!(entry(map, r#"{"A":null}"#).as_deref(), Some(r#"{"A":null}"#), "{map}");
            assert_eq!(entry(map, "{}").as_deref(), Some(r#"{"A":null}"#), "{map}");
            // The later of two members counts.
            assert_eq!(entry(map, r#"{"A":{"B":1},"A":{}}"#).as_deref(), Some(r#"{"A":null}"#), "{map}");
        }
    }

    #[test]
    fn what_is_not_plain_is_the_scripts() {
        let map = "map('O', o => ({ A: o.A.B, C: o.C }))";
        for document in [
            r#"{"A":"text"}"#,
            r#"{"A":[{"B":1}]}"#,
            r#"{"C":[1,2]}"#,
            r#"{"C":{"D":1}}"#,
            r#"{"C":1e3}"#,
            r#"{"C":12345678901234567890}"#,
            r#"{"C":"\ud800"}"#,
            "[]",
        ] {
            assert_eq!(entry(map, document), None, "{document}");
        }
        for map in [
            "map('O', o => ({ A: o.A + 1 }))",
            "map('O', o => ({ A: o.length }))",
            "map('O', o => ({ A: o }))",
            "map('O', o => ({ A: p.A }))",
            "map('O', o => ({ A: o.A, A: o.B }))",
            "map('O', o => ({ ...o.A }))",
            "map('O', o => ({ A: o.A() }))",
            "map('O', o => ({ 1: o.A }))",
            "map('O', o => ({}))",
            "map('O', o => ({ A: o.A })); map('P', o => ({ A: o.A }))",
            "map('O', async o => ({ A: o.A }))",
            "const x = 1; map('O', o => ({ A: o.A }))",
        ] {
            assert_eq!(SimpleMap::of(map), None, "{map}");
        }
    }
}

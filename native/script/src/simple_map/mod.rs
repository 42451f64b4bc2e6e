//! Maps that only select fields of a document: `map('Orders', o => ({ City: o.ShipTo.City }))`, fields of the elements
//! of a list (`o.Lines.map(l => l.Product)`), and the translation of such C#. Their entries are copied from the
//! document's text, without a JavaScript engine, and equal those of the script. Anything more complex, in the map or in
//! a document, is left to the script.

mod copied;
mod parser;
mod tree;

use self::parser::Parser;
use self::tree::{Selection, Tree};
use crate::source::tokens;

/// A map that only selects fields.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SimpleMap {
    collection: String,
    heads: Vec<Head>,
    tree: Tree,
}

/// What the entry has for a field whatever the document is.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    /// The text before the value.
    text: String,
    /// The value where the document has none.
    missing: &'static str,
}

impl SimpleMap {
    /// Parses a map; `None` if it is not simple. `csharp`: it is translated C#.
    pub(crate) fn of(text: &str, csharp: bool) -> Option<Self> {
        let tokens = tokens::tokenize(text)?;
        Parser { text, rest: &tokens, csharp }.map()
    }

    pub(crate) fn is_of(&self, collection: &str) -> bool {
        self.collection == collection
    }

    fn new(collection: String, members: Vec<(String, Selection)>) -> Option<Self> {
        let mut map = Self { collection, heads: Vec::new(), tree: Tree::default() };
        for (number, (name, selection)) in members.iter().enumerate() {
            if members[..number].iter().any(|(other, _)| other == name) {
                return None;
            }
            let text = format!("{}\"{name}\":", if number == 0 { "{" } else { "," });
            map.heads.push(Head { text, missing: selection.missing() });
            map.tree.add(selection, number);
        }
        Some(map)
    }

    /// The entry of a document; `None` if the script has to compute it.
    pub(crate) fn entry(&self, document: &[u8]) -> Option<Vec<u8>> {
        let document = std::str::from_utf8(document).ok()?;
        let mut values = vec![None; self.heads.len()];
        self.tree.select(document, &mut values)?;
        let mut entry = Vec::with_capacity(256);
        for (head, value) in self.heads.iter().zip(values) {
            entry.extend_from_slice(head.text.as_bytes());
            entry.extend_from_slice(value.as_deref().unwrap_or(head.missing).as_bytes());
        }
        entry.push(b'}');
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(map: &str, document: &str) -> Option<String> {
        let made = SimpleMap::of(map, false).unwrap_or_else(|| panic!("{map}")).entry(document.as_bytes())?;
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
    fn lists_are_cut_out() {
        let map =
            "map('O', o => ({ P: o.L.map(l => l.P), D: o.A.L.map(function_ => (function_.A.B)), T: o.T }))";
        for (document, made) in [
            (
                r#"{"L":[{"P":"p","Q":1},{"Q":[]},null,{"P":[1, "x"]}],"T":["a",null]}"#,
                r#"{"P":["p",null,null,[1,"x"]],"D":null,"T":["a",null]}"#,
            ),
            (
                r#"{"L":[],"A":{"L":[{"A":{"B":true}},{"A":null}]},"T":[ ]}"#,
                r#"{"P":[],"D":[true,null],"T":[]}"#,
            ),
            (r#"{"L":null,"A":{"L":[{"A":{"B":1}}]},"A":null}"#, r#"{"P":null,"D":null,"T":null}"#),
        ] {
            assert_eq!(entry(map, document).as_deref(), Some(made), "{document}");
        }
        for document in [
            r#"{"L":"text"}"#,
            r#"{"L":{"P":1}}"#,
            r#"{"L":["text"]}"#,
            r#"{"L":[{"P":{}}]}"#,
            r#"{"L":[{"P":[[1]]}]}"#,
            r#"{"A":{"L":[{"A":7}]}}"#,
            r#"{"T":[1e3]}"#,
            r#"{"T":[{"A":1}]}"#,
        ] {
            assert_eq!(entry(map, document), None, "{document}");
        }
        let select = "map('O', o => ({ P: __cs.ToList(__cs.Select(o.L, (l) => (l.P))) }))";
        let csharp = SimpleMap::of(select, true).unwrap();
        assert_eq!(csharp.entry(b"{}").as_deref(), Some(br#"{"P":[]}"#.as_slice()));
        // Without the library of C# it is a mistake.
        assert_eq!(SimpleMap::of(select, false), None);
    }

    #[test]
    fn what_is_not_plain_is_the_scripts() {
        let map = "map('O', o => ({ A: o.A.B, C: o.C }))";
        for document in [
            r#"{"A":"text"}"#,
            r#"{"A":[{"B":1}]}"#,
            r#"{"C":[1,[2]]}"#,
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
            "map('O', o => ({ A: o.map(l => l.A) }))",
            "map('O', o => ({ A: o.L.map((l, i) => l.A) }))",
            "map('O', o => ({ A: o.L.map(l => o.A) }))",
            "map('O', o => ({ A: o.L.map(l => l) }))",
            "map('O', o => ({ A: o.L.map(l => l.length) }))",
            "map('O', o => ({ A: o.L.filter(l => l.A) }))",
            "map('O', o => ({ A: o.L.map(l => l.A).B }))",
            "map('O', o => ({ 1: o.A }))",
            "map('O', o => ({}))",
            "map('O', o => ({ A: o.A })); map('P', o => ({ A: o.A }))",
            "map('O', async o => ({ A: o.A }))",
            "const x = 1; map('O', o => ({ A: o.A }))",
        ] {
            assert_eq!(SimpleMap::of(map, false), None, "{map}");
        }
    }
}

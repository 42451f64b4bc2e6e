//! The text of a simple map.

use rookery_nesting::MAX_DEPTH;

use super::SimpleMap;
use super::tree::{Elements, Selection};
use crate::field_usage::is_inherited;
use crate::source::tokens::{Kind, Token};

/// Reads tokens one after the other.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) rest: &'a [Token],
    /// Whether the text is translated C#.
    pub(super) csharp: bool,
}

/// A member of the result: its name, the variable that it is selected from, and what is selected.
type Member<'a> = (String, &'a str, Selection);

impl<'a> Parser<'a> {
    pub(super) fn map(&mut self) -> Option<SimpleMap> {
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
    fn function(&mut self) -> Option<(&'a str, Vec<Member<'a>>)> {
        let document;
        if self.accept("function") {
            self.expect(&["("])?;
            document = self.name()?;
            self.expect(&[")"])?;
        } else {
            document = self.parameter()?;
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

    /// `name =>` or `(name) =>`.
    fn parameter(&mut self) -> Option<&'a str> {
        let brackets = self.accept("(");
        let name = self.name()?;
        if brackets {
            self.expect(&[")"])?;
        }
        self.expect(&["=>"])?;
        Some(name)
    }

    fn object(&mut self) -> Option<Vec<Member<'a>>> {
        let mut members = Vec::new();
        self.expect(&["{"])?;
        while !self.accept("}") {
            let name = self.quoted().or_else(|| self.name())?.to_owned();
            self.expect(&[":"])?;
            let (of, selection) = self.selection()?;
            if is_inherited(&name) {
                return None;
            }
            members.push((name, of, selection));
            if !self.accept(",") {
                self.expect(&["}"])?;
                break;
            }
        }
        Some(members)
    }

    /// `o.A.B`, `o.List.map(l => l.C)`, or `__cs.Select(o.List, (l) => (l.C))`, also as an array.
    fn selection(&mut self) -> Option<(&'a str, Selection)> {
        let of = self.name()?;
        if self.csharp && of == "__cs" {
            return self.csharp_selection();
        }
        let mut path = self.path()?;
        let elements = match self.accept("(") {
            true => {
                path.pop().filter(|name| name == "map")?;
                let path = self.of_element()?;
                self.expect(&[")"])?;
                Some(Elements { path, missing: "null" })
            }
            false => None,
        };
        (!path.is_empty()).then_some((of, Selection { path, elements }))
    }

    /// The rest of a call of the library of C#, after its name.
    fn csharp_selection(&mut self) -> Option<(&'a str, Selection)> {
        self.expect(&["."])?;
        if self.accept("ToList") || self.accept("ToArray") {
            self.expect(&["(", "__cs"])?;
            let selected = self.csharp_selection()?;
            self.expect(&[")"])?;
            return Some(selected);
        }
        self.expect(&["Select", "("])?;
        let of = self.name()?;
        let list = self.path()?;
        self.expect(&[","])?;
        let path = self.of_element()?;
        self.expect(&[")"])?;
        Some((of, Selection { path: list, elements: Some(Elements { path, missing: "[]" }) }))
    }

    /// The path of `l => l.C`.
    fn of_element(&mut self) -> Option<Vec<String>> {
        let element = self.parameter()?;
        let brackets = self.accept("(");
        if self.name()? != element {
            return None;
        }
        let path = self.path()?;
        if brackets {
            self.expect(&[")"])?;
        }
        Some(path)
    }

    /// The names after a variable: at least one.
    fn path(&mut self) -> Option<Vec<String>> {
        let mut path = Vec::new();
        while self.accept(".") || self.accept("?.") {
            let name = self.name()?;
            // The tree of names is traversed recursively.
            if is_inherited(name) || path.len() > MAX_DEPTH {
                return None;
            }
            path.push(name.to_owned());
        }
        (!path.is_empty()).then_some(path)
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

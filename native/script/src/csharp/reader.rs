//! The tokens of a C# text. The JavaScript tokenizer also covers the supported subset of C#.

use rookery_nesting::{Depth, Position};

use crate::source::tokens::{self, Kind, Token};

/// A position in a C# text.
pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// Names of whole documents: their `Id` is the document's.
    pub documents: Vec<String>,
    /// The name of a group: its `Key` is the group key.
    pub group: Option<String>,
    /// The open levels of JavaScript at this position.
    depth: Depth,
}

/// Why a text is not translated.
pub(super) struct Untranslated {
    pub what: String,
    /// The byte of the token that is meant; `None` for the text as a whole.
    pub offset: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, Untranslated> {
        let Some(tokens) = tokens::tokenize(text) else {
            let what = "its texts, comments or braces do not close".to_owned();
            return Err(Untranslated { what, offset: None });
        };
        Ok(Self { text, tokens, at: 0, documents: Vec::new(), group: None, depth: Depth::default() })
    }

    /// Starts a level at the current token.
    pub(super) fn enter(&mut self) -> Result<(), String> {
        let offset = self.tokens.get(self.at).map_or(self.text.len(), |token| token.range.start);
        let at = || Position::of(self.text.as_bytes(), offset);
        self.depth.enter("an expression", at).map_err(|error| error.to_string())
    }

    /// The number of open levels, for [`Reader::leave_to`].
    pub(super) fn depth(&self) -> Depth {
        self.depth
    }

    /// Ends the levels that have begun since `outer` was read.
    pub(super) fn leave_to(&mut self, outer: Depth) {
        self.depth.leave_to(outer);
    }

    /// Adds the place: the token that `what` names, among the current one and those just read, else the current one.
    pub(super) fn untranslated(&self, what: String) -> Untranslated {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        let named = (at.saturating_sub(3)..=at).rev().find(|place| {
            let token = self.tokens.get(*place).map_or("", |token| &self.text[token.range.clone()]);
            what.contains(&format!("'{token}'"))
        });
        let token = self.tokens.get(named.unwrap_or(at));
        Untranslated { what, offset: token.map(|token| token.range.start) }
    }

    /// The current token; empty at the end.
    pub(super) fn peek(&self) -> &'a str {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, by: usize) -> &'a str {
        self.tokens.get(self.at + by).map_or("", |token| &self.text[token.range.clone()])
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    pub(super) fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn skip(&mut self, tokens: usize) {
        self.at += tokens;
    }

    pub(super) fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(self.instead_of(&format!("'{token}'"))) }
    }

    pub(super) fn name(&mut self) -> Result<&'a str, String> {
        match self.kind() {
            Some(Kind::Name) => Ok(self.next()),
            _ => Err(self.instead_of("a name")),
        }
    }

    pub(super) fn end(&mut self) -> Result<(), String> {
        self.accept(";");
        if self.peek().is_empty() {
            Ok(())
        } else {
            Err(format!("'{}' is not understood at this place", self.peek()))
        }
    }

    pub(super) fn instead_of(&self, wanted: &str) -> String {
        match self.peek() {
            "" => format!("it ends where {wanted} is expected"),
            found => format!("found '{found}' where {wanted} is expected"),
        }
    }
}

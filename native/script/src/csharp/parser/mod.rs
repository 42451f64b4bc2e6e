//! Parses C# texts by recursive descent. Every level of the tree and of the JavaScript made of it is counted.

mod classes;
mod expression;
mod objects;
mod primary;
mod query;
mod statements;
mod types;

use rookery_nesting::{Depth, Position};

use super::Untranslated;
use super::declarations::Class;
use super::syntax::{Expression, Kind as Syntax};
use super::tokens::{Kind, Token, tokenize};

pub(super) type Parsed<T> = Result<T, Untranslated>;

/// Parses a whole text as one expression.
pub(super) fn parse(text: &str) -> Parsed<Expression> {
    let mut parser = Parser { text, tokens: tokenize(text)?, at: 0, depth: Depth::default() };
    let expression = parser.expression()?;
    parser.accept(";");
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(_) => Err(parser.error(format!("'{}' is not understood at this place", parser.text()))),
    }
}

/// Parses an additional source.
pub(super) fn parse_source(text: &str) -> Parsed<Vec<Class>> {
    Parser { text, tokens: tokenize(text)?, at: 0, depth: Depth::default() }.source()
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: Depth,
}

impl Parser<'_> {
    /// Parses the tokens of a hole of an interpolated string.
    fn nested<T>(&mut self, tokens: Vec<Token>, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let (outer, at) = (std::mem::replace(&mut self.tokens, tokens), std::mem::take(&mut self.at));
        let parsed = parse(self);
        self.tokens = outer;
        self.at = at;
        parsed
    }

    /// The text of the current token.
    fn text(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &self.text[token.start..token.end])
    }

    fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.start)
    }

    fn kind(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.kind(ahead), Some(Kind::Sign(found)) if *found == sign)
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.kind(ahead), Some(Kind::Name(found)) if found == word)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.is_sign(0, sign);
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(0, word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.accept(sign) { Ok(()) } else { Err(self.instead_of(&format!("'{sign}'"))) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.instead_of(&format!("'{word}'"))) }
    }

    fn name(&mut self) -> Parsed<String> {
        match self.kind(0) {
            Some(Kind::Name(name)) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.instead_of("a name")),
        }
    }

    /// Elements between commas up to `close`, which is consumed; the last comma may be left out.
    fn list<T>(&mut self, close: &str, mut element: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut elements = Vec::new();
        while !self.accept(close) {
            elements.push(element(self)?);
            if !self.accept(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(elements)
    }

    /// Begins a level at the current token. It ends when `depth` is set back.
    fn enter(&mut self) -> Parsed<()> {
        let offset = self.start();
        let at = || Position::of(self.text.as_bytes(), offset);
        let entered = self.depth.enter("an expression", at);
        entered.map_err(|error| Untranslated { what: error.to_string(), offset: Some(offset) })
    }

    /// An error at the current token, or the last one.
    fn error(&self, what: String) -> Untranslated {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        Untranslated { what, offset: token.map(|token| token.start) }
    }

    fn instead_of(&self, wanted: &str) -> Untranslated {
        self.error(match self.text() {
            "" => format!("it ends where {wanted} is expected"),
            found => format!("found '{found}' where {wanted} is expected"),
        })
    }

    fn at(at: usize, kind: Syntax) -> Expression {
        Expression { at, kind }
    }
}

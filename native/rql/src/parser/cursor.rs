//! The state of the parser: the current token, what may be taken, and the errors about tokens.

use rookery_nesting::{Depth, TooDeep};

use crate::ast::{Position, Script};
use crate::error::{ParseError, QueryError};
use crate::grammar::{CLAUSES, needs_quotes};
use crate::text::{Fault, Lexer, Token, TokenKind, Unclosed, closing, excerpt_with_caret, shortened};

/// The names that a query has declared so far.
#[derive(Default, Clone)]
pub(super) struct Known {
    /// The name given to documents by the `from` clause.
    pub(super) alias: Option<String>,
    /// The names given by `load` so far.
    pub(super) loaded: Vec<String>,
    /// The declared functions.
    pub(super) functions: Vec<String>,
    /// The declared functions of time series.
    pub(super) time_series_functions: Vec<String>,
    /// How many `timeseries(…)` were selected.
    pub(super) time_series: usize,
    /// What conditions on entries may name in addition to their members.
    pub(super) entry_names: Vec<String>,
    /// There is a `group by`.
    pub(super) grouped: bool,
    /// Inside `filter`, where a field may be compared with another.
    pub(super) filtering: bool,
}

pub(super) struct Cursor<'q> {
    pub(super) query: &'q str,
    lexer: Lexer<'q>,
    pub(super) current: Token,
    pub(super) known: Known,
    /// Inside `exact(…)`.
    pub(super) exact: bool,
    /// Parentheses, `not` and methods around conditions that are open.
    depth: Depth,
}

impl<'q> Cursor<'q> {
    pub(super) fn new(query: &'q str) -> Self {
        let mut lexer = Lexer::new(query);
        let current = lexer.next_token();
        Self { query, lexer, current, known: Known::default(), exact: false, depth: Depth::default() }
    }

    /// Steps on and gives the token stepped over.
    pub(super) fn advance(&mut self) -> Token {
        let next = self.lexer.next_token();
        std::mem::replace(&mut self.current, next)
    }

    /// The token after the current one.
    pub(super) fn peek(&self) -> TokenKind {
        self.lexer.clone().next_token().kind
    }

    /// Whether the current token is this method's name with a parenthesis after it.
    pub(super) fn at_method(&self, name: &str) -> bool {
        self.at_word(name) && self.peek() == TokenKind::Symbol("(")
    }

    /// Tries `inside` and resets the position if it returns nothing.
    pub(super) fn attempt<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<Option<T>, QueryError>,
    ) -> Result<Option<T>, QueryError> {
        let (lexer, current) = (self.lexer.clone(), self.current.clone());
        let found = inside(self)?;
        if found.is_none() {
            (self.lexer, self.current) = (lexer, current);
        }
        Ok(found)
    }

    /// The JavaScript between the current bracket and the one that closes it, and where it begins. Both
    /// brackets are stepped over.
    pub(super) fn script(&mut self, close: char, what: &str) -> Result<Script, QueryError> {
        let start = self.current.end;
        let at = self.lexer.position();
        let rest = self.query.get(start..).unwrap_or("");
        let length = match closing(rest, close) {
            Ok(length) => length,
            Err(Unclosed::TooDeep(offset)) => {
                let at = rookery_nesting::Position::of(self.query.as_bytes(), start + offset);
                let error = TooDeep { what: "The JavaScript", at };
                return Err(too_deep(&error, "Move inner parts into functions of their own."));
            }
            Err(Unclosed::Missing) => {
                let message =
                    format!("The '{}' that begins {what} has no closing '{close}'.", self.current_text());
                return Err(self.parse_error(&self.current, format!("a closing {close}"), message));
            }
        };
        self.lexer.go_to(start + length + close.len_utf8());
        self.advance();
        Ok(Script { text: rest[..length].to_owned(), at })
    }

    /// The current token as written.
    pub(super) fn current_text(&self) -> &'q str {
        self.query.get(self.current.start..self.current.end).unwrap_or("")
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(&self.current.kind, TokenKind::Word(text) if text.eq_ignore_ascii_case(word))
    }

    pub(super) fn at_symbol(&self, symbol: &str) -> bool {
        matches!(&self.current.kind, TokenKind::Symbol(text) if *text == symbol)
    }

    /// Whether the current token is a bare word that begins a clause.
    pub(super) fn at_clause(&self) -> bool {
        CLAUSES.iter().any(|word| self.at_word(word))
    }

    /// Refuses a bare keyword where a name is read.
    pub(super) fn expect_name(&self, what: &str) -> Result<(), QueryError> {
        let TokenKind::Word(word) = &self.current.kind else { return Ok(()) };
        if !needs_quotes(word) {
            return Ok(());
        }
        let message = format!(
            "Expected {what}, but found the keyword '{word}'. A name that equals a keyword is written in quotes: '{word}'."
        );
        Err(self.parse_error(&self.current, what.to_owned(), message))
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.advance();
        }
        here
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let here = self.at_symbol(symbol);
        if here {
            self.advance();
        }
        here
    }

    pub(super) fn expect_symbol(&mut self, symbol: &str, why: &str) -> Result<Token, QueryError> {
        if self.at_symbol(symbol) {
            Ok(self.advance())
        } else {
            Err(self.expected(&format!("'{symbol}' {why}")))
        }
    }

    /// Runs `inside` one level deeper.
    pub(super) fn nested<T>(
        &mut self,
        at: Position,
        inside: impl FnOnce(&mut Self) -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        let place = rookery_nesting::Position { line: at.line, column: at.column };
        self.depth.enter("The condition", || place).map_err(|error| {
            too_deep(&error, "Remove parentheses that are not needed, or use 'in (…)' for long lists.")
        })?;
        let result = inside(self);
        self.depth.leave();
        result
    }

    /// The error for an unexpected current token.
    pub(super) fn expected(&self, what: &str) -> QueryError {
        if let TokenKind::Bad(fault) = &self.current.kind {
            return self.fault(fault);
        }
        let message = if self.current.kind == TokenKind::End {
            format!("Expected {what}, but the query ends here.")
        } else {
            format!("Expected {what}, but found {}.", shortened_token(self.current_text()))
        };
        self.parse_error(&self.current, what.to_owned(), message)
    }

    /// The error for a token, in a sentence of its own.
    pub(super) fn parse_error(&self, token: &Token, expected: String, message: String) -> QueryError {
        let near = self.query.get(token.start..token.end).unwrap_or("");
        QueryError::Parse(Box::new(ParseError {
            line: token.at.line,
            column: token.at.column,
            message,
            expected,
            near: shortened(near),
            excerpt: excerpt_with_caret(self.query, token.at, near.chars().count()),
            query: self.query.to_owned(),
        }))
    }

    fn fault(&self, fault: &Fault) -> QueryError {
        let start = self.current.start + fault.offset;
        let at = Lexer::position_of(self.query, start);
        let near: String = self.query.get(start..).unwrap_or("").chars().take(fault.length).collect();
        QueryError::Parse(Box::new(ParseError {
            line: at.line,
            column: at.column,
            message: fault.message.clone(),
            expected: fault.expected.clone(),
            near: shortened(&near),
            excerpt: excerpt_with_caret(self.query, at, fault.length),
            query: self.query.to_owned(),
        }))
    }

    /// The query must end here. A word in a place where no clause can begin gets an explanation.
    pub(super) fn expect_end(&self, alias: Option<&str>) -> Result<(), QueryError> {
        if self.current.kind == TokenKind::End {
            return Ok(());
        }
        if self.at_clause() {
            let message = format!(
                "'{}' is not allowed here. Each clause is allowed once, in this order: from, group by, where, order by, load, filter, select or update, include, limit, offset, filter_limit; include may also come last.",
                self.current_text()
            );
            return Err(self.parse_error(&self.current, "the end of the query".into(), message));
        }
        if let TokenKind::Bad(fault) = &self.current.kind {
            return Err(self.fault(fault));
        }
        let misspelt = [self.current_text(), alias.unwrap_or("")].into_iter().find_map(|word| {
            let clause = CLAUSES.iter().find(|clause| looks_like(word, clause))?;
            Some(format!(" Did you mean '{clause}' instead of '{word}'?"))
        });
        let what = "the end of the query or another clause";
        let message = format!(
            "Expected {what}, but found {}.{}",
            shortened_token(self.current_text()),
            misspelt.unwrap_or_default()
        );
        Err(self.parse_error(&self.current, what.into(), message))
    }
}

fn too_deep(error: &TooDeep, advice: &str) -> QueryError {
    let at = Position { line: error.at.line, column: error.at.column };
    QueryError::at(at, format!("{error}. {advice}"))
}

fn shortened_token(text: &str) -> String {
    let text = shortened(text);
    if text.starts_with(['\'', '"']) { text } else { format!("'{text}'") }
}

/// Whether `word` is `clause` with one letter missing, added, changed or swapped with the next.
fn looks_like(word: &str, clause: &str) -> bool {
    let word: Vec<char> = word.to_ascii_lowercase().chars().take(20).collect();
    let clause: Vec<char> = clause.chars().collect();
    let same_start = word.iter().zip(&clause).take_while(|(a, b)| a == b).count();
    let (word, clause) = (&word[same_start..], &clause[same_start..]);
    match (word, clause) {
        ([], []) => false,
        ([_, word @ ..], clause) if word == clause => true,
        (word, [_, clause @ ..]) if word == clause => true,
        ([_, word @ ..], [_, clause @ ..]) if word == clause => true,
        ([a, b, word @ ..], [c, d, clause @ ..]) => a == d && b == c && word == clause,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn one_slip_of_the_finger_is_recognised() {
        for word in ["whre", "wheree", "wbere", "hwere", "wheer", "WHRE"] {
            assert!(looks_like(word, "where"), "{word}");
        }
        for word in ["where", "", "w", "order", "whxxe"] {
            assert!(!looks_like(word, "where"), "{word}");
        }
    }
}

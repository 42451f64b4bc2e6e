//! One token at a time, on demand: what follows a construct that is refused may be JavaScript, which is never
//! looked at.

use super::{Fault, Position, quoted};

/// A token and its position.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) at: Position,
    /// Byte range in the query.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The kinds of token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    /// A bare word: keyword, field, collection or method.
    Word(String),
    /// Quoted text, unescaped.
    Quoted(String),
    Integer(i64),
    Double(f64),
    /// `$name`.
    Parameter(String),
    /// Punctuation or an operator.
    Symbol(&'static str),
    End,
    /// Characters that are not a token; reported when the parser reaches them.
    Bad(Box<Fault>),
}

/// Longest first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 18] =
    ["==", "!=", "<>", "<=", ">=", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ".", "*", "/"];

#[derive(Clone)]
pub(crate) struct Lexer<'q> {
    query: &'q str,
    offset: usize,
    at: Position,
}

impl<'q> Lexer<'q> {
    pub(crate) fn new(query: &'q str) -> Self {
        Self { query, offset: 0, at: Position { line: 1, column: 1 } }
    }

    /// The position of a byte offset at or after the current one.
    pub(crate) fn position_of(query: &str, offset: usize) -> Position {
        let mut lexer = Lexer::new(query);
        lexer.advance_to(offset);
        lexer.at
    }

    /// Continues at a byte offset after the current one, which is on the border of a character.
    pub(crate) fn go_to(&mut self, offset: usize) {
        self.advance_to(offset);
    }

    /// The position at which the next token is read.
    pub(crate) fn position(&self) -> Position {
        self.at
    }

    pub(crate) fn next_token(&mut self) -> Token {
        if let Some(fault) = self.skip_blanks() {
            let start = self.offset;
            let at = self.at;
            self.advance_to(self.query.len());
            return Token { kind: TokenKind::Bad(Box::new(fault)), at, start, end: self.offset };
        }
        let start = self.offset;
        let at = self.at;
        let rest = &self.query[start..];
        let (kind, length) = Self::read(rest);
        self.advance_to(start + length);
        Token { kind, at, start, end: self.offset }
    }

    fn read(rest: &str) -> (TokenKind, usize) {
        let Some(first) = rest.chars().next() else { return (TokenKind::End, 0) };
        let second = rest[first.len_utf8()..].chars().next();
        if first == '\'' || first == '"' {
            return match quoted::read(rest) {
                Ok((text, length)) => (TokenKind::Quoted(text), length),
                Err(fault) => (TokenKind::Bad(Box::new(fault)), rest.len()),
            };
        }
        if first.is_ascii_digit() || (first == '-' && second.is_some_and(|c| c.is_ascii_digit())) {
            return read_number(rest);
        }
        if is_identifier_start(first) {
            let length = span(rest, is_identifier_part);
            return (TokenKind::Word(rest[..length].to_owned()), length);
        }
        if first == '$' {
            let length = 1 + span(&rest[1..], |c| c.is_alphanumeric() || c == '_');
            if length > 1 {
                return (TokenKind::Parameter(rest[1..length].to_owned()), length);
            }
            let fault = Fault {
                offset: 0,
                length: 1,
                expected: "a parameter's name".into(),
                message: "A parameter is '$' and a name, such as $city.".into(),
            };
            return (TokenKind::Bad(Box::new(fault)), 1);
        }
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            return (TokenKind::Symbol(symbol), symbol.len());
        }
        let fault = Fault {
            offset: 0,
            length: 1,
            expected: "RQL".into(),
            message: format!("The character {first:?} is not part of RQL{}.", hint_for(rest)),
        };
        (TokenKind::Bad(Box::new(fault)), first.len_utf8())
    }

    /// Passes spaces and comments. A comment that never ends is a fault.
    fn skip_blanks(&mut self) -> Option<Fault> {
        loop {
            let rest = &self.query[self.offset..];
            if rest.starts_with("//") {
                let length = rest.find('\n').unwrap_or(rest.len());
                self.advance_to(self.offset + length);
            } else if let Some(inside) = rest.strip_prefix("/*") {
                let Some(end) = inside.find("*/") else {
                    return Some(Fault {
                        offset: 0,
                        length: 2,
                        expected: "*/".into(),
                        message: "This comment has no closing */.".into(),
                    });
                };
                self.advance_to(self.offset + 2 + end + 2);
            } else {
                let length = span(rest, |c| c.is_whitespace() || c == '\u{feff}');
                if length == 0 {
                    return None;
                }
                self.advance_to(self.offset + length);
            }
        }
    }

    fn advance_to(&mut self, offset: usize) {
        for c in self.query[self.offset..offset].chars() {
            if c == '\n' {
                self.at = Position { line: self.at.line.saturating_add(1), column: 1 };
            } else {
                self.at.column = self.at.column.saturating_add(1);
            }
        }
        self.offset = offset;
    }
}

fn hint_for(rest: &str) -> &'static str {
    if rest.starts_with("&&") {
        "; write 'and'"
    } else if rest.starts_with("||") {
        "; write 'or'"
    } else if rest.starts_with('!') {
        "; write 'not', or '!=' in one piece"
    } else if rest.starts_with('+') {
        "; positive numbers carry no sign"
    } else {
        ""
    }
}

fn read_number(rest: &str) -> (TokenKind, usize) {
    let sign = usize::from(rest.starts_with('-'));
    let whole = sign + span(&rest[sign..], |c| c.is_ascii_digit() || c == '_');
    let mut length = whole;
    if rest[whole..].starts_with('.') {
        length = whole + 1 + span(&rest[whole + 1..], |c| c.is_ascii_digit() || c == '_');
    }
    let digits: String = rest[..length].chars().filter(|c| *c != '_').collect();
    let bad = |message: String, length: usize| {
        let shown = rest[..length].chars().count();
        let fault = Fault { offset: 0, length: shown, expected: "a number".into(), message };
        (TokenKind::Bad(Box::new(fault)), length)
    };
    let tail = span(&rest[length..], is_identifier_part);
    if tail > 0 {
        let text = super::shortened(&rest[..length + tail]);
        let message = format!(
            "'{text}' is not a number. RQL numbers are digits with an optional point; they have no exponent and no unit."
        );
        return bad(message, length + tail);
    }
    if length == whole
        && let Ok(value) = digits.parse::<i64>()
    {
        return (TokenKind::Integer(value), length);
    }
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => (TokenKind::Double(value), length),
        _ => bad("This number is too large.".into(), length),
    }
}

fn is_identifier_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '@'
}

/// Whether a bare word may continue with this character.
pub(crate) fn is_identifier_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '@' || c == '-'
}

/// How many bytes at the start satisfy `accept`.
fn span(text: &str, accept: impl Fn(char) -> bool) -> usize {
    text.find(|c| !accept(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(query: &str) -> Vec<TokenKind> {
        let mut lexer = Lexer::new(query);
        let mut kinds = Vec::new();
        loop {
            let token = lexer.next_token();
            if token.kind == TokenKind::End {
                return kinds;
            }
            kinds.push(token.kind);
        }
    }

    fn word(text: &str) -> TokenKind {
        TokenKind::Word(text.into())
    }

    #[test]
    fn operators_are_read_longest_first() {
        let symbols = ["<=", ">=", "<>", "!=", "==", "=", "<", ">"].map(TokenKind::Symbol);
        assert_eq!(kinds("<= >= <> != == = < >"), symbols);
    }

    #[test]
    fn numbers_keep_their_kind() {
        let minus = TokenKind::Integer(-1);
        assert_eq!(
            kinds("12 -1 1_000 1.5 1."),
            [
                TokenKind::Integer(12),
                minus,
                TokenKind::Integer(1000),
                TokenKind::Double(1.5),
                TokenKind::Double(1.0)
            ]
        );
        assert_eq!(kinds("-9223372036854775808"), [TokenKind::Integer(i64::MIN)]);
        assert_eq!(kinds("9223372036854775808"), [TokenKind::Double(9_223_372_036_854_775_808.0)]);
    }

    #[test]
    fn numbers_out_of_reach_and_with_letters_are_faults() {
        for text in ["9".repeat(400), "1e5".into(), "0x10".into()] {
            let kinds = kinds(&text);
            assert!(matches!(kinds.as_slice(), [TokenKind::Bad(_)]), "{text}: {kinds:?}");
        }
    }

    #[test]
    fn comments_and_blanks_are_passed() {
        assert_eq!(kinds("a // b\n/* c\n */ d // e"), [word("a"), word("d")]);
    }

    #[test]
    fn words_may_hold_letters_of_any_script_and_hyphens() {
        assert_eq!(kinds("ümlaut A-b @all_docs"), [word("ümlaut"), word("A-b"), word("@all_docs")]);
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let mut lexer = Lexer::new("é a\r\n  'x\ny' b");
        let at: Vec<(u32, u32)> =
            (0..5).map(|_| lexer.next_token().at).map(|at| (at.line, at.column)).collect();
        assert_eq!(at, [(1, 1), (1, 3), (2, 3), (3, 4), (3, 5)]);
    }
}

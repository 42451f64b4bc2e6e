//! The tokens of C#.

use super::Untranslated;

/// What a token is, with its value where that differs from its text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A name or keyword. A leading `@` is not part of it.
    Name(String),
    Number,
    /// A string literal, as its value.
    Text(String),
    /// A character literal, as its value.
    Character(String),
    /// `$"…"`.
    Interpolated(Vec<Piece>),
    Sign(&'static str),
}

/// A part of an interpolated string.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Text(String),
    /// `{value,alignment:format}`: the tokens of the value and of the alignment, and the format.
    Hole {
        tokens: Vec<Token>,
        format: Option<String>,
    },
}

/// A token and where it begins, in bytes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Operators, longest first.
const SIGNS: [&str; 43] = [
    "??=", "<<=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=",
    "%=", "<<", "..", "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "=", ":",
    ".", "?", "!", "&", "|", "^",
];

/// Interpolated strings inside each other.
const MOST_INTERPOLATED: usize = 4;

/// Splits a text into tokens.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, Untranslated> {
    Lexer { text, at: 0, inside: 0 }.tokens(None)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Interpolated strings around this position.
    inside: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn open(&self) -> Untranslated {
        Untranslated { what: "its texts, comments or braces do not close".to_owned(), offset: None }
    }

    /// The tokens to the end of the text, or of a hole: its `}` or `:` is not consumed.
    fn tokens(&mut self, hole: Option<usize>) -> Result<Vec<Token>, Untranslated> {
        let mut tokens = Vec::new();
        let mut closing = Vec::new();
        loop {
            self.skip_blanks()?;
            let Some(first) = self.rest().chars().next() else {
                if hole.is_some() || !closing.is_empty() {
                    return Err(self.open());
                }
                return Ok(tokens);
            };
            if hole.is_some() && closing.is_empty() && matches!(first, '}' | ':') {
                return Ok(tokens);
            }
            let start = self.at;
            let kind = self.token(first)?;
            if let Kind::Sign(sign) = kind {
                match sign {
                    "(" => closing.push(")"),
                    "[" => closing.push("]"),
                    "{" => closing.push("}"),
                    ")" | "]" | "}" if closing.pop() != Some(sign) => {
                        let what = format!("'{sign}' closes nothing that is open");
                        return Err(Untranslated { what, offset: Some(start) });
                    }
                    _ => {}
                }
            }
            tokens.push(Token { kind, start, end: self.at });
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Untranslated> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").ok_or_else(|| self.open())? + 2;
            } else {
                match rest.chars().next() {
                    Some(blank) if blank.is_whitespace() || blank == '\u{feff}' => {
                        self.at += blank.len_utf8()
                    }
                    _ => return Ok(()),
                }
            }
        }
    }

    fn token(&mut self, first: char) -> Result<Kind, Untranslated> {
        let rest = self.rest();
        for (start, verbatim) in [("$@\"", true), ("@$\"", true), ("$\"", false)] {
            if rest.starts_with(start) {
                self.at += start.len();
                return self.interpolated(verbatim).map(Kind::Interpolated);
            }
        }
        if rest.starts_with("@\"") {
            self.at += 2;
            return self.verbatim().map(Kind::Text);
        }
        if first == '"' || first == '\'' {
            self.at += 1;
            let text = self.escaped(first)?;
            return Ok(if first == '"' { Kind::Text(text) } else { Kind::Character(text) });
        }
        let second = rest[first.len_utf8()..].chars().next();
        if first.is_ascii_digit() || (first == '.' && second.is_some_and(|digit| digit.is_ascii_digit())) {
            self.number();
            return Ok(Kind::Number);
        }
        if is_name(first) || (first == '@' && second.is_some_and(is_name)) {
            let skipped = usize::from(first == '@');
            let name = &rest[skipped..];
            let length = name.find(|next| !is_name(next)).unwrap_or(name.len());
            self.at += skipped + length;
            return Ok(Kind::Name(name[..length].to_owned()));
        }
        match SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            // `a?.5:1`.
            Some("?.") if rest.as_bytes().get(2).is_some_and(u8::is_ascii_digit) => {
                self.at += 1;
                Ok(Kind::Sign("?"))
            }
            Some(sign) => {
                self.at += sign.len();
                Ok(Kind::Sign(sign))
            }
            None if first == '~' => {
                self.at += 1;
                Ok(Kind::Sign("~"))
            }
            None => Err(Untranslated {
                what: format!("the character '{first}' is not understood"),
                offset: Some(self.at),
            }),
        }
    }

    fn number(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let based = matches!(bytes.get(start + 1), Some(b'x' | b'X' | b'b' | b'B'));
        let mut point = false;
        while let Some(byte) = bytes.get(self.at) {
            let fraction = *byte == b'.' && !point && bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
            let sign = !based
                && matches!(byte, b'+' | b'-')
                && self.at > start
                && matches!(bytes[self.at - 1], b'e' | b'E');
            if !(byte.is_ascii_alphanumeric() || *byte == b'_' || fraction || sign) {
                break;
            }
            point |= fraction;
            self.at += 1;
        }
    }

    /// A literal with escapes, after its opening quote.
    fn escaped(&mut self, quote: char) -> Result<String, Untranslated> {
        let mut value = String::new();
        loop {
            let next = self.rest().chars().next().filter(|next| *next != '\n').ok_or_else(|| self.open())?;
            self.at += next.len_utf8();
            match next {
                '\\' => value.push(self.escape()?),
                _ if next == quote => return Ok(value),
                _ => value.push(next),
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, Untranslated> {
        let escape = self.rest().chars().next().ok_or_else(|| self.open())?;
        self.at += escape.len_utf8();
        let digits = match escape {
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            '0' => return Ok('\0'),
            'a' => return Ok('\u{7}'),
            'b' => return Ok('\u{8}'),
            'f' => return Ok('\u{c}'),
            'v' => return Ok('\u{b}'),
            'u' => 4,
            'U' => 8,
            'x' => self.rest().bytes().take(4).take_while(u8::is_ascii_hexdigit).count(),
            _ => return Ok(escape),
        };
        let code = self.rest().get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        let character = code.and_then(char::from_u32).ok_or_else(|| Untranslated {
            what: format!("the escape '\\{escape}' has no character"),
            offset: Some(self.at),
        })?;
        self.at += digits;
        Ok(character)
    }

    /// `@"…"`, after its opening quote; `""` is a quote.
    fn verbatim(&mut self) -> Result<String, Untranslated> {
        let mut value = String::new();
        loop {
            let next = self.rest().chars().next().ok_or_else(|| self.open())?;
            self.at += next.len_utf8();
            if next == '"' {
                if !self.rest().starts_with('"') {
                    return Ok(value);
                }
                self.at += 1;
            }
            value.push(next);
        }
    }

    /// `$"…"`, after its opening quote.
    fn interpolated(&mut self, verbatim: bool) -> Result<Vec<Piece>, Untranslated> {
        if self.inside >= MOST_INTERPOLATED {
            let what = format!("interpolated strings are nested deeper than {MOST_INTERPOLATED} levels");
            return Err(Untranslated { what, offset: Some(self.at) });
        }
        let (mut pieces, mut text) = (Vec::new(), String::new());
        loop {
            let rest = self.rest();
            let next =
                rest.chars().next().filter(|next| verbatim || *next != '\n').ok_or_else(|| self.open())?;
            if rest.starts_with("{{") || rest.starts_with("}}") || (verbatim && rest.starts_with("\"\"")) {
                text.push(next);
                self.at += 2;
                continue;
            }
            self.at += next.len_utf8();
            match next {
                '"' => {
                    pieces.push(Piece::Text(text));
                    return Ok(pieces);
                }
                '\\' if !verbatim => text.push(self.escape()?),
                '{' => {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(self.hole()?);
                }
                _ => text.push(next),
            }
        }
    }

    fn hole(&mut self) -> Result<Piece, Untranslated> {
        self.inside += 1;
        let tokens = self.tokens(Some(self.at))?;
        self.inside -= 1;
        let mut format = None;
        if self.rest().starts_with(':') {
            let end = self.rest().find('}').ok_or_else(|| self.open())?;
            format = Some(self.rest()[1..end].to_owned());
            self.at += end;
        }
        self.at += 1;
        Ok(Piece::Hole { tokens, format })
    }
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_values() {
        let kinds: Vec<Kind> = tokenize(r#"@class "a\n\u0041" @"b""\" 'c' 1_000.5m $"{x,3:N2}{{" ?? ?.5"#)
            .unwrap()
            .into_iter()
            .map(|token| token.kind)
            .collect();
        assert_eq!(kinds[0], Kind::Name("class".to_owned()));
        assert_eq!(kinds[1], Kind::Text("a\nA".to_owned()));
        assert_eq!(kinds[2], Kind::Text("b\"\\".to_owned()));
        assert_eq!(kinds[3], Kind::Character("c".to_owned()));
        assert_eq!(kinds[4], Kind::Number);
        let Kind::Interpolated(pieces) = &kinds[5] else { panic!("{kinds:?}") };
        assert!(
            matches!(&pieces[1], Piece::Hole { tokens, format: Some(format) } if tokens.len() == 3 && format == "N2")
        );
        assert_eq!(pieces[2], Piece::Text("{".to_owned()));
        assert_eq!(kinds[6..], [Kind::Sign("??"), Kind::Sign("?"), Kind::Number]);
    }

    #[test]
    fn what_does_not_close_is_refused() {
        for text in ["\"abc", "@\"a", "$\"{a", "$\"{a}", "/* a", "(", "}", "( ]", "'"] {
            assert!(tokenize(text).is_err(), "{text}");
        }
        let deep = format!("{}{}", "$\"{".repeat(1000), "}\"".repeat(1000));
        assert!(tokenize(&deep).unwrap_err().what.contains("nested"));
    }
}

//! A JavaScript tokenizer: enough to find names, members and brackets.
//!
//! No grammar. It returns nothing for invalid text; the engine's parser then reports the error.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, keywords included.
    Name,
    Number,
    /// A text, or a template without values.
    Text,
    /// The part of a template before its first `${`.
    TemplateOpen,
    /// A part of a template between `}` and `${`.
    TemplateMiddle,
    /// The part of a template after its last `}`.
    TemplateClose,
    Regex,
    Sign,
}

/// A token and where it is, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
    /// Whether a new line begins between the token before and this one.
    pub after_line: bool,
}

/// Names before an expression, so that a following `/` starts a regular expression.
const BEFORE_EXPRESSION: [&str; 16] = [
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "instanceof",
    "else",
    "do",
    "await",
    "yield",
    "default",
    "extends",
];

/// Operators, longest first.
const SIGNS: [&str; 50] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=",
    ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>",
    "**", "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "=", ":",
];

/// Splits a text into tokens; `None` for text that is not JavaScript.
pub(crate) fn tokenize(text: &str) -> Option<Vec<Token>> {
    let mut tokenizer = Tokenizer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        tokens: Vec::new(),
        braces: Vec::new(),
        heads: Vec::new(),
        closed_a_head: false,
        line: false,
    };
    while tokenizer.skip_blanks()? {
        tokenizer.token()?;
    }
    tokenizer.braces.is_empty().then_some(tokenizer.tokens)
}

struct Tokenizer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    /// For each open `{`: whether it is a template's.
    braces: Vec<bool>,
    /// For each open `(`: whether it belongs to `if (…)`, `while (…)` or `for (…)`.
    heads: Vec<bool>,
    /// The same of the `(` that was closed last.
    closed_a_head: bool,
    line: bool,
}

impl Tokenizer<'_> {
    /// Advances to the next token; false at the end.
    fn skip_blanks(&mut self) -> Option<bool> {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return Some(false) };
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let end = rest.find("*/")?;
                self.line |= rest[..end].contains('\n');
                self.at += end + 2;
            } else if first.is_whitespace() || first == '\u{feff}' {
                self.line |= matches!(first, '\n' | '\r' | '\u{2028}' | '\u{2029}');
                self.at += first.len_utf8();
            } else {
                return Some(true);
            }
        }
    }

    fn push(&mut self, kind: Kind, end: usize) {
        let after_line = std::mem::take(&mut self.line);
        self.tokens.push(Token { kind, range: self.at..end, after_line });
        self.at = end;
    }

    fn token(&mut self) -> Option<()> {
        let first = self.text[self.at..].chars().next()?;
        if first == '"' || first == '\'' {
            let end = self.text_end(self.bytes[self.at])?;
            self.push(Kind::Text, end);
        } else if first == '`' {
            self.template(self.at + 1, Kind::Text, Kind::TemplateOpen)?;
        } else if first == '}' && self.braces.last() == Some(&true) {
            self.braces.pop();
            self.template(self.at + 1, Kind::TemplateClose, Kind::TemplateMiddle)?;
        } else if first.is_ascii_digit()
            || (first == '.' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit))
        {
            let end = self.number_end();
            self.push(Kind::Number, end);
        } else if is_name(first) || first == '#' || first == '\\' {
            let rest = &self.text[self.at + first.len_utf8()..];
            let length = rest.find(|next| !is_name(next) && next != '\\').unwrap_or(rest.len());
            self.push(Kind::Name, self.at + first.len_utf8() + length);
        } else if first == '/' && self.expects_expression() {
            let end = self.regex_end()?;
            self.push(Kind::Regex, end);
        } else {
            self.sign(first)?;
        }
        Some(())
    }

    fn sign(&mut self, first: char) -> Option<()> {
        let rest = &self.text[self.at..];
        let known = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        let mut length = known.map_or(first.len_utf8(), |sign| sign.len());
        if rest.starts_with("?.") && rest.as_bytes().get(2).is_some_and(u8::is_ascii_digit) {
            length = 1;
        }
        match first {
            '{' => self.braces.push(false),
            '}' => {
                self.braces.pop()?;
            }
            '(' => {
                let before = self.tokens.last().map(|token| &self.text[token.range.clone()]);
                self.heads.push(matches!(before, Some("if" | "while" | "for")));
            }
            ')' => self.closed_a_head = self.heads.pop().unwrap_or_default(),
            _ => {}
        }
        self.push(Kind::Sign, self.at + length);
        Some(())
    }

    fn text_end(&self, quote: u8) -> Option<usize> {
        let mut at = self.at + 1;
        loop {
            match *self.bytes.get(at)? {
                b'\\' => at += 2,
                b'\n' => return None,
                byte if byte == quote => return Some(at + 1),
                _ => at += 1,
            }
        }
    }

    fn template(&mut self, mut at: usize, whole: Kind, part: Kind) -> Option<()> {
        loop {
            match *self.bytes.get(at)? {
                b'\\' => at += 2,
                b'`' => {
                    self.push(whole, at + 1);
                    return Some(());
                }
                b'$' if self.bytes.get(at + 1) == Some(&b'{') => {
                    self.push(part, at + 2);
                    self.braces.push(true);
                    return Some(());
                }
                _ => at += 1,
            }
        }
    }

    fn number_end(&self) -> usize {
        let mut at = self.at;
        let mut point = false;
        while let Some(byte) = self.bytes.get(at) {
            let sign = matches!(byte, b'+' | b'-') && at > self.at && {
                let hexadecimal = matches!(self.bytes.get(self.at + 1), Some(b'x' | b'X'));
                matches!(self.bytes[at - 1], b'e' | b'E') && !hexadecimal
            };
            let first_point = *byte == b'.' && !point;
            if !(byte.is_ascii_alphanumeric() || *byte == b'_' || first_point || sign) {
                break;
            }
            point |= *byte == b'.';
            at += 1;
        }
        at
    }

    fn regex_end(&self) -> Option<usize> {
        let mut at = self.at + 1;
        let mut class = false;
        loop {
            match *self.bytes.get(at)? {
                b'\\' => at += 2,
                b'\n' => return None,
                b'[' => {
                    class = true;
                    at += 1;
                }
                b']' => {
                    class = false;
                    at += 1;
                }
                b'/' if !class => break,
                _ => at += 1,
            }
        }
        let flags = self.bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        Some(at + 1 + flags)
    }

    /// Whether an expression begins here, by the previous token.
    fn expects_expression(&self) -> bool {
        let Some(last) = self.tokens.last() else { return true };
        let text = &self.text[last.range.clone()];
        match last.kind {
            Kind::Name => BEFORE_EXPRESSION.contains(&text) && !self.is_member(),
            Kind::Number | Kind::Text | Kind::TemplateClose | Kind::Regex => false,
            Kind::TemplateOpen | Kind::TemplateMiddle => true,
            Kind::Sign => match text {
                "]" | "++" | "--" => false,
                ")" => self.closed_a_head,
                _ => true,
            },
        }
    }

    /// Whether the last token is a member's name.
    fn is_member(&self) -> bool {
        let before =
            self.tokens.len().checked_sub(2).map(|index| &self.text[self.tokens[index].range.clone()]);
        matches!(before, Some("." | "?."))
    }
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        tokenize(text).unwrap().into_iter().map(|token| &text[token.range]).collect()
    }

    #[test]
    fn texts_templates_numbers_and_regular_expressions_are_one_token_each() {
        assert_eq!(
            parts("a /= b / c; x = /[/]\\//g.test('it\\'s') + 1.5e-3"),
            [
                "a",
                "/=",
                "b",
                "/",
                "c",
                ";",
                "x",
                "=",
                "/[/]\\//g",
                ".",
                "test",
                "(",
                "'it\\'s'",
                ")",
                "+",
                "1.5e-3"
            ]
        );
        assert_eq!(parts("`a${b.c}d${`${e}`}f`"), ["`a${", "b", ".", "c", "}d${", "`${", "e", "}`", "}f`"]);
        assert_eq!(parts("if (a) /x/.exec(b)"), ["if", "(", "a", ")", "/x/", ".", "exec", "(", "b", ")"]);
        assert_eq!(parts("if ((a)) /x/"), ["if", "(", "(", "a", ")", ")", "/x/"]);
        assert_eq!(parts("(a) /x/ b"), ["(", "a", ")", "/", "x", "/", "b"]);
        assert_eq!(parts("a ?.5:1"), ["a", "?", ".5", ":", "1"]);
        assert_eq!(parts("0xEf+1 // rest\n/* more */ größe"), ["0xEf", "+", "1", "größe"]);
    }

    /// Regression: each `/` after a `)` searched the whole text before it for the `(`.
    #[test]
    fn many_divisions_of_brackets_take_time_in_proportion() {
        assert_eq!(parts(&")/".repeat(500_000)).len(), 1_000_000);
    }

    #[test]
    fn what_is_not_finished_is_given_up() {
        for text in ["'abc", "`a${", "/* a", "{", "}", "x = /a"] {
            assert_eq!(tokenize(text), None, "{text}");
        }
    }
}

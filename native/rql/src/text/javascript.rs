//! Finds the end of a piece of JavaScript: brackets are matched; strings, templates, comments and regular
//! expressions are skipped. Nothing else of the language is understood, and nothing is run.

use rookery_nesting::MAX_DEPTH;

/// Words after which `/` begins a regular expression, not a division.
const BEFORE_REGEX: [&str; 12] =
    ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof"];

/// Why a bracket has no closing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unclosed {
    /// The text ends first, or the brackets do not match.
    Missing,
    /// The bracket at this byte offset is nested deeper than [`MAX_DEPTH`].
    TooDeep(usize),
}

/// The byte offset in `rest` of the bracket that closes the one just before it. `close` is that bracket.
pub(crate) fn closing(rest: &str, close: char) -> Result<usize, Unclosed> {
    let mut too_deep = None;
    scan(rest, close, &mut too_deep).ok_or_else(|| too_deep.map_or(Unclosed::Missing, Unclosed::TooDeep))
}

/// As [`closing`]; `None` is any failure; `too_deep` is the offset at which the nesting is too deep.
fn scan(rest: &str, close: char, too_deep: &mut Option<usize>) -> Option<usize> {
    let mut open = vec![close];
    let mut before = Before::Operator;
    let mut at = 0;
    while let Some(c) = rest[at..].chars().next() {
        let here = &rest[at..];
        match c {
            '(' | '[' | '{' => {
                open.push(match c {
                    '(' => ')',
                    '[' => ']',
                    _ => '}',
                });
                before = Before::Operator;
            }
            ')' | ']' | '}' => {
                match open.pop() {
                    Some('`') if c == '}' => at = template(rest, at + 1, &mut open)?,
                    Some(expected) if expected == c => {}
                    _ => return None,
                }
                if open.is_empty() {
                    return Some(at);
                }
                before = if c == '}' { Before::Operator } else { Before::Value };
                if rest[at..].starts_with('`') {
                    before = Before::Value;
                }
            }
            '\'' | '"' => {
                at += text(here, c)?;
                before = Before::Value;
                continue;
            }
            '`' => {
                at = template(rest, at + 1, &mut open)?;
                before = if rest[at..].starts_with('`') { Before::Value } else { Before::Operator };
            }
            '/' if here.starts_with("//") => {
                at += here.find('\n').unwrap_or(here.len());
                continue;
            }
            '/' if here.starts_with("/*") => {
                at += 2 + here[2..].find("*/")? + 2;
                continue;
            }
            '/' if before == Before::Operator => {
                at += regex(here)?;
                before = Before::Value;
                continue;
            }
            _ if is_word(c) => {
                let length = here.find(|c| !is_word(c)).unwrap_or(here.len());
                let operator = BEFORE_REGEX.contains(&&here[..length]);
                before = if operator { Before::Operator } else { Before::Value };
                at += length;
                continue;
            }
            _ if c.is_whitespace() => {}
            _ => before = Before::Operator,
        }
        if open.len() > MAX_DEPTH {
            *too_deep = Some(at);
            return None;
        }
        at += rest[at..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// The kind of token before a `/`.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Operator,
    Value,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of quoted text, both quotes included.
fn text(here: &str, quote: char) -> Option<usize> {
    let mut characters = here.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '\n' => return None,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Continues inside a template from `at`: to its closing backtick, or to the brace of `${`, which is then open.
/// Gives the offset of that character.
fn template(rest: &str, at: usize, open: &mut Vec<char>) -> Option<usize> {
    let mut characters = rest[at..].char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '`' => return Some(at + offset),
            '$' if characters.peek().is_some_and(|(_, next)| *next == '{') => {
                open.push('`');
                return Some(at + offset + 1);
            }
            _ => {}
        }
    }
    None
}

/// The length of a regular expression, both slashes included.
fn regex(here: &str) -> Option<usize> {
    let mut in_class = false;
    let mut characters = here.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '\n' => return None,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, Unclosed, closing};

    fn inside(text: &str) -> Option<&str> {
        closing(text, '}').ok().map(|end| &text[..end])
    }

    #[test]
    fn brackets_are_matched_and_what_is_quoted_passed_over() {
        for script in [
            " a: 1, b: { c: [1, (2)] } ",
            " s: '}', t: \"{\", u: 'it\\'s }' ",
            " t: `}${ { a: `${1}}` }.a }}` ",
            " // }\n /* } */ ",
            " r: /[}/]\\//g.test(x), d: a / b / c, e: (1) / 2 ",
            " return /}/ ",
            "",
        ] {
            assert_eq!(inside(&format!("{script}}} rest }}")), Some(script), "{script}");
        }
    }

    #[test]
    fn what_never_closes_has_no_end() {
        for script in ["", "{", "'}", "`}", "`${}", "/* }", "/}", "(}", "\\", "'\\"] {
            assert_eq!(inside(script), None, "{script}");
        }
    }

    #[test]
    fn deep_brackets_are_refused_where_they_begin() {
        assert_eq!(closing("{ } }", '}'), Ok(4));
        assert_eq!(closing("{ }", '}'), Err(Unclosed::Missing));
        for open in ["{", "(", "[", "`${"] {
            let last = open.len() * MAX_DEPTH - 1;
            assert_eq!(closing(&open.repeat(100_000), '}'), Err(Unclosed::TooDeep(last)), "{open}");
        }
    }
}

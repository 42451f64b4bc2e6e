//! Quoted text: `'…'` or `"…"`, the quote doubled or escaped inside, escapes as in JSON plus the quotes.

use super::Fault;

/// Reads quoted text whose opening quote is the first character of `rest`. Gives the text and how many bytes
/// it took, both quotes included.
pub(super) fn read(rest: &str) -> Result<(String, usize), Fault> {
    let mut characters = rest.char_indices().peekable();
    let quote = characters.next().map_or('\'', |(_, c)| c);
    let mut text = String::new();
    while let Some((at, c)) = characters.next() {
        if c == quote {
            if characters.next_if(|(_, next)| *next == quote).is_none() {
                return Ok((text, at + c.len_utf8()));
            }
            text.push(quote);
        } else if c == '\\' {
            let Some((_, escape)) = characters.next() else { break };
            match escape {
                '\\' | '\'' | '"' | '/' => text.push(escape),
                'n' => text.push('\n'),
                'r' => text.push('\r'),
                't' => text.push('\t'),
                'b' => text.push('\u{8}'),
                'f' => text.push('\u{c}'),
                'v' => text.push('\u{b}'),
                'u' => {
                    let (decoded, digits) = unicode_escape(&rest[at..]).ok_or_else(|| Fault {
                        offset: at,
                        length: 2,
                        expected: "four hexadecimal digits after '\\u'".into(),
                        message: "The escape '\\u' needs four hexadecimal digits, as in '\\u0041'.".into(),
                    })?;
                    text.push(decoded);
                    // The 'u' itself is already taken.
                    for _ in 0..digits.saturating_sub(2) {
                        characters.next();
                    }
                }
                other => {
                    return Err(Fault {
                        offset: at,
                        length: 1 + other.len_utf8(),
                        expected: "a known escape".into(),
                        message: format!(
                            "'\\{other}' is not an escape. Write '\\\\' for a backslash; known are \\\\ \\' \\\" \\/ \\n \\r \\t \\b \\f \\v \\uXXXX."
                        ),
                    });
                }
            }
        } else {
            text.push(c);
        }
    }
    Err(Fault {
        offset: 0,
        length: rest.lines().next().unwrap_or("").chars().count(),
        expected: format!("a closing {quote}"),
        message: format!("This text has no closing {quote}."),
    })
}

/// Decodes `\uXXXX` at the start of `rest`, a surrogate pair as one character. Gives the character and how
/// many characters were read. A lone surrogate becomes the replacement character.
fn unicode_escape(rest: &str) -> Option<(char, usize)> {
    let high = code_unit(rest)?;
    if (0xD800..0xDC00).contains(&high)
        && let Some(low) = rest.get(6..).and_then(code_unit)
        && (0xDC00..0xE000).contains(&low)
    {
        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        return Some((char::from_u32(code).unwrap_or('\u{FFFD}'), 12));
    }
    Some((char::from_u32(high).unwrap_or('\u{FFFD}'), 6))
}

fn code_unit(rest: &str) -> Option<u32> {
    let digits = rest.strip_prefix("\\u")?.get(..4)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::read;

    fn text(source: &str) -> String {
        let (text, length) = read(source).unwrap();
        assert_eq!(length, source.len());
        text
    }

    #[test]
    fn quotes_are_doubled_or_escaped() {
        assert_eq!(text("'it''s'"), "it's");
        assert_eq!(text(r"'it\'s'"), "it's");
        assert_eq!(text(r#""a""b\"c'd""#), "a\"b\"c'd");
    }

    #[test]
    fn escapes_are_those_of_json() {
        assert_eq!(text(r"'\u0041\n\t\\\u00e9'"), "A\n\t\\é");
        assert_eq!(text(r"'\ud83d\ude00|\ud83d|\ude00'"), "😀|\u{FFFD}|\u{FFFD}");
        assert_eq!(text(r"'\u0041\u0042C'"), "ABC");
    }

    #[test]
    fn invalid_texts_are_reported() {
        assert!(read("'abc").unwrap_err().message.contains("no closing '"));
        assert!(read("'abc\\").unwrap_err().message.contains("no closing '"));
        assert!(read(r"'a\qb'").unwrap_err().message.contains("\\q"));
        assert!(read(r"'a\u00g0'").unwrap_err().message.contains("four hexadecimal"));
        assert!(read("'\\u00é0'").unwrap_err().message.contains("four hexadecimal"));
        assert!(read(r"'\u+041'").unwrap_err().message.contains("four hexadecimal"));
    }
}

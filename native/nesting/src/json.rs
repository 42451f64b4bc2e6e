//! The nesting of a JSON text, read from its brackets. Whether the text is JSON is for its parser to decide.

use crate::{MAX_DEPTH, Position, TooDeep};

/// Checks that a JSON text is not nested deeper than [`MAX_DEPTH`]. `what` is the subject of the error's
/// sentence.
///
/// Nearly every document has fewer brackets than levels are allowed, which is seen without reading the text
/// bracket by bracket.
///
/// # Errors
/// When it is nested deeper.
pub fn check(what: &'static str, text: &[u8]) -> Result<(), TooDeep> {
    if text.len() <= MAX_DEPTH || openings(text) <= MAX_DEPTH {
        return Ok(());
    }
    match first_too_deep(text) {
        None => Ok(()),
        Some(offset) => Err(TooDeep { what, at: Position::of(text, offset) }),
    }
}

/// The number of `{` and `[`, those in strings included. `[` and `{` differ in one bit; the loop has no
/// branch, so that the compiler makes vector instructions of it.
fn openings(text: &[u8]) -> usize {
    text.chunks(usize::from(u8::MAX))
        .map(|part| {
            let count = part.iter().fold(0_u8, |count, byte| count + u8::from(byte | 0x20 == b'{'));
            usize::from(count)
        })
        .sum()
}

/// The offset of the first bracket that opens one level too many.
fn first_too_deep(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at = closing_quote(text, at),
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(at);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The offset of the quote that ends the string which begins at `start`, or the end of the text.
fn closing_quote(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> String {
        format!("{{\"a\":{}1{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1))
    }

    #[test]
    fn counts_levels_and_not_brackets() {
        assert_eq!(check("The document", nested(MAX_DEPTH).as_bytes()), Ok(()));
        let error = check("The document", nested(MAX_DEPTH + 1).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "The document is nested deeper than 100 levels (line 1, column 105)");
        let flat = format!("[{}1]", "[],{},".repeat(10_000));
        assert_eq!(check("The document", flat.as_bytes()), Ok(()));
        let million = "[".repeat(1_000_000);
        assert!(check("The document", million.as_bytes()).is_err(), "brackets that do not close count too");
    }

    #[test]
    fn brackets_in_strings_are_text() {
        let brackets = "[{".repeat(1_000);
        for text in [
            format!("{{\"{brackets}\":\"{brackets}\"}}"),
            format!("[\"\\\"{brackets}\"]"),
            format!("\"{brackets}"),
            format!("\"\\\\\\\"{brackets}\\"),
        ] {
            assert_eq!(check("The document", text.as_bytes()), Ok(()), "{}", &text[..8]);
        }
    }

    #[test]
    fn counts_across_the_parts_of_the_quick_look() {
        for length in [1, 254, 255, 256, 511, 10_000] {
            assert_eq!(openings("[".repeat(length).as_bytes()), length);
            assert_eq!(openings("{".repeat(length).as_bytes()), length);
            assert_eq!(openings("\"]}:,".repeat(length).as_bytes()), 0);
        }
    }
}

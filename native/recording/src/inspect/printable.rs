//! Texts from a recording on a terminal.

/// The most characters of one text.
const LONGEST: usize = 2_000;

/// The text without characters that steer a terminal, reorder a line or are invisible: line breaks and tabs become
/// spaces, the others `�`. Cut after 2,000 characters.
pub fn printable(text: &str) -> String {
    let mut result: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        result.push('…');
    }
    result
}

fn visible(character: char) -> char {
    match character {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        // Marks, overrides and isolates of the direction, and what has no width.
        '\u{061c}' | '\u{00ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {
            '\u{fffd}'
        }
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => {
            '\u{fffd}'
        }
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_overrides_never_pass() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}2J\u{202e}c\r\nd"), "a\u{fffd}[31mb\u{fffd}2J\u{fffd}c  d");
        assert_eq!(printable("Größe 5 µs — ok"), "Größe 5 µs — ok");
        assert_eq!(printable(&"x".repeat(3_000)).chars().count(), 2_001);
    }
}

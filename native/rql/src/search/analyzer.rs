//! The standard analyzer, as RavenDB's: words in lower case without English stop words. Addresses, host
//! names, numbers with points and words with an apostrophe stay in one piece.

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// In lower case.
    pub text: String,
    /// Its number in the text; stop words count.
    pub position: u32,
}

pub(super) const STOP_WORDS: [&str; 33] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no",
    "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to",
    "was", "will", "with",
];

/// Longer words are skipped.
pub(super) const MAX_LENGTH: usize = 255;

/// The words of a text, numbered from `first`. Gives the number after the last.
pub fn words(text: &str, first: u32, mut each: impl FnMut(Word)) -> u32 {
    let mut position = first;
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        rest = &rest[start..];
        let length = word_length(rest);
        let lower: String = rest[..length].chars().flat_map(char::to_lowercase).collect();
        rest = &rest[length..];
        let word = lower.strip_suffix("'s").unwrap_or(&lower);
        if word.chars().count() > MAX_LENGTH {
            continue;
        }
        if !STOP_WORDS.contains(&word) {
            each(Word { text: word.to_owned(), position });
        }
        position = position.saturating_add(1);
    }
    position
}

/// The length of the word at the start of the text: runs of letters and digits and what may join them.
pub(super) fn word_length(text: &str) -> usize {
    let run = |from: usize| {
        text[from..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |length| from + length)
    };
    let has_digit = |part: &str| part.bytes().any(|b| b.is_ascii_digit());
    let mut start = 0;
    let mut end = run(0);
    loop {
        let mut after = text[end..].chars();
        let (Some(joint), Some(next)) = (after.next(), after.next()) else { return end };
        if !next.is_alphanumeric() {
            return end;
        }
        let next_end = run(end + joint.len_utf8());
        let next_part = &text[end + joint.len_utf8()..next_end];
        let joins = match joint {
            '.' | '@' | '&' => true,
            '\'' | '\u{2019}' => !has_digit(&text[start..end]) && !has_digit(next_part),
            '-' | '_' | '/' | ',' => has_digit(&text[start..end]) || has_digit(next_part),
            _ => false,
        };
        if !joins {
            return end;
        }
        start = end + joint.len_utf8();
        end = next_end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        words(text, 0, |word| found.push(word.text));
        found
    }

    #[test]
    fn words_are_those_the_server_finds() {
        assert_eq!(
            all("fox-trot, jumping.dog e-mail: a.b@c.com 3.14 10"),
            ["fox", "trot", "jumping.dog", "e", "mail", "a.b@c.com", "3.14", "10"]
        );
        assert_eq!(all("dogs and cats; don't"), ["dogs", "cats", "don't"]);
        assert_eq!(all("naïve Straße ÉCLAIR"), ["naïve", "straße", "éclair"]);
        assert_eq!(all("The dog's A"), ["dog"]);
        assert_eq!(all(""), Vec::<String>::new());
    }

    #[test]
    fn stop_words_keep_their_place() {
        let mut found = Vec::new();
        let after = words("over the dog", 5, |word| found.push((word.text, word.position)));
        assert_eq!(found, [("over".to_owned(), 5), ("dog".to_owned(), 7)]);
        assert_eq!(after, 8);
    }
}

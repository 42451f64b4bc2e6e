//! The analyzers a field of an index may have, by their names in RavenDB.

use super::analyzer::{MAX_LENGTH, STOP_WORDS, Word, words};
use crate::values::fold;

/// How a text falls into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Analyzer {
    /// Words in lower case without English stop words; addresses and numbers stay whole.
    #[default]
    Standard,
    /// Runs of letters in lower case.
    Simple,
    /// As simple, without English stop words.
    Stop,
    /// Text between white space, unchanged.
    Whitespace,
    /// Text between white space, in lower case.
    LowercaseWhitespace,
    /// The whole text, unchanged.
    Keyword,
    /// The whole text, in lower case.
    LowercaseKeyword,
    /// All parts of two to six characters of the standard words.
    Ngram,
}

/// The shortest and the longest part of a word.
const PARTS: std::ops::RangeInclusive<usize> = 2..=6;

impl Analyzer {
    /// The analyzer of this name, with or without namespace and assembly.
    pub fn named(name: &str) -> Option<Self> {
        let plain = name.split(',').next().unwrap_or(name).trim();
        Some(match plain.rsplit('.').next().unwrap_or(plain) {
            "StandardAnalyzer" | "RavenStandardAnalyzer" => Self::Standard,
            "SimpleAnalyzer" => Self::Simple,
            "StopAnalyzer" => Self::Stop,
            "WhitespaceAnalyzer" => Self::Whitespace,
            "LowerCaseWhitespaceAnalyzer" => Self::LowercaseWhitespace,
            "KeywordAnalyzer" => Self::Keyword,
            "LowerCaseKeywordAnalyzer" => Self::LowercaseKeyword,
            "NGramAnalyzer" => Self::Ngram,
            _ => return None,
        })
    }

    /// All names, for the error about an unknown one.
    pub const NAMES: &str = "StandardAnalyzer, RavenStandardAnalyzer, SimpleAnalyzer, StopAnalyzer, WhitespaceAnalyzer, \
         LowerCaseWhitespaceAnalyzer, KeywordAnalyzer, LowerCaseKeywordAnalyzer and NGramAnalyzer";

    /// The words of a text, numbered from `first`. Gives the number after the last.
    pub fn words(self, text: &str, first: u32, mut each: impl FnMut(Word)) -> u32 {
        match self {
            Self::Standard => words(text, first, each),
            Self::Simple | Self::Stop => {
                let runs = text.split(|c: char| !c.is_alphabetic()).filter(|run| !run.is_empty());
                numbered(runs.map(lower), first, |word| {
                    if self == Self::Simple || !STOP_WORDS.contains(&word.text.as_str()) {
                        each(word);
                    }
                })
            }
            Self::Whitespace => numbered(text.split_whitespace().map(str::to_owned), first, each),
            Self::LowercaseWhitespace => numbered(text.split_whitespace().map(lower), first, each),
            Self::Keyword => numbered(std::iter::once(text.to_owned()), first, each),
            Self::LowercaseKeyword => numbered(std::iter::once(fold(text)), first, each),
            Self::Ngram => {
                let mut position = first;
                words(text, 0, |word| {
                    let letters: Vec<char> = word.text.chars().collect();
                    for length in PARTS {
                        for part in letters.windows(length) {
                            each(Word { text: part.iter().collect(), position });
                            position = position.saturating_add(1);
                        }
                    }
                });
                position
            }
        }
    }

    /// A piece with a wildcard, written as the words are.
    pub(super) fn written(self, piece: &str) -> String {
        match self {
            Self::Whitespace | Self::Keyword => piece.to_owned(),
            Self::LowercaseKeyword => fold(piece),
            _ => lower(piece),
        }
    }

    /// All words of one text.
    pub(super) fn analyzed(self, text: &str) -> Vec<Word> {
        let mut found = Vec::new();
        self.words(text, 0, |word| found.push(word));
        found
    }
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

fn numbered(all: impl Iterator<Item = String>, first: u32, mut each: impl FnMut(Word)) -> u32 {
    let mut position = first;
    for text in all {
        // A whole text may be long; the words of a text may not.
        if text.chars().nth(MAX_LENGTH).is_none() || text.contains(char::is_whitespace) {
            each(Word { text, position });
        }
        position = position.saturating_add(1);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(analyzer: Analyzer, text: &str) -> Vec<String> {
        analyzer.analyzed(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn texts_fall_into_the_words_the_server_has() {
        let text = "The fox-trot Running 3.14 a.b@c.com don't";
        for (name, words) in [
            ("StandardAnalyzer", vec!["fox", "trot", "running", "3.14", "a.b@c.com", "don't"]),
            ("SimpleAnalyzer", vec!["the", "fox", "trot", "running", "a", "b", "c", "com", "don", "t"]),
            ("StopAnalyzer", vec!["fox", "trot", "running", "b", "c", "com", "don", "t"]),
            ("WhitespaceAnalyzer", vec!["The", "fox-trot", "Running", "3.14", "a.b@c.com", "don't"]),
            ("LowerCaseWhitespaceAnalyzer", vec!["the", "fox-trot", "running", "3.14", "a.b@c.com", "don't"]),
            ("KeywordAnalyzer", vec![text]),
        ] {
            assert_eq!(all(Analyzer::named(name).unwrap(), text), words, "{name}");
        }
        assert_eq!(all(Analyzer::LowercaseKeyword, "The Fox"), ["the fox"]);
        assert_eq!(all(Analyzer::Ngram, "Cats a"), ["ca", "at", "ts", "cat", "ats", "cats"]);
    }

    #[test]
    fn names_may_be_long() {
        let long = "Lucene.Net.Analysis.Standard.StandardAnalyzer, Lucene.Net";
        assert_eq!(Analyzer::named(long), Some(Analyzer::Standard));
        assert_eq!(Analyzer::named("standard"), None);
    }
}

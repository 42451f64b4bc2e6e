//! The spans of a text from which words are made, for highlights.

use std::ops::Range;

use super::analyzer::{Word, word_length};
use super::analyzers::Analyzer;

/// A span of a text and its words: none for a stop word, several for n-grams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextSpan {
    pub(crate) range: Range<usize>,
    pub(crate) words: Vec<Word>,
}

impl Analyzer {
    /// The pieces of the text that words are made of, in order.
    pub(crate) fn text_spans(self, text: &str) -> Vec<TextSpan> {
        let ranges = match self {
            Self::Keyword | Self::LowercaseKeyword => std::iter::once(0..text.len()).collect(),
            Self::Whitespace | Self::LowercaseWhitespace => runs(text, |c| !c.is_whitespace()),
            Self::Simple | Self::Stop => runs(text, char::is_alphabetic),
            Self::Standard | Self::Ngram => standard(text),
        };
        let span = |range: Range<usize>| TextSpan { words: self.analyzed(&text[range.clone()]), range };
        ranges.into_iter().map(span).collect()
    }
}

fn runs(text: &str, is_inside: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_inside(*c)) {
        let end = at + c.len_utf8();
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = end,
            None => found.push(at..end),
        }
    }
    found
}

fn standard(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(char::is_alphanumeric) {
        let start = at + start;
        at = start + word_length(&text[start..]);
        found.push(start..at);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_cut_where_the_words_are() {
        let text = "The Fox-trot, a.b@c.com!";
        let shown = |analyzer: Analyzer| -> Vec<String> {
            let all = analyzer.text_spans(text);
            let one = |span: &TextSpan| {
                let words: Vec<&str> = span.words.iter().map(|word| word.text.as_str()).collect();
                format!("{}={}", &text[span.range.clone()], words.join("+"))
            };
            all.iter().map(one).collect()
        };
        assert_eq!(shown(Analyzer::Standard), ["The=", "Fox=fox", "trot=trot", "a.b@c.com=a.b@c.com"]);
        assert_eq!(shown(Analyzer::Whitespace), ["The=The", "Fox-trot,=Fox-trot,", "a.b@c.com!=a.b@c.com!"]);
        assert_eq!(shown(Analyzer::Simple)[3..], ["a=a", "b=b", "c=c", "com=com"]);
        assert_eq!(shown(Analyzer::LowercaseKeyword), ["The Fox-trot, a.b@c.com!=the fox-trot, a.b@c.com!"]);
    }
}

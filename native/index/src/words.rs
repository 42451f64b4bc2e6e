//! The words of searched texts in an index's files: a physical field of their own, with places, so that
//! phrases can be known only there. One string encodes all words of an entry for the tokenizer.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name the reader of such rows is registered under.
pub(crate) const TOKENIZER: &str = "rookery-words";

/// The prefix of each word of a field.
pub(crate) fn head(field: u16) -> Vec<u8> {
    format!("{field:04x}").into_bytes()
}

/// The term of a word.
pub(crate) fn key(field: u16, word: &str) -> Vec<u8> {
    let mut key = head(field);
    key.extend_from_slice(word.as_bytes());
    key
}

/// The words of one entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordRow {
    row: String,
    /// The field written last and the position of its next word.
    next: Option<(u16, u32)>,
}

impl WordRow {
    pub(crate) fn as_str(&self) -> &str {
        &self.row
    }

    /// Sets the position of the next word of a field. Fields are written one after the other.
    pub(crate) fn position(&self, field: u16) -> u32 {
        self.next.filter(|(last, _)| *last == field).map_or(0, |(_, position)| position)
    }

    pub(crate) fn go_on_at(&mut self, field: u16, position: u32) {
        self.next = Some((field, position));
    }

    pub(crate) fn push(&mut self, field: u16, word: &str, position: u32) {
        push_number(&mut self.row, position);
        push_number(&mut self.row, u32::try_from(word.len()).unwrap_or(u32::MAX));
        push_number(&mut self.row, u32::from(field));
        self.row.push_str(word);
    }
}

/// Three characters of fourteen bits each, none of them a surrogate.
fn push_number(row: &mut String, number: u32) {
    for shift in [28, 14, 0] {
        row.push(char::from_u32((number >> shift) & 0x3FFF).unwrap_or('\0'));
    }
}

/// Reads such rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowTokenizer {
    token: Token,
}

impl Tokenizer for RowTokenizer {
    type TokenStream<'a> = RowTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> RowTokens<'a> {
        self.token.reset();
        RowTokens { rest: text, token: &mut self.token }
    }
}

/// The words of a row, one after the other.
#[derive(Debug)]
pub(crate) struct RowTokens<'a> {
    rest: &'a str,
    token: &'a mut Token,
}

impl RowTokens<'_> {
    fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        let mut characters = self.rest.chars();
        for _ in 0..3 {
            number = (number << 14) | u32::from(characters.next()?);
        }
        self.rest = characters.as_str();
        Some(number)
    }

    fn read(&mut self) -> Option<()> {
        let position = self.number()?;
        let length = usize::try_from(self.number()?).ok()?;
        let field = self.number()?;
        let (word, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        self.token.position = usize::try_from(position).ok()?;
        self.token.position_length = 1;
        self.token.text.clear();
        for shift in [12, 8, 4, 0] {
            self.token.text.push(char::from_digit((field >> shift) & 0xF, 16)?);
        }
        self.token.text.push_str(word);
        Some(())
    }
}

impl TokenStream for RowTokens<'_> {
    fn advance(&mut self) -> bool {
        self.read().is_some()
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_back_its_words() {
        let mut row = WordRow::default();
        let words = [(1, "fuchs", 0), (1, "größe", 70_000), (60_000, "", u32::MAX), (2, "a\0b 東京", 0xD900)];
        for (field, word, position) in words {
            row.push(field, word, position);
        }
        let mut tokenizer = RowTokenizer::default();
        let mut stream = tokenizer.token_stream(row.as_str());
        for (field, word, position) in words {
            assert!(stream.advance());
            assert_eq!(stream.token().text.as_bytes(), key(field, word));
            assert_eq!(stream.token().position, position as usize);
        }
        assert!(!stream.advance());
    }
}

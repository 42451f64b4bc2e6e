//! Text without case, as the index of a RavenDB server keeps it: each character separately in lower case, and
//! left alone where its lower case is more than one character.

use std::cmp::Ordering;

/// A text that is compared often, folded once.
#[derive(Debug, Clone, PartialEq)]
pub struct Folded {
    text: String,
    is_ascii: bool,
}

impl Folded {
    /// Folds it.
    pub fn new(text: &str) -> Self {
        Self { text: fold(text), is_ascii: text.is_ascii() }
    }

    /// Not folded: folded text never equals it where it has capitals.
    pub fn kept(text: &str) -> Self {
        Self { text: text.to_owned(), is_ascii: false }
    }

    /// The folded text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the other text is the same without case.
    pub fn equals(&self, other: &str) -> bool {
        if self.is_ascii && other.is_ascii() {
            return self.text.eq_ignore_ascii_case(other);
        }
        self.text.chars().eq(other.chars().map(fold_char))
    }

    /// Whether the other text begins with it.
    pub fn begins(&self, other: &str) -> bool {
        let mut other = other.chars().map(fold_char);
        self.text.chars().all(|c| other.next() == Some(c))
    }

    /// Whether the other text ends with it.
    pub fn ends(&self, other: &str) -> bool {
        let mut other = other.chars().rev().map(fold_char);
        self.text.chars().rev().all(|c| other.next() == Some(c))
    }
}

/// How `text` compares with an already folded one.
pub fn compare_folded(text: &str, folded: &Folded) -> Ordering {
    text.chars().map(fold_char).cmp(folded.text.chars())
}

/// The text in folded form.
pub fn fold(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().map(fold_char).collect() }
}

fn fold_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_folded_character_by_character() {
        assert!(Folded::new("ÉCLAIR").equals("éclair"));
        assert!(Folded::new("apple").equals("APPLE"));
        assert!(!Folded::new("ß").equals("SS"));
        assert!(!Folded::new("istanbul").equals("İstanbul"), "İ has a lower case of two characters");
    }

    #[test]
    fn beginnings_and_ends() {
        assert!(Folded::new("É").begins("éclair"));
        assert!(!Folded::new("éclairs").begins("Éclair"));
        assert!(Folded::new("RY").ends("cherry"));
        assert!(!Folded::new("ry").ends("y"));
    }

    #[test]
    fn order_is_by_code_point_after_folding() {
        assert_eq!(compare_folded("Zebra", &Folded::new("apple")), Ordering::Greater);
        assert_eq!(compare_folded("Éa", &Folded::new("zz")), Ordering::Greater);
        assert_eq!(compare_folded("APP", &Folded::new("apple")), Ordering::Less);
    }
}

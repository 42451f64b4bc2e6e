//! Texts that many rows have in common.

use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A text of a column with few different values, such as the name of a database: rows that were read share it. A row needs
/// eight bytes for it.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(Option<Arc<String>>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.as_deref().map_or("", String::as_str)
    }
}

impl Text {
    /// The same for all rows that share it, and another one for every other text that is in memory.
    pub fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |text| Arc::as_ptr(text).addr())
    }

    /// Its characters.
    pub fn as_str(&self) -> &str {
        self
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self((!text.is_empty()).then(|| Arc::new(text)))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// As `str`, by which texts are looked up.
impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl std::borrow::Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

/// Different texts that are remembered; further ones are not shared.
const MOST_SHARED: usize = 10_000;

/// Bytes of a shared text in addition to its characters.
const SHARED_BYTES: u64 = 64;

/// The texts of the rows that are read.
#[derive(Debug)]
pub struct Texts {
    shared: HashSet<Text>,
    /// The last text of each place, which needs no hash.
    recent: Vec<Text>,
    bytes: u64,
}

/// Places of recent texts.
const RECENT: usize = 256;

impl Default for Texts {
    fn default() -> Self {
        Self { shared: HashSet::new(), recent: vec![Text::default(); RECENT], bytes: 0 }
    }
}

/// By the length and two characters: names that a recording has in turn mostly differ in these.
fn place_of(text: &str) -> usize {
    let bytes = text.as_bytes();
    let [last, middle] = [bytes.len().wrapping_sub(1), bytes.len() / 2]
        .map(|place| bytes.get(place).copied().map_or(0, usize::from));
    (bytes.len() * 67 + last * 31 + middle) % RECENT
}

impl Texts {
    /// Bytes that the texts need.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A text for one row.
    pub fn own(&mut self, text: &str) -> String {
        self.bytes += text.len() as u64;
        text.to_owned()
    }

    /// A text for every row that has it.
    pub fn shared(&mut self, text: &str) -> Text {
        let place = place_of(text);
        if self.recent[place] != *text {
            let found = self.shared.get(text).cloned();
            self.recent[place] = found.unwrap_or_else(|| self.add(text));
        }
        self.recent[place].clone()
    }

    fn add(&mut self, text: &str) -> Text {
        let added = Text::from(text);
        self.bytes += text.len() as u64 + SHARED_BYTES;
        if self.shared.len() < MOST_SHARED {
            self.shared.insert(added.clone());
        }
        added
    }
}

/// Gives a text of a row to `change`; equal ones are shared afterwards. A value of another type has none.
pub fn change_text(value: &mut dyn Any, texts: &mut Texts, change: &mut dyn FnMut(&mut String)) {
    if let Some(text) = value.downcast_mut::<String>() {
        change(text);
    } else if let Some(text) = value.downcast_mut::<Text>() {
        let mut changed = text.to_string();
        change(&mut changed);
        *text = texts.shared(&changed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_stored_once() {
        let mut texts = Texts::default();
        let first = texts.shared("Documents");
        let other = texts.shared("Index");
        let again = texts.shared("Documents");
        assert_eq!((&*first, &*other, &*again), ("Documents", "Index", "Documents"));
        assert!(Arc::ptr_eq(first.0.as_ref().unwrap(), again.0.as_ref().unwrap()));
        assert_eq!(texts.bytes(), 2 * SHARED_BYTES + 14);
        assert_eq!(texts.shared(""), Text::default());
    }

    #[test]
    fn more_texts_than_are_remembered_are_counted_each() {
        let mut texts = Texts::default();
        for number in 0..MOST_SHARED + 1_000 {
            texts.shared(&number.to_string());
        }
        let before = texts.bytes();
        texts.shared("0");
        assert_eq!(texts.bytes(), before);
        texts.shared(&MOST_SHARED.to_string());
        assert!(texts.bytes() > before);
    }

    #[test]
    fn a_changed_text_leaves_the_other_rows_as_they_are() {
        let mut texts = Texts::default();
        let (mut one, other) = (texts.shared("shop"), texts.shared("shop"));
        change_text(&mut one, &mut texts, &mut |text| text.push_str("-1"));
        assert_eq!((&*one, &*other), ("shop-1", "shop"));
        assert!(Arc::ptr_eq(one.0.as_ref().unwrap(), texts.shared("shop-1").0.as_ref().unwrap()));
    }
}

//! The field names that maps created, in the order of their first occurrence: a name's position is the
//! field's number. Parallel mapping threads share one list.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

/// The number of the field `id()`, which every entry has.
pub(crate) const ID: u16 = rookery_index::ID_FIELD;

/// The limit of field numbers; higher ones are reserved by the index files.
pub(crate) const MOST: usize = 60_000;

/// A field of index tests only: the number of the entry. Above all numbers of names.
pub(crate) const SAMPLE_ENTRY: u16 = 60_002;

/// Names, each at its number.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub(crate) struct FieldNames {
    names: Vec<String>,
    /// The list shared by parallel threads; `names` is its initial state.
    shared: Option<Arc<Mutex<Vec<String>>>>,
}

impl FieldNames {
    /// The number of a field that has one.
    pub(crate) fn known(&self, name: &str) -> Option<u16> {
        let place = self.names.iter().position(|known| known == name)?;
        u16::try_from(place).ok()?.checked_add(ID + 1)
    }

    /// The number of a field; a new field gets the next one. `None`: the limit is reached.
    pub(crate) fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(number) = self.known(name) {
            return Some(number);
        }
        match &self.shared {
            None => add(&mut self.names, name),
            Some(shared) => {
                let mut all = shared.lock();
                add(&mut all, name);
                self.names.clone_from(&all);
            }
        }
        self.known(name)
    }

    /// All of them with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (&str, u16)> {
        self.names.iter().map(String::as_str).zip(ID + 1..)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// From now on its clones assign numbers from one list.
    pub(crate) fn share(&mut self) {
        self.shared = Some(Arc::new(Mutex::new(self.names.clone())));
    }

    /// Ends sharing; keeps the numbers that all clones assigned.
    pub(crate) fn settle(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.names.clone_from(&shared.lock());
        }
    }
}

fn add(names: &mut Vec<String>, name: &str) {
    if names.len() < MOST && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

impl PartialEq for FieldNames {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for FieldNames {}

impl From<Vec<String>> for FieldNames {
    fn from(names: Vec<String>) -> Self {
        Self { names, shared: None }
    }
}

impl From<FieldNames> for Vec<String> {
    fn from(fields: FieldNames) -> Self {
        fields.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_never_give_one_number_twice() {
        let mut first = FieldNames::from(vec!["A".to_owned()]);
        first.share();
        let mut second = first.clone();
        assert_eq!(second.number("B"), Some(ID + 2));
        assert_eq!(first.number("C"), Some(ID + 3));
        assert_eq!(second.number("C"), Some(ID + 3));
        assert_eq!(second.number("D"), Some(ID + 4));
        first.settle();
        assert_eq!(Vec::from(first), ["A", "B", "C", "D"]);
    }

    #[test]
    fn there_is_room_for_so_many() {
        let mut names = FieldNames::from((0..MOST).map(|number| number.to_string()).collect::<Vec<_>>());
        assert_eq!(names.number("one more"), None);
        assert_eq!(names.number("7"), Some(ID + 8));
    }
}

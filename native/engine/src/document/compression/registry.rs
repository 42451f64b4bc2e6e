//! The dictionaries of one database, for reading and writing bodies.
//!
//! Dictionaries are only added: one is registered after it is durable and before the first value uses it, and
//! none is removed. So one registry serves every snapshot, however old.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;

use super::dictionary::Dictionary;
use crate::document::ids;

/// All dictionaries of one database.
#[derive(Debug, Default)]
pub(crate) struct Dictionaries {
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    by_number: HashMap<u32, Arc<Dictionary>>,
    /// By the collection's name in lower case: the newest and how many there are.
    newest: HashMap<String, (Arc<Dictionary>, u32)>,
}

impl Dictionaries {
    /// Registers a durable dictionary.
    pub(crate) fn register(&self, dictionary: Dictionary) -> Arc<Dictionary> {
        let dictionary = Arc::new(dictionary);
        let mut known = self.known.write();
        known.by_number.insert(dictionary.number, dictionary.clone());
        let key = ids::key_of(&dictionary.origin.collection);
        let newest = known.newest.entry(key).or_insert_with(|| (dictionary.clone(), 0));
        newest.1 += 1;
        if newest.0.number < dictionary.number {
            newest.0 = dictionary.clone();
        }
        dictionary
    }

    /// The dictionary with this number.
    pub(crate) fn get(&self, number: u32) -> Option<Arc<Dictionary>> {
        self.known.read().by_number.get(&number).cloned()
    }

    /// The newest dictionary of a collection (its name in lower case).
    pub(crate) fn newest(&self, collection_key: &str) -> Option<Arc<Dictionary>> {
        self.known.read().newest.get(collection_key).map(|(dictionary, _)| dictionary.clone())
    }

    /// How many dictionaries a collection has had.
    pub(crate) fn count(&self, collection_key: &str) -> u32 {
        self.known.read().newest.get(collection_key).map_or(0, |(_, count)| *count)
    }

    /// All of them, oldest first.
    pub(crate) fn all(&self) -> Vec<Arc<Dictionary>> {
        let mut all: Vec<_> = self.known.read().by_number.values().cloned().collect();
        all.sort_by_key(|dictionary| dictionary.number);
        all
    }
}

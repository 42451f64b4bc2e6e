//! Compression of bodies: with which dictionary, when a better one is trained, and how.
//!
//! Works on bodies and collections as bytes and names; independent of journal, tables and threads. The
//! database saves dictionaries and runs the training.

pub(crate) mod codec;
pub(crate) mod dictionary;
pub(crate) mod encoded_body;
pub(crate) mod policy;
pub(crate) mod registry;
pub(crate) mod samples;
pub(crate) mod training;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender};
use parking_lot::Mutex;

pub(crate) use self::dictionary::Dictionary;
#[cfg(test)]
pub(crate) use self::dictionary::Origin;
use self::policy::CollectionState;
pub(crate) use self::registry::Dictionaries;
pub(crate) use self::samples::Samples;
pub(crate) use self::training::{Candidate, train};
use crate::document::compression::encoded_body::EncodedBody;

/// Larger bodies contain enough repetition themselves: they are compressed without a dictionary and do not
/// count for its ratio.
pub(crate) const DICTIONARY_MOST: usize = 64 << 10;
/// Bytes of samples kept in all collections together; beyond it a collection drops its samples and starts
/// again.
const SAMPLES_MOST: usize = 32 << 20;

/// The compression state of one database.
pub(crate) struct Compression {
    pub dictionaries: Arc<Dictionaries>,
    /// By the collection's name in lower case.
    collections: Mutex<Collections>,
    wanted: Mutex<Option<Sender<String>>>,
    /// Why the last training failed, if it did.
    failure: Mutex<Option<String>>,
}

#[derive(Default)]
struct Collections {
    states: HashMap<String, CollectionState>,
    sample_bytes: usize,
}

impl Compression {
    /// The receiver yields the names of collections that need a dictionary, one at a time.
    pub(crate) fn new() -> (Self, Receiver<String>) {
        // One request is queued while another is trained; a third is repeated with one of the next documents.
        let (sender, receiver) = crossbeam_channel::bounded(1);
        let compression = Self {
            dictionaries: Arc::default(),
            collections: Mutex::default(),
            wanted: Mutex::new(Some(sender)),
            failure: Mutex::default(),
        };
        (compression, receiver)
    }

    /// Encodes a body of a collection (its name in lower case) with the current dictionary, and updates the
    /// statistics.
    pub(crate) fn encode(
        &self,
        collection_key: &str,
        body: &Bytes,
        compress: bool,
    ) -> Result<EncodedBody, String> {
        if !compress {
            return EncodedBody::raw(body);
        }
        if body.len() > DICTIONARY_MOST || body.is_empty() {
            return EncodedBody::packed(body, None);
        }
        let dictionary = self.dictionaries.newest(collection_key);
        let encoded = EncodedBody::packed(body, dictionary.as_deref())?;
        if self.record(collection_key, body, encoded.stored_len()) {
            self.want(collection_key);
        }
        Ok(encoded)
    }

    /// Encodes a body that was written before; does not update the statistics.
    pub(crate) fn recode(
        &self,
        collection_key: &str,
        body: &Bytes,
        compress: bool,
    ) -> Result<EncodedBody, String> {
        match compress {
            false => EncodedBody::raw(body),
            true if body.len() > DICTIONARY_MOST => EncodedBody::packed(body, None),
            true => EncodedBody::packed(body, self.dictionaries.newest(collection_key).as_deref()),
        }
    }

    fn record(&self, collection_key: &str, body: &[u8], stored: usize) -> bool {
        let mut collections = self.collections.lock();
        let Collections { states, sample_bytes } = &mut *collections;
        if !states.contains_key(collection_key) {
            let adopted = self.dictionaries.newest(collection_key).map(|newest| newest.origin.ratio);
            let state = CollectionState::new(self.dictionaries.count(collection_key), adopted);
            states.insert(collection_key.to_owned(), state);
        }
        let state = states.get_mut(collection_key).expect("it was inserted above");
        let before = state.samples.bytes();
        let due = state.record(body, stored);
        *sample_bytes = *sample_bytes + state.samples.bytes() - before;
        if *sample_bytes > SAMPLES_MOST {
            for (_, other) in states.iter_mut().filter(|(key, _)| *key != collection_key) {
                *sample_bytes -= other.samples.bytes();
                other.samples = samples::Samples::default();
                if *sample_bytes <= SAMPLES_MOST / 2 {
                    break;
                }
            }
        }
        due
    }

    fn want(&self, collection_key: &str) {
        let requested = self
            .wanted
            .lock()
            .as_ref()
            .is_some_and(|wanted| wanted.try_send(collection_key.to_owned()).is_ok());
        if !requested {
            // Another training is running: the request is repeated with one of the next documents.
            if let Some(state) = self.collections.lock().states.get_mut(collection_key) {
                state.request_failed();
            }
        }
    }

    /// The latest bodies of a collection, oldest first.
    pub(crate) fn samples(&self, collection_key: &str) -> Vec<Vec<u8>> {
        let collections = self.collections.lock();
        collections.states.get(collection_key).map(|state| state.samples.in_order()).unwrap_or_default()
    }

    /// A training ended: with a durable dictionary, with none, or with a failure.
    pub(crate) fn trained(&self, collection_key: &str, result: Result<Option<Dictionary>, String>) {
        let (adopted, failure) = match result {
            Ok(adopted) => (adopted, None),
            Err(failure) => (None, Some(failure)),
        };
        let ratio = adopted.map(|dictionary| self.dictionaries.register(dictionary).origin.ratio);
        *self.failure.lock() = failure;
        if let Some(state) = self.collections.lock().states.get_mut(collection_key) {
            state.trained(ratio);
        }
    }

    /// Stored by original bytes of a collection's latest documents, once enough were written since opening.
    pub(crate) fn running_ratio(&self, collection_key: &str) -> Option<f64> {
        self.collections.lock().states.get(collection_key).and_then(|state| state.running.known())
    }

    /// Why the last training failed, if it did.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.lock().clone()
    }

    /// Ends training: the receiver disconnects.
    pub(crate) fn close(&self) {
        *self.wanted.lock() = None;
    }
}

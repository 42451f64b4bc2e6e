//! Contents of attachments that wait for the document or revision that lists them. Servers write a content just
//! before its first document, so few wait at a time.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;

/// Most bytes that wait; the oldest content is given up for a newer one.
const MOST_BYTES: usize = 256 << 20;
/// Most contents that wait.
const MOST: usize = 16_384;

#[derive(Debug, Default)]
pub struct Contents {
    by_hash: HashMap<String, Bytes>,
    /// The order of arrival; hashes that were taken remain until they are the oldest.
    order: VecDeque<String>,
    bytes: usize,
}

impl Contents {
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a content.
    pub fn add(&mut self, hash: String, content: Bytes) {
        self.bytes += content.len();
        self.order.push_back(hash.clone());
        if let Some(replaced) = self.by_hash.insert(hash, content) {
            self.bytes -= replaced.len();
        }
        while (self.bytes > MOST_BYTES || self.order.len() > MOST) && self.by_hash.len() > 1 {
            let Some(oldest) = self.order.pop_front() else { break };
            self.take(&oldest);
        }
    }

    /// Takes a content for its first user.
    pub fn take(&mut self, hash: &str) -> Option<Bytes> {
        let content = self.by_hash.remove(hash)?;
        self.bytes -= content.len();
        Some(content)
    }

    /// A section ends: what nobody listed is not needed.
    pub fn forget_unused(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_taken_once_and_their_number_is_bounded() {
        let mut contents = Contents::default();
        contents.add("a".into(), Bytes::from_static(b"12345"));
        contents.add("a".into(), Bytes::from_static(b"123"));
        assert_eq!(contents.bytes(), 3);
        assert_eq!(contents.take("a").unwrap().len(), 3);
        assert_eq!((contents.take("a"), contents.bytes()), (None, 0));
        for number in 0..MOST * 2 {
            contents.add(number.to_string(), Bytes::from_static(b"x"));
        }
        assert!(contents.by_hash.len() <= MOST);
        assert!(contents.take(&(MOST * 2 - 1).to_string()).is_some() && contents.take("0").is_none());
        contents.forget_unused();
        assert_eq!(contents.bytes(), 0);
    }
}

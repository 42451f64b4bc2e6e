//! The name of a content: BLAKE2b with 32 bytes, written in base64, as real servers do.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use blake2::digest::consts::U32;
use blake2::{Blake2b, Digest};

/// Identifies a content; equal contents are stored once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ContentHash(pub [u8; 32]);

impl ContentHash {
    pub(crate) fn of(content: &[u8]) -> Self {
        Self(Blake2b::<U32>::digest(content).into())
    }

    /// Reads the text form; `None` when the text cannot be a hash.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        STANDARD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// 44 characters.
    pub(crate) fn to_text(self) -> String {
        STANDARD.encode(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_what_a_real_server_answers() {
        let text = |content: &[u8]| ContentHash::of(content).to_text();
        assert_eq!(text(b"hello"), "Mk3PAn3UowqTLEQfNlol6GsXPe+kuOWJSCU0cbgbcs8=");
        assert_eq!(text(b""), "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH+qtFzfEv46g=");
        assert_eq!(ContentHash::parse(&text(b"x")), Some(ContentHash::of(b"x")));
        assert_eq!(ContentHash::parse("AAAA"), None);
        assert_eq!(ContentHash::parse("not base64"), None);
    }
}

//! The stored mapped results of a map-reduce index: the group key and the fields.
//!
//! `u32` length of the key (little-endian), key, fields; both are JSON.

use rookery_script::Entry as MappedItem;

/// Encodes the key and the fields of a mapped result.
pub(crate) fn kept(key: &[u8], fields: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + key.len() + fields.len());
    bytes.extend_from_slice(&u32::try_from(key.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend_from_slice(key);
    bytes.extend_from_slice(fields);
    bytes
}

pub(crate) fn key_of(made: &MappedItem) -> &[u8] {
    made.key.as_deref().unwrap_or(b"null")
}

/// The key and the fields; `None` for invalid bytes.
pub(crate) fn parts(kept: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = kept.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length).try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_results_round_trip() {
        let bytes = kept(br#""a""#, br#"{"A":1}"#);
        assert_eq!(parts(&bytes), Some((br#""a""#.as_slice(), br#"{"A":1}"#.as_slice())));
        assert_eq!(parts(&bytes[..5]), None);
        assert_eq!(parts(b""), None);
    }
}

//! The rows counters are kept in, byte by byte.
//!
//! ```text
//! counters     key    the document's id in lower case, 0, the name in lower case
//!              value  0  i64  value
//!                     8  i64  etag
//!                    16       name as first written
//! side-totals  key    counters/documents
//!              value  u64: how many documents have counters
//! ```

use bytes::Bytes;

use super::Counter;
pub(crate) use crate::store::side_table::{row_of_document as key, rows_of_document as prefix};

/// The count of documents that have counters.
pub(crate) const TOTAL_DOCUMENTS: &[u8] = b"counters/documents";

const HEADER: usize = 16;

/// The row of a counter.
pub(crate) fn to_bytes(counter: &Counter) -> Bytes {
    let mut bytes = Vec::with_capacity(HEADER + counter.name.len());
    bytes.extend_from_slice(&counter.value.to_le_bytes());
    bytes.extend_from_slice(&counter.etag.to_le_bytes());
    bytes.extend_from_slice(counter.name.as_bytes());
    bytes.into()
}

/// The bytes of a counter's row.
pub(crate) fn len(counter: &Counter) -> i64 {
    i64::try_from(HEADER + counter.name.len()).unwrap_or(i64::MAX)
}

/// Reads a row back.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Counter, String> {
    read(bytes)
        .ok_or_else(|| format!("the row of a counter has {} bytes that do not fit together", bytes.len()))
}

fn read(bytes: &[u8]) -> Option<Counter> {
    let (header, name) = bytes.split_at_checked(HEADER)?;
    Some(Counter {
        name: std::str::from_utf8(name).ok()?.to_owned(),
        value: i64::from_le_bytes(header[..8].try_into().ok()?),
        etag: i64::from_le_bytes(header[8..].try_into().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_back_what_it_was_made_of() {
        let counter = Counter { name: "Likes/ü".into(), value: i64::MIN, etag: 7 };
        let row = to_bytes(&counter);
        assert_eq!(from_bytes(&row).unwrap(), counter);
        assert_eq!(len(&counter), row.len() as i64);
        assert!(from_bytes(&row[..15]).is_err());
        assert!(from_bytes(&[255; 20]).is_err());
    }
}

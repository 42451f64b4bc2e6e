//! The rows of compare-exchange values: keys and values, byte by byte.
//!
//! ```text
//! CompareExchange     the key in lower case                       ->  i64 LE index, i64 LE due moment in ticks
//!                                                                     (i64::MIN: never), the JSON object
//! CompareExchangeDue  u64 BE due moment, sign bit flipped, key    ->  (empty)
//! SideTotals          `compare-exchange`                          ->  u64 LE number of values
//!                     `cluster-index`                             ->  u64 LE greatest index given
//!                     `cluster-documents`                         ->  u64 LE documents written cluster-wide
//!                     `cluster-requests`                          ->  u64 LE remembered requests
//! ```

use bytes::Bytes;

use crate::document::date::Ticks;

const HEADER: usize = 16;
const NEVER: Ticks = Ticks::MIN;
const SIGN: u64 = 1 << 63;

/// The number of values.
pub(crate) const TOTAL_VALUES: &[u8] = b"compare-exchange";
/// The greatest index given in this database.
pub(crate) const LAST_INDEX: &[u8] = b"cluster-index";
/// The number of documents saved or deleted by cluster-wide transactions.
pub(crate) const CLUSTER_DOCUMENTS: &[u8] = b"cluster-documents";
/// The number of remembered requests.
pub(crate) const KEPT_REQUESTS: &[u8] = b"cluster-requests";

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExchangeRow {
    pub index: i64,
    pub expires: Option<Ticks>,
    pub value: Bytes,
}

impl ExchangeRow {
    pub(crate) fn to_bytes(&self) -> Bytes {
        let mut bytes = Vec::with_capacity(HEADER + self.value.len());
        bytes.extend_from_slice(&self.index.to_le_bytes());
        bytes.extend_from_slice(&self.expires.unwrap_or(NEVER).to_le_bytes());
        bytes.extend_from_slice(&self.value);
        bytes.into()
    }

    pub(crate) fn from_bytes(bytes: &Bytes) -> Result<Self, String> {
        let number =
            |at: usize| -> Option<i64> { Some(i64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?)) };
        let header = number(0).zip(number(8));
        let (index, expires) =
            header.ok_or_else(|| format!("a compare-exchange value has {} bytes", bytes.len()))?;
        let expires = Some(expires).filter(|ticks| *ticks != NEVER);
        Ok(Self { index, expires, value: bytes.slice(HEADER..) })
    }
}

/// The key of a due value's row.
pub(crate) fn due(moment: Ticks, key: &[u8]) -> Vec<u8> {
    [&ordered(moment)[..], key].concat()
}

/// The first key after those due at this moment.
pub(crate) fn due_end(moment: Ticks) -> [u8; 8] {
    ordered(moment.saturating_add(1))
}

/// The key of the value that a row of [`due`] is of.
pub(crate) fn key_of_due(row: &Bytes) -> Result<Bytes, String> {
    match row.len() {
        short @ ..8 => Err(format!("a due compare-exchange value has a key of {short} bytes")),
        _ => Ok(row.slice(8..)),
    }
}

/// A key as text.
pub(crate) fn key_text(key: &[u8]) -> Result<String, String> {
    String::from_utf8(key.to_vec()).map_err(|_| "a compare-exchange key is not UTF-8".to_owned())
}

fn ordered(moment: Ticks) -> [u8; 8] {
    (moment.cast_unsigned() ^ SIGN).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back_and_short_ones_are_errors() {
        for expires in [None, Some(-5), Some(i64::MAX)] {
            let row = ExchangeRow { index: 7, expires, value: Bytes::from_static(b"{\"Object\":1}") };
            assert_eq!(ExchangeRow::from_bytes(&row.to_bytes()).unwrap(), row);
        }
        assert!(ExchangeRow::from_bytes(&Bytes::from_static(&[0; 15])).unwrap_err().contains("15 bytes"));
        assert!(key_of_due(&Bytes::from_static(&[0; 7])).is_err());
        assert!(key_text(&[0xFF]).is_err());
    }

    #[test]
    fn due_rows_are_ordered_by_their_moment() {
        let keys = [due(i64::MIN, b"z"), due(-1, b"b"), due(0, b""), due(5, b"a"), due(5, b"b"), due(6, b"")];
        assert!(keys.is_sorted());
        assert!(keys[4].as_slice() < &due_end(5)[..] && &due_end(5)[..] <= keys[5].as_slice());
        assert_eq!(key_of_due(&keys[3].clone().into()).unwrap(), "a");
    }
}

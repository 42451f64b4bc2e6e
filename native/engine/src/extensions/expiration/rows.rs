//! The rows due documents are found by: keys and values, byte by byte.
//!
//! ```text
//! ExpiresDue, RefreshDue (alike)
//!   u8 0, u64 BE etag                    ->  moment           which moment this version names
//!   u8 1, moment, u64 BE etag            ->  the id's key     the same, in the order they are due
//! moment: ticks as u64 BE with the sign bit turned, so that bytes sort as moments do
//! ```
//!
//! Both rows of a version exist while it is the newest of its document. The id's key is the id in lower case.

use std::ops::Bound;

use crate::document::date::Ticks;
use crate::store::side_table::SideTable;

/// The tables of such rows.
pub(crate) const TABLES: [SideTable; 2] = [SideTable::ExpiresDue, SideTable::RefreshDue];

const BY_ETAG: u8 = 0;
const BY_MOMENT: u8 = 1;

/// A moment's bytes.
pub(crate) fn moment(ticks: Ticks) -> [u8; 8] {
    (ticks.cast_unsigned() ^ (1 << 63)).to_be_bytes()
}

/// The moment of these bytes.
pub(crate) fn ticks_of(bytes: &[u8]) -> Result<Ticks, String> {
    let bytes =
        <[u8; 8]>::try_from(bytes).map_err(|_| format!("a moment has {} bytes and not 8", bytes.len()))?;
    Ok((u64::from_be_bytes(bytes) ^ (1 << 63)).cast_signed())
}

/// The key of the row with the due moment of a version.
pub(crate) fn by_etag(etag: i64) -> Vec<u8> {
    [&[BY_ETAG][..], &etag.to_be_bytes()].concat()
}

/// The key of the row that orders a version by its due moment.
pub(crate) fn by_moment(ticks: Ticks, etag: i64) -> Vec<u8> {
    [&[BY_MOMENT][..], &moment(ticks), &etag.to_be_bytes()].concat()
}

/// The keys of all that is due at this moment or before it.
pub(crate) fn due_until(now: Ticks) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
    (Bound::Included(vec![BY_MOMENT]), Bound::Included(by_moment(now, -1)))
}

/// The etag in a key by moment.
pub(crate) fn etag_of(key: &[u8]) -> Result<i64, String> {
    let bytes = key.get(9..).and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
    bytes.map(i64::from_be_bytes).ok_or_else(|| format!("the key of a due document has {} bytes", key.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_as_moments_do_and_the_range_ends_with_the_moment() {
        let keys: Vec<_> = [i64::MIN, -5, 0, 7, i64::MAX].map(|ticks| by_moment(ticks, 3)).into();
        assert!(keys.is_sorted());
        let (Bound::Included(from), Bound::Included(to)) = due_until(7) else { panic!("both ends belong") };
        assert!(keys[3] >= from && keys[3] <= to && by_moment(7, i64::MAX) <= to);
        assert!(by_moment(8, 0) > to && by_etag(i64::MAX) < from);
        assert_eq!(ticks_of(&moment(-5)), Ok(-5));
        assert_eq!(etag_of(&by_moment(1, 77)), Ok(77));
        assert!(etag_of(b"?").is_err() && ticks_of(b"?").is_err());
    }
}

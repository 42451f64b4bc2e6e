//! The totals of counters and time series by collection, byte by byte.
//!
//! ```text
//! side-totals  key    `counters/c/` or `time-series/c/`, and the collection's name in lower case
//!              value  u64 LE number of documents with counters, or of segments of time series
//!                     u64 LE bytes of the values of the counters' or the segments' rows
//! ```
//!
//! The numbers of all collections add up to that of the database; a collection without any has no row.

use bytes::Bytes;

use super::item_changes::ItemKind;
use super::{counters, time_series};

/// The total of one collection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ItemTotals {
    pub number: u64,
    pub bytes: u64,
}

impl ItemTotals {
    /// Reads a row; none is nothing.
    pub(crate) fn read(row: Option<&Bytes>) -> Result<Self, String> {
        let Some(row) = row else { return Ok(Self::default()) };
        match row.as_chunks::<8>() {
            ([number, bytes], []) => {
                Ok(Self { number: u64::from_le_bytes(*number), bytes: u64::from_le_bytes(*bytes) })
            }
            _ => Err(format!("a total of counters or time series has {} bytes and not 16", row.len())),
        }
    }

    /// The row's value; nothing needs no row.
    pub(crate) fn to_row(self) -> Option<Bytes> {
        let row = [self.number.to_le_bytes(), self.bytes.to_le_bytes()].concat();
        (self.number > 0).then(|| row.into())
    }

    pub(crate) fn plus(self, number: i64, bytes: i64) -> Self {
        Self {
            number: self.number.saturating_add_signed(number),
            bytes: self.bytes.saturating_add_signed(bytes),
        }
    }
}

impl ItemKind {
    /// The key of the number in the whole database.
    pub(crate) fn total(self) -> &'static [u8] {
        match self {
            Self::Counter => counters::rows::TOTAL_DOCUMENTS,
            Self::TimeSeries => time_series::rows::TOTAL_SEGMENTS,
        }
    }

    /// What the keys of the totals of collections begin with.
    pub(crate) fn collection_totals(self) -> &'static [u8] {
        match self {
            Self::Counter => b"counters/c/",
            Self::TimeSeries => b"time-series/c/",
        }
    }

    /// The key of the total of a collection, whose name is in lower case.
    pub(crate) fn collection_total(self, collection: &str) -> Vec<u8> {
        [self.collection_totals(), collection.as_bytes()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_gives_back_what_it_was_made_of() {
        let totals = ItemTotals { number: 3, bytes: 70 };
        assert_eq!(ItemTotals::read(totals.to_row().as_ref()), Ok(totals));
        assert_eq!(ItemTotals::read(None), Ok(ItemTotals::default()));
        assert_eq!(totals.plus(-3, -70).to_row(), None);
        assert!(ItemTotals::read(Some(&Bytes::from_static(b"12345678"))).is_err());
    }
}

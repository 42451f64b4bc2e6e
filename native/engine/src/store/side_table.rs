//! Tables for data that belongs to a document or a collection and is not its body.
//!
//! Their rows are written with the documents of the same batch: in the same journal record, the same
//! in-memory tables and the same transaction of the data file. A new kind of row needs only a number here,
//! and no change of journal, flush or recovery. The owner of a table defines its keys and values.

use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;

/// One side table. The numbers are on disk: they are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum SideTable {
    /// Revisions of documents.
    Revisions = 1,
    /// Which revision has a change vector.
    RevisionIds = 2,
    /// Deleted documents that have revisions.
    RevisionBin = 3,
    /// Attachments of documents: name, hash, size.
    Attachments = 4,
    /// Contents of attachments by hash, in pieces.
    AttachmentPieces = 5,
    /// How many attachments have a content.
    AttachmentHashes = 6,
    /// Counters of documents.
    Counters = 7,
    /// Documents to be deleted, by due moment.
    ExpiresDue = 8,
    /// Documents to be refreshed, by due moment.
    RefreshDue = 9,
    /// Compression dictionaries.
    Dictionaries = 10,
    /// Compression totals by collection.
    CompressionTotals = 11,
    /// Counts over side tables that would be expensive to compute.
    SideTotals = 12,
    /// Compare-exchange values.
    CompareExchange = 13,
    /// Compare-exchange values to be deleted, by due moment.
    CompareExchangeDue = 14,
    /// Results of the last cluster-wide requests, by the id that clients repeat.
    ClusterRequests = 15,
    /// Time series of documents.
    TimeSeries = 16,
    /// Segments of time series.
    TimeSeriesSegments = 17,
    /// Subscriptions, and what was sent to their workers without being acknowledged.
    Subscriptions = 20,
    /// Counters in the order of their last changes.
    CounterChanges = 21,
    /// Time series in the order of their last changes.
    TimeSeriesChanges = 22,
    /// Documents that were created again in another collection, in the order of their changes.
    CollectionChanges = 23,
}

impl SideTable {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [Self; 21] = [
        Self::Revisions,
        Self::RevisionIds,
        Self::RevisionBin,
        Self::Attachments,
        Self::AttachmentPieces,
        Self::AttachmentHashes,
        Self::Counters,
        Self::ExpiresDue,
        Self::RefreshDue,
        Self::Dictionaries,
        Self::CompressionTotals,
        Self::SideTotals,
        Self::CompareExchange,
        Self::CompareExchangeDue,
        Self::ClusterRequests,
        Self::TimeSeries,
        Self::TimeSeriesSegments,
        Self::Subscriptions,
        Self::CounterChanges,
        Self::TimeSeriesChanges,
        Self::CollectionChanges,
    ];

    /// The table of this number, if this version has it.
    pub(crate) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|table| *table as u8 == number)
    }

    /// Its name in the data file and in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Revisions => "revisions",
            Self::RevisionIds => "revision-ids",
            Self::RevisionBin => "revision-bin",
            Self::Attachments => "attachments",
            Self::AttachmentPieces => "attachment-pieces",
            Self::AttachmentHashes => "attachment-hashes",
            Self::Counters => "counters",
            Self::ExpiresDue => "expires-due",
            Self::RefreshDue => "refresh-due",
            Self::Dictionaries => "dictionaries",
            Self::CompressionTotals => "compression-totals",
            Self::SideTotals => "side-totals",
            Self::CompareExchange => "compare-exchange",
            Self::CompareExchangeDue => "compare-exchange-due",
            Self::ClusterRequests => "cluster-requests",
            Self::TimeSeries => "time-series",
            Self::TimeSeriesSegments => "time-series-segments",
            Self::Subscriptions => "subscriptions",
            Self::CounterChanges => "counter-changes",
            Self::TimeSeriesChanges => "time-series-changes",
            Self::CollectionChanges => "collection-changes",
        }
    }
}

/// A row's table and key. Rows of one table are adjacent, in key order.
pub(crate) type SideKey = (SideTable, Arc<[u8]>);

/// One change of a row: its new value, or its deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SideChange {
    pub key: SideKey,
    pub value: Option<Bytes>,
}

/// A row as read: key and value.
pub(crate) type SideRow = (Bytes, Bytes);

/// The prefix of the keys of a document's rows. `document` is its id in lower case; it has no 0, so the
/// prefixes of documents are distinct.
pub(crate) fn rows_of_document(document: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(document.len() + 32);
    key.extend_from_slice(document.as_bytes());
    key.push(0);
    key
}

/// The key of a document's row of this name; both parts in lower case.
pub(crate) fn row_of_document(document: &str, name: &str) -> Vec<u8> {
    let mut key = rows_of_document(document);
    key.extend_from_slice(name.as_bytes());
    key
}

/// The least key that is greater than every key beginning with `prefix`; `None` when there is no such key.
pub(crate) fn end_of_prefix(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Some(end);
        }
    }
    None
}

/// A range of keys of one table.
pub(crate) type KeyRange<'a> = (Bound<&'a [u8]>, Bound<&'a [u8]>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_each_used_once() {
        for (index, table) in SideTable::ALL.into_iter().enumerate() {
            assert_eq!(SideTable::of(table as u8), Some(table));
            assert!(SideTable::ALL[..index].iter().all(|other| other.name() != table.name()));
        }
        assert_eq!(SideTable::of(0), None);
    }

    #[test]
    fn the_end_of_a_prefix_is_behind_all_it_begins() {
        assert_eq!(end_of_prefix(b"ab").as_deref(), Some(&b"ac"[..]));
        assert_eq!(end_of_prefix(&[1, 255]).as_deref(), Some(&[2][..]));
        assert_eq!(end_of_prefix(&[255, 255]), None);
        assert_eq!(end_of_prefix(b""), None);
    }
}

//! The lists of a dump.

use crate::types::ItemType;

/// A list of a dump, in the order in which servers write them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Section {
    /// Documents, and the contents of their attachments.
    Docs,
    /// Revisions, and the contents of their attachments.
    RevisionDocuments,
    /// Deleted items.
    Tombstones,
    /// Conflicting versions of documents.
    Conflicts,
    /// Definitions of indexes.
    Indexes,
    /// Identities.
    Identities,
    /// Compare-exchange values.
    CompareExchange,
    /// Deleted compare-exchange values.
    CompareExchangeTombstones,
    /// Counters, one item per document or part of one.
    CounterGroups,
    /// Subscriptions.
    Subscriptions,
    /// Deleted ranges of time series.
    TimeSeriesDeletedRanges,
    /// Segments of time series.
    TimeSeries,
    /// Certificates of replication hubs.
    ReplicationHubCertificates,
    /// A list that this version does not know.
    Unknown(String),
}

/// The sections with the kinds of their items.
const KINDS: [(Section, ItemType); 13] = [
    (Section::Docs, ItemType::Documents),
    (Section::RevisionDocuments, ItemType::RevisionDocuments),
    (Section::Tombstones, ItemType::Tombstones),
    (Section::Conflicts, ItemType::Conflicts),
    (Section::Indexes, ItemType::Indexes),
    (Section::Identities, ItemType::Identities),
    (Section::CompareExchange, ItemType::CompareExchange),
    (Section::CompareExchangeTombstones, ItemType::CompareExchangeTombstones),
    (Section::CounterGroups, ItemType::CounterGroups),
    (Section::Subscriptions, ItemType::Subscriptions),
    (Section::TimeSeriesDeletedRanges, ItemType::TimeSeriesDeletedRanges),
    (Section::TimeSeries, ItemType::TimeSeries),
    (Section::ReplicationHubCertificates, ItemType::ReplicationHubCertificates),
];

impl Section {
    /// The section of this name.
    pub fn of(name: String) -> Self {
        let known = KINDS.iter().find(|(section, _)| section.name() == name);
        known.map_or(Self::Unknown(name), |(section, _)| section.clone())
    }

    /// The kind of its items; `None` when it is unknown.
    pub fn kind(&self) -> Option<ItemType> {
        KINDS.iter().find(|(section, _)| section == self).map(|(_, kind)| *kind)
    }

    /// Its name in the dump: that of the kind, except for documents.
    pub fn name(&self) -> &str {
        match self {
            Self::Docs => "Docs",
            Self::Unknown(name) => name,
            known => known.kind().map_or("", ItemType::name),
        }
    }
}

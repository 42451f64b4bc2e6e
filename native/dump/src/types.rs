//! The kinds of items that an export or import takes.

/// A kind of items. Each is one bit of [`ItemTypes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemType {
    /// The settings of the database.
    DatabaseRecord,
    /// Documents.
    Documents,
    /// Attachments of documents and revisions.
    Attachments,
    /// Revisions.
    RevisionDocuments,
    /// Deleted items.
    Tombstones,
    /// Conflicting versions.
    Conflicts,
    /// Indexes.
    Indexes,
    /// Identities.
    Identities,
    /// Compare-exchange values.
    CompareExchange,
    /// Deleted compare-exchange values.
    CompareExchangeTombstones,
    /// Counters.
    CounterGroups,
    /// Subscriptions.
    Subscriptions,
    /// Deleted ranges of time series.
    TimeSeriesDeletedRanges,
    /// Time series.
    TimeSeries,
    /// Certificates of replication hubs.
    ReplicationHubCertificates,
}

/// All kinds with the names that options use.
const NAMES: [(ItemType, &str); 15] = [
    (ItemType::DatabaseRecord, "DatabaseRecord"),
    (ItemType::Documents, "Documents"),
    (ItemType::Attachments, "Attachments"),
    (ItemType::RevisionDocuments, "RevisionDocuments"),
    (ItemType::Tombstones, "Tombstones"),
    (ItemType::Conflicts, "Conflicts"),
    (ItemType::Indexes, "Indexes"),
    (ItemType::Identities, "Identities"),
    (ItemType::CompareExchange, "CompareExchange"),
    (ItemType::CompareExchangeTombstones, "CompareExchangeTombstones"),
    (ItemType::CounterGroups, "CounterGroups"),
    (ItemType::Subscriptions, "Subscriptions"),
    (ItemType::TimeSeriesDeletedRanges, "TimeSeriesDeletedRanges"),
    (ItemType::TimeSeries, "TimeSeries"),
    (ItemType::ReplicationHubCertificates, "ReplicationHubCertificates"),
];

/// Names of older clients.
const OLDER_NAMES: [(ItemType, &str); 2] =
    [(ItemType::CounterGroups, "Counters"), (ItemType::Documents, "LegacyDocumentDeletions")];

impl ItemType {
    /// Its name in options and results.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemTypes(u32);

impl Default for ItemTypes {
    /// Everything except tombstones, as servers do without the option.
    fn default() -> Self {
        let all = NAMES.iter().fold(Self(0), |all, (kind, _)| all.with(*kind));
        all.without(ItemType::Tombstones).without(ItemType::CompareExchangeTombstones)
    }
}

impl ItemTypes {
    /// Whether a kind is in the set.
    pub fn contains(self, kind: ItemType) -> bool {
        self.0 & bit(kind) != 0
    }

    /// The set with this kind.
    #[must_use]
    pub fn with(self, kind: ItemType) -> Self {
        Self(self.0 | bit(kind))
    }

    /// The set without this kind.
    #[must_use]
    pub fn without(self, kind: ItemType) -> Self {
        Self(self.0 & !bit(kind))
    }

    /// Reads `Documents, Indexes`. `None` and an empty text are the default.
    ///
    /// # Errors
    /// The first name that no server knows.
    pub fn parse(text: Option<&str>) -> Result<Self, String> {
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(Self::default()) };
        let mut types = Self(0);
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let of_name = |(_, known): &&(ItemType, &str)| known.eq_ignore_ascii_case(name);
            match NAMES.iter().chain(&OLDER_NAMES).find(of_name) {
                Some((kind, _)) => types = types.with(*kind),
                None if name.eq_ignore_ascii_case("None") => {}
                None => return Err(name.to_owned()),
            }
        }
        Ok(types)
    }
}

fn bit(kind: ItemType) -> u32 {
    1 << kind as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_options_is_read_with_any_case_and_unknown_names_are_returned() {
        let types = ItemTypes::parse(Some("documents, Indexes,Counters")).unwrap();
        assert!(types.contains(ItemType::Documents) && types.contains(ItemType::CounterGroups));
        assert!(types.contains(ItemType::Indexes) && !types.contains(ItemType::Attachments));
        assert_eq!(ItemTypes::parse(Some(" ")).unwrap(), ItemTypes::default());
        assert_eq!(ItemTypes::parse(Some("Documents, Foo")).unwrap_err(), "Foo");
        assert!(!ItemTypes::parse(Some("None")).unwrap().contains(ItemType::Documents));
        assert!(!ItemTypes::default().contains(ItemType::Tombstones));
        assert!(NAMES.iter().all(|(kind, name)| kind.name() == *name));
    }
}

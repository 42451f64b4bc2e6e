//! The progress of an index. It is committed to the index's files together with the entries.

use crate::index_definition::static_index::StaticIndex;
use std::collections::BTreeMap;

use rookery_rql::plan::Reading;
use serde::{Deserialize, Serialize};

use super::attempts::AttemptCounts;
use super::entry::mapped_entry::CreatedOptions;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::index_definition::field_names::FieldNames;
use crate::state::snapshot::{Row, Snapshot};

/// The progress of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The etag of the last processed document.
    pub document: i64,
    /// The etag of the last processed tombstone.
    pub tombstone: i64,
    /// The newest change of the database when indexing began: no document up to it has an older entry.
    pub begun: i64,
    /// Every change of its collections up to this etag is indexed.
    pub complete: i64,
    /// Of an index over counters or time series: the etag of the last processed one.
    #[serde(default)]
    pub item: i64,
    /// The etag of a time series that is indexed in part; 0: none is.
    #[serde(default)]
    pub partial: i64,
    /// Every change of the compare-exchange values that its maps read is indexed up to the command of this index.
    #[serde(default)]
    pub exchange: i64,
}

impl Progress {
    /// Whether everything up to these changes is indexed.
    pub(crate) fn covers(&self, last: LastChange) -> bool {
        self.complete >= last.etag && self.exchange >= last.exchange
    }
}

/// The newest changes of what an index depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastChange {
    /// Of documents, counters and time series.
    pub etag: i64,
    /// The index of the last command on compare-exchange values; 0 when the maps read none.
    pub exchange: i64,
}

impl LastChange {
    pub(crate) fn of_documents(etag: i64) -> Self {
        Self { etag, exchange: 0 }
    }
}

/// The commit metadata of the index files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Committed {
    #[serde(flatten)]
    pub progress: Progress,
    /// When changes were last indexed, in ticks.
    #[serde(default)]
    pub indexed_at: i64,
    /// The fields maps have made so far; their places are their numbers.
    #[serde(default)]
    pub fields: FieldNames,
    /// Collections that maps load from, in lower case, and the last processed change of them. The empty name
    /// means all.
    #[serde(default)]
    pub references: BTreeMap<String, i64>,
    /// Some map has read a compare-exchange value.
    #[serde(default)]
    pub reads_exchanges: bool,
    /// How many group results were numbered.
    #[serde(default)]
    pub results: i64,
    /// Some document has several entries.
    #[serde(default)]
    pub fans_out: bool,
    /// The most entries of one document.
    #[serde(default)]
    pub most_outputs: u64,
    /// Some entries or fields are boosted: results without an order are ordered by score.
    #[serde(default)]
    pub boosted: bool,
    /// How fields that maps created with their own indexing option are indexed.
    #[serde(default)]
    pub created: BTreeMap<String, String>,
    /// Some field names were computed by a map.
    #[serde(default)]
    pub dynamic: bool,
    #[serde(default)]
    pub attempts: AttemptCounts,
    /// It is in the state `Error`.
    #[serde(default)]
    pub errored: bool,
}

impl Committed {
    pub(crate) fn read(text: &str) -> Self {
        // Nothing was committed yet, or by another format: then everything is indexed again.
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Records the special features of an entry.
    pub(crate) fn learn(&mut self, made: &rookery_script::Entry) {
        self.dynamic |= !made.created.is_empty();
        self.boosted |= made.ranked;
        for (name, options) in &made.created {
            if !self.created.contains_key(name)
                && let Some(indexing) = CreatedOptions::read(options).and_then(|given| given.indexing)
            {
                self.created.insert(name.clone(), indexing);
            }
        }
    }

    /// Records how many entries a document has.
    pub(crate) fn count_outputs(&mut self, outputs: u64) {
        self.fans_out |= outputs > 1;
        self.most_outputs = self.most_outputs.max(outputs);
    }

    /// Merges what another thread recorded from the same initial state.
    pub(crate) fn learn_from(&mut self, other: &Self) {
        self.dynamic |= other.dynamic;
        self.boosted |= other.boosted;
        self.reads_exchanges |= other.reads_exchanges;
        self.fans_out |= other.fans_out;
        self.most_outputs = self.most_outputs.max(other.most_outputs);
        for (name, indexing) in &other.created {
            self.created.entry(name.clone()).or_insert_with(|| indexing.clone());
        }
        for (collection, seen) in &other.references {
            self.references.entry(collection.clone()).or_insert(*seen);
        }
    }

    /// How conditions on a field of `index` are read, given the fields that maps created so far.
    pub(crate) fn reading(&self, index: &StaticIndex, field: &str) -> Reading {
        let mut options = index.options(field);
        if let Some(indexing) = self.created.get(field) {
            options.indexing = Some(indexing.clone());
        }
        options.reading()
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts always become JSON")
    }
}

/// The documents that an index covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Covered {
    All,
    /// Of these collections, as their names were written.
    Collections(Vec<String>),
}

impl Covered {
    pub(crate) fn new(names: Option<Vec<String>>) -> Self {
        names.map_or(Self::All, Self::Collections)
    }

    /// A collection that maps load from.
    pub(crate) fn of_reference(name: &str) -> Self {
        if name.is_empty() { Self::All } else { Self::Collections(vec![name.to_owned()]) }
    }

    pub(crate) fn has(&self, collection: &str) -> bool {
        match self {
            Self::All => true,
            Self::Collections(names) => names.iter().any(|name| ids::same_ignoring_case(name, collection)),
        }
    }

    /// The newest change of these documents.
    pub(crate) fn last_change(&self, snapshot: &Snapshot) -> i64 {
        match self {
            Self::All => snapshot.view.last_etag,
            Self::Collections(names) => {
                let last = |name: &String| {
                    snapshot.view.totals.get(&ids::key_of(name)).map_or(0, |totals| totals.last_etag)
                };
                names.iter().map(last).max().unwrap_or(0)
            }
        }
    }

    /// The keys of their collections.
    pub(crate) fn collection_keys(&self, snapshot: &Snapshot) -> Vec<String> {
        match self {
            Self::All => snapshot.view.totals.keys().cloned().collect(),
            Self::Collections(names) => {
                let mut keys: Vec<String> = names.iter().map(|name| ids::key_of(name)).collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            }
        }
    }

    /// The newest change of their counters or time series.
    pub(crate) fn last_item_change(&self, kind: ItemKind, snapshot: &Snapshot) -> i64 {
        let last = |key: &String| snapshot.last_item_change(kind, key);
        let last: Result<Vec<i64>, _> = self.collection_keys(snapshot).iter().map(last).collect();
        // Unreadable: the index counts as stale, and its next batch reports the error.
        last.map_or(snapshot.view.last_etag, |last| last.into_iter().max().unwrap_or(0))
    }

    /// How many there are.
    pub(crate) fn documents(&self, snapshot: &Snapshot) -> u64 {
        match self {
            Self::All => snapshot.view.documents(),
            Self::Collections(names) => {
                let count = |name: &String| {
                    snapshot.view.totals.get(&ids::key_of(name)).map_or(0, |totals| totals.documents)
                };
                names.iter().map(count).sum()
            }
        }
    }

    /// Those with this etag or a greater one, oldest first, until `visit` says stop.
    pub(crate) fn changed_from(
        &self,
        snapshot: &Snapshot,
        etag: i64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        match self {
            Self::All => snapshot.changed_from(None, etag, visit),
            Self::Collections(names) => match names.as_slice() {
                [only] => snapshot.changed_from(Some(only), etag, visit),
                // The collections have to be merged to be in order.
                _ => {
                    snapshot.changed_from(None, etag, &mut |row| !self.has(row.1.collection()) || visit(row))
                }
            },
        }
    }
}

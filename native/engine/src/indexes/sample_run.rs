//! Maps some documents into the files of an index that is not registered, and records what the scripts made of
//! each: the work of an index test.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_index::{Group, IndexWriter};
use rookery_rql::values::{Leaf, Number};
use rookery_script::{Entry as MappedItem, Mapped, ScriptError};
use serde_json::Value;

use super::entry::entry_terms::entry_terms;
use super::entry::mapped_entry::MappedEntries;
use super::handle::IndexHandle;
use super::map_errors::IndexingError;
use super::members;
use super::progress::{Committed, Covered};
use super::reduce::dirty_groups::NO_DOCUMENT;
use super::reduce::folding::{Folded, Folding, How, UNREADABLE};
use super::scripts::Scripts;
use crate::document::{Document, date};
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::index_definition::field_names::SAMPLE_ENTRY;
use crate::index_definition::static_index::StaticIndex;
use crate::state::core::Core;
use crate::state::snapshot::Snapshot;

/// The most entries of one document.
const MOST_ENTRIES: usize = 10_000;

/// The most bytes of mapped results.
const MOST_BYTES: usize = 32 << 20;

/// What the scripts made of the documents.
#[derive(Debug, Default)]
pub(crate) struct SampleReport {
    /// The mapped results, in the order of the documents.
    pub mapped: Vec<Value>,
    /// The results of groups.
    pub reduced: Vec<Value>,
    /// The terms of each entry; the value of [`SAMPLE_ENTRY`] is a position in this list.
    pub entries: Vec<Value>,
    /// Errors of single documents and groups.
    pub errors: Vec<IndexingError>,
    /// How many documents the maps were called for.
    pub documents: u64,
    /// How many groups were reduced.
    pub groups: u64,
    /// How long the maps took in total.
    pub map_time: Duration,
    /// The document whose maps took the longest.
    pub slowest: Option<(String, Duration)>,
    /// The document with the most mapped results.
    pub largest: Option<(String, u64)>,
    /// Why not all requested documents were mapped.
    pub stopped: Option<String>,
}

/// The mapped results of one group.
struct Members {
    key: Vec<u8>,
    values: Vec<Vec<u8>>,
}

/// What the maps are called for.
pub(super) struct SampleInput<'i> {
    /// The id of its entries.
    pub id: &'i str,
    pub etag: i64,
    pub source: SampleSource<'i>,
}

pub(super) enum SampleSource<'i> {
    Document(&'i Document),
    /// A counter, or a segment of a time series, of the document with this id in lower case.
    ItemOf(&'i str),
}

/// One run.
pub(crate) struct SampleRun<'r> {
    core: &'r Core,
    index: &'r StaticIndex,
    pub(super) scripts: &'r Scripts,
    pub(super) snapshot: &'r Snapshot,
    made: MappedEntries<'r>,
    writer: IndexWriter,
    pub committed: Committed,
    pub report: SampleReport,
    groups: Vec<Members>,
    bytes: usize,
    pub(super) longest: Duration,
    /// What the maps are called for, in a sentence: `document`.
    pub input: &'static str,
    cancel: &'r CancelToken,
}

impl<'r> SampleRun<'r> {
    /// `handle` is of a static index; its thread must not run.
    pub(crate) fn begin(
        core: &'r Core,
        handle: &'r IndexHandle,
        (index, scripts): (&'r StaticIndex, &'r Scripts),
        snapshot: &'r Snapshot,
        longest: Duration,
        cancel: &'r CancelToken,
    ) -> Result<Self, EngineError> {
        Ok(Self {
            core,
            index,
            scripts,
            snapshot,
            made: MappedEntries::new(index),
            writer: handle.index.write().map_err(EngineError::Index)?,
            committed: Committed::default(),
            report: SampleReport::default(),
            groups: Vec::new(),
            bytes: 0,
            longest,
            input: match handle.items {
                None => "document",
                Some(ItemKind::Counter) => "counter",
                Some(ItemKind::TimeSeries) => "segment",
            },
            cancel,
        })
    }

    /// Maps the oldest documents, the same number of each collection, as a real server does, then reduces.
    /// Returns whether there are no others.
    pub(crate) fn run(&mut self, covered: &Covered, most: u64) -> Result<bool, EngineError> {
        let (until, snapshot) = (Instant::now() + self.longest, self.snapshot);
        let collections: Vec<Option<&str>> = match covered {
            Covered::All => vec![None],
            Covered::Collections(names) => names.iter().map(|name| Some(name.as_str())).collect(),
        };
        let of_each = (most / collections.len().max(1) as u64).max(1);
        let mut read = 0;
        for collection in collections {
            let mut left = of_each;
            let mut failure = None;
            snapshot.changed_from(collection, 0, &mut |row| {
                if left == 0 {
                    return false;
                }
                left -= 1;
                read += 1;
                let done = snapshot.to_document(row).and_then(|document| self.document(&document, until));
                let goes_on = matches!(done, Ok(true));
                failure = done.err();
                goes_on
            })?;
            if let Some(failure) = failure {
                return Err(failure);
            }
            if self.report.stopped.is_some() {
                break;
            }
        }
        let is_complete = read >= covered.documents(self.snapshot);
        self.finish(until, is_complete)
    }

    /// Reduces what was mapped. Returns whether nothing is left out.
    pub(super) fn finish(&mut self, until: Instant, all_read: bool) -> Result<bool, EngineError> {
        self.reduce(until)?;
        let is_complete = all_read && self.report.stopped.is_none();
        self.committed.indexed_at = date::to_ticks(self.core.clock.now());
        self.writer.commit(&self.committed.text()).map_err(EngineError::Index)?;
        Ok(is_complete)
    }

    /// Whether the test must end; then the report has the reason.
    pub(super) fn must_end(&mut self, until: Instant) -> bool {
        if Instant::now() >= until {
            self.stop(format!("the time limit of {:.0} s was reached", self.longest.as_secs_f64()));
            return true;
        }
        if self.bytes >= MOST_BYTES {
            self.stop(format!("the mapped results have more than {} MB", MOST_BYTES >> 20));
            return true;
        }
        false
    }

    /// Returns whether to continue.
    fn document(&mut self, document: &Document, until: Instant) -> Result<bool, EngineError> {
        if self.must_end(until) {
            return Ok(false);
        }
        let archived = self.index.archived_data_processing_behavior.unwrap_or_default();
        if !archived.wants(document.flags) {
            return Ok(true);
        }
        let start = Instant::now();
        let mapped = self.scripts.map(self.snapshot, document);
        let source = SampleSource::Document(document);
        let input = SampleInput { id: &document.id, etag: document.etag, source };
        self.mapped(&input, mapped, start.elapsed())?;
        Ok(true)
    }

    /// Adds what the maps made of an input in this time.
    pub(super) fn mapped(
        &mut self,
        input: &SampleInput<'_>,
        mapped: Result<Mapped, ScriptError>,
        took: Duration,
    ) -> Result<(), EngineError> {
        if self.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        self.report.documents += 1;
        self.report.map_time += took;
        if self.report.slowest.as_ref().is_none_or(|(_, longest)| took > *longest) {
            self.report.slowest = Some((input.id.to_owned(), took));
        }
        match mapped {
            Ok(mapped) => self.entries(input, mapped)?,
            Err(error @ (ScriptError::Abandoned { .. } | ScriptError::Unavailable { .. })) => {
                let what = format!("the index '{}'", self.index.name);
                return Err(EngineError::ScriptThread { what, error: Box::new(error) });
            }
            Err(error) => self.error("Map", input.id, error.to_string()),
        }
        Ok(())
    }

    fn entries(&mut self, input: &SampleInput<'_>, mapped: Mapped) -> Result<(), EngineError> {
        let count = mapped.entries.len();
        if self.report.largest.as_ref().is_none_or(|(_, most)| count as u64 > *most) {
            self.report.largest = Some((input.id.to_owned(), count as u64));
        }
        if count > MOST_ENTRIES {
            let place = match input.source {
                SampleSource::Document(document) => self.scripts.largest_map(self.snapshot, document),
                SampleSource::ItemOf(_) => ".".to_owned(),
            };
            let what = self.input;
            let error = format!(
                "The maps made {count} entries of this {what}; a test allows {MOST_ENTRIES}. Return fewer entries \
                 for each {what}{place}"
            );
            self.error("Map", input.id, error);
            return Ok(());
        }
        self.committed.fans_out |= count > 1;
        for item in mapped.entries {
            self.bytes += item.body.len();
            self.committed.learn(&item);
            self.report.mapped.push(value_of(&item.body));
            if self.scripts.reduces() {
                let key = members::key_of(&item).to_vec();
                self.groups.push(Members { key, values: vec![item.body] });
                continue;
            }
            let mut entry = self.writer.entry(input.id, input.etag);
            let filled = match input.source {
                SampleSource::Document(_) => self.made.fill(&mut entry, &item, &mut self.committed.fields),
                SampleSource::ItemOf(_) => self.made.fill_item(&mut entry, &item, &mut self.committed.fields),
            };
            if let Err(error) = filled {
                self.error("Map", input.id, error);
                continue;
            }
            let mut terms = self.terms(&item);
            terms.insert("id()".to_owned(), Value::from(input.id.to_lowercase()));
            if let SampleSource::ItemOf(document) = input.source {
                terms.insert("sourceDocId()".to_owned(), Value::from(document));
                // As a server names them.
                let stored = if self.index.kind().starts_with("JavaScript") { "value()" } else { "key()" };
                terms.insert(stored.to_owned(), value_of(&item.body));
            }
            self.add(entry, Value::Object(terms))?;
        }
        Ok(())
    }

    /// Reduces all mapped results, in the order of the first of each group.
    fn reduce(&mut self, until: Instant) -> Result<(), EngineError> {
        let how = How::Scripts(self.scripts);
        for (number, group) in (1_i64..).zip(merged(std::mem::take(&mut self.groups))) {
            if self.cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            if Instant::now() >= until {
                self.stop(format!("the time limit of {:.0} s was reached", self.longest.as_secs_f64()));
                return Ok(());
            }
            self.report.groups += 1;
            let mut all = Folding::begin(&how, &group.key);
            let folded = group.values.iter().try_for_each(|value| all.add(value)).and_then(|()| all.result());
            if self.cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            let filled = folded.and_then(|folded| match folded {
                Folded::MappedItem(item) => Ok(item),
                Folded::Members(_) => Err(UNREADABLE.to_owned()),
            });
            let key = String::from_utf8_lossy(&group.key).into_owned();
            let mut entry = self.writer.entry(&format!("{NO_DOCUMENT}{number}"), number);
            let item = filled.and_then(|item| {
                self.made.fill_result(&mut entry, &item, &mut self.committed.fields).map(|()| item)
            });
            match item {
                Ok(item) => {
                    let result = value_of(&item.body);
                    let mut terms = self.terms(&item);
                    let hash = Group::of(&group.key).number().to_string();
                    terms.insert("hash(key())".to_owned(), Value::from(hash));
                    terms.insert("key()".to_owned(), result.clone());
                    self.report.reduced.push(result);
                    self.add(entry, Value::Object(terms))?;
                }
                Err(error) => self.error("Reduce", &format!("Reduce key: {key}"), error),
            }
        }
        Ok(())
    }

    fn terms(&self, item: &MappedItem) -> serde_json::Map<String, Value> {
        entry_terms(item, |field| {
            let is_indexed = self.index.options(field).is_indexed();
            is_indexed.then(|| self.committed.reading(self.index, field))
        })
    }

    fn add(&mut self, mut entry: rookery_index::Entry, terms: Value) -> Result<(), EngineError> {
        let number = i64::try_from(self.report.entries.len()).unwrap_or(i64::MAX);
        entry.add(SAMPLE_ENTRY, Leaf::Number(Number::Integer(number)), false);
        self.report.entries.push(terms);
        self.writer.add(entry).map_err(EngineError::Index)
    }

    fn error(&mut self, action: &str, document: &str, error: String) {
        self.report.errors.push(IndexingError {
            timestamp: date::to_text(self.core.clock.now()),
            document: document.to_owned(),
            action: action.to_owned(),
            error,
        });
    }

    fn stop(&mut self, reason: String) {
        let mapped = self.report.documents;
        self.report.stopped = Some(format!("The test stopped after {mapped} {}s: {reason}.", self.input));
    }
}

/// Joins the members of each key.
fn merged(all: Vec<Members>) -> Vec<Members> {
    let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut groups: Vec<Members> = Vec::new();
    for members in all {
        match places.entry(members.key.clone()) {
            Slot::Occupied(place) => groups[*place.get()].values.extend(members.values),
            Slot::Vacant(place) => {
                place.insert(groups.len());
                groups.push(members);
            }
        }
    }
    groups
}

fn value_of(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

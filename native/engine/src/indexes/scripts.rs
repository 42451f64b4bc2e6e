//! The compiled scripts of a static index, and the documents they may load.

use rookery_script::{
    AdditionalSource, Entry, HostError, Limits, MapScript, MapSource, Mapped, ReduceScript, Refusal,
    ScriptError, ScriptHost,
};

use crate::document::Document;
use crate::extensions::compare_exchange::object_of;
use crate::index_definition::static_index::StaticIndex;
use crate::state::snapshot::Snapshot;

/// The maps of a static index, and its reduce.
#[derive(Debug)]
pub(crate) struct Scripts {
    maps: Vec<MapScript>,
    /// Where the author's text of each map begins.
    starts: Vec<String>,
    reduce: Option<ReduceScript>,
}

impl Scripts {
    /// Compiles the texts. The error is that of the first text that fails.
    pub(crate) fn read(index: &StaticIndex) -> Result<Self, ScriptError> {
        let source =
            |(name, text): (&String, &String)| AdditionalSource { name: name.clone(), text: text.clone() };
        let sources: Vec<AdditionalSource> = index.additional_sources.iter().map(source).collect();
        let reduce = index.reduce.as_deref().filter(|text| !text.trim().is_empty());
        let maps = index.maps.iter().map(|text| MapScript::new(text, &sources, reduce));
        Ok(Self {
            maps: maps.collect::<Result<_, _>>()?,
            starts: index.maps.iter().map(|text| start_of(text)).collect(),
            reduce: reduce.map(|text| ReduceScript::new(text, &sources)).transpose()?,
        })
    }

    /// Whether it has a reduce.
    pub(crate) fn reduces(&self) -> bool {
        self.reduce.is_some()
    }

    /// Reduces the values of one key. The error is for the author of the reduce.
    pub(crate) fn reduce(&self, key: &[u8], values: &[Vec<u8>]) -> Result<Entry, String> {
        let Some(reduce) = &self.reduce else { return Err("The index has no reduce.".to_owned()) };
        let mut made = reduce.reduce(key, values, Limits::default()).map_err(|error| error.to_string())?;
        match (made.pop(), made.len()) {
            (Some(only), 0) => Ok(only),
            (None, _) => Err("The reduce gave nothing; it must give one object for each key.".to_owned()),
            (Some(_), more) => {
                Err(format!("The reduce gave {} objects; it must give one for each key.", more + 1))
            }
        }
    }

    /// What its maps read; `None`: not all the same.
    pub(crate) fn source(&self) -> Option<MapSource> {
        let first = self.maps.first().map_or(MapSource::Documents, MapScript::source);
        self.maps.iter().all(|map| map.source() == first).then_some(first)
    }

    /// Whether a counter or time series has to be mapped.
    pub(crate) fn maps_item(&self, collection: &str, name: &str) -> bool {
        self.maps.iter().any(|map| map.maps_item(collection, name))
    }

    /// The results of all maps for a counter, or for a segment of a time series, as [`MapScript::map_item`] gets it.
    pub(crate) fn map_item(
        &self,
        snapshot: &Snapshot,
        collection: &str,
        name: &str,
        item: &[u8],
    ) -> Result<Mapped, ScriptError> {
        let mut all = Mapped::default();
        for map in self.maps.iter().filter(|map| map.maps_item(collection, name)) {
            let mapped =
                map.map_item(&mut SnapshotHost(snapshot), collection, name, item, Limits::default())?;
            all.entries.extend(mapped.entries);
            all.references.extend(mapped.references);
            all.exchanges.extend(mapped.exchanges);
        }
        Ok(all)
    }

    /// The collections it maps; `None`: all of them.
    pub(crate) fn collections(&self) -> Option<Vec<String>> {
        let mut all: Vec<String> = Vec::new();
        for name in self.maps.iter().flat_map(|map| map.collections()) {
            if name.eq_ignore_ascii_case("@all_docs") {
                return None;
            }
            if !all.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                all.push(name.clone());
            }
        }
        Some(all)
    }

    /// The results of all maps for a document.
    pub(crate) fn map(&self, snapshot: &Snapshot, document: &Document) -> Result<Mapped, ScriptError> {
        self.map_over(&mut SnapshotHost(snapshot), document, Limits::default())
    }

    /// The same over any documents to load.
    pub(crate) fn map_over(
        &self,
        host: &mut dyn ScriptHost,
        document: &Document,
        limits: Limits,
    ) -> Result<Mapped, ScriptError> {
        let mut wire = None;
        let mut all = Mapped::default();
        for map in self.maps.iter().filter(|map| map.maps(&document.collection)) {
            if let Some(entry) = map.simple_entry(&document.body) {
                all.entries.push(entry);
                continue;
            }
            let needed = map.used_members_of(&document.body);
            let body = match &needed {
                Some(needed) => needed,
                None => wire.get_or_insert_with(|| document.to_wire()),
            };
            let mapped = map.map(host, &document.collection, body, limits)?;
            all.entries.extend(mapped.entries);
            all.references.extend(mapped.references);
            all.exchanges.extend(mapped.exchanges);
        }
        Ok(all)
    }
}

impl Scripts {
    /// Where the map begins that makes most entries of a document: the end of a sentence of an error.
    pub(crate) fn largest_map(&self, snapshot: &Snapshot, document: &Document) -> String {
        let body = document.to_wire();
        let count = |map: &MapScript| {
            let mapped = map.map(&mut SnapshotHost(snapshot), &document.collection, &body, Limits::default());
            mapped.map_or(0, |mapped| mapped.entries.len())
        };
        let counts = self.maps.iter().zip(&self.starts).map(|(map, start)| (count(map), start));
        counts.max_by_key(|(count, _)| *count).map_or_else(String::new, |(_, start)| format!(" ({start})"))
    }
}

/// The first line with text, as errors of scripts name one: `line 1, column 1: map('Orders', …`.
fn start_of(text: &str) -> String {
    let found = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty());
    let (number, line): (u32, &str) = found.unwrap_or((1, ""));
    let column = line.len() - line.trim_start().len() + 1;
    let line: String = line.trim().chars().take(120).collect();
    format!("line {number}, column {column}: {line}")
}

/// Larger attachments are not read by maps, in bytes: a text of this size takes four times as much memory in a script.
const LARGEST_TEXT: u64 = 16 << 20;

/// Documents and compare-exchange values of the indexed snapshot.
struct SnapshotHost<'s>(&'s Snapshot);

impl ScriptHost for SnapshotHost<'_> {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        let row = self.0.document(id)?;
        let document = row.map(|row| self.0.to_document(row)).transpose()?;
        Ok(document.map(|document| document.to_wire()))
    }

    fn compare_exchange(&mut self, key: &str) -> Result<Option<Vec<u8>>, HostError> {
        let object = self.0.exchange(key)?.map(|stored| object_of(&stored.value)).transpose()?;
        Ok(object.map(|object| object.to_string().into_bytes()))
    }

    fn attachment(&mut self, id: &str, name: &str) -> Result<Option<Vec<u8>>, HostError> {
        let Some(row) = self.0.attachment(id, name)? else { return Ok(None) };
        let attachment = row.to_attachment(id, &self.0.database_id);
        if attachment.size > LARGEST_TEXT {
            return Err(Box::new(Refusal(format!(
                "The attachment '{name}' of '{id}' has {} bytes; a map reads the content of attachments up to \
                 {LARGEST_TEXT} bytes.",
                attachment.size
            ))));
        }
        Ok(Some(self.0.whole_attachment(&attachment, row.hash)?))
    }
}

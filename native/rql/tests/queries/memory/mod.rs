//! A document source in memory, for tests: a list of JSON documents in the order they were written.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use rookery_cancel::CancelToken;
use rookery_rql::ast::Source;
use rookery_rql::{
    DocumentSource, OwnedDocument, QueryAnswer, QueryError, QueryRequest, ResultItem, ScanItem, SeriesBounds,
    SeriesEntry, SeriesSource, SourceError, execute,
};
use serde_json::{Value, json};

/// The time of an entry of a time series in milliseconds since 1970, its values and its tag.
pub type SavedEntry = (i64, Vec<f64>, Option<String>);

/// Documents in etag order.
#[derive(Debug, Default)]
pub struct Memory {
    documents: Vec<OwnedDocument>,
    /// Time series by document and name, in lower case.
    series: BTreeMap<(String, String), Vec<SavedEntry>>,
    /// How many documents scans have lent out.
    pub lent: AtomicUsize,
    /// Fails after visiting this many documents.
    pub fail_after: Option<usize>,
}

impl Memory {
    /// A query that parses but is invalid is refused with this text.
    pub fn assert_invalid(&self, query: &str, parameters: &Value, at: (u32, u32), part: &str) {
        let mut request = QueryRequest::new(query);
        request.parameters = parameters.as_object().expect("parameters are an object").clone();
        let error = self.request(&request).expect_err(query);
        let QueryError::Invalid { line, column, ref message } = error else { panic!("{query}: {error}") };
        assert_eq!((line, column), at, "{query}: {message}");
        assert!(message.contains(part), "{query}: {message}");
    }

    pub fn put(&mut self, collection: &str, id: &str, body: &Value) -> &mut Self {
        self.put_raw(collection, id, body.to_string().into_bytes())
    }

    pub fn put_raw(&mut self, collection: &str, id: &str, body: Vec<u8>) -> &mut Self {
        let etag = self.last_etag() + 1;
        self.documents.push(OwnedDocument {
            id: id.to_owned(),
            collection: collection.to_owned(),
            body,
            etag,
            change_vector: format!("A:{etag}-test"),
            last_modified: format!("2024-01-01T00:00:{:02}.0000000Z", etag % 60),
            flags: String::new(),
        });
        self
    }

    /// Saves a whole time series; the entries are in order.
    pub fn put_series(&mut self, document: &str, name: &str, entries: Vec<SavedEntry>) -> &mut Self {
        self.series.insert((document.to_lowercase(), name.to_lowercase()), entries);
        self
    }

    pub fn query(&self, text: &str) -> Result<QueryAnswer, QueryError> {
        self.request(&QueryRequest::new(text))
    }

    pub fn request(&self, request: &QueryRequest) -> Result<QueryAnswer, QueryError> {
        execute(self, request, &CancelToken::new())
    }

    /// The ids of the results.
    pub fn ids(&self, text: &str) -> Vec<String> {
        let answer = self.query(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        answer.results.iter().map(|result| result.id().to_owned()).collect()
    }

    /// The projected fields of the results, without `@metadata`.
    pub fn fields(&self, text: &str) -> Vec<Value> {
        let answer = self.query(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        answer.results.iter().map(fields_of).collect()
    }
}

pub fn fields_of(result: &ResultItem) -> Value {
    match result {
        ResultItem::Document(document) => panic!("{} is not projected", document.id),
        ResultItem::Projection { fields, .. } => {
            let mut fields = fields.clone();
            fields.remove("@metadata");
            Value::Object(fields)
        }
    }
}

impl DocumentSource for Memory {
    fn estimate(&self, source: &Source) -> u64 {
        let of = |collection: &str| {
            let same = |document: &&OwnedDocument| document.collection.eq_ignore_ascii_case(collection);
            self.documents.iter().filter(same).count()
        };
        source.collection().map_or(self.documents.len(), of) as u64
    }

    fn scan(
        &self,
        collection: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        for document in &self.documents {
            if collection.is_some_and(|wanted| !wanted.eq_ignore_ascii_case(&document.collection)) {
                continue;
            }
            let lent = self.lent.fetch_add(1, Ordering::Relaxed);
            if self.fail_after.is_some_and(|most| lent >= most) {
                return Err(SourceError::new("the disk is gone"));
            }
            if visit(document.as_item()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        let same = |document: &&OwnedDocument| document.id.to_lowercase() == id.to_lowercase();
        Ok(self.documents.iter().find(same).cloned())
    }

    fn compare_exchange(&self, _: &str) -> Result<Option<serde_json::Value>, SourceError> {
        Ok(None)
    }

    fn series(&self) -> &dyn SeriesSource {
        self
    }

    fn last_etag(&self) -> i64 {
        self.documents.last().map_or(0, |document| document.etag)
    }
}

impl SeriesSource for Memory {
    fn bounds(&self, document: &str, name: &str) -> Result<Option<SeriesBounds>, SourceError> {
        let Some(entries) = self.series.get(&(document.to_lowercase(), name.to_lowercase())) else {
            return Ok(None);
        };
        let bounds = |first: &SavedEntry, last: &SavedEntry| SeriesBounds {
            entries: entries.len() as u64,
            first: first.0,
            last: last.0,
        };
        Ok(entries.first().zip(entries.last()).map(|(first, last)| bounds(first, last)))
    }

    fn entries(
        &self,
        document: &str,
        name: &str,
        from: i64,
        to: i64,
        visit: &mut dyn FnMut(SeriesEntry<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        let entries = self.series.get(&(document.to_lowercase(), name.to_lowercase()));
        for (timestamp, values, tag) in entries.into_iter().flatten() {
            if (from..=to).contains(timestamp) {
                let (timestamp, is_rollup) = (*timestamp, name.contains('@'));
                let entry = SeriesEntry { timestamp, values, tag: tag.as_deref(), is_rollup };
                if visit(entry).is_break() {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The documents that the real server was queried with; see `SEMANTICS.md`.
pub fn items() -> Memory {
    let mut memory = Memory::default();
    memory
        .put(
            "Items",
            "i/3",
            &json!({"Name": "banana", "N": 3, "T": "a1", "Tags": ["x", "Y"], "Lines": [{"P": "A", "Q": 1}, {"P": "b", "Q": 5}]}),
        )
        .put("Items", "i/1", &json!({"Name": "Apple", "N": 10, "T": "a10", "Tags": [], "Lines": []}))
        .put("Items", "i/2", &json!({"Name": "cherry", "N": 2.5, "T": "a2", "Tags": ["z", null, 3]}))
        .put("Items", "i/4", &json!({"Name": null, "N": null, "T": null}))
        .put("Items", "i/5", &json!({"T": "A3", "Nest": {"A": {"B": 7}}}))
        .put("Items", "i/6", &json!({"Name": "Éclair", "N": "7", "T": "b1", "B": true}))
        .put("Items", "i/7", &json!({"Name": "apple", "N": -1, "T": "", "B": false}))
        .put("Items", "i/8", &json!({"Name": "10", "N": "abc", "T": "a02", "Ref": "i/1"}))
        .put("Items", "i/9", &json!({"Name": {"x": 1}, "N": [1, 2], "T": "a1", "Ref": "nope"}));
    memory
}

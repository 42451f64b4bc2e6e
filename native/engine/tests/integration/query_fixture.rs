//! Queries on indexes, and indexes made: what several tests of indexes say in the same way.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_engine::{
    Database, DocumentWalk, IndexStats, QueryAnswer, QueryOptions, QueryRequest, QueryScripts, ResultItem,
    StaticIndex, StreamStart, date_to_text,
};
use rookery_rql::ast::Source;
use rookery_rql::{
    DocumentSource, NoSeries, OwnedDocument, PreparedQuery, ScanItem, SeriesSource, SourceError,
};
use serde_json::Value;

pub fn make(shop: &Database, index: Value) {
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap();
}

/// The answer once the index has seen everything.
pub fn query_results(shop: &Database, text: &str) -> QueryAnswer {
    query_results_within(Duration::from_secs(20), shop, text)
}

/// The same, for indexes that take longer.
pub fn query_results_within(longest: Duration, shop: &Database, text: &str) -> QueryAnswer {
    let answer = answered(longest, shop, text);
    assert!(!answer.is_stale, "{text}");
    answer
}

/// The answer, stale or not.
pub fn answered(longest: Duration, shop: &Database, text: &str) -> QueryAnswer {
    shop.query(&QueryRequest::new(text), &QueryOptions { wait: Some(longest), ..QueryOptions::default() })
        .unwrap()
}

pub fn ids(answer: &QueryAnswer) -> Vec<&str> {
    answer.results.iter().map(ResultItem::id).collect()
}

/// The indexes there are, by name.
pub fn index_names(shop: &Database) -> Vec<String> {
    shop.index_stats().unwrap().iter().map(|stats| stats.definition.name().to_owned()).collect()
}

/// The statistics of an index that exists.
pub fn stats_of(shop: &Database, name: &str) -> IndexStats {
    shop.index_stats().unwrap().into_iter().find(|stats| stats.definition.name() == name).unwrap()
}

/// Waits until the statistics of an index are so.
pub fn index_until(shop: &Database, name: &str, is_so: impl Fn(&IndexStats) -> bool) -> IndexStats {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let found = stats_of(shop, name);
        if is_so(&found) {
            return found;
        }
        assert!(Instant::now() < end, "{found:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a stream begins with, and all its results.
pub fn streamed(shop: &Database, text: &str) -> (StreamStart, Vec<ResultItem>) {
    let (mut first, mut all) = (None, Vec::new());
    let mut start = |reported| first.replace(reported).is_none();
    let mut each = |item| {
        all.push(item);
        true
    };
    shop.query_streamed(&QueryRequest::new(text), &mut start, &mut each)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    (first.unwrap(), all)
}

/// What reading every document gives, without any index.
pub fn read(shop: &Database, text: &str) -> QueryAnswer {
    let request = QueryRequest::new(text);
    let scripts = QueryScripts::default();
    let query = PreparedQuery::new(&request).unwrap().with_scripting(&scripts);
    query.scan(&Documents::of(shop), &CancelToken::new()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All documents there are now, in memory.
struct Documents(Vec<OwnedDocument>);

impl Documents {
    fn of(shop: &Database) -> Self {
        let mut all = Vec::new();
        shop.walk(&DocumentWalk::Newest { start: 0, take: u64::MAX }, &mut |document| {
            all.push(OwnedDocument {
                last_modified: date_to_text(document.last_modified),
                flags: document.flags.to_text(),
                id: document.id,
                collection: document.collection,
                body: document.body.to_vec(),
                etag: document.etag,
                change_vector: document.change_vector,
            });
            true
        })
        .unwrap();
        all.reverse();
        Self(all)
    }

    fn in_collection<'d>(&'d self, name: Option<&'d str>) -> impl Iterator<Item = &'d OwnedDocument> {
        self.0.iter().filter(move |one| name.is_none_or(|name| one.collection.eq_ignore_ascii_case(name)))
    }
}

impl DocumentSource for Documents {
    fn estimate(&self, source: &Source) -> u64 {
        self.in_collection(source.collection()).count() as u64
    }

    fn scan(
        &self,
        collection: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        let _all = self.in_collection(collection).all(|document| visit(document.as_item()).is_continue());
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        Ok(self.0.iter().find(|document| document.id.eq_ignore_ascii_case(id)).cloned())
    }

    fn compare_exchange(&self, _: &str) -> Result<Option<serde_json::Value>, SourceError> {
        Ok(None)
    }

    fn series(&self) -> &dyn SeriesSource {
        &NoSeries
    }

    fn last_etag(&self) -> i64 {
        self.0.last().map_or(0, |document| document.etag)
    }
}

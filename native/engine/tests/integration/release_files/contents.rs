//! Everything a database holds, as one JSON value: the same code describes the files of a release when they are
//! written and when a later version opens them.

use std::time::Duration;

use rookery_engine::{
    CollectionStats, Database, Document, QueryOptions, QueryRequest, ResultItem, date_to_text,
};
use serde_json::{Value, json};

/// Queries whose results are compared. Every kind of index has one.
pub const QUERIES: [&str; 5] = [
    "from index 'ByName' where Name = 'Anna'",
    "from index 'ByName' where search(Bio, 'likes')",
    "from index 'ByCity' order by City",
    "from Users where Age > 40",
    "from Orders where ShipTo.City = 'Köln' and Freight < 10",
];

pub fn contents(shop: &Database) -> Value {
    let newest = shop.newest(0, u64::MAX).unwrap();
    let documents: Vec<Value> = newest.iter().map(|document| with_side_rows(shop, document)).collect();
    json!({
        "documents": documents,
        "collections": shop.collections().unwrap().iter().map(collection).collect::<Vec<_>>(),
        "items": shop.collections().unwrap().iter().map(items).collect::<Vec<_>>(),
        "bin": shop.revision_bin(0, 100).unwrap().iter().map(described).collect::<Vec<_>>(),
        "identities": shop.identities().unwrap(),
        "revisions": shop.revisions_configuration(),
        "expiration": shop.expiration(),
        "compression": shop.documents_compression(),
        "compressed": shop.collection_compression().unwrap().iter()
            .map(|of| json!([of.name, of.documents, of.bytes_before, of.bytes_after])).collect::<Vec<_>>(),
        "dictionaries": shop.compression_dictionaries().unwrap().iter()
            .map(|of| json!([of.number, of.collection, of.bytes, of.samples])).collect::<Vec<_>>(),
        "queries": QUERIES.map(|text| json!([text, results(shop, text)])),
    })
}

/// The number of entries of each index and when it last indexed: an index that was built again has another time.
pub fn indexes(shop: &Database) -> Value {
    let stats = shop.index_stats().unwrap();
    json!(
        stats
            .iter()
            .map(|of| json!([of.definition.name(), of.entries, of.last_indexing]))
            .collect::<Vec<_>>()
    )
}

fn results(shop: &Database, text: &str) -> Vec<Value> {
    let options = QueryOptions { wait: Some(Duration::from_secs(60)), ..QueryOptions::default() };
    let answer = shop.query(&QueryRequest::new(text), &options).unwrap();
    assert!(!answer.is_stale, "{text}");
    answer
        .results
        .iter()
        .map(|item| match item {
            ResultItem::Document(document) => json!(document.id),
            other => json!(format!("{other:?}")),
        })
        .collect()
}

fn with_side_rows(shop: &Database, document: &Document) -> Value {
    let id = &document.id;
    let revisions = shop.revisions(id, 0, 100).unwrap().revisions;
    let attachments = shop.attachments(id).unwrap();
    json!({
        "document": described(document),
        "revisions": revisions.iter().map(described).collect::<Vec<_>>(),
        "counters": shop.all_counters(id).unwrap().iter()
            .map(|counter| json!([counter.name, counter.value, counter.etag])).collect::<Vec<_>>(),
        "attachments": attachments.iter().map(|attachment| {
            let content = shop.open_attachment(id, &attachment.name).unwrap().unwrap().read_all().unwrap();
            let sum = xxhash_rust::xxh3::xxh3_64(&content);
            json!([attachment.name, attachment.content_type, attachment.hash, attachment.size,
                attachment.change_vector, content.len(), format!("{sum:016x}")])
        }).collect::<Vec<_>>(),
    })
}

fn described(document: &Document) -> Value {
    let body: Value = serde_json::from_slice(&document.body).unwrap();
    json!({
        "id": document.id,
        "collection": document.collection,
        "etag": document.etag,
        "changeVector": document.change_vector,
        "lastModified": date_to_text(document.last_modified),
        "flags": document.flags.to_text(),
        "compressed": document.compressed,
        "storedSize": document.stored_size,
        "body": body,
    })
}

/// The members that the first release had.
fn collection(of: &CollectionStats) -> String {
    let text = format!("{of:?}");
    let (former, added) = text.split_once(", documents_with_counters").unwrap();
    format!("{former}{}", &added[added.find(", last_etag").unwrap()..])
}

fn items(of: &CollectionStats) -> Value {
    json!([
        of.name,
        of.documents_with_counters,
        of.counters_size,
        of.time_series_segments,
        of.time_series_size
    ])
}

//! Opens engines on temporary folders and says the common things shortly.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rookery_engine::{
    Command, CommandResult, Database, Document, Engine, EngineError, EngineOptions, Expected, Tuning,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Small files, and no flush unless a test requests one.
pub fn quiet() -> Tuning {
    Tuning {
        journal_segment: 256 << 10,
        journal_step: 64 << 10,
        flush_documents: usize::MAX,
        flush_bytes: 256 << 20,
        flush_after: Duration::from_secs(3600),
        store_cache: 8 << 20,
        tombstone_cleanup: None,
        ..Tuning::default()
    }
}

/// Flushes at every opportunity.
pub fn eager() -> Tuning {
    Tuning { flush_documents: 1, flush_after: Duration::ZERO, ..quiet() }
}

pub fn options(folder: &Path, tuning: Tuning) -> EngineOptions {
    EngineOptions { tuning, ..EngineOptions::new(folder) }
}

/// An engine with one database, `shop`.
pub struct TestEngine {
    pub engine: Engine,
    pub shop: Arc<Database>,
    pub folder: Arc<TempDir>,
}

pub fn test_engine() -> TestEngine {
    test_engine_with(quiet())
}

pub fn test_engine_with(tuning: Tuning) -> TestEngine {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    test_engine_in(folder.clone(), options(folder.path(), tuning))
}

pub fn test_engine_in(folder: Arc<TempDir>, options: EngineOptions) -> TestEngine {
    let engine = Engine::open(options).unwrap();
    match engine.create("shop", Value::Null) {
        Ok(_) | Err(EngineError::AlreadyExists(_)) => {}
        Err(error) => panic!("{error}"),
    }
    let shop = engine.database("shop").unwrap();
    TestEngine { engine, shop, folder }
}

impl TestEngine {
    /// Lets everything go without flushing, as a crash would, and opens the folder again.
    pub fn dropped_and_reopened(self) -> TestEngine {
        self.dropped_and_reopened_with(quiet())
    }

    pub fn dropped_and_reopened_with(self, tuning: Tuning) -> TestEngine {
        let TestEngine { engine, shop, folder } = self;
        drop(shop);
        drop(engine);
        test_engine_in(folder.clone(), options(folder.path(), tuning))
    }

    pub fn closed_and_reopened(self) -> TestEngine {
        let TestEngine { engine, shop, folder } = self;
        engine.close().unwrap();
        drop((engine, shop));
        test_engine_in(folder.clone(), options(folder.path(), quiet()))
    }

    pub fn journals(&self) -> std::path::PathBuf {
        self.shop.folder().join("journals")
    }
}

/// Rows of a table of the data file, 0 without the table.
pub fn table_rows(database: &Database, name: &str) -> u64 {
    let report = database.storage_report().unwrap();
    report.tables.iter().find(|table| table.name == name).map_or(0, |table| table.entries)
}

pub fn put_command(id: &str, body: &Value) -> Command {
    Command::Put { id: id.into(), body: bytes(body), expected: Expected::Any }
}

pub fn delete_command(id: &str) -> Command {
    Command::Delete { id: id.into(), expected: Expected::Any }
}

pub fn bytes(body: &Value) -> Bytes {
    Bytes::from(body.to_string())
}

pub fn user(name: &str) -> Value {
    json!({"Name": name, "@metadata": {"@collection": "Users"}})
}

/// The result of a put.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    pub id: String,
    pub collection: String,
    pub etag: i64,
    pub change_vector: String,
}

pub fn saved(result: &CommandResult) -> Saved {
    match result.clone() {
        CommandResult::Put { id, collection, etag, change_vector, .. } => {
            Saved { id, collection, etag, change_vector }
        }
        other => panic!("a put answers with a put, not {other:?}"),
    }
}

pub fn put(database: &Database, id: &str, body: &Value) -> Saved {
    try_put(database, id, body, Expected::Any).unwrap()
}

pub fn try_put(
    database: &Database,
    id: &str,
    body: &Value,
    expected: Expected,
) -> Result<Saved, EngineError> {
    let results = database.execute(vec![Command::Put { id: id.into(), body: bytes(body), expected }])?;
    Ok(saved(&results[0]))
}

pub fn delete(database: &Database, id: &str) -> bool {
    match &database.execute(vec![delete_command(id)]).unwrap()[0] {
        CommandResult::Delete { deleted, .. } => *deleted,
        other => panic!("a delete answers with a delete, not {other:?}"),
    }
}

pub fn wire(document: &Document) -> Value {
    serde_json::from_slice(&document.to_wire()).unwrap()
}

/// The document as a client gets it; null when there is none.
pub fn get(database: &Database, id: &str) -> Value {
    database.get(id).unwrap().as_ref().map_or(Value::Null, wire)
}

pub fn ids(documents: &[Document]) -> Vec<&str> {
    documents.iter().map(|document| document.id.as_str()).collect()
}

//! A cancelled query stops where it is: no further document is read, loaded or projected.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::memory::Memory;
use rookery_cancel::CancelToken;
use rookery_rql::ast::Source;
use rookery_rql::{
    DocumentSource, OwnedDocument, PreparedQuery, Projection, ProjectionScript, QueryError, QueryRequest,
    ScanItem, ScriptArgument, ScriptError, Scripting, SeriesSource, SourceError,
};
use serde_json::{Value, json};

const DOCUMENTS: usize = 5_000;

/// Cancels the query after a number of reads or loads, and counts the reads after that.
struct Cancelling<'m> {
    memory: &'m Memory,
    cancel: CancelToken,
    /// Documents read until then; `None` never cancels by reading.
    read: Option<usize>,
    /// Likewise for documents loaded by id.
    loaded: Option<usize>,
    reads: AtomicUsize,
    loads: AtomicUsize,
}

impl DocumentSource for Cancelling<'_> {
    fn estimate(&self, source: &Source) -> u64 {
        self.memory.estimate(source)
    }

    fn scan(
        &self,
        collection: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        self.memory.scan(collection, &mut |item| {
            if self.read == Some(self.reads.fetch_add(1, Ordering::Relaxed)) {
                self.cancel.cancel();
            }
            visit(item)
        })
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        if self.loaded == Some(self.loads.fetch_add(1, Ordering::Relaxed)) {
            self.cancel.cancel();
        }
        self.memory.load(id)
    }

    fn compare_exchange(&self, _: &str) -> Result<Option<serde_json::Value>, SourceError> {
        Ok(None)
    }

    fn series(&self) -> &dyn SeriesSource {
        self.memory.series()
    }

    fn last_etag(&self) -> i64 {
        self.memory.last_etag()
    }
}

/// Runs no script: each result is a number, and the query is cancelled with the tenth.
struct Tenth<'c> {
    cancel: &'c CancelToken,
    made: &'c AtomicUsize,
}

impl Scripting for Tenth<'_> {
    fn compile<'q>(&'q self, _: &ProjectionScript<'_>) -> Result<Box<dyn Projection + 'q>, ScriptError> {
        Ok(Box::new(Self { ..*self }))
    }
}

impl Projection for Tenth<'_> {
    fn run(&mut self, _: &[ScriptArgument<'_>], _: &dyn DocumentSource) -> Result<Value, ScriptError> {
        if self.made.fetch_add(1, Ordering::Relaxed) == 9 {
            self.cancel.cancel();
        }
        Ok(json!({ "Made": true }))
    }
}

fn items() -> Memory {
    let mut memory = Memory::default();
    for number in 0..DOCUMENTS {
        let body = json!({
            "N": number, "Name": format!("name {}", number % 97), "Text": "quick brown fox",
            "Next": format!("items/{}", (number + 1) % DOCUMENTS),
        });
        memory.put("Items", &format!("items/{number}"), &body);
    }
    memory
}

fn cancelling(memory: &Memory, read: Option<usize>, loaded: Option<usize>) -> Cancelling<'_> {
    let (reads, loads) = (AtomicUsize::new(0), AtomicUsize::new(0));
    Cancelling { memory, cancel: CancelToken::new(), read, loaded, reads, loads }
}

fn assert_cancelled(source: &Cancelling<'_>, text: &str) {
    let request = QueryRequest::new(text);
    let ended = PreparedQuery::new(&request).unwrap().scan(source, &source.cancel);
    let ended = ended.map(|answer| answer.results.len());
    assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{text}: {ended:?}");
}

#[test]
fn no_document_is_read_after_the_cancellation() {
    let memory = items();
    for text in [
        "from Items",
        "from Items where N > 100",
        "from Items where Text = 'none' or regex(Name, 'a+b')",
        "from Items order by Name, N as long desc",
        "from Items where search(Text, 'fox') order by score()",
        "from Items group by Name select key(), count()",
        "from Items select distinct Name",
        "from Items filter N > 10",
        "from Items select facet(Name)",
        "from Items select suggest(Name, 'nam 1')",
        "from Items as i load i.Next as n select n.Name",
    ] {
        let source = cancelling(&memory, Some(1_500), None);
        assert_cancelled(&source, text);
        let reads = source.reads.load(Ordering::Relaxed);
        assert!(reads <= 1_502, "{text}: {reads} documents were read");
    }
}

#[test]
fn no_document_is_loaded_after_the_cancellation() {
    // Included documents that are results themselves are not loaded, so these belong to another collection.
    let mut memory = items();
    for number in 0..200 {
        memory.put("Links", &format!("links/{number}"), &json!({ "Next": format!("items/{number}") }));
    }
    for text in ["from Links include Next", "from Links as l load l.Next as n select n.Name"] {
        let source = cancelling(&memory, None, Some(20));
        assert_cancelled(&source, text);
        let loads = source.loads.load(Ordering::Relaxed);
        assert!(loads <= 22, "{text}: {loads} documents were loaded");
    }
}

#[test]
fn no_result_is_projected_after_the_cancellation() {
    let memory = items();
    let source = cancelling(&memory, None, None);
    let made = AtomicUsize::new(0);
    let scripting = Tenth { cancel: &source.cancel, made: &made };
    let request = QueryRequest::new("from Items as i select { Made: i.N }");
    let query = PreparedQuery::new(&request).unwrap().with_scripting(&scripting);
    let ended = query.scan(&source, &source.cancel);
    assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{ended:?}");
    assert_eq!(made.load(Ordering::Relaxed), 10);
}

#[test]
fn the_sentence_says_how_much_was_read() {
    let sentence = |scanned| QueryError::Cancelled { scanned }.to_string();
    assert_eq!(sentence(0), "The query was cancelled.");
    assert_eq!(sentence(1), "The query was cancelled after 1 document was read.");
    assert_eq!(sentence(12_000), "The query was cancelled after 12000 documents were read.");
}

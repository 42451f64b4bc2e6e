//! A whole request: first line method and path, second line content type, the rest is the body. No answer may
//! be a defect's.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode};
use rookery_api::{ApiOptions, ApiService, ApiState};
use rookery_engine::{Engine, EngineOptions};
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

/// Requests to one engine: documents, indexes and databases that requests add would make each slower than the last.
const REQUESTS: u32 = 50_000;
const DATABASE: &str = "shop";
/// More documents (sample data adds a thousand) make each export and query of the following requests slow.
const DOCUMENTS: u64 = 200;

struct Service {
    runtime: Runtime,
    engine: Arc<Engine>,
    api: ApiService,
    left: u32,
    _folder: tempfile::TempDir,
}

impl Service {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let engine = Arc::new(Engine::open(EngineOptions::new(folder.path())).unwrap());
        let state = ApiState::new(engine.clone(), ApiOptions::default());
        let api = runtime.block_on(async { ApiService::new(state) });
        Self { runtime, engine, api, left: REQUESTS, _folder: folder }
    }

    /// Answers a request. The database that the paths name is there, even if one before deleted it.
    fn answer(&mut self, request: Request<Body>) -> (StatusCode, Option<Bytes>) {
        if self.engine.database(DATABASE).is_err() {
            self.engine.create(DATABASE, Default::default()).unwrap();
        }
        self.left -= 1;
        let writes = *request.method() != Method::GET;
        let answer = self.runtime.block_on(async {
            let sent = async {
                let answer = self.api.clone().oneshot(request).await.expect("the API never fails");
                (answer.status(), axum::body::to_bytes(answer.into_body(), 64 << 20).await.ok())
            };
            tokio::time::timeout(Duration::from_secs(20), sent).await.expect("an answer in time")
        });
        if writes && self.is_large() {
            self.engine.delete(DATABASE, true).unwrap();
        }
        answer
    }

    fn is_large(&self) -> bool {
        let stats = self.engine.database(DATABASE).and_then(|database| database.stats());
        stats.is_ok_and(|stats| stats.documents + stats.revisions > DOCUMENTS)
    }
}

fn request(data: &[u8]) -> Option<Request<Body>> {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let first = std::str::from_utf8(lines.next()?).ok()?;
    let (method, path) = first.split_once(' ')?;
    let kind = lines.next()?;
    let body = lines.next()?.to_vec();
    Request::builder().method(method).uri(path).header("Content-Type", kind).body(Body::from(body)).ok()
}

thread_local! {
    static SERVICE: RefCell<Option<Service>> = const { RefCell::new(None) };
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(request) = request(data) else { return };
    SERVICE.with_borrow_mut(|service| {
        // The old one ends before its successor begins.
        if service.as_ref().is_some_and(|service| service.left == 0) {
            *service = None;
        }
        if let (status, Some(body)) = service.get_or_insert_with(Service::new).answer(request) {
            let text = String::from_utf8_lossy(&body);
            assert!(status != 500 || !text.contains("Rookery failed inside"), "{text}");
        }
    });
});

//! A whole request: first line method and path, second line content type, the rest is the body. No answer may
//! be a defect's.
#![no_main]

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use rookery_api::{ApiOptions, ApiState, ApiService};
use rookery_engine::{Engine, EngineOptions};
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

struct Service {
    runtime: Runtime,
    api: ApiService,
    _folder: tempfile::TempDir,
}

fn service() -> &'static Service {
    static SERVICE: OnceLock<Service> = OnceLock::new();
    SERVICE.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let engine = Arc::new(Engine::open(EngineOptions::new(folder.path())).unwrap());
        engine.create("shop", Default::default()).unwrap();
        let api = runtime.block_on(async { ApiService::new(ApiState::new(engine, ApiOptions::default())) });
        Service { runtime, api, _folder: folder }
    })
}

fn request(data: &[u8]) -> Option<Request<Body>> {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let first = std::str::from_utf8(lines.next()?).ok()?;
    let (method, path) = first.split_once(' ')?;
    let kind = lines.next()?;
    let body = lines.next()?.to_vec();
    Request::builder().method(method).uri(path).header("Content-Type", kind).body(Body::from(body)).ok()
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(request) = request(data) else { return };
    let service = service();
    let answer = service.runtime.block_on(async {
        let sent = async {
            let answer = service.api.clone().oneshot(request).await.expect("the API never fails");
            (answer.status(), axum::body::to_bytes(answer.into_body(), 64 << 20).await)
        };
        tokio::time::timeout(Duration::from_secs(20), sent).await
    });
    if let (status, Ok(body)) = answer.expect("an answer in time") {
        let text = String::from_utf8_lossy(&body);
        assert!(status != 500 || !text.contains("Rookery failed inside"), "{text}");
    }
});

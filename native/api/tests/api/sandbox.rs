//! A real engine in a temporary folder with one database, and helpers for requests.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use rookery_api::{ApiOptions, ApiService, ApiState};
use rookery_engine::{Engine, EngineOptions};
use serde_json::{Value, json};
use tower::ServiceExt;

/// The database every sandbox starts with.
pub const DB: &str = "shop";

pub struct Sandbox {
    pub state: ApiState,
    pub engine: Arc<Engine>,
    pub service: ApiService,
    _folder: tempfile::TempDir,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("not JSON ({error}): HTTP {} {:?}", self.status, String::from_utf8_lossy(&self.body))
        })
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no header {name}")).to_str().unwrap()
    }

    /// Status, last part of the exception type, message.
    pub fn failure(&self) -> (u16, String, String) {
        let body = self.json();
        let kind =
            body["Type"].as_str().unwrap_or_default().rsplit('.').next().unwrap_or_default().to_owned();
        (self.status.as_u16(), kind, body["Message"].as_str().unwrap_or_default().to_owned())
    }
}

impl Sandbox {
    pub async fn new() -> Self {
        Self::with(ApiOptions::default()).await
    }

    pub async fn with(options: ApiOptions) -> Self {
        Self::over(options, |folder| EngineOptions::new(folder)).await
    }

    pub async fn over(options: ApiOptions, engine: impl FnOnce(&Path) -> EngineOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let engine = Arc::new(Engine::open(engine(folder.path())).unwrap());
        let state = ApiState::new(engine.clone(), options);
        let sandbox = Self { service: ApiService::new(state.clone()), state, engine, _folder: folder };
        let reply = sandbox
            .send(
                Method::PUT,
                &format!("/admin/databases?name={DB}"),
                &[],
                json!({ "DatabaseName": DB }).to_string(),
            )
            .await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        sandbox
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        self.try_send(method, path, headers, body).await.unwrap()
    }

    /// `None` when that is not a request at all: a path no HTTP server would be handed.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Option<Reply> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).ok()?;
        let (parts, body) = self.service.clone().oneshot(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Some(Reply { status: parts.status, headers: parts.headers, body })
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, &[], body.to_string()).await
    }

    /// A path inside the database.
    pub fn db(&self, rest: &str) -> String {
        format!("/databases/{DB}{rest}")
    }

    /// Saves a document and gives its change vector.
    pub async fn save(&self, id: &str, document: Value) -> String {
        let body = json!({ "Commands": [{ "Id": id, "Type": "PUT", "Document": document }] });
        let reply = self.post(&self.db("/bulk_docs"), body).await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        reply.json()["Results"][0]["@change-vector"].as_str().unwrap().to_owned()
    }
}

/// A document in a collection.
pub fn in_collection(collection: &str, mut document: Value) -> Value {
    document["@metadata"] = json!({ "@collection": collection });
    document
}

//! The handle JavaScript holds: requests, feeds, closing.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request};
use napi::bindgen_prelude::{BufferSlice, Env, Function, Object, Result};
use napi_derive::napi;
use rookery_api::ApiService;
use rookery_cancel::CancelToken;
use serde_json::{Map, Value};
use tokio::sync::Notify;
use tower::ServiceExt;

use crate::answer::{Answer, GRACE};
use crate::failure::{Failure, Promised, pending};
use crate::opening::{self, Open};
use crate::socket::{self, SocketCallback, SocketHandle};
use crate::stream::StreamHandle;
use crate::upload::UploadHandle;

/// An open engine.
#[napi]
pub struct EngineHandle {
    open: Arc<OpenState>,
}

/// Empty once closed. The lock is held while closing, so that a second close waits for the first.
struct OpenState(Mutex<Option<Open>>);

impl OpenState {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) -> std::result::Result<(), Failure> {
        let mut open = self.lock();
        open.take().map_or(Ok(()), Open::close)
    }
}

impl Drop for OpenState {
    fn drop(&mut self) {
        // A handle that was not closed (its environment ended): the folder must be released. Acknowledged
        // writes are on disk already, and there is no caller for a failure.
        drop(self.close());
    }
}

impl EngineHandle {
    /// Wraps what was opened.
    pub fn new(open: Open) -> Self {
        Self { open: Arc::new(OpenState(Mutex::new(Some(open)))) }
    }

    /// What `read` returns; `None` once closed.
    pub fn with_open<T>(&self, read: impl FnOnce(&Open) -> T) -> Option<T> {
        self.open.lock().as_ref().map(read)
    }
}

#[napi]
impl EngineHandle {
    /// Runs one request. `answer` resolves to status, headers and body; `abort` cancels the work.
    #[napi(
        ts_args_type = "method: string, path: string, headersJson: string, body: Buffer | null",
        ts_return_type = "PendingRequest"
    )]
    pub fn request<'env>(
        &self,
        env: &'env Env,
        method: String,
        path: String,
        headers_json: String,
        body: Option<BufferSlice<'_>>,
    ) -> Result<Object<'env>> {
        let (promised, promise) = Promised::<Answer>::new(env)?;
        let body = body.map_or_else(Body::empty, |bytes| Body::from(bytes.to_vec()));
        let cancel = match (build(&method, &path, &headers_json, body), &*self.open.lock()) {
            (Err(failure), _) => {
                promised.settle(Err(failure));
                CancelToken::new()
            }
            (Ok(_), None) => {
                promised.settle(Err(Failure::closed()));
                CancelToken::new()
            }
            (Ok(request), Some(open)) => {
                let cancel = open.open.child();
                let answered = answered(open.service.clone(), request, cancel.clone());
                open.runtime.spawn(async move { promised.settle(answered.await) });
                cancel
            }
        };
        pending(env, "answer", promise, cancel)
    }

    /// Runs one request whose answer is read piece by piece, as fast as JavaScript takes it.
    #[napi(
        ts_args_type = "method: string, path: string, headersJson: string, body: Buffer | null",
        ts_return_type = "StreamHandle"
    )]
    pub fn request_stream(
        &self,
        method: String,
        path: String,
        headers_json: String,
        body: Option<BufferSlice<'_>>,
    ) -> Result<StreamHandle> {
        let body = body.map_or_else(Body::empty, |bytes| Body::from(bytes.to_vec()));
        let request = build(&method, &path, &headers_json, body)
            .map_err(|failure| napi::Error::from_reason(failure.message))?;
        match &*self.open.lock() {
            None => Err(napi::Error::from_reason(Failure::closed().message)),
            Some(open) => Ok(StreamHandle::start(open, request)),
        }
    }

    /// Runs one request whose body is written piece by piece, as fast as the engine reads it.
    #[napi(
        ts_args_type = "method: string, path: string, headersJson: string",
        ts_return_type = "UploadHandle"
    )]
    pub fn request_upload(&self, method: String, path: String, headers_json: String) -> Result<UploadHandle> {
        let Some(open) = &*self.open.lock() else {
            return Err(napi::Error::from_reason(Failure::closed().message));
        };
        let cancel = open.open.child();
        let (handle, receiving) = UploadHandle::new(open.runtime.handle().clone(), cancel.clone());
        let request = build(&method, &path, &headers_json, receiving.body)
            .map_err(|failure| napi::Error::from_reason(failure.message))?;
        let answered = answered(open.service.clone(), request, cancel);
        open.runtime.spawn(async move {
            // Nobody waits for the answer of a handle that was dropped.
            let _ = receiving.answered.send(answered.await);
        });
        Ok(handle)
    }

    /// Opens a live feed (the path of a WebSocket route). Its messages arrive at `onMessage`.
    #[napi(
        ts_args_type = "path: string, onMessage: (kind: SocketEvent, text: string) => void",
        ts_return_type = "SocketHandle"
    )]
    pub fn open_socket(
        &self,
        path: String,
        on_message: Function<'_, SocketCallback, napi::threadsafe_function::UnknownReturnValue>,
    ) -> Result<SocketHandle> {
        match &*self.open.lock() {
            None => Err(napi::Error::from_reason(Failure::closed().message)),
            Some(open) => socket::open(open, path, on_message),
        }
    }

    /// Closes the engine; a second call waits for the first and then does nothing.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn close<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let (promised, promise) = Promised::<()>::new(env)?;
        let open = self.open.clone();
        std::thread::Builder::new()
            .name("rookery-close".to_owned())
            .spawn(move || promised.settle(open.close()))
            .map(|_| promise)
            .map_err(|error| {
                napi::Error::from_reason(format!("No thread could be started to close the engine: {error}."))
            })
    }
}

/// The complete answer. Work that is aborted and does not end within the grace period is given up.
async fn answered(
    service: ApiService,
    mut request: Request<Body>,
    cancel: CancelToken,
) -> std::result::Result<Answer, Failure> {
    request.extensions_mut().insert(cancel.clone());
    let aborted = Arc::new(Notify::new());
    let notified = aborted.clone();
    let _wake = cancel.on_cancel(move || notified.notify_one());
    let answer = async {
        match service.oneshot(request).await {
            Ok(response) => Answer::read(response).await,
            Err(never) => match never {},
        }
    };
    let given_up = async {
        aborted.notified().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        outcome = answer => outcome,
        // Work that does not poll its token: its future is dropped.
        () = given_up => Err(Failure::aborted()),
    }
}

fn build(method: &str, path: &str, headers: &str, body: Body) -> std::result::Result<Request<Body>, Failure> {
    let bad = |what: String| Failure::new("bad-request", what);
    let headers: Map<String, Value> = if headers.is_empty() {
        Map::new()
    } else {
        serde_json::from_str(headers)
            .map_err(|error| bad(format!("The request's headers are not a JSON object: {error}.")))?
    };
    if !path.starts_with('/') {
        return Err(bad(format!("The request's path must start with '/', but is '{path}'.")));
    }
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        let values = match value {
            Value::Array(values) => values,
            single => vec![single],
        };
        for value in values {
            let text = match value {
                Value::String(text) => text,
                Value::Number(number) => number.to_string(),
                other => return Err(bad(format!("The header '{name}' must be a text, but is {other}."))),
            };
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| bad(format!("'{name}' cannot be the name of a header.")))?;
            let value = HeaderValue::from_str(&text)
                .map_err(|_| bad(format!("The header '{name}' holds characters a header cannot contain.")))?;
            request = request.header(header, value);
        }
    }
    request
        .body(body)
        .map_err(|error| bad(format!("The request cannot be made from method and path: {error}.")))
}

/// Opens the data folder named in the options.
#[napi(ts_args_type = "optionsJson: string", ts_return_type = "Promise<EngineHandle>")]
pub fn open_engine(env: &Env, options_json: String) -> Result<Object<'_>> {
    let (promised, promise) = Promised::<EngineHandle>::new(env)?;
    // Opening reads the disk, so it does not run on the caller's thread.
    let spawned = std::thread::Builder::new().name("rookery-open".to_owned()).spawn(move || {
        promised.settle(opening::open(&options_json).map(EngineHandle::new));
    });
    spawned.map(|_| promise).map_err(|error| {
        napi::Error::from_reason(format!("No thread could be started to open the engine: {error}."))
    })
}

//! One answer of the router, read piece by piece: status and headers, then the body as JavaScript takes it.

use axum::body::{Body, HttpBody};
use axum::http::Request;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use napi::bindgen_prelude::{BufferSlice, Env, JsValue, Null, Object, Result, ToNapiValue, TypeName};
use napi::{ValueType, sys};
use napi_derive::napi;
use rookery_api::ApiService;
use rookery_cancel::CancelToken;
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use crate::answer::{Answer, cut_off};
use crate::failure::{Failure, Promised};
use crate::handle::GRACE;
use crate::opening::Open;

/// Frames are joined up to this size, so that a piece is worth its way to JavaScript.
const PIECE: usize = 128 * 1024;

/// A part of a body; `None` after the last one.
pub struct Piece(Option<Bytes>);

impl TypeName for Piece {
    fn type_name() -> &'static str {
        "Buffer | null"
    }

    fn value_type() -> ValueType {
        ValueType::Object
    }
}

impl ToNapiValue for Piece {
    unsafe fn to_napi_value(env: sys::napi_env, piece: Self) -> Result<sys::napi_value> {
        match piece.0 {
            // SAFETY: the environment is the one that this conversion was called with.
            None => unsafe { Null::to_napi_value(env, Null) },
            Some(bytes) => Ok(BufferSlice::copy_from(&Env::from_raw(env), &bytes)?.raw()),
        }
    }
}

/// What JavaScript waits for.
enum Call {
    Head(Promised<Answer>),
    Next(Promised<Piece>),
}

/// An answer under way. Dropping it ends the work, as a client that disconnects does.
#[napi]
pub struct StreamHandle {
    calls: mpsc::UnboundedSender<Call>,
    cancel: CancelToken,
    aborted: watch::Sender<bool>,
}

impl StreamHandle {
    /// Starts the request.
    pub fn start(open: &Open, mut request: Request<Body>) -> Self {
        let cancel = open.open.child();
        request.extensions_mut().insert(cancel.clone());
        let (calls, waiting) = mpsc::unbounded_channel();
        let (aborted, watched) = watch::channel(false);
        open.runtime.spawn(serve(open.service.clone(), request, waiting, watched));
        Self { calls, cancel, aborted }
    }

    fn send(&self, call: Call) {
        // A task that has ended drops the promise, which rejects it.
        let _ = self.calls.send(call);
    }
}

#[napi]
impl StreamHandle {
    /// Status and headers, with an empty body.
    #[napi(ts_return_type = "Promise<Answer>")]
    pub fn head<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let (promised, promise) = Promised::new(env)?;
        self.send(Call::Head(promised));
        Ok(promise)
    }

    /// The next piece; null after the last one.
    #[napi(ts_return_type = "Promise<Buffer | null>")]
    pub fn next<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let (promised, promise) = Promised::new(env)?;
        self.send(Call::Next(promised));
        Ok(promise)
    }

    /// Cancels the work in the engine and discards the rest.
    #[napi]
    pub fn abort(&self) {
        self.cancel.cancel();
        self.aborted.send_replace(true);
    }
}

async fn serve(
    service: ApiService,
    request: Request<Body>,
    mut calls: mpsc::UnboundedReceiver<Call>,
    mut aborted: watch::Receiver<bool>,
) {
    let response = tokio::select! {
        answered = service.oneshot(request) => match answered {
            Ok(response) => Some(response),
            Err(never) => match never {},
        },
        () = given_up(&mut aborted) => None,
    };
    let mut response = response.map(axum::response::Response::into_parts);
    while let Some(call) = calls.recv().await {
        match (call, &mut response) {
            (Call::Head(promised), Some((parts, _))) => promised.settle(Ok(Answer::head(parts))),
            (Call::Head(promised), None) => promised.settle(Err(Failure::aborted())),
            (Call::Next(promised), None) => promised.settle(Err(Failure::aborted())),
            (Call::Next(promised), Some((_, body))) => {
                let piece = tokio::select! {
                    piece = read(body) => Some(piece),
                    () = given_up(&mut aborted) => None,
                };
                let given_up = piece.is_none();
                promised.settle(piece.unwrap_or_else(|| Err(Failure::aborted())));
                if given_up {
                    response = None;
                }
            }
        }
    }
}

/// Some time after an abort: work that polls its token has ended by then.
async fn given_up(aborted: &mut watch::Receiver<bool>) {
    if aborted.wait_for(|aborted| *aborted).await.is_err() {
        // The handle is gone without an abort: nobody waits for the answer.
        return;
    }
    tokio::time::sleep(GRACE).await;
}

async fn read(body: &mut Body) -> std::result::Result<Piece, Failure> {
    let mut joined = BytesMut::new();
    while joined.len() < PIECE {
        let Some(frame) = body.frame().await else { break };
        let Ok(data) = frame.map_err(|error| cut_off(&error))?.into_data() else { continue };
        if joined.is_empty() && (data.len() >= PIECE || body.is_end_stream()) {
            return Ok(Piece(Some(data)));
        }
        joined.extend_from_slice(&data);
    }
    Ok(Piece((!joined.is_empty()).then(|| joined.freeze())))
}

//! One answer of the router, read piece by piece: status and headers, then the body as JavaScript takes it.

use axum::body::Body;
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

use crate::answer::{Answer, GRACE, cut_off};
use crate::failure::{Failure, Promised};
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

/// An answer in progress. Dropping it ends the work, as a client that disconnects does.
#[napi]
pub struct StreamHandle {
    calls: mpsc::UnboundedSender<Call>,
    cancel: CancelToken,
    /// How often it was aborted.
    aborted: watch::Sender<u32>,
}

impl StreamHandle {
    /// Starts the request.
    pub fn start(open: &Open, mut request: Request<Body>) -> Self {
        let cancel = open.open.child();
        request.extensions_mut().insert(cancel.clone());
        let (calls, waiting) = mpsc::unbounded_channel();
        let (aborted, watched) = watch::channel(0);
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
        self.aborted.send_modify(|times| *times += 1);
    }
}

async fn serve(
    service: ApiService,
    request: Request<Body>,
    mut calls: mpsc::UnboundedReceiver<Call>,
    mut aborted: watch::Receiver<u32>,
) {
    let response = tokio::select! {
        answered = service.oneshot(request) => match answered {
            Ok(response) => Some(response.into_parts()),
            Err(never) => match never {},
        },
        () = given_up(&mut aborted) => None,
    };
    let (parts, mut rest) = match response {
        Some((parts, body)) => (Some(parts), Rest::Body(body)),
        None => (None, Rest::Discarded),
    };
    // An abort before the head was read leaves the body, which then is the engine's report.
    let mut head_was_read = false;
    loop {
        let call = tokio::select! {
            // An abort goes first: a call made after it must not read the body.
            biased;
            // An engine that waits for its reader notices only that the body was dropped.
            true = next_abort(&mut aborted), if head_was_read && matches!(rest, Rest::Body(_)) => {
                rest = Rest::Discarded;
                continue;
            }
            call = calls.recv() => call,
        };
        match call {
            None => return,
            Some(Call::Head(promised)) => {
                aborted.mark_unchanged();
                head_was_read = true;
                promised.settle(parts.as_ref().map(Answer::head).ok_or_else(Failure::aborted));
            }
            Some(Call::Next(promised)) => {
                let piece = tokio::select! {
                    biased;
                    true = next_abort(&mut aborted), if head_was_read && matches!(rest, Rest::Body(_)) => {
                        rest = Rest::Discarded;
                        Err(Failure::aborted())
                    }
                    piece = rest.next() => piece,
                };
                promised.settle(piece);
            }
        }
    }
}

/// What is left of a body.
enum Rest {
    Body(Body),
    /// It was read to its end.
    Ended,
    /// It was aborted.
    Discarded,
}

impl Rest {
    async fn next(&mut self) -> std::result::Result<Piece, Failure> {
        match self {
            Self::Body(body) => {
                let (piece, is_last) = read(body).await?;
                if is_last {
                    *self = Self::Ended;
                }
                Ok(piece)
            }
            Self::Ended => Ok(Piece(None)),
            Self::Discarded => Err(Failure::aborted()),
        }
    }
}

/// The next abort; false when the handle was dropped, which also ends the calls.
async fn next_abort(aborted: &mut watch::Receiver<u32>) -> bool {
    aborted.changed().await.is_ok()
}

/// Some time after an abort: work that polls its token has ended by then.
async fn given_up(aborted: &mut watch::Receiver<u32>) {
    if aborted.wait_for(|times| *times > 0).await.is_err() {
        // The handle was dropped without an abort: nobody waits for the answer.
        return;
    }
    tokio::time::sleep(GRACE).await;
}

/// A piece, and whether the body has ended: it must not be read after its end.
async fn read(body: &mut Body) -> std::result::Result<(Piece, bool), Failure> {
    let mut joined = BytesMut::new();
    while joined.len() < PIECE {
        let Some(frame) = body.frame().await else {
            return Ok((Piece((!joined.is_empty()).then(|| joined.freeze())), true));
        };
        let Ok(data) = frame.map_err(|error| cut_off(&error))?.into_data() else { continue };
        if joined.is_empty() && data.len() >= PIECE {
            return Ok((Piece(Some(data)), false));
        }
        joined.extend_from_slice(&data);
    }
    Ok((Piece(Some(joined.freeze())), false))
}

//! One request whose body JavaScript writes piece by piece: the engine takes the next one when it has room.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use bytes::Bytes;
use napi::bindgen_prelude::{BufferSlice, Env, Object, Result};
use napi_derive::napi;
use rookery_cancel::CancelToken;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::answer::Answer;
use crate::failure::{Failure, Promised};

/// Pieces that wait for the engine.
const WAITING: usize = 2;

type Answered = std::result::Result<Answer, Failure>;

/// A request whose body is being written. Dropping it cuts the body off.
#[napi]
pub struct UploadHandle {
    /// None after the end of the body.
    pieces: Mutex<Option<mpsc::Sender<Bytes>>>,
    is_complete: Arc<AtomicBool>,
    answer: Mutex<Option<oneshot::Receiver<Answered>>>,
    cancel: CancelToken,
    runtime: Handle,
}

/// The side of the engine: the body to read, and where the answer goes.
pub struct Receiving {
    /// Ends with an error unless it was completed.
    pub body: Body,
    /// For the outcome of the request.
    pub answered: oneshot::Sender<Answered>,
}

impl UploadHandle {
    /// A handle and what the engine needs of it.
    pub fn new(runtime: Handle, cancel: CancelToken) -> (Self, Receiving) {
        let (pieces, arriving) = mpsc::channel(WAITING);
        let (answered, answer) = oneshot::channel();
        let is_complete = Arc::new(AtomicBool::new(false));
        let receiving = Receiving { body: body_of(arriving, is_complete.clone()), answered };
        let handle = Self {
            pieces: Mutex::new(Some(pieces)),
            is_complete,
            answer: Mutex::new(Some(answer)),
            cancel,
            runtime,
        };
        (handle, receiving)
    }

    fn close_body(&self) {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn body_of(arriving: mpsc::Receiver<Bytes>, is_complete: Arc<AtomicBool>) -> Body {
    let pieces = futures_util::stream::unfold(Some((arriving, is_complete)), async |state| {
        let (mut arriving, is_complete) = state?;
        match arriving.recv().await {
            Some(piece) => Some((Ok(piece), Some((arriving, is_complete)))),
            None if is_complete.load(Ordering::Acquire) => None,
            None => {
                let cut =
                    io::Error::new(io::ErrorKind::UnexpectedEof, "the body ended before it was complete");
                Some((Err(cut), None))
            }
        }
    });
    Body::from_stream(pieces)
}

#[napi]
impl UploadHandle {
    /// Writes the next piece. Resolves when the engine has room for another one; to false when it reads no
    /// more.
    #[napi(ts_return_type = "Promise<boolean>")]
    pub fn write<'env>(&self, env: &'env Env, piece: BufferSlice<'_>) -> Result<Object<'env>> {
        let (promised, promise) = Promised::<bool>::new(env)?;
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match pieces {
            None => promised.settle(Ok(false)),
            Some(pieces) => {
                let piece = Bytes::copy_from_slice(&piece);
                self.runtime.spawn(async move { promised.settle(Ok(pieces.send(piece).await.is_ok())) });
            }
        }
        Ok(promise)
    }

    /// The body is complete. To be called after the last write was answered.
    #[napi]
    pub fn end(&self) {
        self.is_complete.store(true, Ordering::Release);
        self.close_body();
    }

    /// The answer. To be called once.
    #[napi(ts_return_type = "Promise<Answer>")]
    pub fn answer<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let (promised, promise) = Promised::<Answer>::new(env)?;
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        match answer {
            None => promised.settle(Err(Failure::closed())),
            Some(answer) => {
                self.runtime.spawn(async move {
                    promised.settle(answer.await.unwrap_or_else(|_| Err(Failure::closed())));
                });
            }
        }
        Ok(promise)
    }

    /// Cancels the work in the engine, and cuts the body off.
    #[napi]
    pub fn abort(&self) {
        self.cancel.cancel();
        self.close_body();
    }
}

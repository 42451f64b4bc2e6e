//! Answers that are written while they are found: a thread finds and writes, the connection takes piece by
//! piece.
//!
//! A thread of its own, because it lives as long as the client takes to read; the pool for short work must
//! not be used up by slow readers. At most a few pieces wait, so memory is bounded and a slow reader slows
//! only its thread.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use rookery_engine::{ScriptError, observe_scripts};
use tokio::sync::{mpsc, oneshot};

use crate::answer::JSON;
use crate::blocking::request_token;
use crate::dto::time_series::range::Output;
use crate::error::ApiError;

/// A piece is sent when it has grown to this.
const PIECE: usize = 32 * 1024;
/// Pieces that may wait for the client.
const WAITING: usize = 4;

/// What follows the last complete part of an answer that began and cannot be completed.
pub type FailedEnd = Arc<dyn Fn(&ApiError) -> Vec<u8> + Send + Sync>;

/// Where a streamed answer is written.
pub struct Pieces {
    sender: mpsc::Sender<io::Result<Bytes>>,
    begun: Option<oneshot::Sender<Result<(), ApiError>>>,
    piece: Piece,
    failed_end: Option<FailedEnd>,
}

/// What is written and not sent yet. Shared with the connection, which sends it when this thread is abandoned.
#[derive(Clone)]
struct Piece(Arc<Mutex<Vec<u8>>>);

impl Piece {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Vec::with_capacity(PIECE + 4096))))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.lock())
    }
}

impl Output for Pieces {
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        Pieces::write(self, write)
    }
}

impl Pieces {
    /// From here on the status is sent; a failure gives the answer its [`FailedEnd`] or cuts it off.
    pub fn begin(&mut self) {
        if let Some(begun) = self.begun.take() {
            // Nobody waits for it: the next piece will find that out.
            let _ = begun.send(Ok(()));
        }
    }

    /// Writes a complete part; returns false when the client has disconnected.
    pub fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let full = {
            let mut piece = self.piece.lock();
            write(&mut piece);
            if piece.len() < PIECE {
                return true;
            }
            std::mem::replace(&mut *piece, Vec::with_capacity(PIECE + 4096))
        };
        self.sender.blocking_send(Ok(full.into())).is_ok()
    }

    fn send(&self, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            // The client may have disconnected.
            let _ = self.sender.blocking_send(Ok(bytes.into()));
        }
    }
}

/// Ends when the thread is abandoned because a script does not stop, which mostly never happens.
async fn abandonment(on_abandoned: &mut Option<oneshot::Receiver<ScriptError>>) -> ScriptError {
    if let Some(waiting) = on_abandoned {
        let error = waiting.await;
        *on_abandoned = None;
        if let Ok(error) = error {
            return error;
        }
    }
    std::future::pending().await
}

fn write_pieces(mut pieces: Pieces, work: impl FnOnce(&mut Pieces) -> Result<(), ApiError>) {
    match work(&mut pieces) {
        Ok(()) => {
            pieces.begin();
            pieces.send(pieces.piece.take());
        }
        Err(error) => match (pieces.begun.take(), &pieces.failed_end) {
            // The client may have disconnected.
            (Some(begun), _) => drop(begun.send(Err(error))),
            (None, Some(end)) => {
                let mut last = pieces.piece.take();
                last.extend(end(&error));
                pieces.send(last);
            }
            (None, None) => {
                let _ = pieces.sender.blocking_send(Err(io::Error::other(error.message.clone())));
            }
        },
    }
}

/// Answers with what `work` writes. What `work` fails with before [`Pieces::begin`] is the request's error.
/// The thread's current token is cancelled when the client disconnects, before or after the answer began.
/// Without `failed_end`, a later failure cuts the answer off.
pub async fn streamed(
    failed_end: Option<FailedEnd>,
    work: impl FnOnce(&mut Pieces) -> Result<(), ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let (begun, beginning) = oneshot::channel();
    let token = request_token().child();
    let unread = token.cancel_on_drop();
    let (abandoned, on_abandoned) = oneshot::channel();
    let abandoned = Mutex::new(Some(abandoned));
    let piece = Piece::new();
    let pieces = Pieces { sender, begun: Some(begun), piece: piece.clone(), failed_end: failed_end.clone() };
    std::thread::Builder::new()
        .name("rookery-stream".to_owned())
        .spawn(move || {
            let _entered = token.enter();
            let _observed = observe_scripts(move |error| {
                let abandoned = abandoned.lock().unwrap_or_else(PoisonError::into_inner).take();
                // The client may have disconnected.
                drop(abandoned.map(|abandoned| abandoned.send(error)));
            });
            write_pieces(pieces, work);
        })
        .map_err(|error| {
            ApiError::new(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                "System.OutOfMemoryException",
                format!(
                    "No thread could be started for this answer: {error}. Try again when fewer are streaming."
                ),
            )
        })?;
    let mut on_abandoned = Some(on_abandoned);
    let begun = tokio::select! {
        begun = beginning => begun,
        error = abandonment(&mut on_abandoned) => return Err(ApiError::from_script(&error)),
    };
    match begun {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(error),
        Err(_) => return Err(ApiError::panicked("a streamed answer ended before it began")),
    }
    // The body owns the guard: a client that disconnects during the answer drops it.
    let pieces =
        stream::unfold((receiver, unread, on_abandoned), move |(mut receiver, unread, mut on_abandoned)| {
            let (written, failed_end) = (piece.clone(), failed_end.clone());
            async move {
                let piece = tokio::select! {
                    biased;
                    piece = receiver.recv() => piece?,
                    error = abandonment(&mut on_abandoned) => {
                        // Nothing comes after it.
                        receiver.close();
                        match failed_end {
                            None => Err(io::Error::other(format!("{error}."))),
                            Some(end) => {
                                let mut last = written.take();
                                last.extend(end(&ApiError::from_script(&error)));
                                Ok(last.into())
                            }
                        }
                    }
                };
                Some((piece, (receiver, unread, on_abandoned)))
            }
        });
    let mut response = Response::new(Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use rookery_cancel::CancelToken;

    use super::*;

    /// Work that writes nothing more once it has begun, and reports when it was cancelled.
    fn silent(begins: bool) -> (impl FnOnce(&mut Pieces) -> Result<(), ApiError> + Send, Receiver<bool>) {
        let (ended, end) = channel();
        let work = move |pieces: &mut Pieces| {
            if begins {
                pieces.begin();
            }
            let cancelled = CancelToken::current().sleep(Duration::from_secs(60));
            ended.send(cancelled).unwrap();
            Ok(())
        };
        (work, end)
    }

    #[tokio::test]
    async fn the_thread_ends_when_the_client_goes_before_the_answer_begins() {
        let (work, end) = silent(false);
        let waiting = tokio::spawn(streamed(None, work));
        tokio::time::sleep(Duration::from_millis(50)).await;
        let start = Instant::now();
        waiting.abort();
        assert!(waiting.await.unwrap_err().is_cancelled());
        assert!(end.recv_timeout(Duration::from_secs(10)).unwrap());
        println!("cancel: a stream before its answer: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    }

    #[tokio::test]
    async fn the_thread_ends_when_the_client_goes_in_the_middle_of_the_answer() {
        let (work, end) = silent(true);
        let response = streamed(None, work).await.unwrap();
        assert!(end.recv_timeout(Duration::from_millis(50)).is_err(), "it goes on while the client is there");
        let start = Instant::now();
        drop(response);
        assert!(end.recv_timeout(Duration::from_secs(10)).unwrap());
        println!("cancel: a stream in its answer: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    }
}

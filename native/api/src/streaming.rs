//! Answers that are written while they are found: a thread finds and writes, the connection takes piece by piece.
//!
//! A thread of its own, because it lives as long as the client takes to read; the pool for short work must not be
//! used up by slow readers. At most a few pieces wait, so memory is bounded and a slow reader slows only its thread.

use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::{mpsc, oneshot};

use crate::answer::JSON;
use crate::error::ApiError;

/// A piece is sent when it has grown to this.
const PIECE: usize = 32 * 1024;
/// Pieces that may wait for the client.
const WAITING: usize = 4;

/// Where a streamed answer is written.
pub struct Pieces {
    sender: mpsc::Sender<io::Result<Bytes>>,
    begun: Option<oneshot::Sender<Result<(), ApiError>>>,
    piece: Vec<u8>,
}

impl Pieces {
    /// From here on the answer is a success; a failure can only cut it off.
    pub fn begin(&mut self) {
        if let Some(begun) = self.begun.take() {
            // Nobody waits any more: the next piece will find that out.
            let _ = begun.send(Ok(()));
        }
    }

    /// Writes; false when the client has gone and the rest is not wanted.
    pub fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        write(&mut self.piece);
        self.piece.len() < PIECE || self.send()
    }

    fn send(&mut self) -> bool {
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE + 4096));
        self.sender.blocking_send(Ok(piece.into())).is_ok()
    }
}

/// Answers with what `work` writes. What `work` fails with before [`Pieces::begin`] is the request's error.
pub async fn streamed(
    work: impl FnOnce(&mut Pieces) -> Result<(), ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let (begun, beginning) = oneshot::channel();
    let mut pieces = Pieces { sender, begun: Some(begun), piece: Vec::with_capacity(PIECE + 4096) };
    std::thread::Builder::new()
        .name("rookery-stream".to_owned())
        .spawn(move || match work(&mut pieces) {
            Ok(()) => {
                pieces.begin();
                if !pieces.piece.is_empty() {
                    pieces.send();
                }
            }
            Err(error) => match pieces.begun.take() {
                // The client may have gone meanwhile.
                Some(begun) => drop(begun.send(Err(error))),
                None => {
                    let _ = pieces.sender.blocking_send(Err(io::Error::other(error.message.clone())));
                }
            },
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
    match beginning.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(error),
        Err(_) => return Err(ApiError::panicked("a streamed answer ended before it began")),
    }
    let pieces = stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    let mut response = Response::new(Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    Ok(response)
}

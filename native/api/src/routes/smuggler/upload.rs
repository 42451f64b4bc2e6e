//! The form of an import, and the bridge from the connection to the thread that imports.

use std::io::{self, Read};
use std::pin::Pin;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt};
use multer::{Field, Multipart};
use tokio::sync::mpsc;

use crate::body;
use crate::error::ApiError;
use crate::multipart;

/// Pieces between the connection and the thread.
const WAITING: usize = 8;
/// Most bytes of the options.
const MOST_OPTIONS: usize = 1 << 20;
/// Bytes that are read and dropped so that the client sees the answer to a failed import.
const MOST_DRAINED: usize = 64 << 20;

/// A form with options and a file.
pub struct Upload {
    form: Multipart<'static>,
    /// The file, as soon as it began.
    file: Option<Field<'static>>,
}

impl Upload {
    pub fn new(headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        if !multipart::is_multipart(headers) {
            return Err(ApiError::bad_request(
                "An import needs a form (multipart/form-data): first the part importOptions with the options as \
                 JSON, then the file.",
            ));
        }
        if headers.contains_key(header::CONTENT_ENCODING) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "System.NotSupportedException",
                "The form of an import must not be compressed as a whole; the dump in it may be.",
            ));
        }
        let boundary = multipart::boundary_of(headers)?;
        let pieces: Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>> + Send>> =
            body.into_data_stream().map(|piece| piece.map_err(body::unreadable)).boxed();
        Ok(Self { form: Multipart::new(pieces, boundary), file: None })
    }

    /// The first part. Stops before the second, which must be the file.
    pub async fn options(&mut self) -> Result<Bytes, ApiError> {
        let missing = || {
            ApiError::bad_request(
                "The form of an import must have the part importOptions (JSON) first and then the file.",
            )
        };
        let mut first = self.form.next_field().await.map_err(unreadable)?.ok_or_else(missing)?;
        if first.name() != Some("importOptions") {
            return Err(missing());
        }
        let mut options = Vec::new();
        while let Some(piece) = first.chunk().await.map_err(unreadable)? {
            if options.len() + piece.len() > MOST_OPTIONS {
                return Err(ApiError::bad_request("The options of the import are longer than 1 MB."));
            }
            options.extend_from_slice(&piece);
        }
        drop(first);
        self.file = Some(self.form.next_field().await.map_err(unreadable)?.ok_or_else(missing)?);
        Ok(options.into())
    }

    /// Passes the file on until it ends or nobody reads it.
    pub async fn send(&mut self, feed: mpsc::Sender<Piece>) {
        let Some(file) = &mut self.file else { return };
        loop {
            let piece = match file.chunk().await {
                Ok(Some(piece)) => Piece::Bytes(piece),
                Ok(None) => Piece::End,
                Err(error) => Piece::Failed(unreadable(error).message.clone()),
            };
            let ends = !matches!(piece, Piece::Bytes(_));
            if feed.send(piece).await.is_err() || ends {
                return;
            }
        }
    }

    /// Reads and drops a bounded part of what remains.
    pub async fn drain(&mut self) {
        let Some(file) = &mut self.file else { return };
        let mut drained = 0;
        while let Ok(Some(piece)) = file.chunk().await {
            drained += piece.len();
            if drained > MOST_DRAINED {
                return;
            }
        }
    }
}

fn unreadable(error: multer::Error) -> ApiError {
    ApiError::bad_request(format!("The form of the import cannot be read: {error}."))
}

/// A piece of the file.
pub enum Piece {
    Bytes(Bytes),
    /// The file is complete.
    End,
    /// The connection or the form broke.
    Failed(String),
}

/// The file as the importing thread reads it.
pub struct UploadReader {
    pieces: mpsc::Receiver<Piece>,
    current: Bytes,
    ended: bool,
}

impl UploadReader {
    pub fn new() -> (Self, mpsc::Sender<Piece>) {
        let (feed, pieces) = mpsc::channel(WAITING);
        (Self { pieces, current: Bytes::new(), ended: false }, feed)
    }
}

impl Read for UploadReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() && !self.ended {
            match self.pieces.blocking_recv() {
                Some(Piece::Bytes(piece)) => self.current = piece,
                Some(Piece::End) => self.ended = true,
                Some(Piece::Failed(reason)) => {
                    return Err(io::Error::new(io::ErrorKind::ConnectionAborted, reason));
                }
                None => {
                    let reason = "the client ended the connection before the file was complete";
                    return Err(io::Error::new(io::ErrorKind::ConnectionAborted, reason));
                }
            }
        }
        let length = self.current.len().min(into.len());
        into[..length].copy_from_slice(&self.current.split_to(length));
        Ok(length)
    }
}

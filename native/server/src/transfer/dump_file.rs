//! The dump that an import reads: checked before anything is sent, then sent in pieces.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use futures_util::stream;
use parking_lot::Mutex;
use rookery_dump::{DumpReader, Limits};
use tokio::sync::mpsc;

use crate::remote::Failure;

/// Bytes of one piece.
const PIECE: usize = 256 * 1024;
/// Pieces that wait for the connection.
const WAITING: usize = 4;

/// A dump on this computer.
pub struct DumpFile {
    file: File,
    pub size: u64,
    read: Arc<AtomicU64>,
    failure: Arc<Mutex<Option<Failure>>>,
}

impl DumpFile {
    /// Opens the file and reads its first member: encrypted files and those of other programs are refused here.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let unreadable =
            |error: std::io::Error| Failure::new(format!("{} cannot be read: {error}.", path.display()));
        let file = File::open(path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(Failure::new(format!("{} is not a file; name a dump.", path.display())));
        }
        let head = File::open(path).map_err(unreadable)?;
        let begun = DumpReader::new(head, Limits::default()).and_then(|mut reader| reader.next_event());
        begun.map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        Ok(Self { file, size: metadata.len(), read: Arc::default(), failure: Arc::default() })
    }

    /// Bytes that were read for the request.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// Why reading stopped, if it did: the request's own error only says that its body ended.
    pub fn failure(&self) -> Arc<Mutex<Option<Failure>>> {
        self.failure.clone()
    }

    /// A body with `before`, the file and `after`, read by a thread as fast as the other side takes it.
    pub fn into_body(self, before: String, after: String) -> Result<Body, Failure> {
        let Self { mut file, read, failure, .. } = self;
        let (sender, receiver) = mpsc::channel::<std::io::Result<Bytes>>(WAITING);
        let work = move || {
            if sender.blocking_send(Ok(before.into())).is_err() {
                return;
            }
            loop {
                let mut piece = Vec::with_capacity(PIECE);
                match file.by_ref().take(PIECE as u64).read_to_end(&mut piece) {
                    Ok(0) => break,
                    Ok(length) => {
                        read.fetch_add(length as u64, Ordering::Relaxed);
                        if sender.blocking_send(Ok(piece.into())).is_err() {
                            return;
                        }
                    }
                    Err(error) => {
                        *failure.lock() = Some(Failure::new(format!("The dump could not be read: {error}.")));
                        // The receiver may be gone.
                        let _ = sender.blocking_send(Err(error));
                        return;
                    }
                }
            }
            // As above.
            let _ = sender.blocking_send(Ok(after.into()));
        };
        std::thread::Builder::new().name("rookery-dump".to_owned()).spawn(work).map_err(|error| {
            Failure::new(format!("The thread that reads the dump could not be started: {error}."))
        })?;
        Ok(Body::from_stream(stream::unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|piece| (piece, receiver))
        })))
    }
}

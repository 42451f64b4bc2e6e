//! Reads documents on a thread of its own while the ones before them are written.

use crossbeam_channel::{Sender, bounded};
use rookery_cancel::CancelToken;
use rookery_engine::{Document, DumpView, EngineError};

use super::ExportFailure;

/// Bytes of the bodies that are handed over at a time, unless a single one has more. One batch is read and one written
/// while at most one waits.
const BATCH_BYTES: usize = 256 << 10;
/// Most documents of these.
const BATCH_DOCUMENTS: usize = 256;

/// Passes everything that `each` visits to `write` in its order, up to the first failure.
pub(super) fn read_ahead(
    view: &DumpView,
    each: impl FnOnce(&DumpView, &mut dyn FnMut(Document) -> bool) -> Result<(), EngineError> + Send,
    mut write: impl FnMut(Document) -> Result<(), ExportFailure>,
) -> Result<(), ExportFailure> {
    let (batches, to_write) = bounded::<Vec<Document>>(1);
    let token = CancelToken::current();
    std::thread::scope(|scope| {
        let reader =
            std::thread::Builder::new().name("rk-export-read".to_owned()).spawn_scoped(scope, move || {
                let _entered = token.enter();
                let mut reader = Reader { batches, batch: Vec::new(), bytes: 0 };
                each(view, &mut |document| reader.add(document))?;
                reader.send();
                Ok(())
            });
        let reader = reader.map_err(ExportFailure::Output)?;
        let mut written = Ok(());
        'batches: for batch in &to_write {
            for document in batch {
                written = write(document);
                if written.is_err() {
                    break 'batches;
                }
            }
        }
        // The reader ends at its next batch.
        drop(to_write);
        let read: Result<(), EngineError> =
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and_then(|()| read.map_err(ExportFailure::from))
    })
}

struct Reader {
    batches: Sender<Vec<Document>>,
    batch: Vec<Document>,
    bytes: usize,
}

impl Reader {
    /// False when nobody writes any more.
    fn add(&mut self, document: Document) -> bool {
        self.bytes += document.body.len();
        self.batch.push(document);
        let is_full = self.bytes >= BATCH_BYTES || self.batch.len() >= BATCH_DOCUMENTS;
        !is_full || self.send()
    }

    fn send(&mut self) -> bool {
        self.bytes = 0;
        let next = Vec::with_capacity(self.batch.len());
        self.batches.send(std::mem::replace(&mut self.batch, next)).is_ok()
    }
}

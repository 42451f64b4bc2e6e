//! The thread of one index: takes what changed since it last looked, a batch at a time, and commits it together with
//! how far it came. Runs at a lower priority than requests where the platform has such a thing.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::{IndexError, IndexWriting};
use rookery_rql::FieldReader;

use super::progress::{Progress, last_change};
use super::slot::Slot;
use crate::database::{Core, Snapshot};
use crate::date;
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::query::lend;

/// A batch ends after so long, so that it is searchable soon and its snapshot is let go.
const LONGEST_BATCH: Duration = Duration::from_secs(2);

/// The thread's life.
pub(super) fn run(core: &Core, slot: &Arc<Slot>) {
    lower_priority();
    let _ending = Ending::begin(core, slot);
    let mut writing = None;
    while !slot.stop.load(Ordering::Acquire) {
        let seen = core.signal.count();
        let done = batch(core, slot, &mut writing);
        match done {
            Ok(true) => continue,
            Ok(false) => slot.tell(|state| state.failure = None),
            Err(error) => {
                // What the writer had not committed is gone with it; the next try begins at the last commit.
                writing = None;
                slot.tell(|state| state.failure = Some(error.to_string()));
            }
        }
        if slot.stop.load(Ordering::Acquire) {
            break;
        }
        core.signal.wait(seen);
    }
}

/// Tells that the thread has ended, however it did: somebody may wait for it.
struct Ending<'e> {
    core: &'e Core,
    slot: &'e Slot,
}

impl<'e> Ending<'e> {
    fn begin(core: &'e Core, slot: &'e Slot) -> Self {
        core.signal.listen();
        Self { core, slot }
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.core.signal.leave();
        self.slot.tell(|state| state.ended = true);
    }
}

/// Indexes one batch. Says whether there is more.
fn batch(core: &Core, slot: &Slot, writing: &mut Option<IndexWriting>) -> Result<bool, EngineError> {
    let collection = slot.definition.collection.as_deref();
    let snapshot = core.snapshot()?;
    let last = last_change(&snapshot, collection);
    let mut progress = slot.state.lock().progress;
    if progress.complete >= last {
        return Ok(false);
    }
    let writer = match writing {
        Some(writer) => writer,
        None => writing.insert(slot.index.write().map_err(failed)?),
    };
    let mut work = Batch::new(slot, writer, progress);
    work.tombstones(&snapshot)?;
    let finished = work.documents(&snapshot)?;
    progress = work.progress;
    if finished {
        progress.document = progress.document.max(last);
        progress.complete = last;
    }
    writer.commit(&progress.text()).map_err(failed)?;
    slot.last_indexing.store(date::to_ticks(core.clock.now()), Ordering::Relaxed);
    slot.hold.may_go_up_to(progress.tombstone);
    slot.tell(|state| state.progress = progress);
    Ok(!finished)
}

fn failed(error: IndexError) -> EngineError {
    EngineError::Index(error)
}

struct Batch<'b> {
    slot: &'b Slot,
    writer: &'b mut IndexWriting,
    progress: Progress,
    reader: FieldReader,
    exact: Vec<bool>,
    until: Instant,
}

impl<'b> Batch<'b> {
    fn new(slot: &'b Slot, writer: &'b mut IndexWriting, progress: Progress) -> Self {
        let fields = &slot.definition.map_fields;
        Self {
            slot,
            writer,
            progress,
            reader: FieldReader::new(fields.iter().map(|(name, field)| field.source(name)).collect()),
            exact: fields.values().map(|field| field.exact).collect(),
            until: Instant::now() + LONGEST_BATCH,
        }
    }

    fn tombstones(&mut self, snapshot: &Snapshot) -> Result<(), EngineError> {
        if self.progress == Progress::default() {
            self.progress.begun = snapshot.view.last_etag;
            self.progress.tombstone = snapshot.view.last_etag;
            return Ok(());
        }
        let from = self.progress.tombstone + 1;
        // Of all collections: a document may have changed its collection before it was deleted.
        let writer = &mut *self.writer;
        snapshot.tombstones_from(from, &mut |_, id| writer.delete(id))?;
        self.progress.tombstone = snapshot.view.last_etag;
        Ok(())
    }

    /// Says whether it came to the end.
    fn documents(&mut self, snapshot: &Snapshot) -> Result<bool, EngineError> {
        let collection = self.slot.definition.collection.clone();
        let from = self.progress.document + 1;
        let mut failure = None;
        let mut finished = true;
        snapshot.changed_from(collection.as_deref(), from, &mut |row| {
            let etag = row.0;
            if let Err(error) = self.document(snapshot, row) {
                failure = Some(error);
                return false;
            }
            self.progress.document = etag;
            finished = Instant::now() < self.until && !self.slot.stop.load(Ordering::Relaxed);
            finished
        })?;
        failure.map_or(Ok(finished), Err)
    }

    fn document(&mut self, snapshot: &Snapshot, row: crate::database::Row) -> Result<(), EngineError> {
        let document = snapshot.to_document(row)?;
        if document.etag > self.progress.begun {
            self.writer.delete(&document.id);
        }
        self.slot.map_attempts.fetch_add(1, Ordering::Relaxed);
        if document.flags.contains(DocumentFlags::ARCHIVED) {
            return Ok(());
        }
        let mut entry = self.writer.entry(&document.id, document.etag);
        let exact = &self.exact;
        let read = lend(&document, |item| {
            self.reader.read(&item, |number, leaf| {
                if let Ok(field) = u16::try_from(number + 1) {
                    entry.add(field, leaf, exact.get(number).copied().unwrap_or(false));
                }
            })
        });
        if read.is_err() {
            // A body that is no object has no fields; it is found by its id.
            self.slot.map_errors.fetch_add(1, Ordering::Relaxed);
        }
        self.writer.add(entry).map_err(failed)
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    const NICE: libc::c_int = 10;
    // SAFETY: plain system calls without memory; on Linux the number of a thread names it alone.
    unsafe {
        let thread = libc::syscall(libc::SYS_gettid);
        // Refused or not, the work is the same.
        libc::setpriority(libc::PRIO_PROCESS, libc::id_t::try_from(thread).unwrap_or(0), NICE);
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

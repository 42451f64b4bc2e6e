//! The thread of one index: takes what changed since it last looked, a batch at a time, and commits it together with
//! how far it came. Runs at a lower priority than requests where the platform has such a thing.
pub(crate) mod batch;
pub(crate) mod mapping;
pub(crate) mod partitions;
pub(crate) mod worker_permits;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rookery_index::IndexWriter;
use rookery_script::threads::watch;

use super::build::batch::Batch;
use super::build::partitions::Pace;
use super::handle::Slot;
use super::performance::Recording;
use super::progress::Committed;
use super::reduce::Reducing;
use super::reduce::dirty_groups::DueGroups;
use crate::base::changes::IndexChangeKind;
use crate::document::date;
use crate::error::EngineError;
use crate::index_definition::admin_state::IndexPriority;
use crate::state::core::Core;

/// The thread's life.
///
/// `caught_up` is called when the index has seen every change of the snapshot it read.
pub(crate) fn run(
    core: &Core,
    slot: &Arc<Slot>,
    caught_up: impl Fn(&Core, &Arc<Slot>) -> Result<(), EngineError>,
) {
    let mut preferred = None;
    let _ending = Ending::begin(core, slot);
    let observed = slot.clone();
    let _observed = watch::observe(move |error| observed.abandon(&error));
    let (mut writing, mut due, mut pace) = (None, None, None);
    while !slot.stop.load(Ordering::Acquire) && !slot.abandoned.load(Ordering::Acquire) {
        let seen = core.signal.count();
        // Looked at under the lock: whoever stopped it and finds it resting may rely on that.
        slot.tell(|state| state.resting = slot.is_to_rest());
        if slot.state.lock().resting {
            // Who says stop calls afterwards: a call after the count was taken ends the wait at once.
            if !slot.stop.load(Ordering::Acquire) {
                core.signal.wait(seen);
            }
            continue;
        }
        prefer(slot.standing.lock().priority, &mut preferred);
        let done = batch(core, slot, &mut writing, &mut due, &mut pace)
            .and_then(|more| if more { Ok(more) } else { caught_up(core, slot).map(|()| more) });
        match done {
            _ if slot.abandoned.load(Ordering::Acquire) => return,
            Ok(true) => continue,
            Ok(false) => slot.tell(|state| state.failure = None),
            Err(error) => {
                // What the writer had not committed is gone with it; the next try begins at the last commit.
                (writing, due) = (None, None);
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
fn batch(
    core: &Core,
    slot: &Arc<Slot>,
    writing: &mut Option<IndexWriter>,
    due: &mut Option<DueGroups>,
    pace: &mut Option<Pace>,
) -> Result<bool, EngineError> {
    let snapshot = core.snapshot()?;
    // Let go of before the next look into the same state.
    let complete = slot.state.lock().progress.complete;
    if complete >= slot.last_change(&snapshot) {
        return Ok(false);
    }
    let writer = match writing {
        Some(writer) => writer,
        None => writing.insert(slot.index.write().map_err(EngineError::Index)?),
    };
    let mut record = Recording::begin(&slot.performance, &*core.clock);
    let reader = slot.index.reader();
    let committed = Committed::read(reader.text());
    if slot.reduces() && due.is_none() {
        *due = Some(DueGroups::read(&reader).map_err(EngineError::Index)?);
    }
    drop(reader);
    let work = Batch::new(core, slot, writer, &snapshot, committed, &mut record, due.as_mut());
    let (finished, mut committed) = work.run(pace)?;
    slot.tell(|state| state.referenced = committed.references.keys().cloned().collect());
    let last = slot.last_change(&snapshot);
    if finished {
        committed.progress.document = committed.progress.document.max(slot.covered.last_change(&snapshot));
    }
    // Working groups out reads no documents.
    drop(snapshot);
    let mut reduced = true;
    if let Some(due) = due
        && due.is_time(finished)
    {
        commit(slot, writer, &committed, &mut record)?;
        record.watch.begin("Reduce");
        if let Some(mut reducing) = Reducing::new(core, slot, writer, &mut committed, &mut record) {
            reduced = reducing.run(due)?;
        }
        record.watch.end();
    }
    if finished && reduced {
        committed.progress.complete = last;
    }
    committed.indexed_at = date::to_ticks(core.clock.now());
    commit(slot, writer, &committed, &mut record)?;
    slot.errors.save(core)?;
    let worked = u64::try_from(record.watch.elapsed().as_nanos()).unwrap_or(u64::MAX);
    slot.worked.fetch_add(worked, Ordering::Relaxed);
    drop(record);
    slot.last_indexing.store(committed.indexed_at, Ordering::Relaxed);
    slot.hold.may_go_up_to(committed.progress.tombstone);
    slot.tell(|state| state.progress = committed.progress);
    core.tell_index(IndexChangeKind::BatchCompleted, &slot.name());
    Ok(!finished)
}

fn commit(
    slot: &Slot,
    writer: &mut IndexWriter,
    committed: &Committed,
    record: &mut Recording<'_>,
) -> Result<(), EngineError> {
    slot.check_not_abandoned()?;
    record.watch.begin("Index/Commit");
    writer.commit(&committed.text()).map_err(EngineError::Index)?;
    record.watch.end();
    Ok(())
}

/// Tells the scheduler how urgent this thread is, if that is another than before.
fn prefer(priority: IndexPriority, before: &mut Option<IndexPriority>) {
    if *before != Some(priority) {
        *before = Some(priority);
        nice(match priority {
            IndexPriority::High => 2,
            IndexPriority::Normal => 10,
            IndexPriority::Low => 17,
        });
    }
}

#[cfg(target_os = "linux")]
fn nice(value: libc::c_int) {
    // SAFETY: plain system calls without memory; on Linux the number of a thread names it alone.
    unsafe {
        let thread = libc::syscall(libc::SYS_gettid);
        // Refused or not, the work is the same: a user without privileges can only go down.
        libc::setpriority(libc::PRIO_PROCESS, libc::id_t::try_from(thread).unwrap_or(0), value);
    }
}

#[cfg(not(target_os = "linux"))]
fn nice(_: i32) {}

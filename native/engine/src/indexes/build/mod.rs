//! The thread of one index: indexes the changes since the last batch and commits them together with the
//! progress. Runs at a lower priority than requests where the platform supports it.
pub(crate) mod batch;
mod exchange_marks;
mod items;
pub(crate) mod mapping;
pub(crate) mod partitions;
pub(crate) mod worker_permits;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::IndexWriter;
use rookery_script::threads::watch;

use super::build::batch::Batch;
use super::build::partitions::Pace;
use super::handle::IndexHandle;
use super::performance::Recording;
use super::progress::Committed;
use super::reduce::Reducing;
use super::reduce::dirty_groups::DirtyGroups;
use crate::base::changes::IndexChangeKind;
use crate::document::date;
use crate::error::EngineError;
use crate::index_definition::admin_state::IndexPriority;
use crate::state::core::Core;

/// The shortest time from the start of a batch that found no more changes to the start of the next. Each batch writes a
/// segment: one per commit would cost more than what it indexes. Changes after a pause, and changes that a query waits for,
/// are indexed immediately.
const INTERVAL: Duration = Duration::from_millis(50);
/// On a busy machine, the interval is so many times the duration of the batch, up to [`LONGEST_INTERVAL`]: requests come first.
const SHARE: u32 = 4;
const LONGEST_INTERVAL: Duration = Duration::from_millis(250);

/// The thread's loop.
///
/// `caught_up` is called when the index has seen every change of the snapshot it read.
pub(crate) fn run(
    core: &Core,
    handle: &Arc<IndexHandle>,
    caught_up: impl Fn(&Core, &Arc<IndexHandle>) -> Result<(), EngineError>,
) {
    let mut preferred = None;
    let _ending = Ending::begin(core, handle);
    let observed = handle.clone();
    let _observed = watch::observe(move |error| observed.abandon(&error));
    let (mut writing, mut due, mut pace) = (None, None, None);
    while !handle.stop.load(Ordering::Acquire) && !handle.abandoned.load(Ordering::Acquire) {
        let seen = core.signal.count();
        // Checked under the lock: a caller that paused the index and sees it resting may rely on that.
        handle.update_state(|state| state.resting = handle.must_rest());
        if handle.state.lock().resting {
            // A stop notifies afterwards: a notification after the count was read ends the wait immediately.
            if !handle.stop.load(Ordering::Acquire) {
                core.signal.wait(seen);
            }
            continue;
        }
        prefer(handle.admin_state.lock().priority, &mut preferred);
        let started = Instant::now();
        let done = batch(core, handle, &mut writing, &mut due, &mut pace).and_then(|more| {
            let is_errored = handle.errored.load(Ordering::Acquire);
            if more || is_errored { Ok(more) } else { caught_up(core, handle).map(|()| more) }
        });
        match done {
            _ if handle.abandoned.load(Ordering::Acquire) => return,
            Ok(true) => continue,
            Ok(false) => handle.update_state(|state| state.failure = None),
            Err(error) => {
                // Uncommitted changes are lost; the retry starts at the last commit.
                (writing, due) = (None, None);
                handle.update_state(|state| state.failure = Some(error.to_string()));
            }
        }
        if handle.stop.load(Ordering::Acquire) {
            break;
        }
        let interval = (started.elapsed() * SHARE).clamp(INTERVAL, LONGEST_INTERVAL);
        core.signal.wait(seen);
        handle.rest_until(started + interval);
    }
}

/// Marks the thread as ended, also after a panic, because a caller may wait for it.
struct Ending<'e> {
    core: &'e Core,
    handle: &'e IndexHandle,
}

impl<'e> Ending<'e> {
    fn begin(core: &'e Core, handle: &'e IndexHandle) -> Self {
        core.signal.listen();
        Self { core, handle }
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.core.signal.leave();
        self.handle.update_state(|state| state.ended = true);
    }
}

/// Indexes one batch. Returns whether there is more.
fn batch(
    core: &Core,
    handle: &Arc<IndexHandle>,
    writing: &mut Option<IndexWriter>,
    due: &mut Option<DirtyGroups>,
    pace: &mut Option<Pace>,
) -> Result<bool, EngineError> {
    let snapshot = core.snapshot()?;
    // Dropped before the state is locked again.
    let progress = handle.state.lock().progress;
    if progress.covers(handle.last_change(&snapshot)) {
        // After it was enabled, it is judged without a new change, too.
        if handle.fails_too_often(&handle.attempts.counts(), false) {
            handle.publish(core, progress, true);
        }
        return Ok(false);
    }
    let writer = match writing {
        Some(writer) => writer,
        None => writing.insert(handle.index.write().map_err(EngineError::Index)?),
    };
    let mut record = Recording::begin(&handle.performance, &*core.clock);
    let reader = handle.index.reader();
    let committed = Committed::read(reader.text());
    if handle.reduces() && due.is_none() {
        *due = Some(DirtyGroups::read(&reader).map_err(EngineError::Index)?);
    }
    drop(reader);
    let work = Batch::new(core, handle, writer, &snapshot, committed, &mut record, due.as_mut());
    let (finished, mut committed) = work.run(pace)?;
    handle.update_state(|state| {
        state.referenced = committed.references.keys().cloned().collect();
        state.reads_exchanges = committed.reads_exchanges;
    });
    let last = handle.last_change(&snapshot);
    if finished {
        committed.progress.document = committed.progress.document.max(handle.covered.last_change(&snapshot));
        if let Some(kind) = handle.items {
            let last = handle.covered.last_item_change(kind, &snapshot);
            committed.progress.item = committed.progress.item.max(last);
        }
    }
    // Reducing groups reads no documents.
    drop(snapshot);
    let mut reduced = true;
    if let Some(due) = due
        && due.is_time(finished)
    {
        commit(handle, writer, &committed, &mut record)?;
        record.trace.begin("Reduce");
        if let Some(mut reducing) = Reducing::new(core, handle, writer, &mut committed, &mut record) {
            reduced = reducing.run(due)?;
        }
        record.trace.end();
    }
    if finished && reduced {
        committed.progress.complete = last.etag;
        committed.progress.exchange = committed.progress.exchange.max(last.exchange);
    }
    committed.indexed_at = date::to_ticks(core.clock.now());
    committed.attempts = handle.attempts.counts();
    committed.errored = handle.fails_too_often(&committed.attempts, !finished || !reduced);
    commit(handle, writer, &committed, &mut record)?;
    handle.errors.save(core)?;
    let worked = u64::try_from(record.trace.elapsed().as_nanos()).unwrap_or(u64::MAX);
    handle.worked.fetch_add(worked, Ordering::Relaxed);
    drop(record);
    handle.last_indexing.store(committed.indexed_at, Ordering::Relaxed);
    handle.hold.release_up_to(committed.progress.tombstone);
    handle.publish(core, committed.progress, committed.errored);
    core.notify_index_change(IndexChangeKind::BatchCompleted, &handle.name());
    Ok(!finished)
}

fn commit(
    handle: &IndexHandle,
    writer: &mut IndexWriter,
    committed: &Committed,
    record: &mut Recording<'_>,
) -> Result<(), EngineError> {
    handle.check_not_abandoned()?;
    record.trace.begin("Index/Commit");
    writer.commit(&committed.text()).map_err(EngineError::Index)?;
    record.trace.end();
    Ok(())
}

/// Sets the thread's scheduling priority, if it changed.
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
    // SAFETY: plain system calls without memory; on Linux a thread id affects only that thread.
    unsafe {
        let thread = libc::syscall(libc::SYS_gettid);
        // The result does not matter: an unprivileged user can only lower the priority.
        libc::setpriority(libc::PRIO_PROCESS, libc::id_t::try_from(thread).unwrap_or(0), value);
    }
}

#[cfg(not(target_os = "linux"))]
fn nice(_: i32) {}

//! The initial build of an index, done by several threads in parallel: each takes a partition of adjacent
//! etags and writes its own segments, so that entries stay in the order of etags, and threads do not exchange
//! entries.
//!
//! Only documents without older entries are built this way. Partitions are added from the first one on, as
//! far as they are complete.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_index::{DetachedSegments, Group, IndexWriter, SegmentBuilder};
use rookery_script::threads::watch;

use super::mapping::{Mapping, Outlet};
use super::worker_permits::{MOST_THREADS, WorkerPermits};
use crate::error::EngineError;
use crate::indexes::batch_trace::{BatchTrace, IndexingStep};
use crate::indexes::handle::IndexHandle;
use crate::indexes::performance::{BatchCounts, Recording};
use crate::indexes::progress::Committed;
use crate::state::core::{Core, thread_name};
use crate::state::snapshot::{Row, Snapshot};

/// The target duration of a batch, by the speed of the one before.
const WANTED: Duration = Duration::from_secs(3);

/// Partitions that take longer, because documents became much more expensive, are cut off.
const LONGEST: Duration = Duration::from_secs(10);

/// A shorter one is not worth a thread and a separate segment.
const SHORTEST: Duration = Duration::from_millis(100);

/// A partition is at most this many times as long as what a thread did in the last batch: the next documents
/// may have denser etags.
const LARGEST_STEP: i64 = 128;

/// The work of one thread in the last batch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    etags: i64,
    took: Duration,
}

impl Pace {
    pub(crate) fn of(etags: i64, threads: usize, took: Duration) -> Self {
        Self { etags: etags / i64::try_from(threads).unwrap_or(1), took }
    }

    /// How many etags it would process in this time.
    fn within(self, time: Duration) -> i64 {
        (self.etags as f64 * time.as_secs_f64() / self.took.as_secs_f64().max(0.001)) as i64
    }
}

/// The etags of each thread.
#[derive(Debug)]
pub(crate) struct Plan {
    partitions: Vec<RangeInclusive<i64>>,
    permits: Option<WorkerPermits>,
}

impl Plan {
    /// `None` where one thread is as fast. `wanted` threads are used in any case.
    pub(crate) fn of(from: i64, last: i64, pace: Pace, wanted: Option<NonZero<usize>>) -> Option<Self> {
        let left = last - from + 1;
        let shortest = if wanted.is_some() { 1 } else { pace.within(SHORTEST) };
        if left < 2 * shortest.max(MOST_THREADS) {
            return None;
        }
        let permits = wanted.is_none().then(WorkerPermits::take);
        let helpers = wanted.map(|wanted| wanted.get() - 1).or(permits.as_ref().map(|permits| permits.0))?;
        let threads = i64::try_from(helpers).ok()? + 1;
        let most = pace.within(WANTED).min(pace.etags.saturating_mul(LARGEST_STEP)).max(1);
        let length = most.min((left + threads - 1) / threads);
        let partition = |number| from + number * length..=last.min(from + (number + 1) * length - 1);
        (threads > 1).then(|| Self { partitions: (0..threads).map(partition).collect(), permits })
    }

    pub(crate) fn threads(&self) -> usize {
        self.partitions.len()
    }
}

/// What all threads share.
#[derive(Clone, Copy)]
pub(crate) struct BuildContext<'g> {
    pub core: &'g Core,
    pub handle: &'g Arc<IndexHandle>,
    pub snapshot: &'g Snapshot,
}

/// The result of a partition.
struct Done {
    segments: DetachedSegments,
    touched: HashSet<Group>,
    committed: Committed,
    counts: BatchCounts,
    steps: IndexingStep,
    /// The last indexed etag, and whether it is the last of the partition.
    last: i64,
    complete: bool,
}

/// The result of all partitions.
pub(crate) struct MergedPartitions {
    /// Everything up to this etag is indexed.
    pub last: i64,
    pub complete: bool,
    pub touched: HashSet<Group>,
}

/// Builds the partitions and adds the complete ones.
pub(crate) fn work(
    plan: Plan,
    context: BuildContext<'_>,
    committed: &mut Committed,
    writer: &mut IndexWriter,
    record: &mut Recording<'_>,
) -> Result<MergedPartitions, EngineError> {
    let Plan { partitions, permits } = plan;
    committed.fields.share();
    let name = thread_name("map", &context.core.name);
    let done = std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for partition in &partitions[1..] {
            let (partition, writing, committed) =
                (partition.clone(), writer.segment_builder(), committed.clone());
            let observed = context.handle.clone();
            let work = move || {
                let _observed = watch::observe(move |error| observed.abandon(&error));
                Partition::new(context, partition, writing, committed).work()
            };
            let helper = std::thread::Builder::new().name(name.clone()).spawn_scoped(scope, work);
            helpers
                .push(helper.map_err(EngineError::io(context.handle.index.folder(), "start a thread for"))?);
        }
        let first =
            Partition::new(context, partitions[0].clone(), writer.segment_builder(), committed.clone())
                .work();
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        // Waits for all, also when the first has failed.
        let others: Vec<_> = others.collect();
        std::iter::once(first).chain(others).collect::<Result<Vec<Done>, EngineError>>()
    });
    drop(permits);
    committed.fields.settle();
    let mut merged =
        MergedPartitions { last: partitions[0].start() - 1, complete: true, touched: HashSet::new() };
    let mut longest = IndexingStep::default();
    for partition in done? {
        writer.add_segments(partition.segments).map_err(EngineError::Index)?;
        committed.learn_from(&partition.committed);
        record.counts.add(partition.counts);
        merged.touched.extend(partition.touched);
        (merged.last, merged.complete) = (partition.last, partition.complete);
        if partition.steps.duration > longest.duration {
            longest = partition.steps;
        }
        if !partition.complete {
            // The results of threads after a gap are discarded.
            break;
        }
    }
    record.trace.add(longest);
    Ok(merged)
}

/// One thread's work.
struct Partition<'b> {
    context: BuildContext<'b>,
    etags: RangeInclusive<i64>,
    writing: SegmentBuilder,
    mapping: Mapping<'b>,
    touched: HashSet<Group>,
    counts: BatchCounts,
    trace: BatchTrace,
    until: Instant,
}

impl<'b> Partition<'b> {
    fn new(
        context: BuildContext<'b>,
        etags: RangeInclusive<i64>,
        writing: SegmentBuilder,
        committed: Committed,
    ) -> Self {
        Self {
            context,
            etags,
            writing,
            mapping: Mapping::new(context.core, context.handle, context.snapshot, committed),
            touched: HashSet::new(),
            counts: BatchCounts::default(),
            trace: BatchTrace::start("Map"),
            until: Instant::now() + LONGEST,
        }
    }

    fn work(mut self) -> Result<Done, EngineError> {
        let BuildContext { handle, snapshot, .. } = self.context;
        let (mut last, mut complete, mut failure) = (self.etags.start() - 1, true, None);
        let end = *self.etags.end();
        handle.covered.changed_from(snapshot, *self.etags.start(), &mut |row| {
            let etag = row.0;
            if etag > end {
                return false;
            }
            if handle.must_pause() || self.trace.mark() > self.until {
                complete = false;
                return false;
            }
            if let Err(error) = self.document(row) {
                failure = Some(error);
                return false;
            }
            last = etag;
            true
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        self.trace.step_out("Map");
        let segments = self.writing.finish().map_err(EngineError::Index)?;
        self.trace.lap("Index/Write");
        Ok(Done {
            segments,
            touched: self.touched,
            committed: self.mapping.committed,
            counts: self.counts,
            steps: self.trace.so_far(),
            last: if complete { end } else { last },
            complete,
        })
    }

    fn document(&mut self, row: Row) -> Result<(), EngineError> {
        let document = self.context.snapshot.to_document(row)?;
        self.trace.step_into("Map", &document.collection);
        self.trace.lap("Storage/DocumentRead");
        let mut to = Outlet::Segments(&mut self.writing, &mut self.touched);
        self.mapping.add(&document, &mut self.counts, &mut self.trace, &mut to)
    }
}

//! The recorder: rings per file and kind for snapshots, and a short log of the latest events for live
//! readers.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use time::OffsetDateTime;

use super::event::{
    EnvironmentSnapshot, EnvironmentType, FileSnapshot, FileStatus, IoDelta, IoEvent, IoKind, IoSnapshot,
};
use super::ring::Ring;

/// Events kept for live readers. A reader that is slower than this fills gets the number of missed events.
const LIVE_LOG: usize = 16 * 1024;
/// Files that take no more writes and are still remembered, per environment.
const MAX_CLOSED_FILES: usize = 16;

/// The always-on recorder of one database, or of the server's own files.
#[derive(Debug, Default)]
pub struct IoMetrics {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By their number, in the order of first use.
    environments: BTreeMap<u64, Environment>,
    /// The number of the next environment.
    next: u64,
    live: VecDeque<IoEvent>,
    /// Events recorded since the beginning: the cursor after the newest one.
    recorded: u64,
}

#[derive(Debug)]
struct Environment {
    path: Arc<str>,
    environment_type: EnvironmentType,
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    name: Arc<str>,
    status: FileStatus,
    rings: Vec<(IoKind, Ring)>,
}

impl IoMetrics {
    /// Everything remembered: per file the events not folded yet and the folded summaries.
    pub fn snapshot(&self) -> IoSnapshot {
        let state = self.state.lock();
        let files = |environment: &Environment| {
            environment.files.iter().map(File::snapshot).collect::<Vec<FileSnapshot>>()
        };
        let environments = state.environments.values().map(|environment| EnvironmentSnapshot {
            path: environment.path.clone(),
            environment_type: environment.environment_type,
            files: files(environment),
        });
        IoSnapshot { environments: environments.collect() }
    }

    /// The events recorded after `cursor` (0 at first) and the cursor for the next call.
    pub fn since(&self, cursor: u64) -> (IoDelta, u64) {
        let state = self.state.lock();
        let new = state.recorded.saturating_sub(cursor);
        let kept = usize::try_from(new).unwrap_or(usize::MAX).min(state.live.len());
        let events = state.live.range(state.live.len() - kept..).cloned().collect();
        (IoDelta { events, missed: new - kept as u64 }, state.recorded)
    }

    /// The cursor after the newest event: what a live reader starts with after a snapshot.
    pub fn cursor(&self) -> u64 {
        self.state.lock().recorded
    }

    /// A recorder for one environment's files.
    pub fn environment(self: &Arc<Self>, path: &Path, environment_type: EnvironmentType) -> IoRecorder {
        let path: Arc<str> = Arc::from(path.to_string_lossy().as_ref());
        let mut state = self.state.lock();
        let known =
            state.environments.iter().find(|(_, known)| known.path == path).map(|(number, _)| *number);
        let number = known.unwrap_or_else(|| {
            let number = state.next;
            state.next += 1;
            let files = Vec::new();
            state.environments.insert(number, Environment { path: path.clone(), environment_type, files });
            number
        });
        IoRecorder { metrics: self.clone(), number, environment: path, environment_type }
    }

    fn record(&self, environment: u64, event: IoEvent) {
        let mut state = self.state.lock();
        if let Some(environment) = state.environments.get_mut(&environment) {
            environment.file(&event.file).ring(event.kind).push(event.clone());
        }
        if state.live.len() == LIVE_LOG {
            state.live.pop_front();
        }
        state.live.push_back(event);
        state.recorded += 1;
    }
}

impl Environment {
    fn file(&mut self, name: &Arc<str>) -> &mut File {
        let open = |file: &File| file.name == *name && file.status == FileStatus::InUse;
        let at = self.files.iter().position(open).unwrap_or_else(|| {
            self.files.push(File { name: name.clone(), status: FileStatus::InUse, rings: Vec::new() });
            self.files.len() - 1
        });
        &mut self.files[at]
    }

    fn close(&mut self, name: &str) {
        let open = |file: &&mut File| *file.name == *name && file.status == FileStatus::InUse;
        if let Some(file) = self.files.iter_mut().find(open) {
            file.status = FileStatus::Closed;
        }
        let closed = self.files.iter().filter(|file| file.status == FileStatus::Closed).count();
        if closed > MAX_CLOSED_FILES
            && let Some(oldest) = self.files.iter().position(|file| file.status == FileStatus::Closed)
        {
            self.files.remove(oldest);
        }
    }
}

impl File {
    fn ring(&mut self, kind: IoKind) -> &mut Ring {
        let at = self.rings.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            self.rings.push((kind, Ring::default()));
            self.rings.len() - 1
        });
        &mut self.rings[at].1
    }

    fn snapshot(&self) -> FileSnapshot {
        let mut recent: Vec<IoEvent> =
            self.rings.iter().flat_map(|(_, ring)| ring.recent()).cloned().collect();
        recent.sort_by_key(|event| event.start);
        let mut history: Vec<_> = self.rings.iter().flat_map(|(_, ring)| ring.history()).cloned().collect();
        history.sort_by_key(|summary| summary.start);
        FileSnapshot { file: self.name.clone(), status: self.status, recent, history }
    }
}

/// Records what is done to the files of one environment.
#[derive(Debug, Clone)]
pub struct IoRecorder {
    metrics: Arc<IoMetrics>,
    number: u64,
    environment: Arc<str>,
    environment_type: EnvironmentType,
}

impl IoRecorder {
    /// Begins to measure a call.
    pub fn begin(&self) -> IoMeasure {
        IoMeasure { start: OffsetDateTime::now_utc(), started: Instant::now() }
    }

    /// A write or sync that has just ended.
    pub fn wrote(&self, measure: IoMeasure, kind: IoKind, file: &Arc<str>, size: u64, file_size: u64) {
        self.took(measure.start, measure.started.elapsed(), kind, file, size, file_size);
    }

    /// A write whose time was summed up by the caller.
    pub fn took(
        &self,
        start: OffsetDateTime,
        duration: Duration,
        kind: IoKind,
        file: &Arc<str>,
        size: u64,
        file_size: u64,
    ) {
        self.metrics.record(
            self.number,
            IoEvent {
                environment: self.environment.clone(),
                environment_type: self.environment_type,
                file: file.clone(),
                kind,
                start,
                duration,
                size,
                file_size,
                compressed_size: None,
                acceleration: None,
            },
        );
    }

    /// A compression that has just ended.
    pub fn compressed(
        &self,
        measure: IoMeasure,
        file: &Arc<str>,
        original: u64,
        compressed: u64,
        level: i32,
    ) {
        self.metrics.record(
            self.number,
            IoEvent {
                environment: self.environment.clone(),
                environment_type: self.environment_type,
                file: file.clone(),
                kind: IoKind::Compression,
                start: measure.start,
                duration: measure.started.elapsed(),
                size: original,
                file_size: 0,
                compressed_size: Some(compressed),
                acceleration: Some(level),
            },
        );
    }

    /// A file that is no longer written.
    pub fn closed(&self, file: &str) {
        let mut state = self.metrics.state.lock();
        if let Some(environment) = state.environments.get_mut(&self.number) {
            environment.close(file);
        }
    }

    /// The environment's files were deleted: it is no longer remembered. Live readers still get the events
    /// that they have not read.
    pub fn forget(&self) {
        self.metrics.state.lock().environments.remove(&self.number);
    }
}

/// A call that is being measured: its wall-clock start and a steady stop-watch.
#[derive(Debug, Clone, Copy)]
pub struct IoMeasure {
    /// When the call began, by the wall clock.
    pub start: OffsetDateTime,
    /// The same moment by the monotonic clock.
    pub started: Instant,
}

#[cfg(test)]
mod tests {
    use super::super::ring::RING_SIZE;
    use super::*;

    fn recorder() -> (Arc<IoMetrics>, IoRecorder, Arc<str>) {
        let metrics = Arc::new(IoMetrics::default());
        let recorder = metrics.environment(Path::new("/data/db"), EnvironmentType::Documents);
        (metrics, recorder, Arc::from("1.journal"))
    }

    fn record(recorder: &IoRecorder, file: &Arc<str>, second: i64, milliseconds: u64) {
        let start = OffsetDateTime::from_unix_timestamp(second).unwrap();
        recorder.took(start, Duration::from_millis(milliseconds), IoKind::JournalWrite, file, 4096, 65536);
    }

    #[test]
    fn a_full_ring_folds_into_one_summary_and_empties() {
        let (metrics, recorder, file) = recorder();
        for second in 0..RING_SIZE as i64 {
            record(&recorder, &file, second, 1 + second.unsigned_abs() % 7);
        }
        let full = &metrics.snapshot().environments[0].files[0];
        assert_eq!((full.recent.len(), full.history.len()), (RING_SIZE, 0));

        record(&recorder, &file, 1000, 3);
        let folded = &metrics.snapshot().environments[0].files[0];
        assert_eq!((folded.recent.len(), folded.history.len()), (1, 1));
        let summary = &folded.history[0];
        assert_eq!(summary.count, 256);
        assert_eq!(summary.size, 256 * 4096);
        assert_eq!(summary.file_size, 65536);
        assert_eq!((summary.min, summary.max), (Duration::from_millis(1), Duration::from_millis(7)));
        assert_eq!(summary.active, (0..256u64).map(|n| Duration::from_millis(1 + n % 7)).sum::<Duration>());
        assert_eq!(summary.start, OffsetDateTime::UNIX_EPOCH);
        assert_eq!(summary.duration(), Duration::from_secs(255) + Duration::from_millis(1 + 255 % 7));
    }

    #[test]
    fn kinds_on_one_file_are_merged_separately() {
        let (metrics, recorder, file) = recorder();
        for second in 0..=RING_SIZE as i64 {
            record(&recorder, &file, second, 1);
        }
        recorder.compressed(recorder.begin(), &file, 100, 30, 1);
        let file = &metrics.snapshot().environments[0].files[0];
        assert_eq!((file.recent.len(), file.history.len()), (2, 1));
        let compression = file.recent.iter().find(|event| event.kind == IoKind::Compression).unwrap();
        assert_eq!((compression.size, compression.compressed_size), (100, Some(30)));
    }

    #[test]
    fn a_live_reader_gets_each_event_once_even_when_rings_fold() {
        let (metrics, recorder, file) = recorder();
        record(&recorder, &file, 0, 1);
        let (first, cursor) = metrics.since(0);
        assert_eq!((first.events.len(), first.missed, cursor), (1, 0, 1));
        for second in 1..=300 {
            record(&recorder, &file, second, 1);
        }
        let (second, cursor) = metrics.since(cursor);
        assert_eq!((second.events.len(), second.missed, cursor), (300, 0, 301));
        assert_eq!(metrics.since(cursor), (IoDelta::default(), 301));
        let grouped = second.into_snapshot();
        assert_eq!(grouped.environments[0].files[0].recent.len(), 300);
    }

    #[test]
    fn a_forgotten_environment_takes_no_place_and_disturbs_no_other() {
        let (metrics, recorder, file) = recorder();
        let index = metrics.environment(Path::new("/data/db/indexes/a"), EnvironmentType::Index);
        let other = metrics.environment(Path::new("/data/db/indexes/b"), EnvironmentType::Index);
        record(&index, &file, 0, 1);
        index.forget();
        // A background merge can end after its index was deleted.
        record(&index, &file, 1, 1);
        record(&other, &file, 2, 1);
        record(&recorder, &file, 3, 1);
        let snapshot = metrics.snapshot();
        let found: Vec<_> = snapshot
            .environments
            .iter()
            .map(|environment| (&*environment.path, environment.files[0].recent.len()))
            .collect();
        assert_eq!(found, [("/data/db", 1), ("/data/db/indexes/b", 1)]);
        assert_eq!(metrics.since(0).0.events.len(), 4);
    }

    #[test]
    fn a_late_live_reader_gets_the_number_of_missed_events() {
        let (metrics, recorder, file) = recorder();
        for second in 0..LIVE_LOG as i64 + 5 {
            record(&recorder, &file, second, 1);
        }
        let (delta, _) = metrics.since(0);
        assert_eq!((delta.events.len(), delta.missed), (LIVE_LOG, 5));
    }

    #[test]
    fn only_the_latest_closed_files_are_remembered() {
        let (metrics, recorder, _) = recorder();
        for number in 0..20 {
            let file: Arc<str> = Arc::from(format!("{number}.journal"));
            record(&recorder, &file, number, 1);
            recorder.closed(&file);
        }
        let snapshot = metrics.snapshot();
        let files = &snapshot.environments[0].files;
        assert_eq!(files.len(), MAX_CLOSED_FILES);
        assert_eq!(&*files[0].file, "4.journal");
        assert!(files.iter().all(|file| file.status == FileStatus::Closed));
    }
}

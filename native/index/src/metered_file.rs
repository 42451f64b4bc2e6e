//! Records the writes and syncs of an index's files.
//!
//! A segment consists of several small files with random names, written once. They are recorded under one name, so
//! that the record of an index has a bounded size and its history covers more than the last two segments.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_storage::{IoKind, IoMeasure, IoRecorder};
use tantivy::directory::{AntiCallToken, TerminatingWrite};

/// The name under which all segment files are recorded.
pub(crate) const SEGMENTS: &str = "segments";
/// tantivy's file that lists the segments: replacing it is the commit.
const COMMIT_FILE: &str = "meta.json";

/// A new file: its writes are one *DataFlush*, its sync is one *DataSync*.
pub(crate) struct MeteredFile {
    file: Box<dyn TerminatingWrite + Send + Sync>,
    recorder: IoRecorder,
    begun: Option<IoMeasure>,
    writing: Duration,
    size: u64,
}

impl MeteredFile {
    pub(crate) fn new(file: Box<dyn TerminatingWrite + Send + Sync>, recorder: IoRecorder) -> Self {
        Self { file, recorder, begun: None, writing: Duration::ZERO, size: 0 }
    }
}

impl Write for MeteredFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.get_or_insert_with(|| self.recorder.begin());
        let started = Instant::now();
        let written = self.file.write(bytes)?;
        self.writing += started.elapsed();
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TerminatingWrite for MeteredFile {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        let name: Arc<str> = Arc::from(SEGMENTS);
        if let Some(begun) = self.begun {
            let kind = IoKind::DataFlush;
            self.recorder.took(begun.start, self.writing, kind, &name, self.size, self.size);
        }
        let measure = self.recorder.begin();
        self.file.terminate_ref(token)?;
        self.recorder.wrote(measure, IoKind::DataSync, &name, self.size, self.size);
        Ok(())
    }
}

/// Records a file that was written, synced and put in the place of its former version. The replacement of the list
/// of segments is the commit and counts as a *JournalWrite*: a batch is durable when it returns.
pub(crate) fn replaced(recorder: &IoRecorder, measure: IoMeasure, path: &Path, size: u64) {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let kind = if name == COMMIT_FILE { IoKind::JournalWrite } else { IoKind::DataSync };
    recorder.wrote(measure, kind, &Arc::from(name.as_ref()), size, size);
}

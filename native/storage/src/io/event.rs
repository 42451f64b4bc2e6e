//! The types of I/O records.

use std::sync::Arc;
use std::time::Duration;

use time::OffsetDateTime;

/// What a set of files is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnvironmentType {
    /// A database's documents.
    Documents,
    /// One index.
    Index,
    /// A database's configuration.
    Configuration,
    /// The server's own files.
    System,
}

impl EnvironmentType {
    /// The wire's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Documents => "Documents",
            Self::Index => "Index",
            Self::Configuration => "Configuration",
            Self::System => "System",
        }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IoKind {
    /// A record was written to a journal and is on the device.
    JournalWrite,
    /// Journalled changes were written to the data file.
    DataFlush,
    /// The data file was synced to the device.
    DataSync,
    /// A journal record was compressed before it was written.
    Compression,
}

impl IoKind {
    /// The wire's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::JournalWrite => "JournalWrite",
            Self::DataFlush => "DataFlush",
            Self::DataSync => "DataSync",
            Self::Compression => "Compression",
        }
    }
}

/// One thing that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct IoEvent {
    /// The environment's folder.
    pub environment: Arc<str>,
    /// What the environment is for.
    pub environment_type: EnvironmentType,
    /// The file's name without folder.
    pub file: Arc<str>,
    /// What was done.
    pub kind: IoKind,
    /// When it began.
    pub start: OffsetDateTime,
    /// How long the call took.
    pub duration: Duration,
    /// Bytes written; for a compression the bytes before it.
    pub size: u64,
    /// Bytes the file has been given on disk.
    pub file_size: u64,
    /// For a compression: the bytes after it.
    pub compressed_size: Option<u64>,
    /// For a compression: the level, as the wire's "acceleration".
    pub acceleration: Option<i32>,
}

impl IoEvent {
    /// When it ended.
    pub fn end(&self) -> OffsetDateTime {
        self.start + self.duration
    }
}

/// What is left of a full ring of events.
#[derive(Debug, Clone, PartialEq)]
pub struct IoSummary {
    /// What was done.
    pub kind: IoKind,
    /// How many events were folded.
    pub count: u64,
    /// Earliest start.
    pub start: OffsetDateTime,
    /// Latest end.
    pub end: OffsetDateTime,
    /// Bytes in all.
    pub size: u64,
    /// The file's size at the last event.
    pub file_size: u64,
    /// Sum of all durations.
    pub active: Duration,
    /// Longest duration.
    pub max: Duration,
    /// Shortest duration.
    pub min: Duration,
    /// Compressed bytes in all (0 unless compressions).
    pub compressed_size: u64,
    /// Highest and lowest acceleration (1 and 1 unless compressions).
    pub max_acceleration: i32,
    /// See `max_acceleration`.
    pub min_acceleration: i32,
}

/// Whether a file still takes writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileStatus {
    /// It does.
    InUse,
    /// It was closed, recycled or deleted.
    Closed,
}

/// What is remembered of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileSnapshot {
    /// The file's name without folder.
    pub file: Arc<str>,
    /// Whether it is still in use.
    pub status: FileStatus,
    /// Events not folded yet, by start.
    pub recent: Vec<IoEvent>,
    /// Folded rings, oldest first.
    pub history: Vec<IoSummary>,
}

/// What is remembered of one environment.
#[derive(Debug, Clone, PartialEq)]
pub struct EnvironmentSnapshot {
    /// Its folder.
    pub path: Arc<str>,
    /// What it is for.
    pub environment_type: EnvironmentType,
    /// Its files, in order of first use.
    pub files: Vec<FileSnapshot>,
}

/// Everything remembered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IoSnapshot {
    /// The environments, in order of first use.
    pub environments: Vec<EnvironmentSnapshot>,
}

/// The events since a reader's last call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IoDelta {
    /// The events, in the order they were recorded.
    pub events: Vec<IoEvent>,
    /// How many older ones the reader missed.
    pub missed: u64,
}

impl IoDelta {
    /// The events by environment and file, as a snapshot without history.
    pub fn into_snapshot(self) -> IoSnapshot {
        let mut snapshot = IoSnapshot::default();
        for event in self.events {
            let environments = &mut snapshot.environments;
            let at =
                environments.iter().position(|known| known.path == event.environment).unwrap_or_else(|| {
                    environments.push(EnvironmentSnapshot {
                        path: event.environment.clone(),
                        environment_type: event.environment_type,
                        files: Vec::new(),
                    });
                    environments.len() - 1
                });
            let files = &mut environments[at].files;
            let at = files.iter().position(|known| known.file == event.file).unwrap_or_else(|| {
                files.push(FileSnapshot {
                    file: event.file.clone(),
                    status: FileStatus::InUse,
                    recent: Vec::new(),
                    history: Vec::new(),
                });
                files.len() - 1
            });
            files[at].recent.push(event);
        }
        for file in snapshot.environments.iter_mut().flat_map(|environment| &mut environment.files) {
            file.recent.sort_by_key(|event| event.start);
        }
        snapshot
    }
}

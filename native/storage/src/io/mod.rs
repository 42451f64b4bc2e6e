//! The record of disk operations: every journal write, flush, sync and compression, timed at the call itself.
//!
//! Recording is always on. It is independent of documents: files and durations only.

mod event;
mod metrics;
mod ring;

pub use event::{
    EnvironmentSnapshot, EnvironmentType, FileSnapshot, FileStatus, IoDelta, IoEvent, IoKind, IoSnapshot,
    IoSummary,
};
pub use metrics::{IoMeasure, IoMetrics, IoRecorder};
pub use ring::RING_SIZE;

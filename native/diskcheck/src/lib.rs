//! The disk check: what durable and buffered writes cost in a folder, and what that means for a database there.
//!
//! ```
//! use std::time::Duration;
//!
//! use rookery_cancel::CancelToken;
//! use rookery_diskcheck::{Limits, check};
//!
//! # let folder = tempfile::tempdir()?;
//! let limits = Limits { duration: Duration::from_millis(1200), bytes: Limits::LEAST_BYTES, threads: 2 };
//! let report = check(folder.path(), limits, &CancelToken::new(), &mut |_| {})?;
//! assert!(report.measurements.iter().all(|measured| measured.operations > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The steps run one after another on files in a new private folder, which is removed in any case. Writes go through
//! `rookery-storage` like those of the engine, and one method is the engine's own journal. The sentences of the
//! result ([`Finding`]) are computed from its figures only. Independent of documents, databases and HTTP.

mod check;
mod error;
mod folder;
mod latency;
mod pattern;
mod plan;
mod report;
mod sustained;
mod table;
mod units;
mod verdict;
mod work;

pub use check::check;
pub use error::DiskCheckError;
pub use folder::{FileSystem, FileSystemKind, PREFIX, Space};
pub use latency::LatencySummary;
pub use pattern::{Access, Method, Pattern};
pub use plan::Limits;
pub use report::{Estimates, Finding, Level, Measurement, Progress, Report, Series};
pub use sustained::{Drop, Sample};
pub use table::to_text;

//! Compressed segments of time series: sorted entries of a time, one to 32 numbers and a tag, in about 2 KiB.
//!
//! Times are milliseconds since 1970-01-01T00:00:00Z and are stored as the difference of their differences, numbers as
//! the bits in which they differ from the one before at their position, tags as numbers in a small dictionary (T. Pelkonen
//! et al., *Gorilla: A Fast, Scalable, In-Memory Time Series Database*, VLDB 2015). Independent of storage and HTTP.
//!
//! ```
//! use rookery_timeseries::{Points, Segment, SegmentWriter};
//!
//! let mut writer = SegmentWriter::new();
//! assert!(writer.push(1_000, &[60.0], Some("watches/1")));
//! let bytes = writer.finish();
//!
//! // Appending needs no decoding.
//! let mut writer = SegmentWriter::resume(&Segment::read(&bytes)?);
//! assert!(writer.push(2_000, &[61.5, 0.25], None));
//! let bytes = writer.finish();
//!
//! let segment = Segment::read(&bytes)?;
//! assert_eq!((segment.first(), segment.last(), segment.len()), (1_000, 2_000, 2));
//! let mut points = Points::default();
//! segment.decode_range(1_500, i64::MAX, &mut points)?;
//! let entry = points.get(0).unwrap();
//! assert_eq!((entry.timestamp, entry.values, entry.tag), (2_000, &[61.5, 0.25][..], None));
//! # Ok::<(), rookery_timeseries::DamagedSegment>(())
//! ```

mod bits;
mod cursor;
mod layout;
mod points;
pub mod raven;
mod segment;
mod writer;

pub use cursor::Entries;
pub use points::{Entry, Points};
pub use segment::{DamagedSegment, Segment};
pub use writer::SegmentWriter;

/// Most numbers of an entry.
pub const MAX_VALUES: usize = 32;
/// Longest tag, in UTF-8 bytes, as of RavenDB 7.1.5 (whose message says 255).
pub const MAX_TAG_BYTES: usize = 252;
/// Bytes of a segment, unless a single entry needs more.
pub const MAX_SEGMENT_BYTES: usize = 2048;
/// Most entries of a segment.
pub const MAX_SEGMENT_ENTRIES: usize = 8192;

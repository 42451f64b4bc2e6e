//! Recordings of a server: one file of what its diagnostics showed over a while.
//!
//! ```
//! use std::io::Cursor;
//!
//! use rookery_recording::tables::{IoEvent, Rows};
//! use rookery_recording::{Ending, Limits, Manifest, RecordingWriter, read};
//!
//! let manifest = Manifest { format: rookery_recording::FORMAT, started: 1_000, ..Manifest::default() };
//! let mut writer = RecordingWriter::new(Cursor::new(Vec::new()), &manifest)?;
//! let write = IoEvent { time: 2_000, duration_us: 300, kind: "JournalWrite".into(), ..IoEvent::default() };
//! for chunk in (Rows { io: vec![write], ..Rows::default() }).chunks()? {
//!     writer.add(&chunk)?;
//! }
//! let file = writer.finish(&Ending { ended: 9_000, ..Ending::default() })?.into_inner();
//! let recording = read(Cursor::new(file), Limits::default())?;
//! assert_eq!(recording.rows.io[0].duration_us, 300);
//! assert_eq!(recording.span(), (1_000, 9_000));
//! # Ok::<(), rookery_recording::RecordingError>(())
//! ```
//!
//! The crate knows files, tables, findings and what a screen shows of them; it opens no connection. `rookeryd record`
//! collects the rows.

pub mod compare;
mod container;
pub mod edit;
mod error;
pub mod export;
pub mod findings;
pub mod inspect;
mod manifest;
mod measures;
pub mod overview;
mod table;
pub mod tables;
mod utc;

pub use container::{
    Limits, Recording, RecordingWriter, Ring, read, read_file, read_manifest, write_recording,
};
pub use error::RecordingError;
pub use manifest::{Ending, FORMAT, Manifest, SourceReport};
pub use measures::nearest_rank;
pub use table::{Space, Text, Texts};

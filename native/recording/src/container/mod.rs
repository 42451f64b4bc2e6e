//! The file: a ZIP archive of a manifest, streams of Arrow IPC and an ending.
//!
//! ```text
//! recording.json                  the manifest, always first
//! io/000000.arrow                 rows of the table `io`; one file per table and chunk, deflated, with a CRC-32
//! cpu/000001.arrow
//! …
//! ending.json                     only in a recording that ended
//! ```
//!
//! Any unzip program and any Arrow library read it. A file that was cut off or damaged is read from its beginning, as
//! far as its entries are whole.

mod decoding;
mod entries;
mod names;
mod read;
mod recording;
mod ring;
mod write;

pub use read::{Limits, read, read_file, read_manifest};
pub use recording::Recording;
pub use ring::Ring;
pub use write::{RecordingWriter, write_recording};

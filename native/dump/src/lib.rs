//! RavenDB's dump format (`.ravendbdump`): one JSON object, compressed, whose lists hold the items of a
//! database. Raw bytes follow the items that describe attachments and time series, so it is not plain JSON.
//!
//! ```
//! use rookery_dump::{Compression, DumpReader, DumpWriter, Event, Limits, Section};
//!
//! let mut writer = DumpWriter::new(Vec::new(), Compression::Gzip)?;
//! writer.build_version(71000)?;
//! writer.section(&Section::Docs)?;
//! writer.item(br#"{"Name":"Ada","@metadata":{"@id":"users/1"}}"#)?;
//! let dump = writer.finish()?;
//!
//! let mut reader = DumpReader::new(&dump[..], Limits::default())?;
//! assert_eq!(reader.next_event()?, Event::BuildVersion(71000));
//! assert_eq!(reader.next_event()?, Event::Section(Section::Docs));
//! assert!(matches!(reader.next_event()?, Event::Item(_)));
//! assert_eq!(reader.next_event()?, Event::End);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both directions hold one item at a time. Contains the compression, the reader, the writer, the options of
//! exports and imports and the readers of single items. Independent of databases and HTTP.

mod compression;
mod cursor;
mod error;
mod item_scan;
pub mod items;
mod json_scan;
mod memory_budget;
mod options;
mod reader;
mod section;
mod types;
mod writer;

pub use compression::Compression;
pub use error::DumpError;
pub use options::{DumpOptions, OptionError};
pub use reader::{DumpReader, Event, Item, Limits};
pub use section::Section;
pub use types::{ItemType, ItemTypes};
pub use writer::DumpWriter;

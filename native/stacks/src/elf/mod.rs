//! ELF files as far as stacks need them: code ranges, unwind tables, names.
//!
//! The files belong to the process under inspection, so they are hostile input: every table and section is
//! read by bounded copy (a file that shrinks while we read it costs us a name, not our life, as a memory map
//! would), counts are checked before allocations, and an unreadable part means fewer names, never a failure.

mod debug_file;
mod demangle;
mod headers;
mod image;
mod lines;
mod name_cache;
mod name_file;
mod named_frame;
mod source;
mod symbols;

pub(crate) use image::Image;
pub(crate) use name_cache::NameCache;
pub(crate) use name_file::{DebugFileMark, Names};
pub(crate) use named_frame::NamedFrame;
pub(crate) use source::{FileIdentity, Source, open_regular, read_file};

/// Shared, immutable bytes of a section.
pub(crate) type Bytes = std::sync::Arc<[u8]>;

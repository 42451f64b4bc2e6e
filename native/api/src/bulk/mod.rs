//! The streamed array of a bulk insert: bytes in, in pieces of any size; whole items out.
//!
//! Contents: the decoders and the parser. Both are pure: no socket, no database and no
//! clock. A document is passed on unchanged, as a slice of the stream; its content is validated when it is
//! stored, so that every byte is read twice instead of three times.

mod decoder;
mod error;
mod item;
mod parser;
mod scanner;

pub use self::decoder::Decoder;
pub use self::error::BulkError;
pub use self::item::{Found, Item};
pub use self::parser::{BulkParser, fuzz_stream};

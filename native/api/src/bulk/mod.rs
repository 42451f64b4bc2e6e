//! The streamed array of a bulk insert: bytes in, in pieces of any size; whole items out.
//!
//! What lives here: the parser and the decoders in front of it. Both are pure: they know no socket, no database and no
//! clock. A document is passed on as it came, a slice of the stream; whether its inside is sound JSON is found out by
//! who stores it, so that every byte is looked at twice and not three times.

mod decoder;
mod error;
mod item;
mod parser;
mod scanner;

pub use self::decoder::Decoder;
pub use self::error::BulkError;
pub use self::item::{Found, Item};
pub use self::parser::{BulkParser, fuzz_stream};

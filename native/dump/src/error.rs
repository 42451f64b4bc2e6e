//! What is wrong with a dump, and where.

use std::io;

/// A dump that cannot be read further. Offsets are bytes of the decompressed dump.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// It has no bytes.
    #[error("The dump is empty.")]
    Empty,
    /// It ends before its last bracket.
    #[error(
        "The dump ends at byte {offset}, within {place}. It was cut off; copy or export it again. Items before \
         that byte are complete."
    )]
    Cut {
        /// Where it ends.
        offset: u64,
        /// What is incomplete.
        place: String,
    },
    /// The first byte is neither that of a compression nor of JSON.
    #[error(
        "The file is not a readable dump: it starts with the bytes {head}, which is neither gzip, zstd nor \
         JSON. It may be encrypted or compressed in another way; export it without a key, or decompress it first."
    )]
    UnknownFormat {
        /// The first bytes in hexadecimal.
        head: String,
    },
    /// The compressed bytes are damaged.
    #[error("The {compression} compression of the dump is damaged after byte {offset}: {reason}.")]
    Damaged {
        /// `gzip` or `zstd`.
        compression: &'static str,
        /// How much could be decompressed.
        offset: u64,
        /// What the decoder says.
        reason: String,
    },
    /// The content is not the JSON of a dump.
    #[error("The dump is damaged at byte {offset}: {reason}.")]
    Malformed {
        /// Where.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// An item is larger than the reader may hold.
    #[error("{what} at byte {offset} is larger than this server takes ({limit} bytes).")]
    TooLarge {
        /// Where the item begins.
        offset: u64,
        /// `An item` or `An attachment`.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// There is no memory for more of an item.
    #[error(
        "There is no memory for the {bytes} bytes of the item or attachment before byte {offset} of the dump."
    )]
    NoMemory {
        /// How much was read.
        offset: u64,
        /// What would be held.
        bytes: u64,
    },
    /// A small file becomes an endless dump.
    #[error(
        "The dump unfolds to more than {ratio} times the size of its {compression} file (byte {offset}), as no \
         database does. If it is correct, decompress the file and import it then."
    )]
    UnfoldsTooFar {
        /// `gzip` or `zstd`.
        compression: &'static str,
        /// How much was decompressed.
        offset: u64,
        /// The limit.
        ratio: u64,
    },
    /// The bytes did not arrive.
    #[error("The dump could not be read after byte {offset}: {error}.")]
    Source {
        /// How much was read.
        offset: u64,
        /// The cause.
        error: io::Error,
    },
}

impl DumpError {
    /// The name of the exception that clients know.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty => "System.InvalidOperationException",
            Self::Cut { .. } => "System.IO.EndOfStreamException",
            Self::UnknownFormat { .. }
            | Self::Damaged { .. }
            | Self::Malformed { .. }
            | Self::UnfoldsTooFar { .. } => "System.IO.InvalidDataException",
            Self::NoMemory { .. } => "System.OutOfMemoryException",
            Self::TooLarge { .. } => "System.ArgumentException",
            Self::Source { .. } => "System.IO.IOException",
        }
    }
}

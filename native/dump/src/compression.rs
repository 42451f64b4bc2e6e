//! Recognizes and undoes the compression of a dump, and compresses new ones.

use std::io::{self, BufReader, Cursor, Read, Write};

use crate::error::DumpError;

/// Greatest window of a zstd frame that is read: 128 MiB, the limit of the command-line tool.
const WINDOW_LOG: u32 = 27;
/// Level of exports.
const ZSTD_LEVEL: i32 = 3;

const GZIP: [u8; 2] = [0x1F, 0x8B];
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// How a dump is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// zstd, the default of servers.
    Zstd,
}

impl Compression {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "plain",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

/// The decompressed bytes of a dump.
pub(crate) struct Decompressed<'a> {
    reader: Box<dyn Read + 'a>,
    pub compression: Compression,
}

impl<'a> Decompressed<'a> {
    /// Recognizes the compression by the first bytes.
    pub(crate) fn new(mut source: impl Read + 'a) -> Result<Self, DumpError> {
        let mut head = Vec::with_capacity(4);
        source
            .by_ref()
            .take(4)
            .read_to_end(&mut head)
            .map_err(|error| DumpError::Source { offset: 0, error })?;
        let compression = match head.as_slice() {
            [] => return Err(DumpError::Empty),
            head if head.starts_with(&GZIP) => Compression::Gzip,
            head if head == ZSTD => Compression::Zstd,
            head if is_json(head) => Compression::None,
            head => return Err(DumpError::UnknownFormat { head: hexadecimal(head) }),
        };
        let source = Cursor::new(head).chain(source);
        let reader: Box<dyn Read + 'a> = match compression {
            Compression::None => Box::new(source),
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(source)),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(BufReader::new(source))
                    .map_err(|error| DumpError::Source { offset: 0, error })?;
                decoder.window_log_max(WINDOW_LOG).map_err(|error| DumpError::Source { offset: 0, error })?;
                Box::new(decoder)
            }
        };
        Ok(Self { reader, compression })
    }

    /// Reads; 0 at the end. Servers do not finish their zstd frames, so an unfinished stream counts as
    /// its end. The reader of the content finds what is missing.
    pub(crate) fn read(&mut self, into: &mut [u8], offset: u64) -> Result<usize, DumpError> {
        loop {
            return match self.reader.read(into) {
                Ok(read) => Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if self.compression == Compression::None || is_of_source(&error) => {
                    Err(DumpError::Source { offset, error })
                }
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
                Err(error) => Err(DumpError::Damaged {
                    compression: self.compression.name(),
                    offset,
                    reason: error.to_string().trim_end_matches('.').to_owned(),
                }),
            };
        }
    }
}

/// Whether an error is of the source and not of its compression. Decoders report damage with the other kinds.
fn is_of_source(error: &io::Error) -> bool {
    use io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionReset, NotFound, PermissionDenied, StorageFull, TimedOut,
    };
    matches!(
        error.kind(),
        BrokenPipe
            | ConnectionAborted
            | ConnectionReset
            | NotFound
            | PermissionDenied
            | StorageFull
            | TimedOut
    )
}

fn is_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(&BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
    head.first().is_none_or(|first| *first == b'{' || *first == b'[')
}

fn hexadecimal(head: &[u8]) -> String {
    head.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// The compressing side.
pub(crate) enum Compressor<W: Write> {
    None(W),
    Gzip(flate2::write::GzEncoder<W>),
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> Compressor<W> {
    pub(crate) fn new(out: W, compression: Compression) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::None(out),
            Compression::Gzip => Self::Gzip(flate2::write::GzEncoder::new(out, flate2::Compression::fast())),
            Compression::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(out, ZSTD_LEVEL)?;
                // Without it a changed bit may only change a value.
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Ends the compressed stream.
    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::None(mut out) => out.flush().map(|()| out),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::None(out) => out.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::None(out) => out.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}

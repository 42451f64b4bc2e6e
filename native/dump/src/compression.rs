//! Recognizes and undoes the compression of a dump, and compresses new ones.

use std::cell::Cell;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::rc::Rc;

use crate::error::DumpError;

/// Greatest window of a zstd frame that is read: 128 MiB, the limit of the command-line tool.
const WINDOW_LOG: u32 = 27;
/// Every decoder supports 8 MiB (RFC 8878).
const LEAST_WINDOW_LOG: u32 = 23;
/// Bytes that recognize the compression, and have the window of a zstd frame.
const HEAD: usize = 14;
/// The ratio is checked from this size: a small dump is harmless.
const RATIO_FROM: u64 = 64 << 20;
/// Dumps have ratios of 5 to 50; documents with long constant texts have more. Only a decompression bomb exceeds this.
const LARGEST_RATIO: u64 = 1_000;
/// Level of exports. Level 3 takes 1.6 times as long, and documents are not smaller after it.
const ZSTD_LEVEL: i32 = 1;

/// Bytes that the worker compresses at a time. Larger jobs compress no faster and hold more memory.
const ZSTD_JOB: u32 = 1 << 20;

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
    /// Bytes that the decoder holds of what it decompressed.
    pub window: u64,
    /// Compressed bytes that were read.
    taken: Rc<Cell<u64>>,
}

/// Counts what is read of the compressed bytes.
struct Counted<R> {
    source: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(into)?;
        self.taken.set(self.taken.get() + read as u64);
        Ok(read)
    }
}

impl<'a> Decompressed<'a> {
    /// Recognizes the compression by the first bytes.
    pub(crate) fn new(mut source: impl Read + 'a) -> Result<Self, DumpError> {
        let mut head = Vec::with_capacity(HEAD);
        source
            .by_ref()
            .take(HEAD as u64)
            .read_to_end(&mut head)
            .map_err(|error| DumpError::Source { offset: 0, error })?;
        let compression = match head.as_slice() {
            [] => return Err(DumpError::Empty),
            head if head.starts_with(&GZIP) => Compression::Gzip,
            head if head.starts_with(&ZSTD) => Compression::Zstd,
            head if is_json(head) => Compression::None,
            head => return Err(DumpError::UnknownFormat { head: hexadecimal(&head[..head.len().min(4)]) }),
        };
        let window = if compression == Compression::Zstd { zstd_window(&head) } else { 0 };
        let taken = Rc::new(Cell::new(0));
        let source = Counted { source: Cursor::new(head).chain(source), taken: taken.clone() };
        let reader: Box<dyn Read + 'a> = match compression {
            Compression::None => Box::new(source),
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(source)),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(BufReader::new(source))
                    .map_err(|error| DumpError::Source { offset: 0, error })?;
                // A later frame must not hold more than was reserved for the first.
                let log = window.next_power_of_two().ilog2().clamp(LEAST_WINDOW_LOG, WINDOW_LOG);
                decoder.window_log_max(log).map_err(|error| DumpError::Source { offset: 0, error })?;
                Box::new(decoder)
            }
        };
        let window = if compression == Compression::Zstd { window.max(1 << LEAST_WINDOW_LOG) } else { 0 };
        Ok(Self { reader, compression, window, taken })
    }

    /// Reads; 0 at the end. Servers do not finish their zstd frames, so an unfinished stream counts as
    /// its end. The reader of the content finds what is missing.
    pub(crate) fn read(&mut self, into: &mut [u8], offset: u64) -> Result<usize, DumpError> {
        loop {
            return match self.reader.read(into) {
                Ok(read) => {
                    let offset = offset + read as u64;
                    match offset > RATIO_FROM && offset / LARGEST_RATIO > self.taken.get() {
                        true => Err(DumpError::UnfoldsTooFar {
                            compression: self.compression.name(),
                            offset,
                            ratio: LARGEST_RATIO,
                        }),
                        false => Ok(read),
                    }
                }
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

/// The window that the first frame asks for (RFC 8878, 3.1.1.1). The decoder refuses one that is too large.
fn zstd_window(head: &[u8]) -> u64 {
    let byte = |at: usize| u64::from(head.get(at).copied().unwrap_or(0));
    let descriptor = byte(4);
    if descriptor & 0x20 == 0 {
        let base = 1_u64 << (10 + (byte(5) >> 3));
        return base + base / 8 * (byte(5) & 7);
    }
    // One segment: the window is the content, whose size follows the number of the dictionary.
    let start = 5 + [0, 1, 2, 4][usize::from(head[4] & 3)];
    let (length, more) = [(1, 0), (2, 256), (4, 0), (8, 0)][usize::from(head[4] >> 6)];
    let size = (0..length).rev().fold(0_u64, |size, at| (size << 8) | byte(start + at));
    size.saturating_add(more).min(1 << 62)
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
                // Compresses while the next items are read. A worker holds a few times the bytes of a job.
                encoder.multithread(1)?;
                encoder.set_parameter(zstd::zstd_safe::CParameter::JobSize(ZSTD_JOB))?;
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

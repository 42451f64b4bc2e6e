//! Undoes a stream's `Content-Encoding` piece by piece. What was flushed by the sender comes out immediately:
//! some clients never end their compressed stream, they only flush it.
//!
//! Each step gives a bounded amount, so that a small body that unfolds without end is stopped by who takes
//! the pieces.

use std::io::{self, Write};

use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

use crate::content_coding::ZSTD_WINDOW_LOG;

/// Bytes taken in one step where the ratio is bounded by the format (deflate: 1 to 1,032).
const STEP_IN: usize = 4 * 1024;
/// Bytes given in one step where it is not.
const STEP_OUT: usize = 128 * 1024;

/// One stream's decoder.
pub struct Decoder(Kind);

enum Kind {
    Plain,
    Gzip(Box<flate2::write::MultiGzDecoder<Vec<u8>>>),
    Deflate(Box<flate2::write::ZlibDecoder<Vec<u8>>>),
    Zstd(Box<zstd::stream::raw::Decoder<'static>>),
}

impl Decoder {
    /// The decoder for a `Content-Encoding`; `None` when it is not known.
    pub fn for_encoding(encoding: &str) -> io::Result<Option<Self>> {
        Ok(Some(Self(match encoding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Kind::Plain,
            "gzip" | "x-gzip" => Kind::Gzip(Box::new(flate2::write::MultiGzDecoder::new(Vec::new()))),
            "deflate" => Kind::Deflate(Box::new(flate2::write::ZlibDecoder::new(Vec::new()))),
            "zstd" => {
                let mut decoder = zstd::stream::raw::Decoder::new()?;
                decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW_LOG))?;
                Kind::Zstd(Box::new(decoder))
            }
            _ => return Ok(None),
        })))
    }

    /// Whether bytes come out as they go in.
    pub fn is_plain(&self) -> bool {
        matches!(self.0, Kind::Plain)
    }

    /// Bytes that the decoder itself may hold.
    pub fn window(&self) -> usize {
        match self.0 {
            Kind::Plain | Kind::Gzip(_) | Kind::Deflate(_) => 0,
            Kind::Zstd(_) => 1 << ZSTD_WINDOW_LOG,
        }
    }

    /// Decodes a piece of `input` into `output` (which is emptied first) and returns how much of `input` it
    /// consumed. Call again until the input is consumed and the output is empty.
    pub fn step(&mut self, input: &[u8], output: &mut Vec<u8>) -> io::Result<usize> {
        output.clear();
        match &mut self.0 {
            Kind::Plain => {
                output.extend_from_slice(input);
                Ok(input.len())
            }
            Kind::Gzip(decoder) => {
                let piece = &input[..input.len().min(STEP_IN)];
                decoder.write_all(piece)?;
                decoder.flush()?;
                std::mem::swap(decoder.get_mut(), output);
                Ok(piece.len())
            }
            Kind::Deflate(decoder) => {
                let piece = &input[..input.len().min(STEP_IN)];
                decoder.write_all(piece)?;
                decoder.flush()?;
                std::mem::swap(decoder.get_mut(), output);
                Ok(piece.len())
            }
            Kind::Zstd(decoder) => {
                output.resize(STEP_OUT, 0);
                let mut from = InBuffer::around(input);
                let mut to = OutBuffer::around(output.as_mut_slice());
                decoder.run(&mut from, &mut to)?;
                let (taken, given) = (from.pos(), to.pos());
                output.truncate(given);
                Ok(taken)
            }
        }
    }
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self.0 {
            Kind::Plain => "Decoder(plain)",
            Kind::Gzip(_) => "Decoder(gzip)",
            Kind::Deflate(_) => "Decoder(deflate)",
            Kind::Zstd(_) => "Decoder(zstd)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that comes out for `input`, fed `size` bytes at a time.
    fn decode(encoding: &str, input: &[u8], size: usize) -> io::Result<Vec<u8>> {
        let mut decoder = Decoder::for_encoding(encoding)?.unwrap();
        let (mut all, mut piece) = (Vec::new(), Vec::new());
        for chunk in input.chunks(size) {
            let mut rest = chunk;
            loop {
                let taken = decoder.step(rest, &mut piece)?;
                rest = &rest[taken..];
                all.extend_from_slice(&piece);
                if rest.is_empty() && piece.is_empty() {
                    break;
                }
            }
        }
        Ok(all)
    }

    fn text() -> Vec<u8> {
        (0..20_000).flat_map(|n: u32| format!("{{\"n\":{n}}},").into_bytes()).collect()
    }

    #[test]
    fn what_was_flushed_comes_out_though_the_stream_never_ends() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text()).unwrap();
        gzip.flush().unwrap();
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        zlib.write_all(&text()).unwrap();
        zlib.flush().unwrap();
        let mut zstd = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        zstd.write_all(&text()).unwrap();
        zstd.flush().unwrap();
        for size in [1, 7, 1000, usize::MAX] {
            assert!(decode("gzip", gzip.get_ref(), size).unwrap() == text(), "gzip {size}");
            assert!(decode("deflate", zlib.get_ref(), size).unwrap() == text(), "deflate {size}");
            assert!(decode("zstd", zstd.get_ref(), size).unwrap() == text(), "zstd {size}");
            assert!(decode("identity", &text(), size).unwrap() == text(), "plain {size}");
        }
    }

    #[test]
    fn whole_streams_and_several_in_a_row_are_read_too() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text()).unwrap();
        let once = gzip.finish().unwrap();
        let twice = [once.clone(), once].concat();
        assert!(decode("gzip", &twice, 333).unwrap() == [text(), text()].concat());
        let once = zstd::encode_all(&text()[..], 1).unwrap();
        let twice = [once.clone(), once].concat();
        assert!(decode("zstd", &twice, 333).unwrap() == [text(), text()].concat());
    }

    #[test]
    fn one_step_gives_a_bounded_amount() {
        let bomb = zstd::encode_all(&vec![0; 50_000_000][..], 1).unwrap();
        assert!(bomb.len() < 10_000);
        let mut output = Vec::new();
        Decoder::for_encoding("zstd").unwrap().unwrap().step(&bomb, &mut output).unwrap();
        assert!(output.len() <= STEP_OUT);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&vec![0; 50_000_000]).unwrap();
        let bomb = gzip.finish().unwrap();
        Decoder::for_encoding("gzip").unwrap().unwrap().step(&bomb, &mut output).unwrap();
        assert!(output.len() <= STEP_IN * 1100);
    }

    #[test]
    fn broken_and_unknown_encodings_are_errors() {
        assert!(decode("gzip", b"not gzip at all, by no means", 5).is_err());
        assert!(decode("zstd", b"not zstd", 5).is_err());
        assert!(Decoder::for_encoding("snappy").unwrap().is_none());
    }
}

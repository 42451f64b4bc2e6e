//! Undoes a body's `Content-Encoding` (`gzip`, `deflate`, `br`, `zstd`) within limits: a small body that
//! unfolds without end is stopped, and so is one that requires a huge window.

use std::io::Read;

use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;

use crate::body_limits::too_large;
use crate::body_memory::{Reservation, UNCOUNTED};
use crate::error::ApiError;

/// Bytes decoded between two checks of the limits.
const PIECE: usize = 64 * 1024;
/// The ratio is checked from this size: similar documents compress well, and a small result is harmless.
const RATIO_FROM: usize = 16 << 20;
/// JSON has ratios of 5 to 30; only a decompression bomb exceeds this.
const LARGEST_RATIO: usize = 200;
/// 8 MiB, what RFC 8878 recommends every decoder to support.
pub const ZSTD_WINDOW_LOG: u32 = 23;
/// The first seven bits of a brotli stream with a window of up to 1 GiB, which RFC 7932 does not have.
const BROTLI_LARGE_WINDOW: u8 = 0b001_0001;

/// The coding that the headers name, in lower case; `None` for an unencoded body.
///
/// # Errors
/// 415 when they name several: nested codings multiply what a small body unfolds to, and no client sends
/// them.
pub fn named(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let values = headers.get_all(header::CONTENT_ENCODING);
    let text: Vec<_> = values.iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    let mut codings =
        text.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|coding| !coding.is_empty());
    let first = codings.next().map(str::to_ascii_lowercase);
    if codings.next().is_some() {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "System.NotSupportedException",
            format!("The body has several Content-Encodings ('{}'); encode it once.", text.join(", ")),
        ));
    }
    Ok(first.filter(|coding| coding != "identity"))
}

/// Decodes a body. `held` grows by what comes out.
///
/// # Errors
/// 413 when more than `limit` bytes come out or far more than went in, 415 when the coding is not known, 400
/// when the bytes are not that coding, 503 without memory for it.
pub fn decode(coding: &str, raw: &[u8], limit: usize, held: &Reservation) -> Result<Bytes, ApiError> {
    let mut reader: Box<dyn Read + '_> = match coding {
        "gzip" | "x-gzip" => Box::new(flate2::read::MultiGzDecoder::new(raw)),
        "deflate" => Box::new(flate2::read::ZlibDecoder::new(raw)),
        "br" if raw.first().is_some_and(|byte| byte & 0x7f == BROTLI_LARGE_WINDOW) => {
            return Err(broken(coding, &"its window is larger than RFC 7932 allows"));
        }
        "br" => Box::new(brotli_decompressor::Decompressor::new(raw, 16 * 1024)),
        "zstd" => {
            let mut decoder =
                zstd::stream::read::Decoder::with_buffer(raw).map_err(|error| broken(coding, &error))?;
            decoder.window_log_max(ZSTD_WINDOW_LOG).map_err(|error| broken(coding, &error))?;
            Box::new(decoder)
        }
        other => return Err(unknown(other)),
    };
    let mut decoded = Vec::with_capacity(raw.len().saturating_mul(4).min(limit).min(PIECE));
    let mut counted = 0;
    loop {
        let before = decoded.len();
        let piece = PIECE.min(limit + 1 - before);
        let taken = (&mut reader)
            .take(piece as u64)
            .read_to_end(&mut decoded)
            .map_err(|error| broken(coding, &error))?;
        let length = decoded.len();
        if length > limit {
            return Err(too_large(limit));
        }
        if length > RATIO_FROM && length / LARGEST_RATIO > raw.len() {
            return Err(unfolds_too_far(coding, raw.len(), length));
        }
        if length > UNCOUNTED {
            held.add(length - counted)?;
            counted = length;
        }
        if taken < piece {
            return Ok(decoded.into());
        }
    }
}

/// The refusal of a coding that is not known.
fn unknown(coding: &str) -> ApiError {
    ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "System.NotSupportedException",
        format!("The body's Content-Encoding '{coding}' is not known; use gzip, br, zstd or none."),
    )
}

fn broken(coding: &str, error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "System.IO.InvalidDataException",
        format!("The body says it is {coding} but cannot be decoded as that: {error}."),
    )
}

fn unfolds_too_far(coding: &str, raw: usize, decoded: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "Raven.Client.Exceptions.BadRequestException",
        format!(
            "The {coding} body of {raw} bytes unfolds to more than {decoded} bytes, over {LARGEST_RATIO} times its \
             size. Send it without Content-Encoding, or in smaller requests."
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::body_memory::BodyMemory;

    fn bomb(coding: &str, length: usize) -> Vec<u8> {
        let data = vec![b' '; length];
        match coding {
            "gzip" => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(&data).unwrap();
                encoder.finish().unwrap()
            }
            "deflate" => {
                let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(&data).unwrap();
                encoder.finish().unwrap()
            }
            _ => zstd::encode_all(&data[..], 19).unwrap(),
        }
    }

    fn decoded(coding: &str, raw: &[u8], limit: usize) -> Result<Bytes, ApiError> {
        decode(coding, raw, limit, &BodyMemory::new(usize::MAX).reservation())
    }

    #[test]
    fn bombs_of_every_coding_are_refused_by_size_and_by_ratio() {
        for coding in ["gzip", "deflate", "zstd"] {
            let bomb = bomb(coding, 32 << 20);
            for limit in [1 << 20, 256 << 20] {
                let error = decoded(coding, &bomb, limit).unwrap_err();
                assert_eq!(error.status, StatusCode::PAYLOAD_TOO_LARGE, "{coding}: {error}");
            }
        }
        // 32 MiB of spaces, by the brotli of Node.js at quality 11.
        let brotli = [
            0xcb, 0xff, 0xff, 0x3f, 0xf8, 0x25, 0x40, 0xe2, 0xb1, 0x40, 0x20, 0xf7, 0xfe, 0x8f, 0xff, 0xff,
            0x7f, 0xf0, 0x4b, 0x00, 0xc4, 0x61, 0x11, 0x80, 0xee, 0xfd, 0x1f, 0xff, 0xff, 0xff, 0xe0, 0x97,
            0x00, 0x88, 0xc3, 0x02, 0x00, 0xdd, 0xfb, 0xbf, 0xfc, 0xff, 0xff, 0xc3, 0x2f, 0x01, 0x10, 0x87,
            0x05, 0x00, 0xba, 0xf7, 0x7f,
        ];
        for limit in [1 << 20, 256 << 20] {
            assert_eq!(decoded("br", &brotli, limit).unwrap_err().status, StatusCode::PAYLOAD_TOO_LARGE);
        }
    }

    #[test]
    fn a_window_beyond_the_standard_is_refused() {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(27).unwrap();
        encoder.write_all(b"{}").unwrap();
        // A frame of unknown length states its window.
        let frame = encoder.finish().unwrap();
        assert_eq!(decoded("zstd", &frame, 100).unwrap_err().status, StatusCode::BAD_REQUEST);
        let error =
            decoded("br", &[0x11, 0x5c, 0x8c, 0x01, 0xe0, 0x97, 0x00, 0x09, 0xc4, 0x02, 0x01, 0x1d], 100)
                .unwrap_err();
        assert!(error.message.contains("window"), "{error}");
    }

    #[test]
    fn what_comes_out_is_reserved() {
        let memory = BodyMemory::new(5 << 20);
        let text = bomb("gzip", 4 << 20);
        let first = memory.reservation();
        assert_eq!(decode("gzip", &text, 8 << 20, &first).unwrap().len(), 4 << 20);
        assert_eq!(memory.used(), 4 << 20);
        let error = decode("gzip", &text, 8 << 20, &memory.reservation()).unwrap_err();
        assert_eq!(error.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(memory.used(), 4 << 20);
    }

    #[test]
    fn several_codings_are_refused_however_they_are_written() {
        let read = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::CONTENT_ENCODING, value.parse().unwrap());
            }
            named(&headers)
        };
        assert_eq!(read(&[]).unwrap(), None);
        assert_eq!(read(&["identity"]).unwrap(), None);
        assert_eq!(read(&[" GZip "]).unwrap().as_deref(), Some("gzip"));
        for several in [&["gzip, gzip"][..], &["gzip", "zstd"], &["identity", "gzip"]] {
            assert_eq!(read(several).unwrap_err().status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{several:?}");
        }
    }
}

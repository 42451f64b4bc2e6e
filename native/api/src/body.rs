//! Request bodies: read up to a limit, then decoded (`gzip`, `br`, `zstd`, `deflate`) up to the same limit.
//!
//! The limit holds for both sides of the decoder, so a small body that unfolds without end is stopped.

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::blocking::blocking;
use crate::error::ApiError;
use crate::wire_text::humane_size;

/// The whole body, decoded.
pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, ApiError> {
    let raw = Limited::new(body, limit)
        .collect()
        .await
        .map_err(|error| {
            if error.downcast_ref::<LengthLimitError>().is_some() {
                too_large(limit)
            } else {
                ApiError::bad_request(format!("The request body could not be read to its end: {error}."))
            }
        })?
        .to_bytes();
    let Some(encoding) = headers.get(header::CONTENT_ENCODING) else { return Ok(raw) };
    let encoding = String::from_utf8_lossy(encoding.as_bytes()).trim().to_ascii_lowercase();
    if encoding.is_empty() || encoding == "identity" {
        return Ok(raw);
    }
    blocking(move || decode(&encoding, &raw, limit)).await
}

fn decode(encoding: &str, raw: &[u8], limit: usize) -> Result<Bytes, ApiError> {
    let reader: Box<dyn Read + '_> = match encoding {
        "gzip" | "x-gzip" => Box::new(flate2::read::MultiGzDecoder::new(raw)),
        "deflate" => Box::new(flate2::read::ZlibDecoder::new(raw)),
        "br" => Box::new(brotli_decompressor::Decompressor::new(raw, 16 * 1024)),
        "zstd" => {
            Box::new(zstd::stream::read::Decoder::with_buffer(raw).map_err(|error| broken(encoding, &error))?)
        }
        other => {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "System.NotSupportedException",
                format!("The body's Content-Encoding '{other}' is not known; use gzip, br, zstd or none."),
            ));
        }
    };
    let mut decoded = Vec::with_capacity(raw.len().saturating_mul(4).min(limit));
    reader.take(limit as u64 + 1).read_to_end(&mut decoded).map_err(|error| broken(encoding, &error))?;
    if decoded.len() > limit {
        return Err(too_large(limit));
    }
    Ok(decoded.into())
}

fn broken(encoding: &str, error: &std::io::Error) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "System.IO.InvalidDataException",
        format!("The body says it is {encoding} but cannot be decoded as that: {error}."),
    )
}

/// Says the limit.
pub fn too_large(limit: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "Raven.Client.Exceptions.BadRequestException",
        format!(
            "The request body is larger than this server takes ({}). Send it in smaller batches.",
            humane_size(limit as u64)
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn header_map(encoding: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_ENCODING, encoding.parse().unwrap());
        headers
    }

    fn gzip(data: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    #[tokio::test]
    async fn gzip_brotli_zstd_and_plain_bodies_arrive_alike() {
        let text = br#"{"a":1}"#;
        let plain = read(&HeaderMap::new(), Body::from(text.to_vec()), 100).await.unwrap();
        assert_eq!(&plain[..], text);
        let body = Body::from(gzip(text));
        assert_eq!(&read(&header_map("gzip"), body, 100).await.unwrap()[..], text);
        let brotli = [0x0b, 0x03, 0x80, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d, 0x03];
        assert_eq!(&read(&header_map("br"), Body::from(brotli.to_vec()), 100).await.unwrap()[..], text);
        let body = Body::from(zstd::encode_all(&text[..], 1).unwrap());
        assert_eq!(&read(&header_map("zstd"), body, 100).await.unwrap()[..], text);
    }

    #[tokio::test]
    async fn a_small_body_that_unfolds_without_end_is_refused() {
        let bomb = gzip(&vec![b' '; 1_000_000]);
        assert!(bomb.len() < 5_000);
        let error = read(&header_map("gzip"), Body::from(bomb), 5_000).await.unwrap_err();
        assert_eq!(error.status, StatusCode::PAYLOAD_TOO_LARGE);
        let error = read(&HeaderMap::new(), Body::from(vec![b'x'; 11]), 10).await.unwrap_err();
        assert_eq!(error.status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn broken_and_unknown_encodings_say_so() {
        let error = read(&header_map("gzip"), Body::from("not gzip"), 100).await.unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
        let error = read(&header_map("br"), Body::from("\u{1}"), 100).await.unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
        let error = read(&header_map("snappy"), Body::from("x"), 100).await.unwrap_err();
        assert_eq!(error.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert!(error.message.contains("snappy"));
    }
}

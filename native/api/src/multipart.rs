//! Bodies in several parts: a batch as JSON, then one stream of bytes per attachment, in order.
//!
//! Names of parts mean nothing; their order does. The limit holds for the whole body, decoded or not.

use std::collections::VecDeque;
use std::pin::Pin;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use multer::{Constraints, Multipart, SizeLimit};

use crate::body;
use crate::body_limits::{BodyLimits, ByteCount, too_large};
use crate::error::ApiError;

/// Most streams one batch may carry.
const MAX_STREAMS: usize = 16 * 1024;
/// Longest boundary (the standard allows 70).
const MAX_BOUNDARY: usize = 200;
/// Bytes of a decoded body per step.
const SLICE: usize = 64 * 1024;

/// A parsed body.
#[derive(Debug)]
pub struct Parts {
    /// The first part: the commands.
    pub main: Bytes,
    /// The others, in order.
    pub streams: VecDeque<Bytes>,
}

/// Whether the request has a multipart body.
pub fn is_multipart(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().to_ascii_lowercase().starts_with(b"multipart/"))
}

/// Reads all parts.
pub async fn read(headers: &HeaderMap, body: Body, limits: &BodyLimits) -> Result<Parts, ApiError> {
    let boundary = boundary_of(headers)?;
    let chunks: Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>> + Send>> =
        if headers.contains_key(header::CONTENT_ENCODING) {
            let whole = body::read(headers, body, limits).await?;
            let slices = (0..whole.len())
                .step_by(SLICE)
                .map(move |start| Ok(whole.slice(start..whole.len().min(start + SLICE))));
            stream::iter(slices).boxed()
        } else {
            let mut count = ByteCount::new(limits);
            let counted = move |piece: Result<Bytes, axum::Error>| {
                let piece = piece.map_err(body::unreadable)?;
                count.add(piece.len()).map(|()| piece)
            };
            body.into_data_stream().map(counted).boxed()
        };
    let size = SizeLimit::new().whole_stream(limits.bytes as u64);
    let mut multipart = Multipart::with_constraints(chunks, boundary, Constraints::new().size_limit(size));
    let failed = |error: multer::Error| failure(error, limits.bytes);
    let mut main = None;
    let mut streams = VecDeque::new();
    while let Some(part) = multipart.next_field().await.map_err(failed)? {
        let content = part.bytes().await.map_err(failed)?;
        match main {
            None => main = Some(content),
            Some(_) if streams.len() == MAX_STREAMS => {
                return Err(ApiError::bad_request(format!(
                    "The batch contains more than {MAX_STREAMS} attachment streams. Nothing was saved; split it."
                )));
            }
            Some(_) => streams.push_back(content),
        }
    }
    let main = main.ok_or_else(|| {
        ApiError::bad_request(
            "The body says it has several parts but has none; the first must be the commands as JSON.",
        )
    })?;
    Ok(Parts { main, streams })
}

/// The boundary that the Content-Type names.
pub fn boundary_of(headers: &HeaderMap) -> Result<String, ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).map(|kind| String::from_utf8_lossy(kind.as_bytes()));
    let parameters = kind.as_deref().unwrap_or_default().split(';').skip(1);
    let boundary = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("boundary"))
        .map(|(_, value)| value.trim().trim_matches('"').to_owned());
    match boundary {
        Some(boundary) if !boundary.is_empty() && boundary.len() <= MAX_BOUNDARY => Ok(boundary),
        _ => Err(ApiError::bad_request(format!(
            "The Content-Type of a body in several parts must name its boundary, 1 to {MAX_BOUNDARY} characters."
        ))),
    }
}

fn failure(error: multer::Error, limit: usize) -> ApiError {
    match error {
        multer::Error::StreamSizeExceeded { .. } => too_large(limit),
        multer::Error::StreamReadFailed(error) if error.is::<ApiError>() => {
            error.downcast_ref::<ApiError>().cloned().unwrap_or_else(|| too_large(limit))
        }
        other => ApiError::bad_request(format!(
            "The parts of the body cannot be read: {other}. Nothing was saved."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(kind: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
        headers
    }

    fn limits(bytes: usize) -> BodyLimits {
        BodyLimits { bytes, memory: crate::body_memory::BodyMemory::new(128 * 1024) }
    }

    async fn parts(kind: &str, body: &'static [u8]) -> Result<Parts, ApiError> {
        read(&headers(kind), Body::from(body), &limits(1000)).await
    }

    const TWO: &[u8] = b"--x\r\nContent-Disposition: form-data; name=\"main\"\r\n\r\n{}\r\n\
        --x\r\nCommand-Type: AttachmentStream\r\n\r\n\r\n--y\r\n\r\n--x--\r\n";

    #[tokio::test]
    async fn parts_come_in_order_and_hold_what_looks_like_another_boundary() {
        for kind in ["multipart/form-data; boundary=x", "Multipart/Mixed; charset=a; boundary=\"x\""] {
            assert!(is_multipart(&headers(kind)));
            let parts = parts(kind, TWO).await.unwrap();
            assert_eq!(&parts.main[..], b"{}");
            assert_eq!(parts.streams, [Bytes::from_static(b"\r\n--y\r\n")]);
        }
        assert!(!is_multipart(&headers("application/json")));
    }

    #[tokio::test]
    async fn broken_bodies_are_refused_wherever_they_end() {
        let end = TWO.len() - b"--x--\r\n".len();
        for cut in 0..end {
            let body: &'static [u8] = &TWO[..cut];
            assert!(parts("multipart/form-data; boundary=x", body).await.is_err(), "cut at {cut}");
        }
        for kind in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/x; boundary=\"\""] {
            assert!(parts(kind, TWO).await.unwrap_err().message.contains("boundary"), "{kind}");
        }
        assert!(parts("multipart/form-data; boundary=other", TWO).await.is_err());
    }

    #[tokio::test]
    async fn the_limit_holds_for_the_whole() {
        let error = read(&headers("multipart/form-data; boundary=x"), Body::from(TWO), &limits(50))
            .await
            .unwrap_err();
        assert_eq!(error.status.as_u16(), 413);
    }

    #[tokio::test]
    async fn parts_without_room_in_memory_are_refused() {
        let body = Body::from([&TWO[..60], &vec![b' '; 200 * 1024], &TWO[60..]].concat());
        let error =
            read(&headers("multipart/form-data; boundary=x"), body, &limits(1 << 20)).await.unwrap_err();
        assert_eq!(error.status.as_u16(), 503, "{error}");
    }
}

//! Request bodies: read up to a limit, then decoded up to the same limit, and counted while they are in
//! memory.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, StatusCode};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;

use crate::blocking::blocking;
use crate::body_limits::{BodyLimits, ByteCount, too_large};
use crate::body_memory::Reservation;
use crate::content_coding;
use crate::error::ApiError;

/// How long, and for how many bytes, a client may continue to send after its request was refused.
const DRAIN_TIME: Duration = Duration::from_secs(3);
const DRAIN_BYTES: usize = 256 << 20;

/// A body that was too slow for too long. The owner of the connection returns this error from the body's
/// reader.
#[derive(Debug, Clone)]
pub struct SlowBody(
    /// What was awaited, a sentence without a full stop.
    pub String,
);

impl std::fmt::Display for SlowBody {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for SlowBody {}

/// The whole body, decoded.
pub async fn read(headers: &HeaderMap, body: Body, limits: &BodyLimits) -> Result<Bytes, ApiError> {
    let coding = content_coding::named(headers)?;
    let (raw, counted) = received(body, limits).await?;
    let Some(coding) = coding else { return Ok(raw) };
    let (limit, memory) = (limits.bytes, limits.memory.clone());
    let held = counted.clone().unwrap_or_else(|| memory.of_request());
    blocking(move || {
        let decoded = content_coding::decode(&coding, &raw, limit, &held)?;
        if let Some(counted) = counted {
            counted.give_back(raw.len());
        }
        Ok(decoded)
    })
    .await
}

/// The body as it was sent, and the reservation that counts it if it is large.
async fn received(
    mut body: Body,
    limits: &BodyLimits,
) -> Result<(Bytes, Option<Arc<Reservation>>), ApiError> {
    let received = take(&mut body, limits).await;
    if received.is_err() && !body.is_end_stream() {
        // Closing while the client still sends would take the answer away from it.
        tokio::spawn(async move { drain(&mut body).await });
    }
    received
}

async fn take(body: &mut Body, limits: &BodyLimits) -> Result<(Bytes, Option<Arc<Reservation>>), ApiError> {
    if body.size_hint().lower() > limits.bytes as u64 {
        return Err(too_large(limits.bytes));
    }
    let mut count = ByteCount::new(limits);
    let mut first = Bytes::new();
    let mut rest = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(piece) = frame.map_err(unreadable)?.into_data() else { continue };
        count.add(piece.len())?;
        if first.is_empty() { first = piece } else { rest.push(piece) }
    }
    let ByteCount { total, held, .. } = count;
    if rest.is_empty() {
        return Ok((first, held));
    }
    // Both the pieces and the whole are in memory while they are joined.
    held.as_ref().map_or(Ok(()), |held| held.add(total))?;
    let mut whole = BytesMut::with_capacity(total);
    whole.extend_from_slice(&first);
    for piece in rest {
        whole.extend_from_slice(&piece);
    }
    if let Some(held) = &held {
        held.give_back(total);
    }
    Ok((whole.freeze(), held))
}

/// Reads and drops what a client still sends after its request was refused, for a while.
pub async fn drain(body: &mut Body) {
    let until = tokio::time::sleep(DRAIN_TIME);
    tokio::pin!(until);
    let mut dropped = 0;
    while dropped < DRAIN_BYTES {
        tokio::select! {
            () = &mut until => return,
            frame = body.frame() => match frame {
                Some(Ok(frame)) => dropped += frame.data_ref().map_or(0, Bytes::len),
                None | Some(Err(_)) => return,
            },
        }
    }
}

/// The error of a body that could not be read to its end.
pub fn unreadable(error: axum::Error) -> ApiError {
    if let Some(slow) = slow_body(&error) {
        return ApiError::new(StatusCode::REQUEST_TIMEOUT, "System.TimeoutException", format!("{slow}."))
            .with_header("connection", "close");
    }
    ApiError::bad_request(format!("The request body could not be read to its end: {error}."))
}

fn slow_body(error: &axum::Error) -> Option<&SlowBody> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(slow) = error.downcast_ref() {
            return Some(slow);
        }
        cause = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::http::header;

    use super::*;
    use crate::body_memory::{BodyMemory, UNCOUNTED};

    fn limits(bytes: usize) -> BodyLimits {
        BodyLimits { bytes, memory: BodyMemory::new(1 << 20) }
    }

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
        let plain = read(&HeaderMap::new(), Body::from(text.to_vec()), &limits(100)).await.unwrap();
        assert_eq!(&plain[..], text);
        let body = Body::from(gzip(text));
        assert_eq!(&read(&header_map("gzip"), body, &limits(100)).await.unwrap()[..], text);
        let brotli = [0x0b, 0x03, 0x80, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d, 0x03];
        assert_eq!(
            &read(&header_map("br"), Body::from(brotli.to_vec()), &limits(100)).await.unwrap()[..],
            text
        );
        let body = Body::from(zstd::encode_all(&text[..], 1).unwrap());
        assert_eq!(&read(&header_map("zstd"), body, &limits(100)).await.unwrap()[..], text);
    }

    #[tokio::test]
    async fn a_small_body_that_unfolds_without_end_is_refused() {
        let bomb = gzip(&vec![b' '; 1_000_000]);
        assert!(bomb.len() < 5_000);
        let error = read(&header_map("gzip"), Body::from(bomb), &limits(5_000)).await.unwrap_err();
        assert_eq!(error.status, StatusCode::PAYLOAD_TOO_LARGE);
        let error = read(&HeaderMap::new(), Body::from(vec![b'x'; 11]), &limits(10)).await.unwrap_err();
        assert_eq!(error.status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn broken_and_unknown_encodings_say_so() {
        let error = read(&header_map("gzip"), Body::from("not gzip"), &limits(100)).await.unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
        let error = read(&header_map("br"), Body::from("\u{1}"), &limits(100)).await.unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
        let error = read(&header_map("snappy"), Body::from("x"), &limits(100)).await.unwrap_err();
        assert_eq!(error.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert!(error.message.contains("snappy"));
    }

    #[tokio::test]
    async fn a_body_without_room_is_refused_before_it_is_whole() {
        let limits = limits(10 << 20);
        let pieces = (0..40).map(|_| Ok::<_, std::io::Error>(Bytes::from(vec![b' '; UNCOUNTED])));
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        let error = read(&HeaderMap::new(), body, &limits).await.unwrap_err();
        assert_eq!(error.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(error.headers.iter().any(|(name, _)| name == "retry-after"));
        assert_eq!(limits.memory.used(), 0, "what was reserved is given back");
        let small = read(&HeaderMap::new(), Body::from(vec![b' '; UNCOUNTED]), &limits).await.unwrap();
        assert_eq!((small.len(), limits.memory.used()), (UNCOUNTED, 0));
    }

    #[tokio::test]
    async fn a_body_that_announces_too_much_is_refused_unread() {
        let body = Body::from(vec![0; 101]);
        assert_eq!(read(&HeaderMap::new(), body, &limits(100)).await.unwrap_err().status.as_u16(), 413);
    }

    #[tokio::test]
    async fn a_slow_body_is_answered_with_a_timeout() {
        let pieces = [Ok(Bytes::from_static(b"{")), Err(SlowBody("It took too long".to_owned()))];
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        let error = read(&HeaderMap::new(), body, &limits(100)).await.unwrap_err();
        assert_eq!(
            (error.status, error.message.as_str()),
            (StatusCode::REQUEST_TIMEOUT, "It took too long.")
        );
    }
}

//! Attachments on their way out: headers, and contents piece by piece. Independent of routes.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use bytes::Bytes;
use futures_util::stream;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rookery_engine::{Attachment, AttachmentContent};

use crate::blocking::blocking;
use crate::error::ApiError;
use crate::etag::quoted;

/// What a file name in a header keeps; all else is percent-encoded.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The headers that describe a content.
pub fn describe(headers: &mut HeaderMap, attachment: &Attachment) {
    let name = utf8_percent_encode(&attachment.name, KEPT);
    let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    let values = [
        (header::CONTENT_DISPOSITION, disposition.as_str()),
        (HeaderName::from_static("attachment-hash"), attachment.hash.as_str()),
        (header::ACCEPT_RANGES, "bytes"),
        // A type that is invalid in a header is left out.
        (header::CONTENT_TYPE, attachment.content_type.as_str()),
    ];
    for (name, value) in values {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    headers.insert(HeaderName::from_static("attachment-size"), attachment.size.into());
    headers.insert(header::ETAG, quoted(&attachment.change_vector));
}

/// Parts of contents: which, from where, to before where.
pub type ContentParts = Vec<(AttachmentContent, u64, u64)>;

/// The parts, a piece in memory at a time.
pub fn bytes_of(parts: ContentParts) -> Body {
    first_then(Bytes::new(), parts)
}

/// `first`, then the parts, a piece in memory at a time. Pieces are read when the caller takes them.
pub fn first_then(first: Bytes, mut parts: ContentParts) -> Body {
    parts.reverse();
    Body::from_stream(stream::try_unfold((first, parts), |(first, parts)| async move {
        if !first.is_empty() {
            return Ok(Some((first, (Bytes::new(), parts))));
        }
        blocking(move || next_piece(parts)).await
    }))
}

type Next = Option<(Bytes, (Bytes, ContentParts))>;

fn next_piece(mut parts: ContentParts) -> Result<Next, ApiError> {
    while let Some((content, at, end)) = parts.pop() {
        if at < end {
            let mut piece = content.read_at(at)?;
            piece.truncate(usize::try_from(end - at).unwrap_or(usize::MAX));
            let at = at + piece.len() as u64;
            parts.push((content, at, end));
            return Ok(Some((piece, (Bytes::new(), parts))));
        }
    }
    Ok(None)
}

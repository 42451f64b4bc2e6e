//! `Range`: the requested part of a content. One range only; unsupported ranges return the whole.

use axum::http::{HeaderMap, header};

/// What to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedRange {
    /// All of it.
    Whole,
    /// From the first to before the second.
    Part(u64, u64),
    /// The range begins after the end.
    Impossible,
}

/// Reads the header for a content of `size` bytes.
pub fn requested_range(headers: &HeaderMap, size: u64) -> RequestedRange {
    let text = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let Some(text) = text.and_then(|text| text.trim().strip_prefix("bytes=")) else {
        return RequestedRange::Whole;
    };
    let Some((first, last)) = text.split_once('-') else { return RequestedRange::Whole };
    if size == 0 {
        return RequestedRange::Whole;
    }
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (first.trim(), last.trim()) {
        ("", last) => match number(last) {
            Some(0) => RequestedRange::Impossible,
            Some(length) => RequestedRange::Part(size.saturating_sub(length), size),
            None => RequestedRange::Whole,
        },
        (first, last) => {
            let end = if last.is_empty() { Some(size - 1) } else { number(last) };
            match (number(first), end) {
                (Some(first), Some(_)) if first >= size => RequestedRange::Impossible,
                (Some(first), Some(end)) if end >= first => {
                    RequestedRange::Part(first, end.min(size - 1) + 1)
                }
                _ => RequestedRange::Whole,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_a_real_server_reads_them() {
        let of = |text: &str, size| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RANGE, text.parse().unwrap());
            requested_range(&headers, size)
        };
        assert_eq!(of("bytes=1-3", 5), RequestedRange::Part(1, 4));
        assert_eq!(of("bytes=1-", 5), RequestedRange::Part(1, 5));
        assert_eq!(of("bytes=-2", 5), RequestedRange::Part(3, 5));
        assert_eq!(of("bytes=-9", 5), RequestedRange::Part(0, 5));
        assert_eq!(of("bytes=2-99", 5), RequestedRange::Part(2, 5));
        assert_eq!(of("bytes=5-", 5), RequestedRange::Impossible);
        assert_eq!(of("bytes=-0", 5), RequestedRange::Impossible);
        for odd in
            ["bytes=0-1,3-4", "bytes=x", "bytes=3-1", "lines=1-2", "bytes=", "bytes=99999999999999999999-"]
        {
            assert_eq!(of(odd, 5), RequestedRange::Whole, "{odd}");
        }
        assert_eq!(of("bytes=0-", 0), RequestedRange::Whole);
        assert_eq!(requested_range(&HeaderMap::new(), 5), RequestedRange::Whole);
    }
}

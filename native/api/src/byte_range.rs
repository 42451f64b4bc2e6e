//! `Range`: which part of a content the caller wants. One range only; anything odd gets the whole.

use axum::http::{HeaderMap, header};

/// What to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All of it.
    Whole,
    /// From the first to before the second.
    Part(u64, u64),
    /// The range begins behind the end.
    Impossible,
}

/// Reads the header for a content of `size` bytes.
pub fn wanted(headers: &HeaderMap, size: u64) -> Wanted {
    let text = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let Some(text) = text.and_then(|text| text.trim().strip_prefix("bytes=")) else { return Wanted::Whole };
    let Some((first, last)) = text.split_once('-') else { return Wanted::Whole };
    if size == 0 {
        return Wanted::Whole;
    }
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (first.trim(), last.trim()) {
        ("", last) => match number(last) {
            Some(0) => Wanted::Impossible,
            Some(length) => Wanted::Part(size.saturating_sub(length), size),
            None => Wanted::Whole,
        },
        (first, last) => {
            let end = if last.is_empty() { Some(size - 1) } else { number(last) };
            match (number(first), end) {
                (Some(first), Some(_)) if first >= size => Wanted::Impossible,
                (Some(first), Some(end)) if end >= first => Wanted::Part(first, end.min(size - 1) + 1),
                _ => Wanted::Whole,
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
            wanted(&headers, size)
        };
        assert_eq!(of("bytes=1-3", 5), Wanted::Part(1, 4));
        assert_eq!(of("bytes=1-", 5), Wanted::Part(1, 5));
        assert_eq!(of("bytes=-2", 5), Wanted::Part(3, 5));
        assert_eq!(of("bytes=-9", 5), Wanted::Part(0, 5));
        assert_eq!(of("bytes=2-99", 5), Wanted::Part(2, 5));
        assert_eq!(of("bytes=5-", 5), Wanted::Impossible);
        assert_eq!(of("bytes=-0", 5), Wanted::Impossible);
        for odd in
            ["bytes=0-1,3-4", "bytes=x", "bytes=3-1", "lines=1-2", "bytes=", "bytes=99999999999999999999-"]
        {
            assert_eq!(of(odd, 5), Wanted::Whole, "{odd}");
        }
        assert_eq!(of("bytes=0-", 0), Wanted::Whole);
        assert_eq!(wanted(&HeaderMap::new(), 5), Wanted::Whole);
    }
}

//! Entity tags: quoting, comparing, and the hash over several documents.
//!
//! What the tag means differs per route (change vector, hash, result number); each route says so where it
//! sets it.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use xxhash_rust::xxh3::Xxh3;

/// The tag of one requested id that does not exist.
pub const MISSING_DOCUMENT: &str = "404 Response";

/// `"value"`, ready for a header. Characters a header cannot carry are left out, which only makes a tag match
/// less.
pub fn quoted(value: &str) -> HeaderValue {
    let safe: String = value.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').collect();
    HeaderValue::from_str(&format!("\"{safe}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// The value of a tag header without its quotes, or `None` when the header is absent.
pub fn unquoted(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let text = String::from_utf8_lossy(headers.get(name)?.as_bytes()).into_owned();
    let text = text.trim();
    let text = text.strip_prefix("W/").unwrap_or(text);
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    Some(inner.to_owned())
}

/// Whether the caller already holds the version named by `tag`.
pub fn is_held(headers: &HeaderMap, tag: &str) -> bool {
    unquoted(headers, header::IF_NONE_MATCH).is_some_and(|held| held == tag)
}

/// A tag over a list of documents: each one's change vector, in order, and where one is missing.
#[derive(Default)]
pub struct ListTag(Xxh3);

impl ListTag {
    /// Adds a document, or a gap for an id without one.
    pub fn add(&mut self, change_vector: Option<&str>) {
        match change_vector {
            Some(text) => {
                self.0.update(&(text.len() as u64).to_le_bytes());
                self.0.update(text.as_bytes());
            }
            None => self.0.update(&u64::MAX.to_le_bytes()),
        }
    }

    /// Marks the border between results and includes.
    pub fn border(&mut self) {
        self.0.update(b"|includes|");
    }

    /// The tag's text.
    pub fn text(&self) -> String {
        format!("Hash-{:032x}", self.0.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(value).unwrap());
        headers
    }

    #[test]
    fn tags_match_with_and_without_quotes() {
        assert!(is_held(&headers("\"A:1-x\""), "A:1-x"));
        assert!(is_held(&headers("A:1-x"), "A:1-x"));
        assert!(is_held(&headers("W/\"A:1-x\""), "A:1-x"));
        assert!(!is_held(&headers("\"A:2-x\""), "A:1-x"));
        assert!(!is_held(&HeaderMap::new(), "A:1-x"));
    }

    #[test]
    fn a_list_tag_sees_order_gaps_and_borders() {
        let tag = |parts: &[Option<&str>], border: usize| {
            let mut tag = ListTag::default();
            for (index, part) in parts.iter().enumerate() {
                if index == border {
                    tag.border();
                }
                tag.add(*part);
            }
            tag.text()
        };
        let base = tag(&[Some("A:1"), None], 9);
        assert_ne!(base, tag(&[None, Some("A:1")], 9));
        assert_ne!(base, tag(&[Some("A:1"), None], 1));
        assert_ne!(tag(&[Some("A:1"), Some("A:2")], 9), tag(&[Some("A:1A:2")], 9));
        assert_eq!(base, tag(&[Some("A:1"), None], 9));
    }
}

//! Document ids: which are valid, how two are compared, and which ones the engine generates.

use crate::error::EngineError;

/// Longest id, in UTF-8 bytes.
pub const MAX_ID_BYTES: usize = 512;

/// The key an id is stored and compared under: each character in lower case.
///
/// Character by character (no context rules such as the Greek final sigma), so that the key of a
/// prefix is a prefix of the key.
pub fn key_of(id: &str) -> String {
    if id.is_ascii() {
        return id.to_ascii_lowercase();
    }
    id.chars().flat_map(char::to_lowercase).collect()
}

/// Whether two names are the same when case is ignored.
pub fn same_ignoring_case(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    key_of(a) == key_of(b)
}

/// How the id of a new document is determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum IdChoice {
    /// As the caller wrote it.
    Given(String),
    /// `orders/` becomes `orders/0000000000000000007-A`: the etag in 19 digits and the node's tag.
    Numbered(String),
    /// `orders|` becomes `orders/7`: the next identity of that name.
    Identity(String),
}

impl IdChoice {
    /// Parses the requested id; empty means a new guid.
    pub(crate) fn of(id: String) -> Result<Self, EngineError> {
        if id.is_empty() {
            return Ok(Self::Given(uuid::Uuid::new_v4().to_string()));
        }
        check(&id)?;
        Ok(match id.as_bytes().last() {
            Some(b'/') => Self::Numbered(id),
            Some(b'|') => Self::Identity(id),
            _ => Self::Given(id),
        })
    }

    /// The id as given, for messages.
    pub(crate) fn requested(&self) -> &str {
        match self {
            Self::Given(id) | Self::Numbered(id) | Self::Identity(id) => id,
        }
    }
}

/// The completed form of an id that ends in `/`.
pub(crate) fn numbered(prefix: &str, number: i64, node_tag: &str) -> String {
    format!("{prefix}{number:019}-{node_tag}")
}

/// Rejects an id that is empty, too long or has a character that ids cannot have.
pub(crate) fn check(id: &str) -> Result<(), EngineError> {
    let refuse = |reason: &str| Err(EngineError::BadId { id: shortened(id), reason: reason.to_owned() });
    if id.is_empty() {
        return refuse("it is empty");
    }
    if id.len() > MAX_ID_BYTES {
        return refuse(&format!("it is {} bytes long, and {MAX_ID_BYTES} is the most", id.len()));
    }
    if id.contains('\0') {
        return refuse("it contains a NUL character");
    }
    Ok(())
}

fn shortened(id: &str) -> String {
    if id.chars().count() <= 80 {
        return id.to_owned();
    }
    let mut short: String = id.chars().take(77).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_with_spaces_slashes_and_any_script_are_fine() {
        for id in ["a b", "a/b/c", "€ 5", "日本/1", "😀", " sp ", "a%2Fb", "x\ny"] {
            assert!(check(id).is_ok(), "{id}");
        }
    }

    #[test]
    fn an_id_that_is_too_long_is_refused_with_its_length() {
        let error = check(&"x".repeat(513)).unwrap_err();
        assert!(error.to_string().contains("513 bytes") && error.to_string().len() < 250, "{error}");
        assert!(check(&"x".repeat(512)).is_ok());
    }

    #[test]
    fn the_key_of_a_prefix_is_a_prefix_of_the_key() {
        assert!(key_of("ΟΔΟΣ/1").starts_with(&key_of("ΟΔΟΣ")));
        assert_eq!(key_of("ÄÖ/X"), "äö/x");
    }

    #[test]
    fn the_last_character_decides_who_makes_the_id() {
        assert_eq!(IdChoice::of("x/".into()).unwrap(), IdChoice::Numbered("x/".into()));
        assert_eq!(IdChoice::of("x|".into()).unwrap(), IdChoice::Identity("x|".into()));
        assert_eq!(IdChoice::of("x".into()).unwrap(), IdChoice::Given("x".into()));
        let (IdChoice::Given(a), IdChoice::Given(b)) =
            (IdChoice::of("".into()).unwrap(), IdChoice::of("".into()).unwrap())
        else {
            panic!("an empty id makes a guid");
        };
        assert!(a.len() == 36 && a != b);
    }
}

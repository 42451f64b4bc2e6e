//! Query strings as clients send them: `?&a=1`, repeated keys, keys without a value.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::error::ApiError;

/// The query string's pairs, in order, decoded.
#[derive(Debug, Clone, Default)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a raw query string.
    pub fn parse(query: &str) -> Self {
        Self(
            form_urlencoded::parse(query.trim_start_matches('?').as_bytes())
                .map(|(key, value)| (key.into_owned(), value.into_owned()))
                .collect(),
        )
    }

    /// The first value under `name` (names are compared without case, as ASP.NET does).
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The first value under `name` that is not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|value| !value.is_empty())
    }

    /// Every value under `name`.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// A required value that is not empty.
    pub fn required(&self, name: &str) -> Result<&str, ApiError> {
        self.filled(name).ok_or_else(|| {
            ApiError::bad_argument(format!("Query string value '{name}' must have a non empty value"))
        })
    }

    /// `true` or `false`, without case; absent is `None`.
    pub fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.filled(name) {
            None => Ok(false),
            Some(text) if text.eq_ignore_ascii_case("true") => Ok(true),
            Some(text) if text.eq_ignore_ascii_case("false") => Ok(false),
            Some(text) => Err(ApiError::bad_argument(format!(
                "Query string value '{name}' must be true or false but is '{text}'"
            ))),
        }
    }

    /// A whole number; absent or empty is `None`.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, ApiError> {
        match self.filled(name) {
            None => Ok(None),
            Some(text) => text.trim().parse().map(Some).map_err(|_| {
                ApiError::bad_argument(format!(
                    "Query string value '{name}' must be a whole number in range but is '{text}'"
                ))
            }),
        }
    }

    /// `start` and `pageSize`; a missing page size is unlimited.
    pub fn page(&self) -> Result<Page, ApiError> {
        Ok(Page {
            start: self.number("start")?.unwrap_or(0),
            take: match self.number::<i64>("pageSize")? {
                None => u64::MAX,
                Some(size) => u64::try_from(size).map_err(|_| {
                    ApiError::bad_argument(format!(
                        "Query string value 'pageSize' must not be negative but is {size}"
                    ))
                })?,
            },
        })
    }
}

/// One page of a longer list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many are skipped.
    pub start: u64,
    /// Items to return at most.
    pub take: u64,
}

impl<S: Sync> FromRequestParts<S> for Parameters {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::parse(parts.uri.query().unwrap_or("")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_clients_send() {
        let query =
            Parameters::parse("?&id=a%2F1&id=gr%C3%BC%C3%9Fe+x&first-topology-update&metadataOnly=True");
        assert_eq!(query.all("id").collect::<Vec<_>>(), ["a/1", "grüße x"]);
        assert_eq!(query.text("first-topology-update"), Some(""));
        assert!(query.flag("metadataonly").unwrap());
        assert!(!query.flag("absent").unwrap());
    }

    #[test]
    fn refuses_what_it_cannot_read() {
        let query = Parameters::parse("start=-1&pageSize=many&flag=perhaps&id=");
        assert!(query.number::<u64>("start").unwrap_err().message.contains("'-1'"));
        assert!(query.page().is_err());
        assert!(query.flag("flag").is_err());
        assert!(query.required("id").is_err());
        assert_eq!(Parameters::parse("").page().unwrap(), Page { start: 0, take: u64::MAX });
    }
}

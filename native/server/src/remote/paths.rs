//! Paths with names in them.

/// `/databases/NAME`.
pub fn path_of(database: &str) -> String {
    format!("/databases/{}", encoded(database))
}

/// A name as a part of an address.
pub fn encoded(name: &str) -> String {
    percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string()
}

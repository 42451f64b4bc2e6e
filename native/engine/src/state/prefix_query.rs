//! A query of documents by id prefix.

/// Documents whose id has a prefix, in id order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrefixQuery {
    /// The prefix, case ignored. Empty: every id.
    pub starts_with: String,
    /// Keep ids whose rest matches one of these patterns (`*`, `?`, separated by `|`).
    pub matches: Option<String>,
    /// Drop ids whose rest matches one of these patterns.
    pub exclude: Option<String>,
    /// Start after this id.
    pub start_after: Option<String>,
    /// How many hits to skip.
    pub start: u64,
    /// How many to return at most.
    pub take: u64,
}

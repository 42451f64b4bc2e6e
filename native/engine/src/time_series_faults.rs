//! What is wrong with operations on time series.

/// The kind of fault of an operation on a time series, for the choice of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeSeriesFault {
    /// The name is too long or has a character that names cannot have.
    Name,
    /// An entry without numbers.
    NoValues,
    /// An entry with too many numbers.
    ManyValues,
    /// A number that is not finite.
    NotFinite,
    /// A tag that is too long.
    LongTag,
    /// Entries for an incremental series, increments for another one, or increments that do not fit together.
    Operation,
    /// A copy of entries that the destination cannot have.
    Copy,
}

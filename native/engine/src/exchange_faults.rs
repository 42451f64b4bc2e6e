//! What is wrong with compare-exchange operations and cluster-wide transactions.

/// What is wrong with a compare-exchange operation, for the choice of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareExchangeFault {
    /// The key is empty.
    NoKey,
    /// The key is too long.
    LongKey,
    /// The index is negative.
    NegativeIndex,
    /// The value is not a JSON object.
    NoObject,
    /// `@expires` in its metadata is not a date.
    Expiry,
}

/// A value that has another index than a command requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterViolation {
    /// The key as given; that of the guard for a document.
    pub key: String,
    /// The document's id when the value is a guard.
    pub guarded: Option<String>,
    /// `putting` or `deleting`.
    pub operation: &'static str,
    /// The index that the command requires.
    pub expected: i64,
    /// The current index; -1 without a value.
    pub actual: i64,
}

impl ClusterViolation {
    /// One sentence for each, joined.
    pub(crate) fn sentences(all: &[Self]) -> String {
        let one = |violation: &Self| {
            let Self { key, guarded, operation, expected, actual } = violation;
            let of_guard = guarded.as_ref().map_or(String::new(), |id| {
                format!(
                    "Guard compare exchange value '{key}' index does not match the transaction index's {expected} change \
                     vector on {id}\n"
                )
            });
            format!(
                "{of_guard}Concurrency check failed for {operation} the key '{key}'. Requested index: {expected}, actual \
                 index: {actual}"
            )
        };
        all.iter().map(one).collect::<Vec<_>>().join("\n")
    }
}

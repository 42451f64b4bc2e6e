//! Counters: named integers of a document that change without changing the document.
//!
//! Contains the counter type, its row format and its readers. The resolver decides the changes of a batch
//! (`transaction/resolve/counters.rs`); nothing here writes.

pub(crate) mod rows;

/// Longest name, in UTF-8 bytes.
pub const MAX_COUNTER_NAME: usize = 512;

/// Refuses an empty or too long name, with the reason.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    match name.len() {
        0 => Err("its name is empty".to_owned()),
        length if length > MAX_COUNTER_NAME => {
            Err(format!("its name is {length} bytes long, and {MAX_COUNTER_NAME} is the most"))
        }
        _ => Ok(()),
    }
}

/// One operation on a counter of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterOperation {
    /// The counter's name (comparison ignores case).
    pub name: String,
    /// The operation.
    pub action: CounterAction,
}

/// An operation on a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterAction {
    /// Adds to it; a missing counter starts at 0.
    Increment(i64),
    /// Removes it.
    Delete,
    /// Reads it, after the operations before it in the batch.
    Get,
}

/// A counter's value at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// Its name: as requested when read by name, else as first written.
    pub name: String,
    /// The sum of everything added.
    pub value: i64,
    /// Its position in the database's order of changes.
    pub etag: i64,
}

//! Counters: named whole numbers that belong to a document and change without changing it.
//!
//! What lives here: what a counter is, how its rows look, how it is read. Deciding what a batch does to
//! them is the resolver's business (`transaction/resolve/counters.rs`); nothing here writes.

pub(crate) mod rows;

/// Longest name, in UTF-8 bytes.
pub const MAX_COUNTER_NAME: usize = 512;

/// One thing done to a counter of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterOperation {
    /// The counter's name (comparison ignores case).
    pub name: String,
    /// What is done to it.
    pub action: CounterAction,
}

/// What can be done to a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterAction {
    /// Adds to it; a missing counter begins at 0.
    Increment(i64),
    /// Removes it.
    Delete,
    /// Reads it, after everything before in its batch.
    Get,
}

/// A counter's value at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// Its name: as requested when read by name, else as first written.
    pub name: String,
    /// The sum of everything added.
    pub value: i64,
    /// Its place in the database's order of changes.
    pub etag: i64,
}

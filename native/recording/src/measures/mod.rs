//! What a recording measured: printed by `inspect`, compared by `compare`.

mod database;
mod durations;
mod server;

use std::collections::BTreeMap;

pub use database::{DatabaseMeasures, RequestMeasures};
pub use durations::{Durations, Range, nearest_place, nearest_rank};
pub use server::ServerMeasures;

use crate::container::Recording;

/// The measures of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures<'a> {
    /// Length in seconds, at least 1: what rates are divided by.
    pub seconds: f64,
    /// The process and the machine.
    pub server: ServerMeasures,
    /// The databases that have rows; the storage and the requests of the server itself by an empty name.
    pub databases: BTreeMap<&'a str, DatabaseMeasures>,
}

/// Measures a recording: linear in its rows, but for sorting durations.
pub fn measure(recording: &Recording) -> Measures<'_> {
    let (from, to) = recording.span();
    let seconds = (to.saturating_sub(from) as f64 / 1e6).max(1.0);
    Measures {
        seconds,
        server: server::server(&recording.rows, seconds),
        databases: database::databases(&recording.rows),
    }
}

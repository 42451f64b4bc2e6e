//! Measures of the server's process and machine.

use std::collections::HashSet;

use super::durations::Range;
use crate::tables::Rows;

/// What the process and the machine did. `None` without samples.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerMeasures {
    /// Use of the machine, 0–100.
    pub machine_cpu: Option<Range>,
    /// Use by the process, 0–100 of the machine.
    pub process_cpu: Option<Range>,
    /// Working set in bytes.
    pub working_set: Option<Range>,
    /// Available memory of the machine in bytes.
    pub available: Option<Range>,
    /// Managed memory in bytes.
    pub managed: Option<Range>,
    /// Number of garbage collections.
    pub collections: u64,
    /// Share of the recorded time in their pauses, 0–100.
    pub pause_percent: Option<f64>,
    /// The longest pause of a collection in µs.
    pub longest_pause: u64,
}

/// Measures of rows from so many seconds.
pub fn server(rows: &Rows, seconds: f64) -> ServerMeasures {
    let mut seen = HashSet::new();
    let (mut paused, mut longest_pause) = (0.0, 0);
    for collection in &rows.gc {
        if seen.insert((collection.kind.as_str(), collection.index)) {
            paused += collection.pause_us as f64;
            longest_pause = longest_pause.max(collection.pause_us);
        }
    }
    let memory = |of: fn(&crate::tables::MemorySample) -> u64| {
        Range::of(rows.memory.iter().map(of).filter(|bytes| *bytes > 0).map(|bytes| bytes as f64))
    };
    ServerMeasures {
        machine_cpu: Range::of(rows.cpu.iter().map(|sample| sample.machine_percent)),
        process_cpu: Range::of(rows.cpu.iter().map(|sample| sample.process_percent)),
        working_set: memory(|sample| sample.working_set_bytes),
        available: memory(|sample| sample.available_bytes),
        managed: memory(|sample| sample.managed_bytes),
        collections: seen.len() as u64,
        pause_percent: (!seen.is_empty()).then(|| paused / (seconds * 1e6) * 100.0),
        longest_pause,
    }
}

//! A ring of recent events of one kind on one file, folding into a summary when it is full.
//!
//! The whole ring folds in one step, so that a reader sees either the single events or their sum,
//! never a window that slides.

use std::time::Duration;

use super::event::{IoEvent, IoSummary};

/// Events a ring holds before it folds.
pub const RING_SIZE: usize = 256;
/// Summaries kept per ring; the oldest two merge when there are more, so no event is lost.
const MAX_SUMMARIES: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Ring {
    recent: Vec<IoEvent>,
    history: Vec<IoSummary>,
}

impl Ring {
    pub(super) fn push(&mut self, event: IoEvent) {
        if self.recent.len() == RING_SIZE {
            self.fold();
        }
        self.recent.push(event);
    }

    pub(super) fn recent(&self) -> &[IoEvent] {
        &self.recent
    }

    pub(super) fn history(&self) -> &[IoSummary] {
        &self.history
    }

    fn fold(&mut self) {
        let folded = self.recent.drain(..).map(IoSummary::of).reduce(IoSummary::and);
        self.history.extend(folded);
        if self.history.len() > MAX_SUMMARIES {
            let second = self.history.remove(1);
            let first = self.history[0].clone();
            self.history[0] = first.and(second);
        }
    }
}

impl IoSummary {
    fn of(event: IoEvent) -> Self {
        let acceleration = event.acceleration.unwrap_or(1);
        Self {
            kind: event.kind,
            count: 1,
            start: event.start,
            end: event.end(),
            size: event.size,
            file_size: event.file_size,
            active: event.duration,
            max: event.duration,
            min: event.duration,
            compressed_size: event.compressed_size.unwrap_or(0),
            max_acceleration: acceleration,
            min_acceleration: acceleration,
        }
    }

    fn and(self, later: Self) -> Self {
        Self {
            kind: self.kind,
            count: self.count + later.count,
            start: self.start.min(later.start),
            end: self.end.max(later.end),
            size: self.size + later.size,
            file_size: later.file_size,
            active: self.active + later.active,
            max: self.max.max(later.max),
            min: self.min.min(later.min),
            compressed_size: self.compressed_size + later.compressed_size,
            max_acceleration: self.max_acceleration.max(later.max_acceleration),
            min_acceleration: self.min_acceleration.min(later.min_acceleration),
        }
    }

    /// Wall time from the first start to the last end.
    pub fn duration(&self) -> Duration {
        (self.end - self.start).unsigned_abs()
    }
}

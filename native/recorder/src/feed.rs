//! One source of a recording: its answers become rows.

use std::sync::Arc;

use parking_lot::Mutex;
use rookery_recording::tables::{Event, Rows};

use crate::options::TOO_BUSY;
use crate::rate::Rate;
use crate::reports::Reporter;
use crate::sink::Sink;
use crate::sources::{Answer, Reading, SAMPLE, SAMPLE_EVERY, Source, TRAFFIC_WATCH};
use crate::triggers::{Fired, Triggers};
use crate::values::now;

/// What all feeds of a recording share.
pub struct Shared {
    pub sink: Sink,
    pub triggers: Mutex<Triggers>,
    pub fired: Box<dyn Fn(Fired) + Send + Sync>,
}

/// A route that the caller reads until the recording ends.
pub struct Feed {
    shared: Arc<Shared>,
    source: Source,
    report: Reporter,
    lost: bool,
    rate: Rate,
    /// Since when a sampled socket is open, µs since 1970.
    open_since: Option<i64>,
}

impl Feed {
    pub(crate) fn new(shared: Arc<Shared>, source: Source, report: Reporter, most_per_second: u32) -> Self {
        Self { shared, source, report, lost: false, rate: Rate::new(most_per_second), open_since: None }
    }

    /// Path and query of the route.
    pub fn path(&self) -> &str {
        &self.source.path
    }

    /// How it is read. A socket becomes a sampled one when [`Feed::add`] is `false`.
    pub fn reading(&self) -> Reading {
        self.source.reading
    }

    /// Adds an answer or a message. `false` when the socket sends too much, so that it must be closed and read in samples.
    #[must_use]
    pub fn add(&mut self, answer: &Answer) -> bool {
        self.opened();
        let mut rows = Rows::default();
        self.source.parser.add(answer, &mut rows);
        self.hand_over(rows);
        if self.source.reading != Reading::Socket || !self.rate.is_too_high(answer.time) {
            return true;
        }
        let most = self.rate.most;
        self.sample(&format!("The server sent more than {most} messages per second for {TOO_BUSY} s"));
        false
    }

    /// The route is read again. [`Feed::add`] implies it; a socket can be open for long without a message.
    pub fn opened(&mut self) {
        if self.source.reading == Reading::Sampled {
            self.open_since.get_or_insert_with(now);
        }
        if std::mem::take(&mut self.lost) {
            self.event("source-back", "It is read again.");
        }
    }

    /// A sampled socket is closed until the next sample.
    pub fn sample_ended(&mut self) {
        self.end_sample();
        self.source.parser.reopened();
    }

    /// Whether it reads requests.
    pub(crate) fn is_of_requests(&self) -> bool {
        self.source.route == TRAFFIC_WATCH
    }

    /// From now on it is read in samples.
    pub(crate) fn sample(&mut self, reason: &str) {
        self.source.reading = Reading::Sampled;
        let mut rows = Rows::default();
        self.source.parser.sampled(&mut rows);
        self.hand_over(rows);
        let sentence = format!(
            "{reason}: from then on it was read for {} s in every {} s.",
            SAMPLE.as_secs_f64(),
            SAMPLE_EVERY.as_secs()
        );
        self.report.problem(&sentence);
        self.event("source-sampled", &sentence);
    }

    /// Adds the rows of a sample, if one is open.
    fn end_sample(&mut self) {
        let Some(from) = self.open_since.take() else { return };
        let mut rows = Rows::default();
        self.source.parser.sample_ended(from..now(), &mut rows);
        self.hand_over(rows);
    }

    /// Adds what was held back. To be called once a second, and with `ended` at the end.
    pub fn flush(&mut self, ended: bool) {
        if ended {
            self.end_sample();
        }
        let mut rows = Rows::default();
        self.source.parser.flush(now(), ended, &mut rows);
        self.hand_over(rows);
    }

    /// Reading failed, and is tried again.
    pub fn lost(&mut self, reason: &str) {
        if self.report.problem(reason) || !self.lost {
            self.event("source-lost", reason);
        }
        self.lost = true;
        self.sample_ended();
    }

    /// The server does not offer the route, or the reader may not read it.
    pub fn refused(&mut self, reason: &str) {
        self.report.problem(reason);
    }

    fn hand_over(&self, rows: Rows) {
        let count = rows.total();
        if count == 0 {
            return;
        }
        let fired = self.shared.triggers.lock().check(&rows);
        self.report.add_rows(count);
        self.shared.sink.add(rows);
        if let Some(fired) = fired {
            (self.shared.fired)(fired);
        }
    }

    fn event(&self, kind: &str, text: &str) {
        let subject = match self.source.database.as_str() {
            "" => self.source.route.clone(),
            database => format!("{} of {database}", self.source.route),
        };
        let event = Event { time: now(), kind: kind.to_owned(), subject, text: text.to_owned() };
        self.shared.sink.add(Rows { events: vec![event], ..Rows::default() });
    }
}

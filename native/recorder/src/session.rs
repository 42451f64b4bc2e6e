//! One recording from its start to its end.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rookery_recording::tables::{Event, Rows};
use rookery_recording::{Ending, Manifest, SourceReport};
use serde_json::Value;

use crate::feed::{Feed, Shared};
use crate::options::{Length, Options, Requests};
use crate::output::{Output, WriteError};
use crate::reports::{Reporter, Reports};
use crate::sink::Sink;
use crate::sources::{Capture, MARK, sources, stack_rows};
use crate::triggers::{Fired, Triggers};
use crate::values::now;

/// The least time between two triggers that count: a capture pauses the server's threads.
const BETWEEN_CAPTURES: Duration = Duration::from_secs(30);
/// Most captures of a recording.
const CAPTURES: u64 = 20;
const STACKS: &str = "/admin/debug/threads/stack-trace";

/// A recording in progress. The caller reads the feeds, and ends it when [`Session::end`] has a reason.
pub struct Session {
    options: Options,
    shared: Arc<Shared>,
    reports: Reports,
    output: Output,
    stacks: Option<Arc<Reporter>>,
    /// When the time is over. `None` until a trigger fires, for [`Length::Last`].
    over: Option<Instant>,
    reason: String,
    last_trigger: Option<Instant>,
    captures: u64,
    triggers: u64,
    rows: u64,
}

/// A capture of stacks that the caller requests now.
#[derive(Debug, Clone)]
pub struct CaptureRequest {
    /// Path and query.
    pub path: String,
    /// Its number in the recording.
    pub number: u64,
    /// What fired, as a sentence.
    pub trigger: String,
}

/// Takes the answers to captures.
#[derive(Clone)]
pub struct Captures {
    shared: Arc<Shared>,
    report: Option<Arc<Reporter>>,
}

/// What a finished recording has.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Size of the file.
    pub bytes: u64,
    /// Rows that were written, also those that a ring has dropped again.
    pub rows: u64,
    /// Triggers that counted.
    pub triggers: u64,
    /// What each source brought.
    pub sources: Vec<SourceReport>,
}

impl Session {
    /// Begins the file, and says what to read. `fired` is called from [`Feed::add`]; what it gets goes to
    /// [`Session::trigger`].
    pub fn start(
        options: Options,
        manifest: Manifest,
        file: File,
        path: PathBuf,
        fired: impl Fn(Fired) + Send + Sync + 'static,
    ) -> Result<(Self, Vec<Feed>), WriteError> {
        let sources = sources(&manifest, &options);
        let output = Output::new(&options, manifest, file, path)?;
        let shared = Arc::new(Shared {
            sink: Sink::default(),
            triggers: Mutex::new(Triggers::new(options.triggers.clone())),
            fired: Box::new(fired),
        });
        let reports = Reports::default();
        let feeds = sources.into_iter().map(|source| {
            let report = reports.add(&source.route, &source.database);
            Feed::new(shared.clone(), source, report, options.most_per_second)
        });
        let mut feeds: Vec<Feed> = feeds.collect();
        if options.requests == Requests::Sampled {
            let requests = feeds.iter_mut().filter(|feed| feed.is_of_requests());
            requests.for_each(|feed| feed.sample("The options of the recording request samples"));
        }
        let stacks = (!options.triggers.is_empty()).then(|| Arc::new(reports.add(STACKS, "")));
        let over = match options.length {
            Length::Next(length) => Some(Instant::now() + length),
            Length::Last { .. } => None,
        };
        let session = Self {
            options,
            shared,
            reports,
            output,
            stacks,
            over,
            reason: "The time is over.".to_owned(),
            last_trigger: None,
            captures: 0,
            triggers: 0,
            rows: 0,
        };
        Ok((session, feeds))
    }

    /// Marks the moment. `None` while the last trigger was a moment ago, else the capture to request, if any.
    pub fn trigger(&mut self, fired: &Fired) -> Option<Option<CaptureRequest>> {
        if self.last_trigger.is_some_and(|last| last.elapsed() < BETWEEN_CAPTURES) {
            return None;
        }
        self.last_trigger = Some(Instant::now());
        self.triggers += 1;
        let event = Event {
            time: now(),
            kind: "trigger".to_owned(),
            subject: fired.name.to_owned(),
            text: fired.text.clone(),
        };
        self.shared.sink.add(Rows { events: vec![event], ..Rows::default() });
        if let Length::Last { after, .. } = self.options.length
            && self.over.is_none()
        {
            self.reason = format!("The trigger {} fired: {}", fired.name, fired.text);
            self.over = Some(Instant::now() + after);
        }
        if self.captures == CAPTURES {
            return Some(None);
        }
        self.captures += 1;
        Some(Some(CaptureRequest {
            path: format!("{STACKS}?{MARK}"),
            number: self.captures,
            trigger: format!("{}: {}", fired.name, fired.text),
        }))
    }

    /// Takes the answers to the requested captures.
    pub fn captures(&self) -> Captures {
        Captures { shared: self.shared.clone(), report: self.stacks.clone() }
    }

    /// Writes the rows since the last call. To be called every few seconds.
    pub fn write(&mut self) -> Result<(), WriteError> {
        let rows = self.shared.sink.take();
        self.rows += rows.total() as u64;
        self.output.add(&rows, now())
    }

    /// When it ends, if nothing ends it before.
    pub fn over(&self) -> Option<Instant> {
        self.over
    }

    /// Why it must end now.
    pub fn end(&self) -> Option<String> {
        if self.over.is_some_and(|over| over <= Instant::now()) {
            return Some(self.reason.clone());
        }
        let limit = self.options.size;
        self.output.is_full(limit).then(|| format!("The file reached {} MiB.", limit >> 20))
    }

    /// Rows that were written.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Bytes of the file or ring.
    pub fn bytes(&self) -> u64 {
        self.output.bytes()
    }

    /// Rows that were left out, because too many came between two writes.
    pub fn left_out(&self) -> u64 {
        self.shared.sink.left_out()
    }

    /// What each source brought so far.
    pub fn sources(&self) -> Vec<SourceReport> {
        self.reports.all()
    }

    /// Completes the file, durably. The feeds are flushed before, with `ended`.
    pub fn finish(mut self, reason: &str) -> Result<Finished, WriteError> {
        self.write()?;
        let sources = self.reports.all();
        let ending = Ending {
            ended: now(),
            reason: reason.to_owned(),
            sources: sources.clone(),
            left_out: self.shared.sink.left_out(),
        };
        let bytes = self.output.finish(ending)?;
        Ok(Finished { bytes, rows: self.rows, triggers: self.triggers, sources })
    }
}

impl Captures {
    /// The stacks of the server's answer.
    pub fn add(&self, number: u64, trigger: &str, answer: &Value) {
        let capture = Capture { time: now(), number, trigger: trigger.to_owned() };
        let stacks = stack_rows(&capture, answer);
        if let Some(report) = &self.report {
            report.add_rows(stacks.len());
        }
        self.shared.sink.add(Rows { stacks, ..Rows::default() });
    }

    /// The server gave no stacks.
    pub fn failed(&self, reason: &str) {
        if let Some(report) = &self.report {
            report.problem(reason);
        }
    }
}

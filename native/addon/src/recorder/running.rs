//! A recorder on its thread.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rookery_recorder::{Answer, CaptureRequest, Feed, Fired, Reading, SAMPLE, SAMPLE_EVERY, Session, now};
use serde_json::{Value, json};

use super::options::Sent;
use crate::failure::Failure;
use crate::private_file;

/// How often rows go to the file.
const WRITE: Duration = Duration::from_secs(5);

/// A recorder.
pub struct Running {
    session: Session,
    feeds: Vec<Feed>,
    fires: mpsc::Receiver<Fired>,
    written: Instant,
}

impl Running {
    /// Makes the file, which must be a new one.
    pub fn start(path: PathBuf, options: &str) -> Result<Self, Failure> {
        let (options, manifest) = Sent::parse(options)?;
        let file = private_file::create(&path)?;
        let (sender, fires) = mpsc::channel();
        let fired = move |fired| {
            // The feeds end with the receiver.
            let _ = sender.send(fired);
        };
        let (session, feeds) =
            Session::start(options, manifest, file, path, fired).map_err(|error| io(&error))?;
        Ok(Self { session, feeds, fires, written: Instant::now() })
    }

    /// What the caller reads.
    pub fn sources(&self) -> Value {
        let source = |feed: &Feed| {
            let (kind, every) = match feed.reading() {
                Reading::Socket => ("socket", SAMPLE_EVERY),
                Reading::Sampled => ("sampled", SAMPLE_EVERY),
                Reading::Poll(every) => ("poll", every),
            };
            json!({
                "path": feed.path(),
                "kind": kind,
                "everyMs": every.as_millis() as u64,
                "openMs": SAMPLE.as_millis() as u64,
            })
        };
        self.feeds.iter().map(source).collect()
    }

    /// The socket of a source is open.
    pub fn opened(&mut self, source: usize) -> Result<(), Failure> {
        self.feed(source).map(Feed::opened)
    }

    /// The socket of a sampled source is closed until the next sample.
    pub fn sample_ended(&mut self, source: usize) -> Result<(), Failure> {
        self.feed(source).map(Feed::sample_ended)
    }

    /// Adds an answer. `false` when the socket must be closed and read in samples.
    pub fn add(&mut self, source: usize, text: String, took_us: u64) -> Result<bool, Failure> {
        let answer = Answer { time: now(), took_us, text };
        self.feed(source).map(|feed| feed.add(&answer))
    }

    /// The source is read again after a while.
    pub fn lost(&mut self, source: usize, reason: &str) -> Result<(), Failure> {
        self.feed(source).map(|feed| feed.lost(reason))
    }

    /// The source is not read again.
    pub fn refused(&mut self, source: usize, reason: &str) -> Result<(), Failure> {
        self.feed(source).map(|feed| feed.refused(reason))
    }

    /// The answer to a capture; without one, the reason.
    pub fn capture(&mut self, number: u64, trigger: &str, text: Option<&str>, reason: &str) {
        let captures = self.session.captures();
        match text.map(serde_json::from_str) {
            Some(Ok(answer)) => captures.add(number, trigger, &answer),
            Some(Err(error)) => captures.failed(&format!("The server's answer is not JSON: {error}.")),
            None => captures.failed(reason),
        }
    }

    /// The work of a second, and the state after it.
    pub fn tick(&mut self) -> Result<Value, Failure> {
        for feed in &mut self.feeds {
            feed.flush(false);
        }
        let (mut fired, mut captures) = (Vec::new(), Vec::new());
        while let Ok(fire) = self.fires.try_recv() {
            let Some(request) = self.session.trigger(&fire) else { continue };
            fired.push(json!({ "time": now(), "name": fire.name, "text": fire.text }));
            captures.extend(request.map(|CaptureRequest { path, number, trigger }| {
                json!({ "path": path, "number": number, "trigger": trigger })
            }));
        }
        if self.written.elapsed() >= WRITE {
            self.session.write().map_err(|error| io(&error))?;
            self.written = Instant::now();
        }
        let problems = self.session.sources().into_iter().filter(|source| !source.problem.is_empty()).map(
            |source| {
                json!({ "source": source.source, "database": source.database, "problem": source.problem })
            },
        );
        let remaining = |over: Instant| over.saturating_duration_since(Instant::now()).as_millis() as u64;
        Ok(json!({
            "rows": self.session.rows(),
            "bytes": self.session.bytes(),
            "leftOut": self.session.left_out(),
            "fired": fired,
            "captures": captures,
            "problems": problems.collect::<Vec<_>>(),
            "remainingMs": self.session.over().map(remaining),
            "end": self.session.end(),
        }))
    }

    /// Completes the file.
    pub fn finish(mut self, reason: &str) -> Result<Value, Failure> {
        for feed in &mut self.feeds {
            feed.flush(true);
        }
        let finished = self.session.finish(reason).map_err(|error| io(&error))?;
        Ok(json!({ "rows": finished.rows, "bytes": finished.bytes }))
    }

    fn feed(&mut self, source: usize) -> Result<&mut Feed, Failure> {
        self.feeds
            .get_mut(source)
            .ok_or_else(|| Failure::new("bad-options", format!("The recorder has no source {source}.")))
    }
}

fn io(error: &impl std::fmt::Display) -> Failure {
    Failure::new("io", error.to_string())
}

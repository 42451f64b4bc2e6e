//! Reads one source until the recording ends.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use parking_lot::Mutex;
use rookery_recording::tables::{Event, Rows};
use tokio::sync::{mpsc, watch};

use super::reports::Reporter;
use super::sink::Sink;
use super::sources::{Answer, Reading, Source};
use super::triggers::{Fired, Triggers};
use super::values::now;
use crate::remote::{Failure, Remote, Reply, Socket};

/// The time between two attempts to read a source that failed.
const RETRY: Duration = Duration::from_secs(5);
/// The longest time for one answer.
const ANSWER: Duration = Duration::from_secs(30);

/// What all collectors share.
pub struct Shared {
    pub remote: Remote,
    pub sink: Sink,
    pub triggers: Mutex<Triggers>,
    pub fired: mpsc::UnboundedSender<Fired>,
}

/// Reads a source until `ended`.
pub async fn collect(
    shared: Arc<Shared>,
    source: Source,
    report: Reporter,
    mut ended: watch::Receiver<bool>,
) {
    let mut collector = Collector { shared, source, report };
    tokio::select! {
        _ = ended.wait_for(|ended| *ended) => {}
        () = collector.read() => {}
    }
    collector.flush(true);
}

struct Collector {
    shared: Arc<Shared>,
    source: Source,
    report: Reporter,
}

impl Collector {
    /// Reads until the source turns out not to exist.
    async fn read(&mut self) {
        let mut lost = false;
        loop {
            let read = match self.source.reading {
                Reading::Socket => self.read_socket(&mut lost).await,
                Reading::Poll(interval) => self.poll(interval, &mut lost).await,
            };
            let Err(failure) = read else { return };
            if self.report.problem(&failure.to_string()) || !lost {
                self.event("source-lost", &failure.to_string());
            }
            lost = true;
            tokio::time::sleep(RETRY).await;
            self.source.parser.reopened();
        }
    }

    /// Reads a socket until it fails. `Ok` for a route that the server does not offer.
    async fn read_socket(&mut self, lost: &mut bool) -> Result<(), Failure> {
        let mut socket = match Socket::open(&self.shared.remote, &self.source.path).await {
            Ok(socket) => socket,
            Err(refused) if refused.is_final() => {
                self.report.problem(&refused.to_string());
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        self.found(lost);
        let mut second = tokio::time::interval(Duration::from_secs(1));
        loop {
            tokio::select! {
                text = socket.next() => match text? {
                    Some(text) => self.add(&Answer { time: now(), took_us: 0, text }),
                    None => return Err(Failure::new("The server ended the connection.")),
                },
                _ = second.tick() => self.flush(false),
            }
        }
    }

    async fn poll(&mut self, interval: Duration, lost: &mut bool) -> Result<(), Failure> {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let started = Instant::now();
            let reply = tokio::time::timeout(ANSWER, get(&self.shared.remote, &self.source.path))
                .await
                .map_err(|_| Failure::new(format!("No answer in {} s.", ANSWER.as_secs())))??;
            if !reply.status.is_success() {
                let failure = reply.failure();
                if is_final(reply.status) {
                    self.report.problem(&failure.to_string());
                    return Ok(());
                }
                return Err(failure);
            }
            self.found(lost);
            let took_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.add(&Answer { time: now(), took_us, text: reply.into_text() });
        }
    }

    fn found(&mut self, lost: &mut bool) {
        if std::mem::take(lost) {
            self.event("source-back", "It is read again.");
        }
    }

    fn add(&mut self, answer: &Answer) {
        let mut rows = Rows::default();
        self.source.parser.add(answer, &mut rows);
        self.hand_over(rows);
    }

    fn flush(&mut self, ended: bool) {
        let mut rows = Rows::default();
        self.source.parser.flush(now(), ended, &mut rows);
        self.hand_over(rows);
    }

    fn hand_over(&self, rows: Rows) {
        let count = rows.total();
        if count == 0 {
            return;
        }
        if let Some(fired) = self.shared.triggers.lock().check(&rows) {
            // The session ends before its collectors.
            let _ = self.shared.fired.send(fired);
        }
        self.report.add_rows(count);
        self.shared.sink.add(rows);
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

/// Sends a GET request and reads the answer.
pub async fn get(remote: &Remote, path: &str) -> Result<Reply, Failure> {
    let request = Request::get(path)
        .body(Body::empty())
        .map_err(|error| Failure::new(format!("{path} is not a path: {error}.")))?;
    Reply::read(remote.send(request).await?).await
}

/// Whether asking again is of no use: the route does not exist, or may not be read.
fn is_final(status: StatusCode) -> bool {
    status.is_client_error() && !matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS)
}

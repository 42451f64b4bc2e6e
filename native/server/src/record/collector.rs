//! Reads one source until the recording ends.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use rookery_recorder::{Answer, Feed, Reading, now};
use tokio::sync::watch;

use crate::remote::{Failure, Remote, Reply, Socket};

/// The time between two attempts to read a source that failed.
const RETRY: Duration = Duration::from_secs(5);
/// The longest time for one answer.
const ANSWER: Duration = Duration::from_secs(30);

/// Reads a source until `ended`.
pub async fn collect(remote: Arc<Remote>, feed: Feed, mut ended: watch::Receiver<bool>) {
    let mut collector = Collector { remote, feed };
    tokio::select! {
        _ = ended.wait_for(|ended| *ended) => {}
        () = collector.read() => {}
    }
    collector.feed.flush(true);
}

struct Collector {
    remote: Arc<Remote>,
    feed: Feed,
}

impl Collector {
    /// Reads until the source turns out not to exist.
    async fn read(&mut self) {
        loop {
            let read = match self.feed.reading() {
                Reading::Socket => self.read_socket().await,
                Reading::Poll(interval) => self.poll(interval).await,
            };
            let Err(failure) = read else { return };
            self.feed.lost(&failure.to_string());
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Reads a socket until it fails. `Ok` for a route that the server does not offer, or that sends too much.
    async fn read_socket(&mut self) -> Result<(), Failure> {
        let mut socket = match Socket::open(&self.remote, self.feed.path()).await {
            Ok(socket) => socket,
            Err(refused) if refused.is_final() => {
                self.feed.refused(&refused.to_string());
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        self.feed.opened();
        let mut second = tokio::time::interval(Duration::from_secs(1));
        loop {
            tokio::select! {
                text = socket.next() => match text? {
                    Some(text) => {
                        if !self.feed.add(&Answer { time: now(), took_us: 0, text }) {
                            return Ok(());
                        }
                    }
                    None => return Err(Failure::new("The server ended the connection.")),
                },
                _ = second.tick() => self.feed.flush(false),
            }
        }
    }

    async fn poll(&mut self, interval: Duration) -> Result<(), Failure> {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let started = Instant::now();
            let reply = tokio::time::timeout(ANSWER, get(&self.remote, self.feed.path()))
                .await
                .map_err(|_| Failure::new(format!("No answer in {} s.", ANSWER.as_secs())))??;
            if !reply.status.is_success() {
                let failure = reply.failure();
                if is_final(reply.status) {
                    self.feed.refused(&failure.to_string());
                    return Ok(());
                }
                return Err(failure);
            }
            let took_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
            if !self.feed.add(&Answer { time: now(), took_us, text: reply.into_text() }) {
                return Ok(());
            }
        }
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

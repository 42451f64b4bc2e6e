//! Reads one source until the recording ends.

use std::future::pending;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use rookery_recorder::{Answer, Feed, Reading, SAMPLE, SAMPLE_EVERY, now};
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

/// `Break` for a route that the server does not offer, or that the reader may not read: it is not read again.
type Read = Result<ControlFlow<()>, Failure>;

struct Collector {
    remote: Arc<Remote>,
    feed: Feed,
}

impl Collector {
    /// Reads until the source turns out not to exist.
    async fn read(&mut self) {
        loop {
            let read = match self.feed.reading() {
                Reading::Socket => self.read_socket(None).await,
                Reading::Sampled => self.read_sample().await,
                Reading::Poll(interval) => self.poll(interval).await,
            };
            match read {
                Ok(ControlFlow::Break(())) => return,
                Ok(ControlFlow::Continue(())) => {}
                Err(failure) => {
                    self.feed.lost(&failure.to_string());
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Reads a socket for a while, and waits for the time of the next sample.
    async fn read_sample(&mut self) -> Read {
        let next = tokio::time::Instant::now() + SAMPLE_EVERY;
        let read = self.read_socket(Some(SAMPLE)).await?;
        if read.is_continue() {
            self.feed.sample_ended();
            tokio::time::sleep_until(next).await;
        }
        Ok(read)
    }

    /// Reads a socket until it fails or sends too much, or for so long.
    async fn read_socket(&mut self, longest: Option<Duration>) -> Read {
        let mut socket = match Socket::open(&self.remote, self.feed.path()).await {
            Ok(socket) => socket,
            Err(refused) if refused.is_final() => {
                self.feed.refused(&refused.to_string());
                return Ok(ControlFlow::Break(()));
            }
            Err(failure) => return Err(failure),
        };
        self.feed.opened();
        let mut over = std::pin::pin!(async {
            match longest {
                Some(longest) => tokio::time::sleep(longest).await,
                None => pending().await,
            }
        });
        let mut second = tokio::time::interval(Duration::from_secs(1));
        loop {
            tokio::select! {
                text = socket.next() => match text? {
                    Some(text) => {
                        if !self.feed.add(&Answer { time: now(), took_us: 0, text }) {
                            return Ok(ControlFlow::Continue(()));
                        }
                    }
                    None => return Err(Failure::new("The server ended the connection.")),
                },
                () = &mut over => return Ok(ControlFlow::Continue(())),
                _ = second.tick() => self.feed.flush(false),
            }
        }
    }

    async fn poll(&mut self, interval: Duration) -> Read {
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
                    return Ok(ControlFlow::Break(()));
                }
                return Err(failure);
            }
            let took_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
            // Only a socket can send too much.
            let _ = self.feed.add(&Answer { time: now(), took_us, text: reply.into_text() });
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

//! The course of an accepted connection: batch, acknowledgement, confirmation, again and again.

use std::future::poll_fn;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_engine::{
    BatchLimits, BatchSource, CommitListener, Database, Subscription, SubscriptionBatch, SubscriptionQuery,
};
use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, interval_at};

use super::batch_message::{self, IncludeMembers};
use super::stream::{Failure, MessageStream};
use super::worker_options::WorkerOptions;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::json_text;
use crate::subscription_workers::{Ending, Worker};

/// The most bytes of a batch; a document that is larger is a batch of its own.
const BATCH_BYTES: usize = 8 << 20;
/// Most documents that are read before the position is recorded.
const MOST_READ: usize = 1 << 15;

/// A connection that was accepted.
pub struct Session {
    database: Arc<Database>,
    subscription: Subscription,
    query: Arc<SubscriptionQuery>,
    options: WorkerOptions,
    worker: Arc<Worker>,
    commits: CommitListener,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ClientMessage {
    r#type: String,
}

/// Documents to read.
enum Wanted {
    After(i64),
    Etags(Arc<[i64]>),
}

impl Session {
    /// A session of `worker`, which holds the subscription.
    pub fn new(
        database: Arc<Database>,
        subscription: Subscription,
        query: SubscriptionQuery,
        options: WorkerOptions,
        worker: Arc<Worker>,
    ) -> Self {
        let commits = database.listen_for_commits();
        Self { database, subscription, query: Arc::new(query), options, worker, commits }
    }

    /// Sends documents until the connection ends.
    pub async fn run<S>(mut self, stream: &mut MessageStream<S>) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        self.send_unconfirmed(stream).await?;
        loop {
            // Before the documents are read, so that no change is missed.
            let seen = self.commits.count();
            let batch = self.read(stream, Wanted::After(self.subscription.position)).await?;
            if let Some(position) = batch.read_to {
                self.subscription.position = position;
                let etags: Vec<i64> = batch.items.iter().map(|item| item.etag).collect();
                self.record(move |database, id, index| {
                    database.subscription_sent(id, index, position, &etags)
                })
                .await?;
            }
            if !batch.items.is_empty() {
                self.deliver(stream, &batch, Arc::from([])).await?;
            } else if batch.is_last {
                if self.options.close_when_done {
                    return Err(Ending::NoDocumentsLeft(self.subscription.name).into());
                }
                self.wait_for_commit(stream, seen).await?;
            }
        }
    }

    /// Sends again what no worker has acknowledged. Documents that were changed since come later, with their new
    /// version.
    async fn send_unconfirmed<S>(&mut self, stream: &mut MessageStream<S>) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let (database, id) = (self.database.clone(), self.subscription.id);
        let mut left: Arc<[i64]> = blocking(move || Ok(database.unconfirmed(id)?)).await?.into();
        while !left.is_empty() {
            let batch = self.read(stream, Wanted::Etags(left.clone())).await?;
            left = match batch.read_to {
                Some(read_to) if !batch.is_last => {
                    left.iter().copied().filter(|etag| *etag > read_to).collect()
                }
                _ => Arc::from([]),
            };
            if !batch.items.is_empty() {
                self.deliver(stream, &batch, left.clone()).await?;
            }
        }
        Ok(())
    }

    /// Sends a batch and waits for its acknowledgement; `left` stays unconfirmed.
    async fn deliver<S>(
        &self,
        stream: &mut MessageStream<S>,
        batch: &SubscriptionBatch,
        left: Arc<[i64]>,
    ) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let mut included = IncludeMembers::default();
        if !batch.counters.is_empty() || !batch.time_series.is_empty() {
            let (database, counters) = (self.database.clone(), batch.counters.clone());
            let series = batch.time_series.clone();
            included = blocking(move || IncludeMembers::read(&database, counters, series)).await?;
        }
        let text = batch_message::of(batch, self.query.includes_documents(), &included);
        let sent = tokio::select! {
            sent = stream.send(&text) => sent,
            // A part of the batch may be sent: no message can follow.
            _ = self.worker.ended() => return Err(Failure::Gone),
        };
        sent?;
        drop(text);
        self.wait_for_acknowledgement(stream).await?;
        self.record(move |database, id, index| database.subscription_acknowledged(id, index, &left)).await?;
        stream.send(br#"{"Type":"Confirm"}"#).await
    }

    async fn wait_for_acknowledgement<S>(&self, stream: &mut MessageStream<S>) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let every = stream.heartbeat();
        let mut beats = interval_at(Instant::now() + every, every);
        loop {
            tokio::select! {
                ending = self.worker.ended() => return Err(ending.into()),
                _ = beats.tick() => stream.send_heartbeat().await?,
                received = stream.receive() => return acknowledgement(&received?),
            }
        }
    }

    async fn wait_for_commit<S>(&self, stream: &mut MessageStream<S>, seen: u64) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let every = stream.heartbeat();
        let mut beats = interval_at(Instant::now() + every, every);
        loop {
            tokio::select! {
                ending = self.worker.ended() => return Err(ending.into()),
                _ = poll_fn(|context| self.commits.poll_changed(seen, context)) => return Ok(()),
                _ = beats.tick() => stream.send_heartbeat().await?,
                received = stream.receive() => return unexpected(&received?),
            }
        }
    }

    /// Reads a batch on the blocking pool; cancelled when the client disconnects or the connection must end.
    async fn read<S>(
        &self,
        stream: &mut MessageStream<S>,
        wanted: Wanted,
    ) -> Result<SubscriptionBatch, Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        if let Some(ending) = self.worker.must_end() {
            return Err(ending.into());
        }
        let cancel = CancelToken::new();
        let (database, query, token) = (self.database.clone(), self.query.clone(), cancel.clone());
        let archived = self.subscription.archived;
        let limits = BatchLimits { documents: self.options.documents, bytes: BATCH_BYTES, read: MOST_READ };
        let work = tokio::spawn(blocking(move || {
            let _entered = token.enter();
            let source = match &wanted {
                Wanted::After(etag) => BatchSource::After(*etag),
                Wanted::Etags(etags) => BatchSource::Etags(etags),
            };
            Ok(database.subscription_batch(&query, archived, source, limits)?)
        }));
        let mut work = std::pin::pin!(work);
        let every = stream.heartbeat();
        let mut beats = interval_at(Instant::now() + every, every);
        let failure = loop {
            tokio::select! {
                done = &mut work => {
                    return done.map_err(|_| Failure::Gone)?.map_err(Failure::Error);
                }
                ending = self.worker.ended() => break ending.into(),
                _ = beats.tick() => if let Err(failure) = stream.send_heartbeat().await { break failure },
                received = stream.receive() => break match received {
                    Ok(text) => match unexpected(&text) { Err(failure) => failure, Ok(()) => Failure::Gone },
                    Err(failure) => failure,
                },
            }
        };
        cancel.cancel();
        // The next worker begins after the end of this one's work.
        let _ = work.await;
        Err(failure)
    }

    /// Writes the progress, which is short; the connection is not read meanwhile.
    async fn record(
        &self,
        write: impl FnOnce(&Database, i64, i64) -> Result<(), rookery_engine::EngineError> + Send + 'static,
    ) -> Result<(), Failure> {
        let (database, id, index) = (self.database.clone(), self.subscription.id, self.subscription.index);
        Ok(blocking(move || Ok(write(&database, id, index)?)).await?)
    }
}

fn acknowledgement(text: &[u8]) -> Result<(), Failure> {
    let message: ClientMessage = json_text(text, "The message of the client")?;
    match message.r#type.as_str() {
        "Acknowledge" => Ok(()),
        _ => Err(refused_message(&message.r#type)),
    }
}

/// A message while none is due.
fn unexpected(text: &[u8]) -> Result<(), Failure> {
    let message: ClientMessage = json_text(text, "The message of the client")?;
    Err(refused_message(&message.r#type))
}

fn refused_message(kind: &str) -> Failure {
    let error = match kind {
        "DisposedNotification" => ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "System.OperationCanceledException",
            "The worker has closed the subscription.",
        ),
        "Acknowledge" => ApiError::bad_request("There is no batch to acknowledge."),
        other => ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "System.FormatException",
            format!("'{other}' is not a message of a worker."),
        ),
    };
    Failure::Error(error)
}

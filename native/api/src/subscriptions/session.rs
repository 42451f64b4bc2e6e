//! The course of an accepted connection: batch, acknowledgement, confirmation, again and again.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_engine::{
    BatchLimits, CommitListener, Database, Delivery, Distribution, Lease, SubscriptionBatch,
    SubscriptionQuery,
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

/// The documents that a session sends, which it may share with others.
pub struct Documents {
    /// Where they come from.
    pub distribution: Arc<Distribution>,
    /// Locked while a batch is read.
    pub turn: Arc<tokio::sync::Mutex<()>>,
    /// What of them is sent.
    pub query: Arc<SubscriptionQuery>,
}

/// A connection that was accepted.
pub struct Session {
    database: Arc<Database>,
    documents: Documents,
    options: WorkerOptions,
    worker: Arc<Worker>,
    commits: CommitListener,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ClientMessage {
    r#type: String,
}

impl Session {
    /// A session of `worker`, which holds the subscription.
    pub fn new(
        database: Arc<Database>,
        documents: Documents,
        options: WorkerOptions,
        worker: Arc<Worker>,
    ) -> Self {
        let commits = database.listen_for_commits();
        Self { database, documents, options, worker, commits }
    }

    /// Sends documents until the connection ends.
    pub async fn run<S>(self, stream: &mut MessageStream<S>) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        loop {
            // Before the documents are read, so that no change is missed.
            let seen = self.commits.count();
            let Delivery { batch, lease, is_last, has_postponed } = self.read(stream).await?;
            if let Some(lease) = lease {
                self.deliver(stream, batch, lease).await?;
            } else if is_last {
                if self.options.close_when_done && !has_postponed {
                    return Err(Ending::NoDocumentsLeft(self.worker.subscription.name.clone()).into());
                }
                let changed = poll_fn(|context| self.commits.poll_changed(seen, context));
                self.while_silent(stream, changed).await?;
            }
        }
    }

    /// Sends a batch and waits for its acknowledgement. Without one, the documents come again.
    async fn deliver<S>(
        &self,
        stream: &mut MessageStream<S>,
        batch: SubscriptionBatch,
        lease: Lease,
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
        let text = batch_message::of(&batch, self.documents.query.includes_documents(), &included);
        drop(batch);
        let sent = tokio::select! {
            sent = stream.send(&text) => sent,
            // A part of the batch may be sent: no message can follow.
            _ = self.worker.ended() => return Err(Failure::Gone),
        };
        sent?;
        drop(text);
        self.wait_for_acknowledgement(stream).await?;
        // Short; the connection is not read meanwhile.
        blocking(move || Ok(lease.acknowledge()?)).await?;
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

    /// Waits for something while the client has nothing to say.
    async fn while_silent<S, T>(
        &self,
        stream: &mut MessageStream<S>,
        awaited: impl Future<Output = T>,
    ) -> Result<T, Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let mut awaited = pin!(awaited);
        let every = stream.heartbeat();
        let mut beats = interval_at(Instant::now() + every, every);
        loop {
            tokio::select! {
                result = &mut awaited => return Ok(result),
                ending = self.worker.ended() => return Err(ending.into()),
                _ = beats.tick() => stream.send_heartbeat().await?,
                received = stream.receive() => return Err(unexpected(&received?)),
            }
        }
    }

    /// Reads a batch on the blocking pool, after those of other workers; cancelled when the client disconnects or the
    /// connection must end.
    async fn read<S>(&self, stream: &mut MessageStream<S>) -> Result<Delivery, Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        if let Some(ending) = self.worker.must_end() {
            return Err(ending.into());
        }
        let Documents { distribution, turn, query } = &self.documents;
        let turn = self.while_silent(stream, turn.clone().lock_owned()).await?;
        let cancel = CancelToken::new();
        let (distribution, query, token) = (distribution.clone(), query.clone(), cancel.clone());
        let limits = BatchLimits { documents: self.options.documents, bytes: BATCH_BYTES, read: MOST_READ };
        let mut work = pin!(tokio::spawn(blocking(move || {
            let _turn = turn;
            let _entered = token.enter();
            Ok(distribution.next(&query, limits)?)
        })));
        match self.while_silent(stream, &mut work).await {
            Ok(done) => done.map_err(|_| Failure::Gone)?.map_err(Failure::Error),
            Err(failure) => {
                cancel.cancel();
                // The next worker begins after the end of this one's work.
                let _ = work.await;
                Err(failure)
            }
        }
    }
}

/// Reads the message that is due after a batch.
pub fn acknowledgement(text: &[u8]) -> Result<(), Failure> {
    let message: ClientMessage = json_text(text, "The message of the client")?;
    match message.r#type.as_str() {
        "Acknowledge" => Ok(()),
        _ => Err(refused_message(&message.r#type)),
    }
}

/// A message while none is due.
fn unexpected(text: &[u8]) -> Failure {
    match json_text::<ClientMessage>(text, "The message of the client") {
        Ok(message) => refused_message(&message.r#type),
        Err(error) => error.into(),
    }
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

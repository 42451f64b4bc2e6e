//! Reads the stream and saves it batch by batch.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http_body_util::BodyExt;
use rookery_engine::{Database, OperationHandle};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::batch::{Batch, Submitted};
use super::failure::Failure;
use super::progress::Progress;
use crate::blocking::blocking;
use crate::bulk::{BulkParser, Decoder};
use crate::error::ApiError;

/// A client silent for so long has nothing more to send for now: what is there is saved.
const IDLE: Duration = Duration::from_millis(5);
/// How long the end of a body is waited for when its array has closed.
const END_OF_BODY: Duration = Duration::from_millis(20);
/// How long, and for how many bytes, a client that failed may go on sending before the connection is closed.
const LINGER: Duration = Duration::from_secs(3);
const LINGER_BYTES: usize = 256 << 20;

/// One bulk insert under way.
pub struct Insert {
    pub database: Arc<Database>,
    pub operation: OperationHandle,
    pub decoder: Decoder,
    pub encoding: String,
    pub skip_unchanged: bool,
    /// Most bytes of one item.
    pub limit: usize,
    /// Whether the client asked for the connection to be closed.
    pub closes: bool,
}

/// What is under way while the next batch is read: one batch being checked, and those the disk has not confirmed.
#[derive(Default)]
struct Saving {
    checking: Option<JoinHandle<Result<Result<Submitted, Failure>, ApiError>>>,
    writing: VecDeque<Submitted>,
    progress: Progress,
}

impl Insert {
    /// Takes the whole array. What is told as saved is saved, also when it fails.
    pub async fn run(&mut self, body: &mut Body) -> (Progress, Result<(), Failure>) {
        let mut saving = Saving::default();
        let mut batch = Batch::default();
        let mut outcome = self.receive(body, &mut batch, &mut saving).await;
        // Items before a mistake are saved like any others; a refusal of theirs comes before the mistake.
        if !batch.is_empty() && !self.operation.is_cancelled() {
            let last = self.save(batch, &mut saving).await;
            outcome = last.and(outcome);
        }
        let last = self.settle(&mut saving).await;
        (saving.progress, last.and(outcome))
    }

    async fn receive(
        &mut self,
        body: &mut Body,
        batch: &mut Batch,
        saving: &mut Saving,
    ) -> Result<(), Failure> {
        let killed = Arc::new(Notify::new());
        let bell = killed.clone();
        self.operation.on_kill(move || bell.notify_one());
        let mut parser = BulkParser::new(self.limit);
        let mut decoded = Vec::new();
        let mut chunk = Bytes::new();
        loop {
            while let Some(found) = parser.next_item().map_err(|error| Failure::of_stream(&error))? {
                batch.add(found)?;
                if batch.is_full() {
                    self.save(std::mem::take(batch), saving).await?;
                }
            }
            if parser.is_done() {
                return Ok(());
            }
            if self.operation.is_cancelled() {
                return Err(Failure::killed());
            }
            if self.decoder.is_plain() {
                if !chunk.is_empty() {
                    parser.push(std::mem::take(&mut chunk));
                    continue;
                }
            } else {
                let taken = self
                    .decoder
                    .step(&chunk, &mut decoded)
                    .map_err(|error| Failure::undecodable(&self.encoding, &error))?;
                let progressed = taken > 0 || !decoded.is_empty();
                chunk = chunk.slice(taken..);
                parser.push(std::mem::take(&mut decoded).into());
                if progressed {
                    continue;
                }
            }
            let idle_until = Instant::now() + IDLE;
            chunk = loop {
                tokio::select! {
                    biased;
                    () = killed.notified() => return Err(Failure::killed()),
                    went_on = self.go_on(saving), if saving.is_busy() => went_on?,
                    frame = body.frame() => match frame {
                        None => return Err(Failure::cut_off(&parser.cut_off(), None)),
                        Some(Err(error)) => return Err(Failure::cut_off(&parser.cut_off(), Some(&error))),
                        Some(Ok(frame)) => break frame.into_data().unwrap_or_default(),
                    },
                    () = sleep_until(idle_until), if !batch.is_empty() && !saving.is_busy() => {
                        self.save(std::mem::take(batch), saving).await?;
                    }
                }
            };
        }
    }

    /// Begins to save a batch. Batches are handed to the engine one after the other, so that they stay in order;
    /// while one is written the next is checked.
    async fn save(&self, batch: Batch, saving: &mut Saving) -> Result<(), Failure> {
        // What is compared with stored documents must be compared with what this stream stored before.
        while saving.checking.is_some() || (self.skip_unchanged && saving.is_busy()) {
            self.go_on(saving).await?;
        }
        let (database, skip_unchanged) = (self.database.clone(), self.skip_unchanged);
        saving.checking = Some(tokio::spawn(blocking(move || Ok(batch.submit(&database, skip_unchanged)))));
        Ok(())
    }

    /// Waits until nothing is being saved; tells the first failure.
    async fn settle(&self, saving: &mut Saving) -> Result<(), Failure> {
        let mut outcome = Ok(());
        while saving.is_busy() {
            outcome = outcome.and(self.go_on(saving).await);
        }
        outcome
    }

    /// Waits until the oldest batch is on the disk or, if there is none yet, until one is handed over.
    async fn go_on(&self, saving: &mut Saving) -> Result<(), Failure> {
        if let Some(oldest) = saving.writing.front_mut() {
            let result = (&mut oldest.answer).await;
            if let Some(Submitted { saved, .. }) = saving.writing.pop_front() {
                result.unwrap_or_else(|_| Err(Failure::lost()))?;
                saving.progress.count(saved);
                self.operation.progress(saving.progress.progress());
            }
        } else if let Some(checking) = &mut saving.checking {
            let checked = checking.await;
            saving.checking = None;
            let checked = checked.unwrap_or_else(|error| Err(ApiError::panicked(&error.to_string())));
            saving.writing.push_back(checked.map_err(|error| Failure::of_api(&error))??);
        }
        Ok(())
    }
}

impl Saving {
    fn is_busy(&self) -> bool {
        self.checking.is_some() || !self.writing.is_empty()
    }
}

/// Whether the body ends here, so that the connection can carry another request. Some clients never end it.
pub async fn reached_its_end(body: &mut Body) -> bool {
    matches!(timeout(END_OF_BODY, body.frame()).await, Ok(None))
}

/// Takes and forgets what a client still sends, for a while.
pub async fn linger(body: &mut Body) {
    let until = sleep(LINGER);
    tokio::pin!(until);
    let mut taken = 0;
    while taken < LINGER_BYTES {
        tokio::select! {
            () = &mut until => return,
            frame = body.frame() => match frame {
                Some(Ok(frame)) => taken += frame.data_ref().map_or(0, Bytes::len),
                None | Some(Err(_)) => return,
            },
        }
    }
}

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

use super::batch::{Batch, Checked, Submitted};
use super::failure::Failure;
use super::progress::Progress;
use crate::blocking::blocking;
use crate::body_memory::Reservation;
use crate::bulk::{BulkParser, Decoder};
use crate::error::ApiError;

/// After this silence of the client, the received items are saved.
const IDLE: Duration = Duration::from_millis(5);
/// How long the end of a body is waited for when its array has closed.
const END_OF_BODY: Duration = Duration::from_millis(20);

/// What every stream may hold without reserving it: with a bounded number of connections that is bounded too.
const UNCOUNTED: usize = 256 << 10;
/// How long a stream waits for memory of other requests, and how often it retries.
const MEMORY_WAIT: Duration = Duration::from_secs(15);
const MEMORY_LOOK: Duration = Duration::from_millis(20);

/// One bulk insert in progress.
pub struct Insert {
    pub database: Arc<Database>,
    pub operation: OperationHandle,
    pub decoder: Decoder,
    pub encoding: String,
    pub skip_unchanged: bool,
    /// Most bytes of one item.
    pub limit: usize,
    /// Memory reserved for what was received and is not on the disk yet.
    pub held: Reservation,
    /// Whether the client requested the end of the connection.
    pub closes: bool,
}

/// Batches checked in parallel: enough for another core while this one reads.
const MOST_CHECKING: usize = 2;
/// Submitted batches that are not on disk yet, at most.
const MOST_WRITING: usize = 4;

/// Pending batches while the next one is read: batches being checked, and, in the order of the
/// stream, those the disk has not confirmed.
#[derive(Default)]
struct Saving {
    checking: VecDeque<JoinHandle<Result<Result<Checked, Failure>, ApiError>>>,
    writing: VecDeque<Submitted>,
    /// Bytes of the batches that are being checked or written.
    bytes: usize,
    /// A batch was refused; later ones are not saved.
    refused: bool,
    progress: Progress,
}

impl Insert {
    /// Receives the whole array. Reported totals are saved, also when it fails.
    pub async fn run(&mut self, body: &mut Body) -> (Progress, Result<(), Failure>) {
        let mut saving = Saving::default();
        let mut batch = Batch::default();
        let mut outcome = self.receive(body, &mut batch, &mut saving).await;
        // Items before a mistake are saved like any others; a refusal of theirs comes before the mistake.
        if !batch.is_empty() && !saving.refused && !self.operation.is_cancelled() {
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
                    self.reserve(parser.waiting() + chunk.len() + batch.bytes(), saving).await?;
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
                let received = parser.waiting() + chunk.len() + decoded.len() + batch.bytes();
                self.reserve(received, saving).await?;
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

    /// Reserves memory for `received` bytes and for the batches in progress. Waits for those and for other
    /// requests when there is none.
    async fn reserve(&mut self, received: usize, saving: &mut Saving) -> Result<(), Failure> {
        let mut until = None;
        loop {
            let needed = (self.decoder.window() + received + saving.bytes).saturating_sub(UNCOUNTED);
            if self.held.cover(needed) {
                return Ok(());
            }
            if saving.is_busy() {
                self.go_on(saving).await?;
            } else if *until.get_or_insert_with(|| Instant::now() + MEMORY_WAIT) < Instant::now() {
                return Err(Failure::no_memory(needed));
            } else {
                sleep(MEMORY_LOOK).await;
            }
        }
    }

    /// Starts to save a batch. Batches are submitted to the engine one after the other, in order;
    /// while some are written others are checked.
    async fn save(&self, batch: Batch, saving: &mut Saving) -> Result<(), Failure> {
        // What is compared with stored documents must be compared with what this stream stored before.
        while saving.is_full() || (self.skip_unchanged && saving.is_busy()) {
            self.go_on(saving).await?;
        }
        saving.bytes += batch.bytes();
        let (database, skip_unchanged) = (self.database.clone(), self.skip_unchanged);
        let check = blocking(move || Ok(batch.check(&database, skip_unchanged)));
        saving.checking.push_back(tokio::spawn(check));
        Ok(())
    }

    /// Waits until all batches are saved; returns the first failure.
    async fn settle(&self, saving: &mut Saving) -> Result<(), Failure> {
        let mut outcome = Ok(());
        while saving.is_busy() {
            outcome = outcome.and(self.go_on(saving).await);
        }
        outcome
    }

    /// Waits until the oldest batch is on disk, or until the oldest checked one can be submitted.
    /// Nothing is lost when this is dropped while it waits.
    async fn go_on(&self, saving: &mut Saving) -> Result<(), Failure> {
        let Saving { checking, writing, .. } = saving;
        let may_hand_over = writing.len() < MOST_WRITING;
        let went_on = tokio::select! {
            biased;
            Some(result) = written(writing.front_mut()) => {
                let saved = writing.pop_front().map(|submitted| submitted.saved);
                result.map(|()| saved)
            }
            Some(checked) = checked(checking.front_mut()), if may_hand_over => {
                checking.pop_front();
                let submitted = checked.and_then(|checked| checked.submit(&self.database));
                submitted.map(|submitted| {
                    writing.push_back(submitted);
                    None
                })
            }
            else => Ok(None),
        };
        match went_on {
            Ok(Some(saved)) => {
                saving.bytes -= saved.bytes;
                saving.progress.count(saved);
                self.operation.progress(saving.progress.progress());
            }
            Ok(None) => {}
            Err(refusal) => {
                saving.refused = true;
                saving.checking.clear();
                return Err(refusal);
            }
        }
        Ok(())
    }
}

async fn written(oldest: Option<&mut Submitted>) -> Option<Result<(), Failure>> {
    let answer = (&mut oldest?.answer).await;
    Some(answer.unwrap_or_else(|_| Err(Failure::lost())))
}

async fn checked(
    oldest: Option<&mut JoinHandle<Result<Result<Checked, Failure>, ApiError>>>,
) -> Option<Result<Checked, Failure>> {
    let checked = oldest?.await.unwrap_or_else(|error| Err(ApiError::panicked(&error.to_string())));
    Some(checked.unwrap_or_else(|error| Err(Failure::of_api(&error))))
}

impl Saving {
    fn is_busy(&self) -> bool {
        !(self.checking.is_empty() && self.writing.is_empty())
    }

    fn is_full(&self) -> bool {
        self.checking.len() >= MOST_CHECKING
    }
}

/// Whether the body ends here, so that the connection can be reused. Some clients never end it.
pub async fn reached_its_end(body: &mut Body) -> bool {
    matches!(timeout(END_OF_BODY, body.frame()).await, Ok(None))
}

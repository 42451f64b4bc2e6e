//! The requests to the writer, and the channel to it.

use std::sync::Arc;

use crossbeam_channel::Sender;
use parking_lot::RwLock;

use super::prepared::{Outcome, Prepared};
use crate::error::EngineError;

/// The maximum size of a request: it must fit one journal record together with its group.
pub(crate) const MAX_REQUEST: usize = 512 << 20;

/// The reply to a request.
pub(crate) type Answer = Result<Vec<Outcome>, EngineError>;

/// Several commands that are committed atomically.
pub(crate) struct Request {
    pub commands: Vec<Prepared>,
    pub weight: usize,
    /// Whether the outcome of each command is requested: building thousands of unread ones takes time.
    pub outcomes: bool,
    reply: Box<dyn FnOnce(Answer) + Send>,
}

impl Request {
    /// A request whose reply goes to `reply`, on one of the database's threads: it must not block.
    pub(crate) fn new(
        commands: Vec<Prepared>,
        outcomes: bool,
        reply: impl FnOnce(Answer) + Send + 'static,
    ) -> Self {
        let weight = commands.iter().map(Prepared::weight).sum();
        Self { commands, weight, outcomes, reply: Box::new(reply) }
    }

    /// A request and the receiver of its reply. The caller may drop the receiver.
    pub(crate) fn waiting(commands: Vec<Prepared>) -> (Self, crossbeam_channel::Receiver<Answer>) {
        let (sender, answer) = crossbeam_channel::bounded(1);
        let request = Self::new(commands, true, move |answer| {
            // The caller dropped the receiver; the decision is unaffected.
            let _ = sender.send(answer);
        });
        (request, answer)
    }

    pub(crate) fn answer(self, answer: Answer) {
        (self.reply)(answer);
    }
}

/// The channel to the writer until the database is closed. Clones do not keep the writer running.
#[derive(Clone)]
pub(crate) struct WriterQueue {
    database: Arc<str>,
    sender: Arc<RwLock<Option<Sender<Request>>>>,
}

impl WriterQueue {
    pub(crate) fn new(database: &str, sender: Sender<Request>) -> Self {
        Self { database: database.into(), sender: Arc::new(RwLock::new(Some(sender))) }
    }

    /// Sends a request; waits while the queue is full.
    pub(crate) fn send(&self, request: Request) -> Result<(), EngineError> {
        if request.weight > MAX_REQUEST {
            return Err(EngineError::BatchTooLarge { bytes: request.weight, most: MAX_REQUEST });
        }
        self.sender()?.send(request).map_err(|_| EngineError::Internal {
            database: self.database.to_string(),
            what: "the writer thread has ended".to_owned(),
        })
    }

    pub(crate) fn sender(&self) -> Result<Sender<Request>, EngineError> {
        self.sender.read().clone().ok_or_else(|| EngineError::Closed(self.database.to_string()))
    }

    /// The number of queued requests.
    pub(crate) fn len(&self) -> usize {
        self.sender.read().as_ref().map_or(0, Sender::len)
    }

    /// Rejects further requests; the writer ends after the queued ones.
    pub(crate) fn close(&self) {
        self.sender.write().take();
    }
}

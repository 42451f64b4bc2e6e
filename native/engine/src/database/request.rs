//! What callers send the writer.

use super::prepared::{Outcome, Prepared};
use super::resolve::Purpose;
use crate::error::EngineError;

/// Most bytes of one request: it must fit one journal record together with what it is grouped with.
pub(super) const MAX_REQUEST: usize = 512 << 20;

/// What became of a request.
pub(crate) type Answer = Result<Vec<Outcome>, EngineError>;

/// Several commands that happen together or not at all.
pub(crate) struct Request {
    pub commands: Vec<Prepared>,
    pub weight: usize,
    /// Whether an outcome of each command is wanted; making thousands that nobody reads costs time.
    pub outcomes: bool,
    pub purpose: Purpose,
    reply: Box<dyn FnOnce(Answer) + Send>,
}

impl Request {
    /// A request whose answer `reply` gets, on one of the database's threads: it must not wait for anything.
    pub(crate) fn new(
        commands: Vec<Prepared>,
        outcomes: bool,
        reply: impl FnOnce(Answer) + Send + 'static,
    ) -> Self {
        let weight = commands.iter().map(Prepared::weight).sum();
        Self { commands, weight, outcomes, purpose: Purpose::Change, reply: Box::new(reply) }
    }

    /// A request and where its answer will be. Whoever asked may go without looking.
    pub(crate) fn waiting(commands: Vec<Prepared>) -> (Self, crossbeam_channel::Receiver<Answer>) {
        let (sender, answer) = crossbeam_channel::bounded(1);
        let request = Self::new(commands, true, move |answer| {
            // Nobody listens any more; what was decided stands all the same.
            let _ = sender.send(answer);
        });
        (request, answer)
    }

    /// The same request, only to see what would happen.
    pub(crate) fn into_test(self) -> Self {
        Self { purpose: Purpose::Test, ..self }
    }

    pub(super) fn answer(self, answer: Answer) {
        (self.reply)(answer);
    }
}

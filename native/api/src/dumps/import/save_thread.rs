//! The thread that saves batches: one is prepared while the one before it is being saved.

use crossbeam_channel::{Receiver, RecvError, Sender, bounded, select};
use rookery_engine::{Database, EngineError};

use super::batch::Pending;
use super::failure::{ImportFailure, concerns_one_item};
use super::saved::{ItemOutcome, Saved};

type Answer = Result<Vec<bool>, EngineError>;

#[derive(Debug)]
pub struct SaveThread<'a> {
    database: &'a Database,
    done: Sender<Saved>,
    current: Option<Saving>,
}

/// A batch that is being saved.
#[derive(Debug)]
struct Saving {
    items: Vec<Pending>,
    answer: Receiver<Answer>,
}

impl<'a> SaveThread<'a> {
    pub fn new(database: &'a Database, done: Sender<Saved>) -> Self {
        Self { database, done, current: None }
    }

    /// Saves batches until there are no more or one fails.
    pub fn run(mut self, batches: &Receiver<Vec<Pending>>) {
        while let Some(items) = self.next(batches) {
            let prepared = self.database.prepare_import(items.iter().map(|pending| pending.item.clone()));
            if !self.wait_for_current() {
                return;
            }
            let (sender, answer) = bounded(1);
            let refused = sender.clone();
            // The receiver is kept until it has one.
            let done = move |added| drop(sender.send(added));
            if let Err(error) = prepared.and_then(|items| self.database.submit_import(items, done)) {
                drop(refused.send(Err(error)));
            }
            drop(refused);
            self.current = Some(Saving { items, answer });
        }
        self.wait_for_current();
    }

    /// The next batch, `None` after the last one or a failure. Reports the current one if it is saved first.
    fn next(&mut self, batches: &Receiver<Vec<Pending>>) -> Option<Vec<Pending>> {
        if let Some(saving) = &self.current {
            let answer = select! {
                recv(batches) -> items => return items.ok(),
                recv(saving.answer) -> answer => answer,
            };
            if !self.report_current(answer) {
                return None;
            }
        }
        batches.recv().ok()
    }

    /// Whether a further batch can be saved.
    fn wait_for_current(&mut self) -> bool {
        let answer = match &self.current {
            Some(saving) => saving.answer.recv(),
            None => return true,
        };
        self.report_current(answer)
    }

    /// Whether a further batch can be saved.
    fn report_current(&mut self, answer: Result<Answer, RecvError>) -> bool {
        let Some(Saving { items, .. }) = self.current.take() else { return true };
        let mut result = Saved::default();
        match answer {
            Ok(answer) => settle(self.database, items, answer, &mut result),
            Err(RecvError) => result.failure = Some(ImportFailure::saver_ended()),
        }
        let failed = result.failure.is_some();
        self.done.send(result).is_ok() && !failed
    }
}

/// Adds the outcomes of a batch; where an item is refused, saves the halves of the batch.
fn settle(database: &Database, mut items: Vec<Pending>, answer: Answer, result: &mut Saved) {
    let error = match answer {
        Ok(added) => {
            let outcomes = added.into_iter().map(|added| match added {
                true => ItemOutcome::Added,
                false => ItemOutcome::Unchanged,
            });
            result.items.extend(items.into_iter().zip(outcomes));
            return;
        }
        Err(error) => error,
    };
    if !concerns_one_item(&error) {
        result.failure = Some(error.into());
        return;
    }
    if items.len() == 1 {
        result.items.extend(items.into_iter().map(|item| (item, ItemOutcome::Rejected(format!("{error}.")))));
        return;
    }
    let second = items.split_off(items.len() / 2);
    for half in [items, second] {
        if result.failure.is_none() {
            let answer = database.import(half.iter().map(|pending| pending.item.clone()).collect());
            settle(database, half, answer, result);
        }
    }
}

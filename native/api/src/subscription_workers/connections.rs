//! The workers that are connected: one holds a subscription, or several concurrent ones share it; others may wait.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_engine::{Database, Distribution, EngineError};
use tokio::sync::watch;

use super::ending::Ending;
use super::history::{Histories, History, PastConnection};
use super::strategy::Strategy;
use super::worker::{SubscriptionKey, Worker};

/// What the holders of a subscription share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    distribution: Mutex<Option<Arc<Distribution>>>,
    /// Locked by the worker whose batch is read, so that the others wait without a thread.
    pub turn: Arc<tokio::sync::Mutex<()>>,
}

impl Shared {
    /// The distribution of the definition with this index; the first holder opens it. Blocks.
    pub(crate) fn distribution(
        &self,
        database: &Arc<Database>,
        id: i64,
        index: i64,
    ) -> Result<Arc<Distribution>, EngineError> {
        let mut distribution = self.distribution.lock();
        if let Some(open) = distribution.as_ref().filter(|open| open.index() == index) {
            return Ok(open.clone());
        }
        let opened = Arc::new(Distribution::open(database.clone(), id, index)?);
        *distribution = Some(opened.clone());
        Ok(opened)
    }
}

#[derive(Debug, Default)]
struct Slot {
    /// Several only if all are concurrent.
    holders: Vec<Arc<Worker>>,
    /// In the order of their arrival.
    waiting: Vec<Arc<Worker>>,
    shared: Arc<Shared>,
    /// Changes when one that waits may have its turn.
    changed: watch::Sender<()>,
}

/// All workers of one server.
#[derive(Debug, Default)]
pub(crate) struct SubscriptionConnections {
    slots: Mutex<HashMap<SubscriptionKey, Slot>>,
    histories: Mutex<Histories>,
}

/// The workers of one subscription.
#[derive(Debug, Default)]
pub(crate) struct ConnectedWorkers {
    /// They get documents.
    pub holders: Vec<Arc<Worker>>,
    /// They wait for their turn.
    pub waiting: Vec<Arc<Worker>>,
}

/// A worker's place at a subscription, given up when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    connections: Arc<SubscriptionConnections>,
    key: SubscriptionKey,
    worker: Arc<Worker>,
}

impl SubscriptionConnections {
    /// Waits for the subscription as the worker's strategy says, or refuses it.
    pub(crate) async fn claim(
        self: &Arc<Self>,
        key: SubscriptionKey,
        worker: Arc<Worker>,
    ) -> Result<Place, Ending> {
        // Gives the place among the waiting ones up too.
        let place = Place { connections: self.clone(), key, worker };
        while let Some(mut changed) = self.try_claim(&place)? {
            tokio::select! {
                // The slot, which has the sender, exists while a worker waits.
                _ = changed.changed() => {}
                ending = place.worker.ended() => return Err(ending),
            }
        }
        Ok(place)
    }

    /// `None`: claimed. Else what changes when it is worth another try.
    fn try_claim(&self, place: &Place) -> Result<Option<watch::Receiver<()>>, Ending> {
        let Place { key, worker, .. } = place;
        let mut slots = self.slots.lock();
        let slot = slots.entry(key.clone()).or_default();
        if slot.is_open_for(worker) {
            slot.waiting.retain(|other| !Arc::ptr_eq(other, worker));
            slot.holders.push(worker.clone());
            // Other concurrent workers can join.
            slot.changed.send_replace(());
            return Ok(None);
        }
        slot.check(worker)?;
        if !slot.waiting.iter().any(|other| Arc::ptr_eq(other, worker)) {
            slot.waiting.push(worker.clone());
        }
        Ok(Some(slot.changed.subscribe()))
    }

    /// Ends the workers of a subscription, those that wait for it too; with `worker`, only the one with this id.
    pub(crate) fn end(&self, key: &SubscriptionKey, ending: &Ending, worker: Option<&str>) {
        if matches!(ending, Ending::Deleted(_)) {
            self.histories.lock().forget(key);
        }
        let slots = self.slots.lock();
        let Some(slot) = slots.get(key) else { return };
        for one in slot.holders.iter().chain(&slot.waiting) {
            if worker.is_none_or(|id| one.id == id) {
                one.end(ending.clone());
            }
        }
    }

    /// The workers of a subscription.
    pub(crate) fn of(&self, key: &SubscriptionKey) -> ConnectedWorkers {
        let slots = self.slots.lock();
        let of_slot =
            |slot: &Slot| ConnectedWorkers { holders: slot.holders.clone(), waiting: slot.waiting.clone() };
        slots.get(key).map(of_slot).unwrap_or_default()
    }

    /// Its past connections.
    pub(crate) fn history(&self, key: &SubscriptionKey) -> History {
        self.histories.lock().of(key)
    }

    /// Notes that a connection was not accepted.
    pub(crate) fn note_rejected(&self, key: &SubscriptionKey, past: PastConnection) {
        self.histories.lock().rejected(key, past);
    }
}

impl Slot {
    fn is_open_for(&self, worker: &Arc<Worker>) -> bool {
        if self.holders.is_empty() {
            // A new one need not wait for those that have not noticed yet.
            return self.waiting.iter().position(|other| Arc::ptr_eq(other, worker)).is_none_or(|at| at == 0);
        }
        let is_concurrent = |worker: &Arc<Worker>| worker.strategy == Strategy::Concurrent;
        is_concurrent(worker) && self.holders.iter().all(is_concurrent) && !self.is_ending()
    }

    /// All holders must end: their documents come again when they have.
    fn is_ending(&self) -> bool {
        self.holders.iter().all(|holder| holder.must_end().is_some())
    }

    /// Whether a worker may wait.
    fn check(&self, worker: &Worker) -> Result<(), Ending> {
        let Some(holder) = self.holders.first() else { return Ok(()) };
        let name = worker.subscription.name.clone();
        let is_shared = holder.strategy == Strategy::Concurrent;
        match worker.strategy {
            Strategy::WaitForFree => Ok(()),
            Strategy::Concurrent if is_shared => Ok(()),
            Strategy::Concurrent => Err(Ending::HeldByOne(name)),
            Strategy::OpenIfFree | Strategy::TakeOver if is_shared => Err(Ending::Shared(name)),
            Strategy::OpenIfFree => Err(Ending::InUse(name)),
            Strategy::TakeOver if holder.strategy == Strategy::TakeOver => Err(Ending::HeldByTakeOver(name)),
            Strategy::TakeOver => {
                holder.end(Ending::TakenOver);
                Ok(())
            }
        }
    }
}

impl Place {
    /// What all holders share.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        self.connections.slots.lock().entry(self.key.clone()).or_default().shared.clone()
    }

    /// Notes how the connection ended and gives the place up.
    pub(crate) fn end(self, past: PastConnection) {
        self.connections.histories.lock().ended(&self.key, past);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut slots = self.connections.slots.lock();
        let Some(slot) = slots.get_mut(&self.key) else { return };
        slot.waiting.retain(|other| !Arc::ptr_eq(other, &self.worker));
        slot.holders.retain(|other| !Arc::ptr_eq(other, &self.worker));
        if slot.holders.is_empty() {
            if slot.waiting.is_empty() {
                slots.remove(&self.key);
                return;
            }
            slot.shared = Arc::default();
        }
        slot.changed.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::super::worker::tests::worker;
    use super::*;

    fn key() -> SubscriptionKey {
        ("db".into(), 1)
    }

    /// Claims in a task of its own, because the claim may wait.
    fn claiming(
        all: &Arc<SubscriptionConnections>,
        strategy: Strategy,
    ) -> tokio::task::JoinHandle<Result<Place, Ending>> {
        let all = all.clone();
        tokio::spawn(async move { all.claim(key(), worker(strategy)).await })
    }

    #[tokio::test]
    async fn one_worker_holds_and_the_strategy_decides_about_the_next() {
        let all = Arc::new(SubscriptionConnections::default());
        let first = worker(Strategy::OpenIfFree);
        let held = all.claim(key(), first.clone()).await.unwrap();
        let refused = all.claim(key(), worker(Strategy::OpenIfFree)).await.unwrap_err();
        assert_eq!(refused, Ending::InUse("s".into()));
        let refused = all.claim(key(), worker(Strategy::Concurrent)).await.unwrap_err();
        assert_eq!(refused, Ending::HeldByOne("s".into()));
        let waiting = claiming(&all, Strategy::TakeOver);
        assert_eq!(first.ended().await, Ending::TakenOver);
        drop(held);
        let taken = waiting.await.unwrap().unwrap();
        let refused = all.claim(key(), worker(Strategy::TakeOver)).await.unwrap_err();
        assert_eq!(refused, Ending::HeldByTakeOver("s".into()));
        drop(taken);
        assert!(all.slots.lock().is_empty());
    }

    #[tokio::test]
    async fn concurrent_workers_share_and_others_are_refused_or_wait_for_all_of_them() {
        let all = Arc::new(SubscriptionConnections::default());
        let first = all.claim(key(), worker(Strategy::Concurrent)).await.unwrap();
        let second = all.claim(key(), worker(Strategy::Concurrent)).await.unwrap();
        assert_eq!(all.of(&key()).holders.len(), 2);
        for strategy in [Strategy::OpenIfFree, Strategy::TakeOver] {
            let refused = all.claim(key(), worker(strategy)).await.unwrap_err();
            assert_eq!(refused, Ending::Shared("s".into()));
        }
        let waiting = claiming(&all, Strategy::WaitForFree);
        while all.of(&key()).waiting.is_empty() {
            tokio::task::yield_now().await;
        }
        drop(first);
        drop(second);
        let held = waiting.await.unwrap().unwrap();
        assert_eq!(all.of(&key()).holders.len(), 1);
        drop(held);
        assert!(all.slots.lock().is_empty());
    }

    #[tokio::test]
    async fn a_concurrent_worker_waits_for_those_that_must_end() {
        let all = Arc::new(SubscriptionConnections::default());
        let first = all.claim(key(), worker(Strategy::Concurrent)).await.unwrap();
        all.end(&key(), &Ending::Changed("s".into()), None);
        let joining: Vec<_> = (0..2).map(|_| claiming(&all, Strategy::Concurrent)).collect();
        while all.of(&key()).waiting.len() < 2 {
            tokio::task::yield_now().await;
        }
        drop(first);
        let mut joined = Vec::new();
        for task in joining {
            joined.push(task.await.unwrap().unwrap());
        }
        assert_eq!(all.of(&key()).holders.len(), 2);
    }

    #[tokio::test]
    async fn waiting_workers_follow_each_other_and_end_on_request() {
        let all = Arc::new(SubscriptionConnections::default());
        let held = all.claim(key(), worker(Strategy::OpenIfFree)).await.unwrap();
        let tasks: Vec<_> = (0..3)
            .map(|_| {
                let all = all.clone();
                tokio::spawn(async move { all.claim(key(), worker(Strategy::WaitForFree)).await.map(drop) })
            })
            .collect();
        while all.of(&key()).waiting.len() < 3 {
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let held = all.claim(key(), worker(Strategy::OpenIfFree)).await.unwrap();
        let waiting = tokio::spawn({
            let all = all.clone();
            async move { all.claim(key(), worker(Strategy::WaitForFree)).await.map(drop) }
        });
        while all.of(&key()).waiting.is_empty() {
            tokio::task::yield_now().await;
        }
        all.end(&key(), &Ending::Deleted("s".into()), None);
        assert_eq!(waiting.await.unwrap(), Err(Ending::Deleted("s".into())));
        drop(held);
        assert!(all.slots.lock().is_empty());
    }
}

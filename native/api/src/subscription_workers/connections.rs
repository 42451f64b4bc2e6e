//! The workers that are connected: one per subscription holds it, others may wait.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::ending::Ending;
use super::strategy::Strategy;

/// A subscription of a database: its id, and the database's.
pub(crate) type SubscriptionKey = (String, i64);

/// A connected worker.
#[derive(Debug)]
pub(crate) struct Worker {
    /// Its address.
    pub client: String,
    /// Its id.
    pub id: String,
    /// How it was opened.
    pub strategy: Strategy,
    /// The name of its subscription when it was opened.
    pub name: String,
    end: watch::Sender<Option<Ending>>,
}

impl Worker {
    pub(crate) fn new(client: String, id: String, strategy: Strategy, name: String) -> Self {
        Self { client, id, strategy, name, end: watch::Sender::new(None) }
    }

    /// Requests its end. The first reason counts.
    fn end(&self, ending: Ending) {
        self.end.send_if_modified(|end| {
            let is_first = end.is_none();
            end.get_or_insert(ending);
            is_first
        });
    }

    /// Waits until it must end.
    pub(crate) async fn ended(&self) -> Ending {
        let mut end = self.end.subscribe();
        // The sender lives as long as `self`.
        let reason = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        reason.unwrap_or(Ending::TakenOver)
    }

    /// The reason to end, if there is one.
    pub(crate) fn must_end(&self) -> Option<Ending> {
        self.end.borrow().clone()
    }
}

#[derive(Debug, Default)]
struct Slot {
    holder: Option<Arc<Worker>>,
    waiting: Vec<Arc<Worker>>,
    freed: Arc<Notify>,
}

/// All workers of one server.
#[derive(Debug, Default)]
pub(crate) struct SubscriptionConnections {
    slots: Mutex<HashMap<SubscriptionKey, Slot>>,
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
        while let Some(freed) = self.try_claim(&place)? {
            tokio::select! {
                () = freed.notified() => {}
                ending = place.worker.ended() => return Err(ending),
            }
        }
        Ok(place)
    }

    /// `None`: claimed. Else what is notified when the holder leaves, with a permit if it left meanwhile.
    fn try_claim(&self, place: &Place) -> Result<Option<Arc<Notify>>, Ending> {
        let Place { key, worker, .. } = place;
        let mut slots = self.slots.lock();
        let slot = slots.entry(key.clone()).or_default();
        slot.waiting.retain(|other| !Arc::ptr_eq(other, worker));
        let Some(holder) = &slot.holder else {
            slot.holder = Some(worker.clone());
            return Ok(None);
        };
        let name = worker.name.clone();
        match worker.strategy {
            Strategy::TakeOver if holder.strategy == Strategy::TakeOver => {
                return Err(Ending::HeldByTakeOver(name));
            }
            Strategy::TakeOver => holder.end(Ending::TakenOver),
            Strategy::WaitForFree => {}
            Strategy::OpenIfFree | Strategy::Concurrent => return Err(Ending::InUse(name)),
        }
        slot.waiting.push(worker.clone());
        Ok(Some(slot.freed.clone()))
    }

    /// Ends the workers of a subscription, those that wait for it too; with `worker`, only the one with this id.
    pub(crate) fn end(&self, key: &SubscriptionKey, ending: &Ending, worker: Option<&str>) {
        let slots = self.slots.lock();
        let Some(slot) = slots.get(key) else { return };
        for one in slot.holder.iter().chain(&slot.waiting) {
            if worker.is_none_or(|id| one.id == id) {
                one.end(ending.clone());
            }
        }
    }

    /// The worker that holds a subscription, and those that wait for it.
    pub(crate) fn of(&self, key: &SubscriptionKey) -> (Option<Arc<Worker>>, Vec<Arc<Worker>>) {
        let slots = self.slots.lock();
        slots.get(key).map(|slot| (slot.holder.clone(), slot.waiting.clone())).unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut slots = self.connections.slots.lock();
        let Some(slot) = slots.get_mut(&self.key) else { return };
        slot.waiting.retain(|other| !Arc::ptr_eq(other, &self.worker));
        if slot.holder.as_ref().is_some_and(|holder| Arc::ptr_eq(holder, &self.worker)) {
            slot.holder = None;
        }
        if slot.holder.is_none() {
            if slot.waiting.is_empty() {
                slots.remove(&self.key);
            } else {
                // One permit: it is kept if nobody waits at this moment. Also when the one that was notified left.
                slot.freed.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(strategy: Strategy) -> Arc<Worker> {
        Arc::new(Worker::new("c".into(), "w".into(), strategy, "s".into()))
    }

    fn key() -> SubscriptionKey {
        ("db".into(), 1)
    }

    #[tokio::test]
    async fn one_worker_holds_and_the_strategy_decides_about_the_next() {
        let all = Arc::new(SubscriptionConnections::default());
        let first = worker(Strategy::OpenIfFree);
        let held = all.claim(key(), first.clone()).await.unwrap();
        let refused = all.claim(key(), worker(Strategy::OpenIfFree)).await.unwrap_err();
        assert_eq!(refused, Ending::InUse("s".into()));
        let waiting = tokio::spawn({
            let all = all.clone();
            async move { all.claim(key(), worker(Strategy::TakeOver)).await }
        });
        assert_eq!(first.ended().await, Ending::TakenOver);
        drop(held);
        let taken = waiting.await.unwrap().unwrap();
        let refused = all.claim(key(), worker(Strategy::TakeOver)).await.unwrap_err();
        assert_eq!(refused, Ending::HeldByTakeOver("s".into()));
        drop(taken);
        assert!(all.slots.lock().is_empty());
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
        while all.of(&key()).1.len() < 3 {
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
        while all.of(&key()).1.is_empty() {
            tokio::task::yield_now().await;
        }
        all.end(&key(), &Ending::Deleted("s".into()), None);
        assert_eq!(waiting.await.unwrap(), Err(Ending::Deleted("s".into())));
        drop(held);
        assert!(all.slots.lock().is_empty());
    }
}

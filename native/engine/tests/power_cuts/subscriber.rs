//! Subscriptions to the users of all writers: created, changed and deleted, their documents delivered and acknowledged.

use std::collections::BTreeSet;
use std::sync::Arc;

use rookery_engine::{
    ArchivedDocuments, BatchLimits, Database, Delivery, DeliveryError, Distribution, EngineError,
    NewSubscription, QueryError, SubscriptionChange, SubscriptionQuery, SubscriptionStart,
};

use crate::simulated_disk::Dice;

const NAMES: [&str; 2] = ["s0", "s1"];
const COLLECTION: &str = "Users";
const LIMITS: BatchLimits = BatchLimits { documents: 4, bytes: 1 << 20, read: 64 };

/// One name: what was acknowledged, and what may be on the disk instead.
#[derive(Debug)]
struct Named {
    name: &'static str,
    acknowledged: State,
    /// The alternatives after a restart: each change that failed since the last one that was acknowledged.
    unanswered: Vec<State>,
}

#[derive(Debug, Clone, Default)]
struct State {
    definition: Option<Definition>,
    /// Etags whose acknowledgement was recorded: none of them comes again.
    confirmed: BTreeSet<i64>,
    /// Etags whose acknowledgement failed: they may come again.
    maybe_confirmed: BTreeSet<i64>,
}

/// The mark is another one for each definition; it is part of the stored query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Definition {
    mark: u64,
    disabled: bool,
}

#[derive(Debug)]
pub struct Subscriber {
    dice: Dice,
    named: Vec<Named>,
    next_mark: u64,
}

impl Subscriber {
    pub fn new(dice: Dice) -> Self {
        let named = |name| Named { name, acknowledged: State::default(), unanswered: Vec::new() };
        Self { dice, named: NAMES.map(named).into(), next_mark: 0 }
    }

    /// A record was acknowledged: every request that failed before it is void.
    pub fn forget_unanswered(&mut self) {
        self.named.iter_mut().for_each(|named| named.unanswered.clear());
    }

    /// Changes a definition, or receives documents.
    pub fn change(&mut self, shop: &Arc<Database>) -> Result<(), EngineError> {
        let at = self.dice.below(NAMES.len() as u64) as usize;
        self.next_mark += 1;
        let (mark, kind) = (self.next_mark, self.dice.below(100));
        let Some(definition) = self.named[at].acknowledged.definition else {
            return self.create(shop, at, Definition { mark, disabled: kind < 30 });
        };
        match kind {
            0..10 => self.delete(shop, at),
            10..20 => {
                let changed = Definition { mark, disabled: !definition.disabled };
                self.redefine(shop, at, changed, None)
            }
            20..25 => {
                let again = Definition { mark, ..definition };
                self.redefine(shop, at, again, Some(SubscriptionStart::Beginning))
            }
            _ => self.receive(shop, at),
        }
    }

    fn create(&mut self, shop: &Database, at: usize, definition: Definition) -> Result<(), EngineError> {
        let named = &mut self.named[at];
        let answer = shop.create_subscription(NewSubscription {
            name: Some(named.name.to_owned()),
            query: definition.query(),
            disabled: definition.disabled,
            archived: ArchivedDocuments::IncludeArchived,
            ..NewSubscription::default()
        });
        let after = State { definition: Some(definition), ..State::default() };
        named.requested(after, answer)
    }

    fn delete(&mut self, shop: &Database, at: usize) -> Result<(), EngineError> {
        let named = &mut self.named[at];
        let answer = shop.delete_subscription(named.name);
        if let Ok(deleted) = &answer {
            assert!(deleted.is_some(), "{} is gone", named.name);
        }
        named.requested(State::default(), answer)
    }

    fn redefine(
        &mut self,
        shop: &Database,
        at: usize,
        definition: Definition,
        start: Option<SubscriptionStart>,
    ) -> Result<(), EngineError> {
        let named = &mut self.named[at];
        let after = match start {
            // All documents come again.
            Some(_) => State { definition: Some(definition), ..State::default() },
            None => State { definition: Some(definition), ..named.acknowledged.clone() },
        };
        let found = shop.subscription_named(named.name)?.expect("it was created");
        let answer = shop.change_subscription(
            found.id,
            SubscriptionChange {
                query: Some(definition.query()),
                disabled: Some(definition.disabled),
                start,
                ..SubscriptionChange::default()
            },
        );
        named.requested(after, answer)
    }

    /// Receives some batches as a new worker, and acknowledges most of them.
    fn receive(&mut self, shop: &Arc<Database>, at: usize) -> Result<(), EngineError> {
        let named = &mut self.named[at];
        let distribution = named.open(shop)?;
        for _ in 0..1 + self.dice.below(3) {
            let delivery = named.next(&distribution)?;
            let Some(lease) = delivery.lease else { break };
            let etags: Vec<i64> = delivery.batch.items.iter().map(|item| item.etag).collect();
            if self.dice.chance(70) {
                let answer = lease.acknowledge();
                named.acknowledged.answered(etags, answer.is_ok());
                answer?;
                named.unanswered.clear();
            }
        }
        Ok(())
    }

    /// Compares the definitions after a restart, and receives everything: exactly the documents whose acknowledgement was
    /// not recorded.
    pub fn compare(&mut self, shop: &Arc<Database>) {
        for named in &mut self.named {
            named.compare_definition(shop);
            if named.acknowledged.definition.is_some() {
                named.compare_documents(shop);
            }
        }
    }
}

impl Named {
    fn requested<T>(&mut self, after: State, answer: Result<T, EngineError>) -> Result<(), EngineError> {
        match answer {
            Ok(_) => {
                self.acknowledged = after;
                self.unanswered.clear();
                Ok(())
            }
            Err(error) => {
                self.unanswered.push(after);
                Err(error)
            }
        }
    }

    fn open(&self, shop: &Arc<Database>) -> Result<Arc<Distribution>, EngineError> {
        let found = shop.subscription_named(self.name)?;
        let found = found.unwrap_or_else(|| panic!("{} is gone", self.name));
        Distribution::open(shop.clone(), found.id, found.index).map(Arc::new)
    }

    fn next(&self, distribution: &Arc<Distribution>) -> Result<Delivery, EngineError> {
        let query = SubscriptionQuery::parse(&format!("from {COLLECTION}")).unwrap();
        let delivery = match distribution.next(&query, LIMITS) {
            Ok(delivery) => delivery,
            Err(DeliveryError::Engine(error)) => return Err(error),
            Err(DeliveryError::Query(error)) => return Err(*engine_error(error)),
        };
        for item in &delivery.batch.items {
            let again = self.acknowledged.confirmed.contains(&item.etag);
            assert!(!again, "{}: {} came after its acknowledgement", self.name, item.id);
        }
        Ok(delivery)
    }

    fn compare_definition(&mut self, shop: &Database) {
        let found = shop.subscription_named(self.name).unwrap();
        let is_found = |state: &State| match (&found, state.definition) {
            (None, None) => true,
            (Some(found), Some(definition)) => {
                (&found.query, found.disabled) == (&definition.query(), definition.disabled)
            }
            _ => false,
        };
        let possible = std::iter::once(self.acknowledged.clone()).chain(std::mem::take(&mut self.unanswered));
        let state = possible.into_iter().find(is_found);
        self.acknowledged =
            state.unwrap_or_else(|| panic!("{}: {found:?}, not {:?}", self.name, self.acknowledged));
        if let Some(found) = found {
            assert!(found.position <= shop.stats().unwrap().last_etag, "{found:?}");
        }
    }

    fn compare_documents(&mut self, shop: &Arc<Database>) {
        let all = shop.collection_newest(COLLECTION, 0, u64::MAX).unwrap();
        let all: BTreeSet<i64> = all.iter().map(|document| document.etag).collect();
        let distribution = self.open(shop).unwrap();
        let mut received = BTreeSet::new();
        loop {
            let delivery = self.next(&distribution).unwrap();
            let Some(lease) = delivery.lease else { break assert!(delivery.is_last) };
            for item in &delivery.batch.items {
                assert!(received.insert(item.etag), "{}: {} came twice", self.name, item.id);
            }
            lease.acknowledge().unwrap();
        }
        let State { confirmed, maybe_confirmed, .. } = &mut self.acknowledged;
        let unknown: Vec<_> = received.difference(&all).collect();
        assert!(unknown.is_empty(), "{}: received {unknown:?}, which do not exist", self.name);
        let skipped: Vec<_> = all
            .iter()
            .filter(|etag| {
                !(received.contains(etag) || confirmed.contains(etag) || maybe_confirmed.contains(etag))
            })
            .collect();
        assert!(skipped.is_empty(), "{}: skipped {skipped:?}", self.name);
        // Etags of former versions are never used again.
        *confirmed = all;
        maybe_confirmed.clear();
    }
}

/// The error of a read that failed.
fn engine_error(error: QueryError) -> Box<EngineError> {
    let said = error.to_string();
    let QueryError::Source(source) = error else { panic!("{said}") };
    let cause = source.cause.unwrap_or_else(|| panic!("{said}"));
    cause.downcast().unwrap_or_else(|_| panic!("{said}"))
}

impl State {
    fn answered(&mut self, etags: Vec<i64>, recorded: bool) {
        match recorded {
            true => self.confirmed.extend(etags),
            false => self.maybe_confirmed.extend(etags),
        }
    }
}

impl Definition {
    fn query(self) -> String {
        format!("from {COLLECTION} // {}", self.mark)
    }
}

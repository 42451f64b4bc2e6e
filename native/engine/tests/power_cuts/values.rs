//! Compare-exchange values: a few keys whose values are set and removed with their present index.

use std::collections::BTreeMap;

use rookery_engine::{CompareExchangeResult, Database, EngineError};

use crate::simulated_disk::Dice;

const KEYS: u64 = 4;

/// Mark and index of each value.
type State = BTreeMap<String, (u64, i64)>;

#[derive(Debug)]
pub struct Values {
    dice: Dice,
    acknowledged: State,
    /// The alternatives after a restart. The index of an unacknowledged value is not known: 0.
    pub unanswered: Vec<State>,
    next_mark: u64,
    highest_index: i64,
}

fn text(mark: u64) -> String {
    format!("{{\"Object\":{mark}}}")
}

impl Values {
    pub fn new(dice: Dice) -> Self {
        Self { dice, acknowledged: State::new(), unanswered: Vec::new(), next_mark: 0, highest_index: 0 }
    }

    pub fn change(&mut self, shop: &Database) -> Result<(), EngineError> {
        let key = format!("k{}", self.dice.below(KEYS));
        self.next_mark += 1;
        let index = self.acknowledged.get(&key).map(|(_, index)| *index);
        let mut after = self.acknowledged.clone();
        let answer = match index {
            Some(index) if self.dice.chance(30) => {
                after.remove(&key);
                shop.delete_compare_exchange(&key, index, None)
            }
            index => {
                after.insert(key.clone(), (self.next_mark, 0));
                let value = text(self.next_mark).into();
                shop.put_compare_exchange(&key, value, index.unwrap_or(0), None)
            }
        };
        match answer {
            Ok(CompareExchangeResult { successful, index, .. }) => {
                assert!(successful, "{key} has another index than {:?}", self.acknowledged.get(&key));
                assert!(index > self.highest_index, "index {index} came twice");
                self.highest_index = index;
                if let Some((_, known)) = after.get_mut(&key) {
                    *known = index;
                }
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

    /// Compares the values after a restart, and continues with them.
    pub fn compare(&mut self, shop: &Database) {
        let found: State = shop
            .compare_exchange_page("k", 0, u64::MAX)
            .unwrap()
            .into_iter()
            .map(|value| {
                let body: serde_json::Value = serde_json::from_slice(&value.value).unwrap();
                (value.key, (body["Object"].as_u64().unwrap(), value.index))
            })
            .collect();
        let is_found = |state: &State| {
            state.len() == found.len()
                && state.iter().all(|(key, (mark, index))| {
                    found.get(key).is_some_and(|(at, other)| at == mark && (*index == 0 || index == other))
                })
        };
        let unanswered = std::mem::take(&mut self.unanswered);
        let possible = std::iter::once(&self.acknowledged).chain(&unanswered).any(is_found);
        assert!(possible, "compare-exchange values: {found:?}, not {:?}", self.acknowledged);
        let highest = found.values().map(|(_, index)| *index).max().unwrap_or(0);
        self.highest_index = self.highest_index.max(highest);
        self.acknowledged = found;
    }
}

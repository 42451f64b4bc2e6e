//! Identities: named counters that make ids such as `invoices/7`.

use std::collections::BTreeMap;

use super::Database;
use crate::error::EngineError;
use crate::transaction::prepared::{Outcome, Prepared};

impl Database {
    /// The next value of an identity (1 at first), durable when it returns.
    pub fn next_identity(&self, name: &str) -> Result<i64, EngineError> {
        self.identity(Prepared::NextIdentity { name: full_name(name)? })
    }

    /// Sets an identity's value, so that the next one is greater by one; a smaller value than the current one
    /// only with `force`. Returns the current value.
    pub fn seed_identity(&self, name: &str, value: i64, force: bool) -> Result<i64, EngineError> {
        self.identity(Prepared::SeedIdentity { name: full_name(name)?, value, force })
    }

    /// All identities and their last values, by name.
    pub fn identities(&self) -> Result<BTreeMap<String, i64>, EngineError> {
        self.check_open()?;
        Ok(self.core.identities()?.into_iter().collect())
    }

    fn identity(&self, command: Prepared) -> Result<i64, EngineError> {
        match self.submit_and_wait(vec![command])?.first() {
            Some(Outcome::Identity(value)) => Ok(*value),
            _ => Err(self.internal("the writer answered an identity with something else")),
        }
    }
}

fn full_name(name: &str) -> Result<String, EngineError> {
    crate::document::ids::check(name)?;
    Ok(if name.ends_with('|') { name.to_owned() } else { format!("{name}|") })
}

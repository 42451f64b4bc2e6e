//! Optimistic concurrency: the version that a command requires.

use super::Resolver;
use super::transaction::Old;
use crate::error::EngineError;
use crate::transaction::expected::Expected;

impl Resolver<'_> {
    pub(crate) fn expect(
        &self,
        operation: &'static str,
        id: &str,
        expected: &Expected,
        found: Option<&Old>,
    ) -> Result<(), EngineError> {
        let actual = || found.map(|old| old.value.change_vector(old.etag, self.database_id));
        let conflict = |expected: &str, actual| {
            Err(EngineError::Concurrency {
                id: id.to_owned(),
                operation,
                expected: expected.to_owned(),
                actual,
            })
        };
        match expected {
            Expected::Any => Ok(()),
            Expected::MustNotExist if found.is_none() => Ok(()),
            Expected::MustNotExist => conflict("", actual()),
            Expected::ChangeVector(vector) => match actual() {
                Some(actual) if actual == *vector => Ok(()),
                actual => conflict(vector, actual),
            },
        }
    }

    pub(crate) fn expect_delete(
        &self,
        id: &str,
        expected: &Expected,
        found: Option<&Old>,
    ) -> Result<(), EngineError> {
        // Deleting what must not exist is always a conflict.
        if *expected == Expected::MustNotExist {
            return Err(EngineError::Concurrency {
                id: id.to_owned(),
                operation: "Delete",
                expected: String::new(),
                actual: found.map(|old| old.value.change_vector(old.etag, self.database_id)),
            });
        }
        self.expect("Delete", id, expected, found)
    }
}

//! Which page of the results: `limit` and `offset` with their parameters filled in.

use super::bind::Binder;
use crate::ast::{Operand, Paging};
use crate::error::QueryError;
use crate::request::QueryRequest;
use serde_json::Value;

/// A page of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many are left out at the start.
    pub skip: u64,
    /// `None` gives everything after the skipped ones.
    pub take: Option<u64>,
}

impl Page {
    pub(super) fn new(paging: &Paging, binder: &Binder<'_>) -> Result<Self, QueryError> {
        let read = |operand: &Option<Operand>, what: &str| match operand {
            None => Ok(None),
            Some(operand) => count(operand, binder, what),
        };
        Ok(Self { skip: read(&paging.skip, "skip")?.unwrap_or(0), take: read(&paging.take, "take")? })
    }

    /// The same page of a request that may ask for a part of it: its number of results to skip counts where the text
    /// has none.
    pub(super) fn of_request(self, paging: &Paging, request: &QueryRequest) -> Self {
        let skip = if paging.skip.is_some() { self.skip } else { request.skip };
        Self { skip, take: self.take.into_iter().chain(request.take).min() }
    }

    /// How many results must be had to fill the page; `None` means all.
    pub fn end(self) -> Option<u64> {
        self.take.map(|take| self.skip.saturating_add(take))
    }

    /// Whether the result with this number (from 0) is on the page.
    pub fn has(self, number: u64) -> bool {
        number >= self.skip && self.end().is_none_or(|end| number < end)
    }
}

/// A whole number that is not negative; null means not given.
pub(super) fn count(operand: &Operand, binder: &Binder<'_>, what: &str) -> Result<Option<u64>, QueryError> {
    let value = binder.json(operand)?;
    if value == Value::Null {
        return Ok(None);
    }
    value.as_u64().map(Some).ok_or_else(|| {
        QueryError::at(
            operand.at,
            format!(
                "The number of results to {what} must be a whole number from 0 up, but {} was given.",
                crate::text::shortened(&value.to_string())
            ),
        )
    })
}

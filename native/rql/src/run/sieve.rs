//! `filter`: documents looked at one after another, in their order, until enough have passed.

use serde_json::Value;

use super::like_javascript::{holds, is_same, member_at};
use super::loader::{Loaded, Loader};
use super::project::{METADATA, body_of, field_value};
use super::stopwatch::Meter;
use crate::ast::{Comparison, Field};
use crate::error::QueryError;
use crate::plan::{Side, Sieve, SieveClause, SieveTest};
use crate::source::OwnedDocument;
use crate::values::fold;

/// The filter at work.
#[derive(Debug)]
pub(crate) struct Sieving<'p> {
    clause: &'p SieveClause,
    loader: Loader<'p>,
    /// Documents looked at.
    pub(crate) looked_at: u64,
    pub(crate) meter: Meter,
}

impl<'p> Sieving<'p> {
    pub(crate) fn new(clause: &'p SieveClause, loader: Loader<'p>) -> Self {
        Self { clause, loader, looked_at: 0, meter: Meter::default() }
    }

    /// It may look at no more documents.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.clause.limit.is_some_and(|limit| self.looked_at >= limit)
    }

    pub(crate) fn lets_through(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        if self.is_exhausted() {
            return Ok(false);
        }
        let start = std::time::Instant::now();
        self.looked_at += 1;
        let body = Value::Object(body_of(document)?);
        let loaded = self.loader.loaded(document)?;
        let looked_at = LookedAt { document, body: &body, loaded: &loaded, loader: &self.loader };
        let through = looked_at.passes(&self.clause.sieve)?;
        self.meter.add(1, usize::from(through), start);
        Ok(through)
    }
}

/// One document under the filter.
struct LookedAt<'a> {
    document: &'a OwnedDocument,
    body: &'a Value,
    loaded: &'a [Loaded],
    loader: &'a Loader<'a>,
}

impl LookedAt<'_> {
    fn passes(&self, sieve: &Sieve) -> Result<bool, QueryError> {
        Ok(match sieve {
            Sieve::True => true,
            Sieve::Not(inside) => !self.passes(inside)?,
            Sieve::All(sides) => {
                for side in sides {
                    if !self.passes(side)? {
                        return Ok(false);
                    }
                }
                true
            }
            Sieve::Any(sides) => {
                for side in sides {
                    if self.passes(side)? {
                        return Ok(true);
                    }
                }
                false
            }
            Sieve::Test(field, test) => self.meets(self.value(field)?.as_ref(), test)?,
        })
    }

    fn meets(&self, value: Option<&Value>, test: &SieveTest) -> Result<bool, QueryError> {
        let text = || match value {
            Some(Value::String(text)) => Some(fold(text)),
            _ => None,
        };
        Ok(match test {
            SieveTest::Compare(comparison, with) => holds(*comparison, value, self.side(with)?.as_ref()),
            SieveTest::Between(low, high) => {
                holds(Comparison::GreaterOrEqual, value, self.side(low)?.as_ref())
                    && holds(Comparison::LessOrEqual, value, self.side(high)?.as_ref())
            }
            SieveTest::In(values) => values.iter().any(|wanted| is_same(value, Some(wanted))),
            SieveTest::AllIn(values) => match value {
                Some(Value::Array(elements)) => values
                    .iter()
                    .all(|wanted| elements.iter().any(|element| is_same(Some(element), Some(wanted)))),
                _ => false,
            },
            SieveTest::StartsWith(start) => text().is_some_and(|text| text.starts_with(start)),
            SieveTest::EndsWith(end) => text().is_some_and(|text| text.ends_with(end)),
            SieveTest::Regex(pattern) => match value {
                Some(Value::String(text)) => pattern.is_match(text),
                _ => false,
            },
            SieveTest::Exists => value.is_some(),
        })
    }

    fn side(&self, side: &Side) -> Result<Option<Value>, QueryError> {
        match side {
            Side::Value(value) => Ok(Some(value.clone())),
            Side::Field(field) => self.value(field),
        }
    }

    fn value(&self, field: &Field) -> Result<Option<Value>, QueryError> {
        match field {
            Field::Path(path) if path.head() == METADATA => Ok(field_value(path, self.body, self.document)),
            Field::Path(path) => Ok(member_at(self.body, path)),
            other => self.loader.value(other, self.document, self.body, self.loaded),
        }
    }
}

//! `filter`: documents are read one by one, in order, until enough have passed.

use serde_json::Value;

use super::javascript_comparison::{holds, is_same, member_at};
use super::loader::{Loaded, Loader};
use super::meter::Meter;
use super::project::{METADATA, body_of, field_value};
use crate::ast::{Comparison, Field};
use crate::error::QueryError;
use crate::plan::{FilterClause, FilterExpr, FilterTest, Side};
use crate::source::OwnedDocument;
use crate::values::fold;

/// The filter at work.
#[derive(Debug)]
pub(crate) struct FilterOperator<'p> {
    clause: &'p FilterClause,
    loader: Loader<'p>,
    /// Documents read.
    pub(crate) documents_read: u64,
    pub(crate) meter: Meter,
}

impl<'p> FilterOperator<'p> {
    pub(crate) fn new(clause: &'p FilterClause, loader: Loader<'p>) -> Self {
        Self { clause, loader, documents_read: 0, meter: Meter::default() }
    }

    /// Whether the `filter_limit` is reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.clause.limit.is_some_and(|limit| self.documents_read >= limit)
    }

    pub(crate) fn accepts(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        if self.is_exhausted() {
            return Ok(false);
        }
        let start = std::time::Instant::now();
        self.documents_read += 1;
        let body = Value::Object(body_of(document)?);
        let loaded = self.loader.loaded(document)?;
        let candidate = FilteredDocument { document, body: &body, loaded: &loaded, loader: &self.loader };
        let accepted = candidate.passes(&self.clause.filter)?;
        self.meter.add(1, usize::from(accepted), start);
        Ok(accepted)
    }
}

/// One document under the filter.
struct FilteredDocument<'a> {
    document: &'a OwnedDocument,
    body: &'a Value,
    loaded: &'a [Loaded],
    loader: &'a Loader<'a>,
}

impl FilteredDocument<'_> {
    fn passes(&self, filter: &FilterExpr) -> Result<bool, QueryError> {
        Ok(match filter {
            FilterExpr::True => true,
            FilterExpr::Not(inside) => !self.passes(inside)?,
            FilterExpr::All(sides) => {
                for side in sides {
                    if !self.passes(side)? {
                        return Ok(false);
                    }
                }
                true
            }
            FilterExpr::Any(sides) => {
                for side in sides {
                    if self.passes(side)? {
                        return Ok(true);
                    }
                }
                false
            }
            FilterExpr::Test(field, test) => self.meets(self.value(field)?.as_ref(), test)?,
        })
    }

    fn meets(&self, value: Option<&Value>, test: &FilterTest) -> Result<bool, QueryError> {
        let text = || match value {
            Some(Value::String(text)) => Some(fold(text)),
            _ => None,
        };
        Ok(match test {
            FilterTest::Compare(comparison, with) => holds(*comparison, value, self.side(with)?.as_ref()),
            FilterTest::Between(low, high) => {
                holds(Comparison::GreaterOrEqual, value, self.side(low)?.as_ref())
                    && holds(Comparison::LessOrEqual, value, self.side(high)?.as_ref())
            }
            FilterTest::In(values) => values.iter().any(|wanted| is_same(value, Some(wanted))),
            FilterTest::AllIn(values) => match value {
                Some(Value::Array(elements)) => values
                    .iter()
                    .all(|wanted| elements.iter().any(|element| is_same(Some(element), Some(wanted)))),
                _ => false,
            },
            FilterTest::StartsWith(start) => text().is_some_and(|text| text.starts_with(start)),
            FilterTest::EndsWith(end) => text().is_some_and(|text| text.ends_with(end)),
            FilterTest::Regex(pattern) => match value {
                Some(Value::String(text)) => pattern.is_match(text),
                _ => false,
            },
            FilterTest::Exists => value.is_some(),
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

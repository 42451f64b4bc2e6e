//! `select distinct`: what was given already is left out.

use std::collections::HashSet;
use std::time::Instant;

use super::meter::Meter;
use super::project::selected;
use super::projector::Projector;
use crate::error::QueryError;
use crate::plan::{Plan, ProjectedField};
use crate::request::QueryRequest;
use crate::source::{DocumentSource, OwnedDocument};

/// What makes the rows that are compared.
enum Rows<'p> {
    Fields(&'p [ProjectedField]),
    /// Rows with time series.
    Projected(Box<Projector<'p>>),
}

/// `select distinct`: what was seen already.
pub(crate) struct Distinct<'p> {
    rows: Rows<'p>,
    seen: HashSet<String>,
    /// Rows that are left out at the start, equal ones included: so the server counts its offset.
    offset: u64,
    read: u64,
    /// Rows after the offset that were left out because an equal one came before.
    pub(crate) skipped: u64,
    pub(crate) meter: Meter,
}

impl<'p> Distinct<'p> {
    /// `None` for a query without `distinct`.
    pub(crate) fn new(
        plan: &'p Plan,
        source: &'p dyn DocumentSource,
        request: &'p QueryRequest,
    ) -> Result<Option<Self>, QueryError> {
        let Some(fields) = plan.fields.as_deref().filter(|_| plan.distinct) else { return Ok(None) };
        let rows = match plan.has_time_series {
            // Scripts and `load` are refused together with `distinct`.
            true => Rows::Projected(Box::new(Projector::new(source, plan, request, None)?)),
            false => Rows::Fields(fields),
        };
        let offset = plan.page.skip;
        Ok(Some(Self { rows, seen: HashSet::new(), offset, read: 0, skipped: 0, meter: Meter::default() }))
    }

    /// Whether the next row is one of the results after the offset.
    pub(super) fn admits(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        let row = match &mut self.rows {
            Rows::Fields(fields) => selected(fields, document)?,
            Rows::Projected(projector) => projector.row(document)?,
        };
        let new = self.seen.insert(serde_json::Value::Object(row).to_string());
        self.read += 1;
        if self.read <= self.offset {
            return Ok(false);
        }
        self.skipped += u64::from(!new);
        Ok(new)
    }

    /// Brings the meter up to date after a batch.
    pub(super) fn add_batch(&mut self, since: Instant) {
        self.meter.entries_in = self.read;
        self.meter.entries_out = self.seen.len() as u64;
        self.meter.total += since.elapsed();
    }
}

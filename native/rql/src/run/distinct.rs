//! `select distinct`: what was given already is left out.

use std::collections::HashSet;
use std::time::Instant;

use super::meter::Meter;
use super::project::selected;
use crate::error::QueryError;
use crate::plan::ProjectedField;
use crate::source::OwnedDocument;

/// `select distinct`: what was seen already.
pub(crate) struct Distinct<'p> {
    fields: &'p [ProjectedField],
    seen: HashSet<String>,
    pub(crate) skipped: u64,
    pub(crate) meter: Meter,
}

impl<'p> Distinct<'p> {
    pub(super) fn new(fields: &'p [ProjectedField]) -> Self {
        Self { fields, seen: HashSet::new(), skipped: 0, meter: Meter::default() }
    }

    pub(super) fn is_new(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        let key = serde_json::Value::Object(selected(self.fields, document)?).to_string();
        let new = self.seen.insert(key);
        self.skipped += u64::from(!new);
        Ok(new)
    }

    /// The number of rows read so far.
    fn documents_read(&self) -> u64 {
        self.seen.len() as u64 + self.skipped
    }

    /// Brings the meter up to date after a batch.
    pub(super) fn add_batch(&mut self, since: Instant) {
        self.meter.entries_in = self.documents_read();
        self.meter.entries_out = self.seen.len() as u64;
        self.meter.total += since.elapsed();
    }
}

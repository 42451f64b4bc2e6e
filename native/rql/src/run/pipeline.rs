//! Batches on their way: scan or look-up, filter, sort or page.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::batch::Batch;
use super::extract::Extractor;
use super::mask::Mask;
use super::predicate::Predicate;
use super::project::selected;
use super::sort::Sorter;
use super::stopwatch::Meter;
use crate::error::QueryError;
use crate::plan::{Access, Page, Plan, ProjectedField};
use crate::source::{DocumentSource, OwnedDocument, ScanItem};
use crate::values::fold;

/// The operators of one query with their meters.
pub(crate) struct Pipeline<'p> {
    cancel: &'p AtomicBool,
    page: Page,
    batch: Batch,
    extractor: Extractor,
    pub(crate) filter: Option<Predicate>,
    pub(crate) sorter: Option<Sorter>,
    pub(crate) distinct: Option<Distinct<'p>>,
    pub(crate) scan: Meter,
    pub(crate) filtering: Meter,
    pub(crate) stopped_early: bool,
    /// With no condition, order or distinct: how many documents fill the page.
    enough: Option<u64>,
    scanned: u64,
    matched: u64,
    /// Rows that reached the page, those before it included.
    numbered: u64,
    results: Vec<OwnedDocument>,
    resumed: Instant,
}

/// `select distinct`: what was seen already.
pub(crate) struct Distinct<'p> {
    fields: &'p [ProjectedField],
    seen: HashSet<String>,
    pub(crate) skipped: u64,
    pub(crate) meter: Meter,
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The documents of the page, in order.
    pub(crate) documents: Vec<OwnedDocument>,
    pub(crate) total: u64,
    pub(crate) skipped: u64,
    pub(crate) scanned: u64,
}

impl<'p> Pipeline<'p> {
    /// Takes the condition and the sort keys out of the plan; the rest of it is read in place.
    pub(crate) fn new(
        plan: &'p Plan,
        filter: Option<Predicate>,
        sort: Vec<crate::plan::SortBy>,
        cancel: &'p AtomicBool,
    ) -> Self {
        let distinct = plan.fields.as_deref().filter(|_| plan.distinct).map(|fields| Distinct {
            fields,
            seen: HashSet::new(),
            skipped: 0,
            meter: Meter::default(),
        });
        // Duplicates are found after sorting, so with distinct every row must be kept until then.
        let keep = if distinct.is_some() { None } else { plan.page.end() };
        let sorter = if sort.is_empty() { None } else { Some(Sorter::new(sort, keep)) };
        let plain = filter.is_none() && sorter.is_none() && distinct.is_none() && plan.access == Access::Scan;
        Self {
            cancel,
            page: plan.page,
            batch: Batch::default(),
            extractor: Extractor::new(&plan.columns),
            filter,
            sorter,
            distinct,
            scan: Meter::default(),
            filtering: Meter::default(),
            stopped_early: false,
            enough: if plain { plan.page.end() } else { None },
            scanned: 0,
            matched: 0,
            numbered: 0,
            results: Vec::new(),
            resumed: Instant::now(),
        }
    }

    /// Runs to the end.
    pub(crate) fn run(
        &mut self,
        source: &dyn DocumentSource,
        plan: &Plan,
        estimate: u64,
    ) -> Result<Outcome, QueryError> {
        self.check_cancelled()?;
        self.resumed = Instant::now();
        match &plan.access {
            Access::Scan if self.enough == Some(0) => self.stopped_early = true,
            Access::Scan => self.scan(source, plan)?,
            Access::Lookup(ids) => {
                let wanted = plan.source.collection().map(fold);
                for id in ids {
                    self.check_cancelled()?;
                    let Some(document) = source.load(id)? else { continue };
                    let wanted = wanted.as_ref().is_none_or(|wanted| *wanted == fold(&document.collection));
                    if wanted && self.take(&document.as_item())?.is_break() {
                        break;
                    }
                }
            }
        }
        self.process()?;
        self.finish_sorting()?;
        // A scan that was broken off cannot count; the collection's own count is the total then.
        let total = if self.stopped_early { estimate.max(self.scanned) } else { self.matched };
        Ok(Outcome {
            documents: std::mem::take(&mut self.results),
            total,
            skipped: self.distinct.as_ref().map_or(0, |distinct| distinct.skipped),
            scanned: self.scanned,
        })
    }

    fn scan(&mut self, source: &dyn DocumentSource, plan: &Plan) -> Result<(), QueryError> {
        let mut failure = None;
        source.scan(plan.source.collection(), &mut |item| match self.take(&item) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn take(&mut self, item: &ScanItem<'_>) -> Result<ControlFlow<()>, QueryError> {
        self.batch.push(item);
        let read = self.scanned + self.batch.len() as u64;
        let has_enough = self.enough.is_some_and(|enough| read >= enough);
        if has_enough || self.batch.is_full() {
            self.process()?;
        }
        if has_enough || self.page_is_full() {
            self.stopped_early = true;
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// With distinct and neither condition nor order, a full page ends the scan.
    fn page_is_full(&self) -> bool {
        self.distinct.is_some()
            && self.filter.is_none()
            && self.sorter.is_none()
            && self.batch.len() == 0
            && self.page.end().is_some_and(|end| self.numbered >= end)
    }

    fn process(&mut self) -> Result<(), QueryError> {
        let count = self.batch.len();
        self.scan.add(count, count, self.resumed);
        self.scanned += count as u64;
        self.check_cancelled()?;
        let start = Instant::now();
        let mut passed = Mask::first(count);
        if count > 0 && (self.filter.is_some() || self.sorter.is_some()) {
            self.extractor.read(&self.batch)?;
        }
        if let Some(filter) = &mut self.filter {
            passed = filter.run(self.extractor.columns(), &passed);
            self.filtering.add(count, passed.count(), start);
        } else if let Some(sorter) = &mut self.sorter {
            sorter.meter.add(0, 0, start);
        }
        self.matched += passed.count() as u64;
        if let Some(sorter) = &mut self.sorter {
            sorter.add(&self.batch, self.extractor.columns(), &passed);
        } else {
            let start = Instant::now();
            let batch = std::mem::take(&mut self.batch);
            for entry in passed.entries() {
                // Without distinct, a row outside the page is only counted, never copied.
                if self.distinct.is_none() && !self.page.has(self.numbered) {
                    self.numbered += 1;
                    continue;
                }
                self.admit(batch.document(entry))?;
            }
            self.batch = batch;
            if let Some(distinct) = &mut self.distinct {
                distinct.add_batch(start);
            }
        }
        self.batch.clear();
        self.resumed = Instant::now();
        Ok(())
    }

    fn finish_sorting(&mut self) -> Result<(), QueryError> {
        let Some(sorter) = &mut self.sorter else { return Ok(()) };
        let rows = sorter.finish();
        let start = Instant::now();
        for document in rows {
            self.check_cancelled()?;
            self.admit(document)?;
        }
        if let Some(distinct) = &mut self.distinct {
            distinct.add_batch(start);
        }
        Ok(())
    }

    /// One row in its place: counted, and kept if it is on the page.
    fn admit(&mut self, document: OwnedDocument) -> Result<(), QueryError> {
        if self.page.end().is_some_and(|end| self.numbered >= end) {
            return Ok(());
        }
        if let Some(distinct) = &mut self.distinct
            && !distinct.is_new(&document)?
        {
            return Ok(());
        }
        if self.page.has(self.numbered) {
            self.results.push(document);
        }
        self.numbered += 1;
        Ok(())
    }

    fn check_cancelled(&self) -> Result<(), QueryError> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(QueryError::Cancelled { scanned: self.scanned });
        }
        Ok(())
    }
}

impl Distinct<'_> {
    fn is_new(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        let key = serde_json::Value::Object(selected(self.fields, document)?).to_string();
        let new = self.seen.insert(key);
        self.skipped += u64::from(!new);
        Ok(new)
    }

    /// How many rows were looked at so far.
    fn looked_at(&self) -> u64 {
        self.seen.len() as u64 + self.skipped
    }

    /// Brings the meter up to date after a batch.
    fn add_batch(&mut self, since: Instant) {
        self.meter.entries_in = self.looked_at();
        self.meter.entries_out = self.seen.len() as u64;
        self.meter.total += since.elapsed();
    }
}

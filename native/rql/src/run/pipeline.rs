//! The pipeline of batches: scan or look-up, condition, sort or page.

use std::ops::ControlFlow;
use std::time::Instant;

use super::batch::Batch;
use super::distinct::Distinct;
use super::extract::Extractor;
use super::facets::FacetCollector;
use super::filter::FilterOperator;
use super::mask::Mask;
use super::meter::Meter;
use super::predicate::Predicate;
use super::sort::Sorter;
use crate::error::QueryError;
use crate::plan::{Access, Page, Plan};
use crate::source::{DocumentSource, OwnedDocument, ScanItem, SourceError};
use crate::values::fold;
use rookery_cancel::CancelToken;

/// The operators of one query with their meters.
pub(crate) struct Pipeline<'p> {
    cancel: &'p CancelToken,
    page: Page,
    batch: Batch,
    extractor: Extractor,
    pub(crate) condition: Option<Predicate>,
    pub(crate) sorter: Option<Sorter>,
    pub(crate) filter: Option<FilterOperator<'p>>,
    pub(crate) distinct: Option<Distinct<'p>>,
    /// Aggregates the results of a facet query.
    pub(crate) facets: Option<FacetCollector>,
    /// The meter of the grouping, if the documents are groups.
    pub(crate) grouped: Option<Meter>,
    pub(crate) scan: Meter,
    pub(crate) condition_meter: Meter,
    pub(crate) stopped_early: bool,
    /// With no condition, order or distinct: how many documents fill the page.
    enough: Option<u64>,
    /// The number of documents, for scores.
    documents: u64,
    scanned: u64,
    matched: u64,
    /// Rows that reached the page, those before it included.
    numbered: u64,
    results: Vec<OwnedDocument>,
    resumed: Instant,
}

/// Passes documents to a visitor until it breaks.
type Walk<'w> = dyn FnMut(&mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>) -> Result<(), SourceError> + 'w;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The documents of the page, in order.
    pub(crate) documents: Vec<OwnedDocument>,
    pub(crate) total: u64,
    /// See [`crate::QueryAnswer::is_uncounted`].
    pub(crate) is_uncounted: bool,
    pub(crate) skipped: u64,
    pub(crate) scanned: u64,
}

impl<'p> Pipeline<'p> {
    /// Takes the condition and the sort keys out of the plan; the rest of it is read in place.
    pub(crate) fn new(
        plan: &'p Plan,
        condition: Option<Predicate>,
        sort: Vec<crate::plan::SortBy>,
        filter: Option<FilterOperator<'p>>,
        distinct: Option<Distinct<'p>>,
        cancel: &'p CancelToken,
    ) -> Self {
        // Duplicates and what a condition rejects are found after sorting, so every row must be kept until
        // then.
        let keep = if distinct.is_some() || filter.is_some() { None } else { plan.page.end() };
        let sorter = if sort.is_empty() { None } else { Some(Sorter::new(sort, keep)) };
        let plain = condition.is_none()
            && sorter.is_none()
            && distinct.is_none()
            && filter.is_none()
            && !matches!(plan.access, Access::Lookup(_));
        // Without results the matches are counted.
        let counts = matches!(plan.access, Access::Prefix(_)) && plan.page.take == Some(0);
        // The offset is that of the rows before `distinct`.
        let page = if distinct.is_some() { Page { skip: 0, ..plan.page } } else { plan.page };
        Self {
            cancel,
            page,
            batch: Batch::default(),
            extractor: Extractor::new(&plan.columns),
            condition,
            sorter,
            filter,
            distinct,
            facets: None,
            grouped: None,
            scan: Meter::default(),
            condition_meter: Meter::default(),
            stopped_early: false,
            enough: if plain && !counts { plan.page.end() } else { None },
            documents: 0,
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
        if plan.access == Access::Scan && self.sorter.as_ref().is_some_and(Sorter::by_score) {
            self.count_terms(source, plan)?;
        }
        self.documents = estimate;
        self.resumed = Instant::now();
        match &plan.access {
            Access::Scan if self.enough == Some(0) => self.stopped_early = true,
            Access::Scan => self.scan(source, plan)?,
            Access::Prefix(prefix) => {
                self.walk(&mut |visit| source.scan_prefix(plan.source.collection(), prefix, visit))?;
            }
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
        let given = self.results.len() as u64;
        let by_prefix = matches!(plan.access, Access::Prefix(_));
        let walked = self.condition.is_none() && self.sorter.is_none();
        let total = match &self.filter {
            // The number of matches beyond the page is not known: only those up to it are counted.
            Some(_) if walked && plan.grouping.is_none() => given,
            Some(_) => self.matched,
            None if self.stopped_early && !by_prefix => estimate.max(self.scanned),
            None => self.matched,
        };
        // As the server: also when the page holds all of them.
        let is_uncounted = by_prefix && self.scanned > 0 && plan.page.take != Some(0);
        let (skipped, scanned) = match (&self.filter, &self.distinct) {
            (Some(filter), _) => (filter.documents_read.saturating_sub(given), filter.documents_read),
            (None, Some(distinct)) => (distinct.skipped, self.scanned),
            (None, None) => (0, self.scanned),
        };
        Ok(Outcome { documents: std::mem::take(&mut self.results), total, is_uncounted, skipped, scanned })
    }

    /// The first walk of a query that is ordered by score.
    fn count_terms(&mut self, source: &dyn DocumentSource, plan: &Plan) -> Result<(), QueryError> {
        let Some(mut condition) = self.condition.take() else { return Ok(()) };
        let start = Instant::now();
        let mut failure = None;
        let walked = source.scan(plan.source.collection(), &mut |item| {
            self.batch.push(&item);
            if (self.batch.is_full() || self.cancel.is_cancelled())
                && let Err(error) = self.count_batch(&mut condition)
            {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let last = match failure {
            Some(error) => Err(error),
            None => walked.map_err(QueryError::from).and_then(|()| self.count_batch(&mut condition)),
        };
        self.condition = Some(condition);
        if let Some(sorter) = &mut self.sorter {
            sorter.meter.add(0, 0, start);
        }
        last
    }

    fn count_batch(&mut self, condition: &mut Predicate) -> Result<(), QueryError> {
        self.check_cancelled()?;
        self.extractor.read(&self.batch)?;
        for entry in 0..self.batch.len() {
            condition.count_terms(self.extractor.columns(), entry);
        }
        self.batch.clear();
        Ok(())
    }

    fn scan(&mut self, source: &dyn DocumentSource, plan: &Plan) -> Result<(), QueryError> {
        self.walk(&mut |visit| source.scan(plan.source.collection(), visit))
    }

    fn walk(&mut self, walk: &mut Walk<'_>) -> Result<(), QueryError> {
        let mut failure = None;
        walk(&mut |item| match self.take(&item) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn take(&mut self, item: &ScanItem<'_>) -> Result<ControlFlow<()>, QueryError> {
        self.check_cancelled()?;
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

    /// With distinct or a condition and neither condition nor order, a full page ends the scan.
    fn page_is_full(&self) -> bool {
        (self.distinct.is_some() || self.filter.is_some())
            && self.condition.is_none()
            && self.sorter.is_none()
            && self.batch.len() == 0
            && (self.page.end().is_some_and(|end| self.numbered >= end)
                || self.filter.as_ref().is_some_and(FilterOperator::is_exhausted))
    }

    fn process(&mut self) -> Result<(), QueryError> {
        let count = self.batch.len();
        self.scan.add(count, count, self.resumed);
        self.scanned += count as u64;
        self.check_cancelled()?;
        let start = Instant::now();
        let mut passed = Mask::first(count);
        if count > 0 && (self.condition.is_some() || self.sorter.is_some()) {
            self.extractor.read(&self.batch)?;
        }
        if let Some(condition) = &mut self.condition {
            passed = condition.run(self.extractor.columns(), &passed);
            self.condition_meter.add(count, passed.count(), start);
        } else if let Some(sorter) = &mut self.sorter {
            sorter.meter.add(0, 0, start);
        }
        self.matched += passed.count() as u64;
        if let Some(sorter) = &mut self.sorter {
            let (condition, columns, documents) = (&self.condition, self.extractor.columns(), self.documents);
            let score = |entry| {
                condition
                    .as_ref()
                    .and_then(|condition| condition.score(columns, entry, documents))
                    .unwrap_or(0.0)
            };
            sorter.add(&self.batch, columns, &passed, &score);
        } else {
            let start = Instant::now();
            let batch = std::mem::take(&mut self.batch);
            for entry in passed.entries() {
                // Without distinct, a row outside the page is only counted, never copied.
                if self.distinct.is_none() && self.filter.is_none() && !self.page.has(self.numbered) {
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
        let rows = sorter.finish(self.cancel).ok_or(QueryError::Cancelled { scanned: self.scanned })?;
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
        if let Some(filter) = &mut self.filter
            && !filter.accepts(&document)?
        {
            return Ok(());
        }
        if let Some(distinct) = &mut self.distinct
            && !distinct.admits(&document)?
        {
            return Ok(());
        }
        if let Some(facets) = &mut self.facets {
            facets.add(&document)?;
        } else if self.page.has(self.numbered) {
            self.results.push(document);
        }
        self.numbered += 1;
        Ok(())
    }

    fn check_cancelled(&self) -> Result<(), QueryError> {
        if self.cancel.is_cancelled() {
            return Err(QueryError::Cancelled { scanned: self.scanned });
        }
        Ok(())
    }
}

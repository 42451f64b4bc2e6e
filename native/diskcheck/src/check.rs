//! A complete check: folder, files, steps, report, removal.

use std::path::Path;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::error::DiskCheckError;
use crate::folder::{self, ScratchFolder};
use crate::pattern::Method;
use crate::plan::{Limits, Plan, Step};
use crate::report::{Estimates, Measurement, Progress, Report, Series};
use crate::sustained::{find_drop, mean_rate};
use crate::verdict;
use crate::work::{Files, JournalWork, Measured, run};

/// Checks the disk of a folder. Everything that is written is in a private folder there, which is removed before this
/// returns, whatever the result is. `progress` is called at least at the beginning and after each step.
///
/// # Errors
/// When the folder cannot be used, the disk fails or the token is cancelled.
pub fn check(
    folder: &Path,
    limits: Limits,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, DiskCheckError> {
    limits.verify()?;
    let folder = folder::existing(folder)?;
    let started = now();
    folder::remove_leftovers(&folder, &started);
    let space = folder::space(&folder, limits.bytes)?;
    let scratch = ScratchFolder::create(&folder, &started)?;
    let begun = Instant::now();
    let mut run = Run {
        plan: Plan::of(&limits),
        limits,
        cancel,
        progress,
        begun,
        written: 0,
        step: 0,
        results: Results::default(),
    };
    let is_direct = run.all(&scratch);
    let Results { measurements, series, skipped } = std::mem::take(&mut run.results);
    let bytes_written = run.written;
    let seconds = begun.elapsed().as_secs_f64();
    let is_direct = match is_direct {
        Ok(is_direct) => {
            scratch.remove()?;
            is_direct
        }
        Err(error) => {
            drop(scratch);
            return Err(error);
        }
    };
    let mut report = Report {
        folder: folder.display().to_string(),
        started_at: started,
        seconds,
        file_system: folder::file_system(&folder),
        space,
        direct: is_direct,
        bytes_written,
        measurements,
        series,
        estimates: Estimates::default(),
        findings: Vec::new(),
        skipped,
    };
    report.estimates = verdict::estimates(&report);
    report.findings = verdict::findings(&report);
    Ok(report)
}

fn now() -> String {
    let now = OffsetDateTime::now_utc();
    now.replace_nanosecond(0).unwrap_or(now).format(&Rfc3339).unwrap_or_default()
}

#[derive(Default)]
struct Results {
    measurements: Vec<Measurement>,
    series: Vec<Series>,
    skipped: Vec<String>,
}

struct Run<'a> {
    plan: Plan,
    limits: Limits,
    cancel: &'a CancelToken,
    progress: &'a mut dyn FnMut(&Progress),
    begun: Instant,
    written: u64,
    step: usize,
    results: Results,
}

impl Run<'_> {
    /// Returns whether direct writes went around the page cache.
    fn all(&mut self, scratch: &ScratchFolder) -> Result<bool, DiskCheckError> {
        self.report("preparing the files".to_owned(), 0, None);
        let (direct, cached) = (self.plan.direct_bytes, self.plan.cached_bytes);
        let files = Files::fill(
            (scratch.direct(), direct),
            (scratch.cached(), cached),
            self.limits.threads,
            self.plan.fill / 3 * 2,
            self.cancel,
        )?;
        self.written += files.bytes();
        let mut journal =
            JournalWork::open(scratch.journal(), self.plan.segment_bytes, self.plan.fill / 3, self.cancel)?;
        self.written += journal.written();
        for step in self.plan.steps.clone() {
            let reason = match () {
                // A read that the page cache answers says nothing about the disk.
                () if step.pattern.method == Method::Read && !files.is_direct() => {
                    Some("this file system has no reads around the page cache")
                }
                () if self.begun.elapsed() > self.limits.duration * 3 / 2 + Duration::from_secs(1) => {
                    Some("the steps before it took too long")
                }
                () => None,
            };
            match reason {
                Some(reason) => self.results.skipped.push(format!("{}: {reason}", step.pattern)),
                None => self.one(step, &files, &mut journal)?,
            }
            self.step += 1;
        }
        self.report("removing the files".to_owned(), 0, None);
        drop(journal);
        Ok(files.is_direct())
    }

    fn one(&mut self, step: Step, files: &Files, journal: &mut JournalWork) -> Result<(), DiskCheckError> {
        let Step { pattern, duration, is_long } = step;
        self.report(pattern.to_string(), 0, None);
        let operations = match pattern.method {
            Method::Journal => vec![journal.operation(pattern.block_size)],
            _ => files.operations(pattern)?,
        };
        let is_write = pattern.method != Method::Read;
        let cancel = self.cancel;
        let mut watch = |bytes: u64| self.report(pattern.to_string(), if is_write { bytes } else { 0 }, None);
        let measured = run(operations, pattern.block_size, duration, cancel, &mut watch)?;
        let flush = match pattern.method {
            Method::Buffered => Some(files.flush()?),
            _ => None,
        };
        let Some(measurement) = to_measurement(step, &measured, flush) else {
            return Err(DiskCheckError::Cancelled);
        };
        if is_write {
            self.written += measurement.bytes;
        }
        if is_long {
            let found = find_drop(&measured.samples);
            let half = measured.samples.len() / 2;
            let steady = found.map_or_else(|| mean_rate(&measured.samples[half..]), |drop| drop.after);
            self.results.series.push(Series { pattern, samples: measured.samples, steady, drop: found });
        }
        self.results.measurements.push(measurement.clone());
        self.report(pattern.to_string(), 0, Some(measurement));
        Ok(())
    }

    fn report(&mut self, running: String, more: u64, completed: Option<Measurement>) {
        (self.progress)(&Progress {
            step: self.step + usize::from(completed.is_some()),
            steps: self.plan.steps.len(),
            running,
            seconds: self.begun.elapsed().as_secs_f64(),
            planned_seconds: self.limits.duration.as_secs_f64(),
            bytes_written: self.written + more,
            completed,
        });
    }
}

/// `None` when there was no operation, which only a cancelled step can have.
fn to_measurement(step: Step, measured: &Measured, flush: Option<Duration>) -> Option<Measurement> {
    let latency = measured.latencies.summary()?;
    let operations = measured.latencies.count();
    let bytes = operations * u64::from(step.pattern.block_size);
    let seconds = measured.time.as_secs_f64();
    Some(Measurement {
        pattern: step.pattern,
        operations,
        bytes,
        seconds,
        operations_per_second: operations as f64 / seconds,
        bytes_per_second: bytes as f64 / seconds,
        latency,
        sync_latency: measured.syncs.summary(),
        flush_seconds: flush.map(|time| time.as_secs_f64()),
    })
}

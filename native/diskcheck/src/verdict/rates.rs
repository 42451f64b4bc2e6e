//! Sentences about rates: bulk inserts, drops, reads.

use super::{SMALL, info, warning};
use crate::pattern::{Access, Method};
use crate::report::{Finding, Measurement, Report, Series};
use crate::sustained;
use crate::units::{block, bytes, count, rate, time};

/// A rate whose low values are below this share of its high ones is not steady.
const VARIES: f64 = 0.5;
/// The document of the estimate.
const DOCUMENT: f64 = 1000.0;

pub(super) fn all(report: &Report) -> Vec<Finding> {
    let mut all: Vec<Finding> = bulk_insert(report).into_iter().collect();
    all.extend(report.series.iter().filter_map(series));
    all.extend(reads(report));
    all
}

fn bulk_insert(report: &Report) -> Option<Finding> {
    let limit = report.estimates.bulk_insert_bytes_per_second?;
    Some(info(
        "bulk-insert",
        format!(
            "A bulk insert writes at most {} to the journal: about {} documents of 1 KB per second, and more as far as \
             they compress.",
            rate(limit),
            count((limit / DOCUMENT).floor())
        ),
    ))
}

fn series(series: &Series) -> Option<Finding> {
    let pattern = series.pattern;
    let what = format!("{}s of {}", pattern.method, block(pattern.block_size));
    let in_operations = |per_second: f64| match pattern.block_size {
        SMALL => format!("{}/s", count((per_second / f64::from(SMALL)).floor())),
        _ => rate(per_second),
    };
    if let Some(drop) = series.drop {
        let text = format!(
            "The rate of {what} fell from {} to {} after {:.1} s ({}): a cache is full, burst credits are used up, or \
             other work began. Plan with the lower rate.",
            in_operations(drop.before),
            in_operations(drop.after),
            drop.after_seconds,
            bytes(drop.after_bytes)
        );
        return Some(warning("rate-drop", text));
    }
    let seconds: f64 = series.samples.iter().map(|sample| sample.seconds).sum();
    let total: u64 = series.samples.iter().map(|sample| sample.bytes).sum();
    let range = sustained::range(&series.samples);
    if let Some((low, high)) = range.filter(|(low, high)| seconds >= 1.0 && low < &(VARIES * high)) {
        let text = format!(
            "The rate of {what} varied between {} and {}, on average {} in {seconds:.1} s ({}): other work uses this disk, \
             or it pauses.",
            in_operations(low),
            in_operations(high),
            in_operations(sustained::mean_rate(&series.samples)),
            bytes(total)
        );
        return Some(info("rate-varies", text));
    }
    (seconds >= 1.0).then(|| {
        info(
            "rate-steady",
            format!(
                "The rate of {what} remained at {} for {seconds:.1} s ({}). Burst credits that last longer do not show \
                 in this time.",
                in_operations(series.steady),
                bytes(total)
            ),
        )
    })
}

fn reads(report: &Report) -> Option<Finding> {
    let reads = || {
        report.measurements.iter().filter(|read| {
            let pattern = &read.pattern;
            (pattern.method, pattern.access, pattern.block_size) == (Method::Read, Access::Random, SMALL)
        })
    };
    let one: &Measurement = reads().min_by_key(|read| read.pattern.threads)?;
    let most: &Measurement = reads().max_by_key(|read| read.pattern.threads)?;
    let plural = if most.pattern.threads == 1 { "" } else { "s" };
    Some(info(
        "reads",
        format!(
            "A random read of {} that is not in memory takes {} p50; {} thread{plural} complete {} per second.",
            block(SMALL),
            time(one.latency.p50_ns),
            most.pattern.threads,
            count(most.operations_per_second.floor())
        ),
    ))
}

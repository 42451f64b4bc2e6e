//! Sentences about single commits.

use super::{SMALL, find, info, parallel, times, warning};
use crate::pattern::{Access, Method};
use crate::report::{Finding, Report};
use crate::units::{block, count, time};

/// A p99 of so many medians is worth a warning, if a person can notice it.
const TAIL: u64 = 10;
const NOTICEABLE_NS: u64 = 5_000_000;

pub(super) fn all(report: &Report) -> Vec<Finding> {
    [commit(report), tail(report), threads(report), journal_cost(report), sync_cost(report), buffered(report)]
        .into_iter()
        .flatten()
        .collect()
}

fn commit(report: &Report) -> Option<Finding> {
    let commit = find(report, Method::Journal, Access::Sequential, SMALL, 1)?;
    let p99 = match commit.latency.p99_ns {
        Some(p99) => format!("{} p99", time(p99)),
        None => {
            format!("{} at most in {} commits", time(commit.latency.max_ns), count(commit.operations as f64))
        }
    };
    Some(info(
        "commit",
        format!(
            "A commit of {} costs {} p50, {p99}: at most {} small commits/s one after another. Saves that arrive \
             together share a commit.",
            block(SMALL),
            time(commit.latency.p50_ns),
            count(commit.operations_per_second.floor()),
        ),
    ))
}

fn tail(report: &Report) -> Option<Finding> {
    let commit = find(report, Method::Journal, Access::Sequential, SMALL, 1)?;
    let (p50, p99) = (commit.latency.p50_ns.max(1), commit.latency.p99_ns?);
    (p99 >= TAIL * p50 && p99 >= NOTICEABLE_NS).then(|| {
        warning(
            "tail",
            format!(
                "One of 100 commits takes {} or longer, {} the median: other work on this disk or a limit of its \
                 operations per second delays it.",
                time(p99),
                times(p99 as f64 / p50 as f64)
            ),
        )
    })
}

fn threads(report: &Report) -> Option<Finding> {
    let most = parallel(report).filter(|most| most.pattern.threads > 1)?;
    let one = find(report, Method::Durable, Access::Random, SMALL, 1)?;
    let ratio = most.operations_per_second / one.operations_per_second;
    let (threads, rate) = (most.pattern.threads, count(most.operations_per_second.floor()));
    let small = block(SMALL);
    Some(info(
        "parallel",
        if ratio >= 1.5 {
            format!(
                "{threads} threads complete {rate} durable writes of {small} per second, {} one thread: databases on \
                 this disk commit in parallel.",
                times(ratio)
            )
        } else {
            format!(
                "{threads} threads complete {rate} durable writes of {small} per second, {} one thread: databases on \
                 this disk share its rate.",
                times(ratio)
            )
        },
    ))
}

fn journal_cost(report: &Report) -> Option<Finding> {
    let commit = find(report, Method::Journal, Access::Sequential, SMALL, 1)?;
    let plain = find(report, Method::Durable, Access::Sequential, SMALL, 1)?;
    let ratio = commit.latency.p50_ns as f64 / plain.latency.p50_ns.max(1) as f64;
    Some(info(
        "journal",
        format!(
            "The journal's commit takes {} as long as a plain durable write of {} ({} p50).",
            times(ratio),
            block(SMALL),
            time(plain.latency.p50_ns)
        ),
    ))
}

fn sync_cost(report: &Report) -> Option<Finding> {
    let synced = find(report, Method::WriteSync, Access::Sequential, SMALL, 1)?;
    let sync = synced.sync_latency?;
    let durable = find(report, Method::Durable, Access::Sequential, SMALL, 1)?;
    Some(info(
        "fdatasync",
        format!(
            "A write of {} with fdatasync takes {} p50 (the sync alone {}), {} a durable write.",
            block(SMALL),
            time(synced.latency.p50_ns),
            time(sync.p50_ns),
            times(synced.latency.p50_ns as f64 / durable.latency.p50_ns.max(1) as f64)
        ),
    ))
}

fn buffered(report: &Report) -> Option<Finding> {
    let buffered = find(report, Method::Buffered, Access::Sequential, SMALL, 1)?;
    let durable = find(report, Method::Durable, Access::Sequential, SMALL, 1)?;
    let ratio = durable.latency.p50_ns as f64 / buffered.latency.p50_ns.max(1) as f64;
    Some(info(
        "buffered",
        format!(
            "A buffered write of {} returns after {}, and a durable one takes {} as long: a buffered write is only in \
             memory, and a power failure loses it.",
            block(SMALL),
            time(buffered.latency.p50_ns),
            times(ratio)
        ),
    ))
}

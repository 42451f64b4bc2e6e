//! The metrics that are compared.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Metric;
use crate::measures::{DatabaseMeasures, Measures, ServerMeasures};

/// What the value of a metric is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Microseconds.
    Microseconds,
    /// A number per second.
    PerSecond,
    /// 0–100.
    Percent,
    /// Bytes.
    Bytes,
}

type Value = (&'static str, Unit, Option<f64>);

/// The metrics of the server and of every database of either side.
pub fn metrics(a: &Measures<'_>, b: &Measures<'_>) -> Vec<Metric> {
    let mut metrics = Vec::new();
    add(&mut metrics, "", server(&a.server), server(&b.server));
    let databases: BTreeSet<&str> = a.databases.keys().chain(b.databases.keys()).copied().collect();
    let none = DatabaseMeasures::default();
    for name in databases {
        let of = |side: &Measures<'_>| database(side.databases.get(name).unwrap_or(&none), side.seconds);
        add(&mut metrics, name, of(a), of(b));
    }
    metrics
}

fn add(metrics: &mut Vec<Metric>, database: &str, a: Vec<Value>, b: Vec<Value>) {
    for ((name, unit, a), (_, _, b)) in a.into_iter().zip(b) {
        if a.is_none() && b.is_none() {
            continue;
        }
        let ratio = a.zip(b).filter(|(a, _)| *a != 0.0).map(|(a, b)| b / a);
        metrics.push(Metric { database: database.to_owned(), name, unit, a, b, ratio });
    }
}

fn server(server: &ServerMeasures) -> Vec<Value> {
    let (machine, process, working_set) = (server.machine_cpu, server.process_cpu, server.working_set);
    vec![
        ("CPU of machine, mean", Unit::Percent, machine.map(|range| range.mean)),
        ("CPU of machine, highest", Unit::Percent, machine.map(|range| range.max)),
        ("CPU of server, mean", Unit::Percent, process.map(|range| range.mean)),
        ("CPU of server, highest", Unit::Percent, process.map(|range| range.max)),
        ("Working set, mean", Unit::Bytes, working_set.map(|range| range.mean)),
        ("Working set, highest", Unit::Bytes, working_set.map(|range| range.max)),
        ("Pauses of collections", Unit::Percent, server.pause_percent),
    ]
}

fn database(database: &DatabaseMeasures, seconds: f64) -> Vec<Value> {
    let DatabaseMeasures { journal, syncs, requests, batches, .. } = database;
    let durations = &requests.durations;
    let rate = |count: u64| (count > 0).then(|| count as f64 / seconds);
    let micros = |count: u64, value: u64| (count > 0).then_some(value as f64);
    let failed = (durations.count > 0).then(|| requests.failed as f64 / durations.count as f64 * 100.0);
    vec![
        ("Journal writes", Unit::PerSecond, rate(journal.count)),
        ("Journal writes, p50", Unit::Microseconds, micros(journal.count, journal.p50)),
        ("Journal writes, p99", Unit::Microseconds, micros(journal.count, journal.p99)),
        ("Journal writes, longest", Unit::Microseconds, micros(journal.count, journal.max)),
        ("Syncs, p50", Unit::Microseconds, micros(syncs.count, syncs.p50)),
        ("Syncs, longest", Unit::Microseconds, micros(syncs.count, syncs.max)),
        ("Requests", Unit::PerSecond, rate(durations.count)),
        ("Requests, p50", Unit::Microseconds, micros(durations.count, durations.p50)),
        ("Requests, p95", Unit::Microseconds, micros(durations.count, durations.p95)),
        ("Requests, p99", Unit::Microseconds, micros(durations.count, durations.p99)),
        ("Failed requests", Unit::Percent, failed),
        ("Index batches", Unit::PerSecond, rate(batches.count)),
        ("Index batches, p50", Unit::Microseconds, micros(batches.count, batches.p50)),
        ("Index batches, p99", Unit::Microseconds, micros(batches.count, batches.p99)),
        ("Index batches, longest", Unit::Microseconds, micros(batches.count, batches.max)),
    ]
}

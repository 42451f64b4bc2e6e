//! Fixed figures and the sentences for them.

use super::*;
use crate::folder::{FileSystem, FileSystemKind, Space};
use crate::latency::LatencySummary;
use crate::pattern::Pattern;
use crate::report::Series;
use crate::sustained::{Sample, find_drop};

fn measured(
    method: Method,
    access: Access,
    kib: u32,
    threads: u32,
    micros: [f64; 2],
    per_second: f64,
) -> Measurement {
    let [p50, p99] = micros.map(|micros| (micros * 1000.0) as u64);
    let block_size = kib << 10;
    let latency = LatencySummary {
        min_ns: p50 / 2,
        mean_ns: p50,
        p50_ns: p50,
        p90_ns: p50,
        p99_ns: Some(p99),
        p999_ns: None,
        max_ns: p99,
    };
    let bytes_per_second = per_second * f64::from(block_size);
    Measurement {
        pattern: Pattern { method, access, block_size, threads },
        operations: per_second as u64,
        bytes: bytes_per_second as u64,
        seconds: 1.0,
        operations_per_second: per_second,
        bytes_per_second,
        latency,
        sync_latency: (method == Method::WriteSync).then_some(latency),
        flush_seconds: None,
    }
}

fn steady(megabytes: &[u64]) -> Series {
    let samples: Vec<Sample> =
        megabytes.iter().map(|rate| Sample { seconds: 0.5, bytes: rate * 500_000 }).collect();
    let drop = find_drop(&samples);
    let pattern =
        Pattern { method: Method::Durable, access: Access::Sequential, block_size: 1 << 20, threads: 1 };
    let steady = drop.map_or_else(|| crate::sustained::mean_rate(&samples), |drop| drop.after);
    Series { pattern, samples, steady, drop }
}

/// A cloud disk.
fn report() -> Report {
    use Access::{Random, Sequential};
    use Method::{Buffered, Durable, Journal, Read, WriteSync};
    let mut report = Report {
        folder: "/data".to_owned(),
        started_at: "2026-01-31T10:00:00Z".to_owned(),
        seconds: 30.0,
        file_system: FileSystem {
            kind: FileSystemKind::Local,
            name: Some("ext4".to_owned()),
            source: Some("/dev/nvme1n1".to_owned()),
            options: vec!["rw".to_owned()],
            write_cache: Some("write back".to_owned()),
            rotational: Some(false),
        },
        space: Space { available: 50 << 30, total: 100 << 30 },
        direct: true,
        bytes_written: 1 << 30,
        measurements: vec![
            measured(Journal, Sequential, 4, 1, [1900.0, 14_000.0], 520.9),
            measured(Journal, Sequential, 256, 1, [5000.0, 20_000.0], 200.0),
            measured(Durable, Sequential, 4, 1, [1850.0, 9000.0], 530.0),
            measured(Durable, Random, 4, 1, [1900.0, 9000.0], 520.0),
            measured(Durable, Random, 4, 16, [5300.0, 12_000.0], 3000.0),
            measured(WriteSync, Sequential, 4, 1, [3700.0, 20_000.0], 260.0),
            measured(Buffered, Sequential, 4, 1, [2.0, 9.0], 400_000.0),
            measured(Read, Random, 4, 1, [500.0, 900.0], 1900.0),
            measured(Read, Random, 4, 16, [5300.0, 9000.0], 3000.0),
        ],
        series: vec![steady(&[250; 12])],
        estimates: Estimates::default(),
        findings: Vec::new(),
        skipped: Vec::new(),
    };
    report.estimates = estimates(&report);
    report
}

fn said(report: &Report, id: &str) -> String {
    let all = findings(report);
    let found: Vec<&Finding> = all.iter().filter(|finding| finding.id == id).collect();
    assert_eq!(found.len(), 1, "{id} in {all:#?}");
    found[0].text.clone()
}

fn ids(report: &Report, level: Level) -> Vec<&'static str> {
    findings(report).iter().filter(|finding| finding.level == level).map(|finding| finding.id).collect()
}

#[test]
fn the_sentences_of_a_cloud_disk_have_its_figures() {
    let report = report();
    assert!(ids(&report, Level::Warning).is_empty(), "{:#?}", findings(&report));
    for (id, begins) in [
        (
            "commit",
            "A commit of 4 KB costs 1.9 ms p50, 14 ms p99: at most 520 small commits/s one after another.",
        ),
        ("parallel", "16 threads complete 3,000 durable writes of 4 KB per second, 5.8 times one thread"),
        (
            "journal",
            "The journal's commit takes 1.0 times as long as a plain durable write of 4 KB (1.9 ms p50)",
        ),
        ("fdatasync", "A write of 4 KB with fdatasync takes 3.7 ms p50 (the sync alone 3.7 ms), 2.0 times"),
        (
            "buffered",
            "A buffered write of 4 KB returns after 2.0 µs, and a durable one takes 925 times as long",
        ),
        (
            "bulk-insert",
            "A bulk insert writes at most 52 MB/s to the journal: about 52,428 documents of 1 KB",
        ),
        ("rate-steady", "The rate of durable writes of 1 MB remained at 250 MB/s for 6.0 s (1.5 GB)."),
        (
            "reads",
            "A random read of 4 KB that is not in memory takes 500 µs p50; 16 threads complete 3,000 per",
        ),
        ("power-failure", "The kernel reports a volatile write cache in the device and flushes it. Whether"),
    ] {
        let text = said(&report, id);
        assert!(text.starts_with(begins), "{id}: {text}");
        assert!(text.ends_with('.'), "{text}");
    }
}

#[test]
fn a_disk_is_said_to_acknowledge_too_early_only_with_a_proof() {
    let early = "This disk acknowledges before it is durable";
    let claims = |report: &Report| findings(report).iter().any(|finding| finding.text.contains(early));
    let mut fast = report();
    // Fast writes alone do not prove it.
    for measurement in &mut fast.measurements {
        measurement.latency.p50_ns = 5_000;
    }
    fast.file_system.rotational = Some(true);
    assert!(!claims(&fast) && ids(&fast, Level::Info).contains(&"rotation"));
    for (kind, name, option, cache, expected) in [
        (FileSystemKind::Memory, "tmpfs", "rw", None, true),
        (FileSystemKind::Local, "xfs", "nobarrier", Some("write back"), true),
        (FileSystemKind::Local, "ext4", "barrier=0", None, true),
        (FileSystemKind::Local, "xfs", "nobarrier", Some("write through"), false),
        (FileSystemKind::Layered, "overlay", "volatile", None, true),
        (FileSystemKind::Layered, "overlay", "rw", None, false),
        (FileSystemKind::Network, "nfs4", "rw", None, false),
        (FileSystemKind::Unknown, "something", "volatile", None, false),
    ] {
        let mut report = report();
        report.file_system.kind = kind;
        report.file_system.name = Some(name.to_owned());
        report.file_system.options = vec![option.to_owned()];
        report.file_system.write_cache = cache.map(str::to_owned);
        assert_eq!(claims(&report), expected, "{name} {option}: {:#?}", findings(&report));
        assert_eq!(ids(&report, Level::Info).contains(&"power-failure"), kind != FileSystemKind::Memory);
    }
    let mut network = report();
    network.file_system.kind = FileSystemKind::Network;
    assert_eq!(ids(&network, Level::Warning), ["network"]);
}

#[test]
fn drops_and_tails_are_warnings_and_lower_the_estimate() {
    let mut report = report();
    report.series = vec![steady(&[250, 250, 251, 249, 250, 250, 30, 31, 30, 29, 30, 30])];
    report.measurements[0].latency.p99_ns = Some(190_000_000);
    report.estimates = estimates(&report);
    assert_eq!(ids(&report, Level::Warning), ["tail", "rate-drop"]);
    let drop = said(&report, "rate-drop");
    assert!(
        drop.starts_with(
            "The rate of durable writes of 1 MB fell from 250 MB/s to 30 MB/s after 3.0 s (750 MB)"
        ),
        "{drop}"
    );
    assert!(said(&report, "tail").contains("190 ms or longer, 100 times the median"));
    assert_eq!(report.estimates.bulk_insert_bytes_per_second, Some(30e6));
    // Ten times a few microseconds is noticed by nobody.
    report.measurements[0].latency.p50_ns = 20_000;
    report.measurements[0].latency.p99_ns = Some(400_000);
    assert_eq!(ids(&report, Level::Warning), ["rate-drop"]);
}

#[test]
fn a_rate_that_varies_is_not_said_to_be_steady() {
    let mut report = report();
    report.series = vec![steady(&[250, 40, 240, 30, 260, 45, 250, 35, 255, 40, 245, 30])];
    let text = said(&report, "rate-varies");
    let begins = "The rate of durable writes of 1 MB varied between 30 MB/s and 255 MB/s, on average 143 MB/s in 6.0 s";
    assert!(text.starts_with(begins), "{text}");
    assert!(ids(&report, Level::Info).iter().all(|id| *id != "rate-steady"));
}

#[test]
fn a_report_without_figures_has_no_sentences_about_them() {
    let mut report = report();
    report.measurements.clear();
    report.series.clear();
    report.estimates = estimates(&report);
    assert_eq!(report.estimates, Estimates::default());
    assert_eq!(ids(&report, Level::Info), ["power-failure"]);
    let mut few = self::report();
    few.measurements[0].latency.p99_ns = None;
    few.measurements[0].operations = 40;
    assert!(said(&few, "commit").contains("14 ms at most in 40 commits"), "{}", said(&few, "commit"));
}

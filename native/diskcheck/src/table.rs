//! A report as text for a terminal.

use std::fmt::Write as _;

use crate::report::{Level, Measurement, Report};
use crate::units::{block, bytes, count, rate, time};

/// The head, a table of all steps, and the sentences.
pub fn to_text(report: &Report) -> String {
    let mut text = String::new();
    let system = &report.file_system;
    let _ = writeln!(
        text,
        "Disk check of {}\n{}{}, {} of {} free; {:.1} s, {} written\n",
        report.folder,
        system.name.as_deref().unwrap_or("unknown file system"),
        system.source.as_ref().map(|source| format!(" on {source}")).unwrap_or_default(),
        bytes(report.space.available),
        bytes(report.space.total),
        report.seconds,
        bytes(report.bytes_written),
    );
    let _ = writeln!(
        text,
        "{:<17} {:<10} {:>6} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "method", "access", "block", "threads", "ops/s", "rate", "p50", "p90", "p99", "p99.9", "max"
    );
    for measured in &report.measurements {
        row(&mut text, measured);
    }
    text.push('\n');
    for finding in &report.findings {
        let mark = if finding.level == Level::Warning { "! " } else { "- " };
        let _ = writeln!(text, "{mark}{}", finding.text);
    }
    if !report.skipped.is_empty() {
        let _ = writeln!(text, "\nNot measured:");
        for skipped in &report.skipped {
            let _ = writeln!(text, "- {skipped}");
        }
    }
    text
}

fn row(text: &mut String, measured: &Measurement) {
    let pattern = &measured.pattern;
    let latency = &measured.latency;
    let optional = |time_ns: Option<u64>| time_ns.map_or_else(|| "-".to_owned(), time);
    let _ = writeln!(
        text,
        "{:<17} {:<10} {:>6} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}",
        pattern.method,
        pattern.access,
        block(pattern.block_size),
        pattern.threads,
        count(measured.operations_per_second),
        rate(measured.bytes_per_second),
        time(latency.p50_ns),
        time(latency.p90_ns),
        optional(latency.p99_ns),
        optional(latency.p999_ns),
        time(latency.max_ns),
    );
}

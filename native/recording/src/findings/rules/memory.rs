//! Memory of the machine and of the server.

use crate::container::Recording;
use crate::findings::statistics::{counted, median, percent, size};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::MemorySample;

const LOW_PERCENT: u64 = 5;
const LOW_SAMPLES: usize = 2;
const GROWTH_PERCENT: u64 = 30;
const GROWTH_BYTES: u64 = 512 << 20;
/// Samples that each quarter needs.
const QUARTER: usize = 3;

pub const RULES: &[Rule] = &[
    Rule {
        id: "low-memory",
        about: "In at least 2 samples at most 5 % of the machine's memory is available.",
        check: low_memory,
    },
    Rule {
        id: "memory-grows",
        about: "The server's working set grows in every quarter of the recording, from the first to the last by at least 30 % \
                and 512 MiB (medians of at least 3 samples).",
        check: memory_grows,
    },
];

/// Whether `part` is at most so many percent of `whole`, without overflow.
fn at_most(part: u64, whole: u64, percent: u64) -> bool {
    u128::from(part) * 100 <= u128::from(whole) * u128::from(percent)
}

fn low_memory(recording: &Recording) -> Vec<Finding> {
    let low: Vec<&MemorySample> = recording
        .rows
        .memory
        .iter()
        .filter(|row| row.physical_bytes > 0 && row.available_bytes > 0)
        .filter(|row| at_most(row.available_bytes, row.physical_bytes, LOW_PERCENT))
        .collect();
    let (Some(first), Some(last)) = (low.first(), low.last()) else { return Vec::new() };
    let Some(worst) = low.iter().min_by_key(|row| row.available_bytes) else { return Vec::new() };
    if low.len() < LOW_SAMPLES {
        return Vec::new();
    }
    vec![Finding {
        rule: "low-memory",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: String::new(),
        title: format!(
            "Only {} of {} memory ({:.1} %) were available on the machine.",
            size(worst.available_bytes),
            size(worst.physical_bytes),
            percent(worst.available_bytes, worst.physical_bytes)
        ),
        evidence: vec![
            format!(
                "{} of {} show at most 5 %.",
                low.len(),
                counted(recording.rows.memory.len(), "sample", "samples")
            ),
            format!(
                "The server's working set was {}, of which {} managed, {} unmanaged; mapped files: {}.",
                size(worst.working_set_bytes),
                size(worst.managed_bytes),
                size(worst.unmanaged_bytes),
                size(worst.mapped_bytes)
            ),
        ],
        advice:
            "Compare the server's working set with the machine's memory: other processes may use the rest."
                .to_owned(),
        from: first.time,
        to: last.time,
    }]
}

fn memory_grows(recording: &Recording) -> Vec<Finding> {
    let samples: Vec<&MemorySample> =
        recording.rows.memory.iter().filter(|row| row.working_set_bytes > 0).collect();
    let quarter = samples.len() / 4;
    if quarter < QUARTER {
        return Vec::new();
    }
    let of = |number: usize, value: fn(&MemorySample) -> u64| {
        median(samples[number * quarter..(number + 1) * quarter].iter().map(|row| value(row)))
    };
    let sets: Vec<u64> = (0..4).map(|number| of(number, |row| row.working_set_bytes)).collect();
    let (first, last) = (sets[0], sets[3]);
    let rises = sets.windows(2).all(|pair| pair[0] < pair[1]);
    let growth = last.saturating_sub(first);
    if !rises
        || growth < GROWTH_BYTES
        || u128::from(growth) * 100 < u128::from(first) * u128::from(GROWTH_PERCENT)
    {
        return Vec::new();
    }
    let change = |value: fn(&MemorySample) -> u64| format!("{} → {}", size(of(0, value)), size(of(3, value)));
    vec![Finding {
        rule: "memory-grows",
        severity: Severity::Note,
        confidence: Confidence::Possible,
        subject: String::new(),
        title: format!(
            "The server's working set grew from {} to {} (+{:.0} %).",
            size(first),
            size(last),
            percent(growth, first)
        ),
        evidence: vec![
            format!(
                "Medians of the quarters: {}.",
                sets.iter().map(|set| size(*set)).collect::<Vec<_>>().join(", ")
            ),
            format!(
                "From the first to the last quarter: managed {}, unmanaged {}, mapped files {}.",
                change(|row| row.managed_bytes),
                change(|row| row.unmanaged_bytes),
                change(|row| row.mapped_bytes)
            ),
            "Caches that fill after a start look the same.".to_owned(),
        ],
        advice: "Record for a longer time to see whether the growth ends.".to_owned(),
        from: samples[0].time,
        to: samples[samples.len() - 1].time,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with(seconds: std::ops::Range<i64>, change: impl Fn(&mut MemorySample)) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.memory.iter_mut();
        rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time)).for_each(change);
        recording
    }

    #[test]
    fn low_memory_is_reported() {
        let low = |row: &mut MemorySample| row.available_bytes = (16 << 30) / 20;
        let found = low_memory(&with(100..110, low));
        assert_eq!(
            found[0].title,
            "Only 819.2 MiB of 16.0 GiB memory (5.0 %) were available on the machine."
        );
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(105)));
        assert_eq!(low_memory(&with(100..105, low)), []);
        assert_eq!(low_memory(&with(100..200, |row| row.available_bytes = (16 << 30) / 20 + 1)), []);
    }

    #[test]
    fn memory_that_the_server_does_not_report_is_not_low() {
        assert_eq!(low_memory(&with(0..600, |row| row.available_bytes = 0)), []);
        assert_eq!(low_memory(&with(0..600, |row| row.physical_bytes = 0)), []);
    }

    #[test]
    fn growing_memory_is_reported() {
        let growing = |steps: [u64; 4]| {
            let change = |row: &mut MemorySample| {
                row.working_set_bytes = steps[((row.time - at(0)) / 150_000_000) as usize] << 20;
            };
            memory_grows(&with(0..600, change))
        };
        let found = growing([2000, 2200, 2400, 2600]);
        assert_eq!(found[0].title, "The server's working set grew from 2.0 GiB to 2.5 GiB (+30 %).");
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Note, Confidence::Possible));
        assert_eq!((found[0].from, found[0].to), (at(0), at(595)));
        assert_eq!(growing([2000, 2200, 2400, 2599]), []);
        assert_eq!(growing([2000, 2400, 2300, 2800]), []);
        assert_eq!(growing([1000, 1100, 1200, 1511]), []);
    }
}

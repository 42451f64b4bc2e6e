//! The processor of the machine.

use std::collections::HashMap;

use super::context::EXAMPLES;
use crate::container::Recording;
use crate::findings::statistics::{SECOND, counted, duration, lasting_runs, shortened, within};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::CpuSample;

const SATURATED_PERCENT: f64 = 90.0;
const SATURATED_SAMPLES: usize = 10;
const OTHERS_POINTS: f64 = 40.0;
pub const LONG: i64 = 10 * SECOND;
/// The longest time between two consecutive samples.
const GAP: i64 = 5 * SECOND;

pub const RULES: &[Rule] = &[
    Rule {
        id: "processor-saturated",
        about: "The machine's processor is used to at least 90 % in at least 10 consecutive samples over at least 10 s.",
        check: processor_saturated,
    },
    Rule {
        id: "other-processes-busy",
        about: "For at least 10 s the use of the machine's processor is at least 40 points above that of the server.",
        check: other_processes_busy,
    },
];

/// Names of the busiest threads in a time with their mean use of a core.
fn busiest_threads(recording: &Recording, from: i64, to: i64) -> Option<String> {
    let samples = within(&recording.rows.threads, from, to);
    let moments = samples.chunk_by(|a, b| a.time == b.time).count();
    let mut sums: HashMap<&str, f64> = HashMap::new();
    for sample in samples {
        *sums.entry(&sample.name).or_default() += sample.cpu_percent;
    }
    let mut sums: Vec<(&str, f64)> = sums.into_iter().collect();
    sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    let names: Vec<String> = sums
        .iter()
        .take(EXAMPLES)
        .map(|(name, sum)| format!("'{}' {:.0} %", shortened(name, 80), sum / moments as f64))
        .collect();
    (!names.is_empty()).then(|| {
        format!("The busiest threads by name, in percent of a core on average: {}.", names.join(", "))
    })
}

pub fn mean(samples: &[&CpuSample], value: fn(&CpuSample) -> f64) -> f64 {
    samples.iter().map(|sample| value(sample)).sum::<f64>() / samples.len().max(1) as f64
}

pub fn ends<T>(run: &[&T], time: fn(&T) -> i64) -> (i64, i64) {
    (time(run[0]), time(run[run.len() - 1]))
}

fn processor_saturated(recording: &Recording) -> Vec<Finding> {
    let samples: Vec<&CpuSample> = recording.rows.cpu.iter().collect();
    lasting_runs(&samples, GAP, LONG, |sample| sample.machine_percent >= SATURATED_PERCENT)
        .into_iter()
        .filter(|run| run.len() >= SATURATED_SAMPLES)
        .map(|run| {
            let (from, to) = ends(run, |sample| sample.time);
            let mut evidence = vec![format!(
                "Of this the server used {:.0} % of the machine on average; it may use {}.",
                mean(run, |sample| sample.process_percent),
                counted(run[0].cores as usize, "core", "cores")
            )];
            evidence.extend(busiest_threads(recording, from, to));
            Finding {
                rule: "processor-saturated",
                severity: Severity::Warning,
                confidence: Confidence::Certain,
                subject: String::new(),
                title: format!(
                    "The machine's processor was used to {:.0} % on average for {}.",
                    mean(run, |sample| sample.machine_percent),
                    duration(to.abs_diff(from))
                ),
                evidence,
                advice: "Look at what the busiest threads do, and at other processes of the machine."
                    .to_owned(),
                from,
                to,
            }
        })
        .collect()
}

fn other_processes_busy(recording: &Recording) -> Vec<Finding> {
    let samples: Vec<&CpuSample> = recording.rows.cpu.iter().collect();
    let others = |sample: &CpuSample| sample.machine_percent - sample.process_percent;
    lasting_runs(&samples, GAP, LONG, |sample| others(sample) >= OTHERS_POINTS)
        .into_iter()
        .map(|run| {
            let (from, to) = ends(run, |sample| sample.time);
            let (machine, server) =
                (mean(run, |sample| sample.machine_percent), mean(run, |sample| sample.process_percent));
            Finding {
                rule: "other-processes-busy",
                severity: Severity::Warning,
                confidence: Confidence::Likely,
                subject: String::new(),
                title: format!(
                    "For {} about {:.0} % of the machine's processor was used, but not by the server.",
                    duration(to.abs_diff(from)),
                    machine - server
                ),
                evidence: vec![format!(
                    "On average the machine was at {machine:.0} % and the server at {server:.0} % of the machine."
                )],
                advice: "Look for the process on the machine: the recording shows only the server's threads."
                    .to_owned(),
                from,
                to,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with(seconds: std::ops::Range<i64>, change: impl Fn(&mut CpuSample)) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.cpu.iter_mut();
        rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time)).for_each(change);
        recording
    }

    #[test]
    fn a_saturated_processor_is_reported_with_the_busiest_threads() {
        let saturate = |row: &mut CpuSample| (row.machine_percent, row.process_percent) = (90.0, 88.0);
        let found = processor_saturated(&with(100..111, saturate));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "The machine's processor was used to 90 % on average for 10.0 s.");
        assert_eq!((found[0].rule, found[0].severity), ("processor-saturated", Severity::Warning));
        assert_eq!((found[0].from, found[0].to), (at(100), at(110)));
        assert_eq!(
            found[0].evidence[0],
            "Of this the server used 88 % of the machine on average; it may use 4 cores."
        );
        assert!(found[0].evidence[1].contains("'Transaction merger'"), "{:?}", found[0].evidence);
        assert_eq!(processor_saturated(&with(100..110, saturate)), []);
        assert_eq!(processor_saturated(&with(100..200, |row| row.machine_percent = 89.9)), []);
    }

    #[test]
    fn other_processes_are_reported() {
        let others = |row: &mut CpuSample| (row.machine_percent, row.process_percent) = (60.0, 20.0);
        let found = other_processes_busy(&with(100..111, others));
        assert_eq!(
            found[0].title,
            "For 10.0 s about 40 % of the machine's processor was used, but not by the server."
        );
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(110)));
        assert_eq!(other_processes_busy(&with(100..110, others)), []);
        let fewer = |row: &mut CpuSample| (row.machine_percent, row.process_percent) = (59.9, 20.0);
        assert_eq!(other_processes_busy(&with(100..200, fewer)), []);
    }
}

//! The threads of the server.

use super::processor::{LONG, ends, mean};
use crate::container::Recording;
use crate::findings::statistics::{
    SECOND, by_key, counted, duration, lasting_runs, median, shortened, within,
};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{CpuSample, ThreadSample};

const FULL_CORE_PERCENT: f64 = 95.0;
/// The longest time between two samples: threads that do not use the processor have none.
const GAP: i64 = 3 * SECOND;
/// How many threads are reported, those that were busy the longest.
const REPORTED: usize = 5;
const MORE_THREADS: u64 = 100;

pub const RULES: &[Rule] = &[
    Rule {
        id: "thread-at-full-core",
        about: "A thread uses at least 95 % of a core for at least 10 s; the 5 threads that do so the longest.",
        check: thread_at_full_core,
    },
    Rule {
        id: "threads-grow",
        about: "From the first to the last tenth of at least 20 samples the number of threads grows by at least 100 and to at \
                least 1.5 times.",
        check: threads_grow,
    },
];

fn thread_at_full_core(recording: &Recording) -> Vec<Finding> {
    let threads = by_key(&recording.rows.threads, |sample| (sample.thread, sample.name.as_str()));
    let mut busy: Vec<&[&ThreadSample]> = threads
        .values()
        .flat_map(|samples| {
            lasting_runs(samples, GAP, LONG, |sample| sample.cpu_percent >= FULL_CORE_PERCENT)
        })
        .collect();
    busy.sort_by_key(|run| {
        let (from, to) = ends(run, |sample| sample.time);
        std::cmp::Reverse(to.saturating_sub(from))
    });
    let all = busy.len();
    busy.truncate(REPORTED);
    busy.into_iter()
        .map(|run| {
            let (from, to) = ends(run, |sample| sample.time);
            let machine: Vec<&CpuSample> = within(&recording.rows.cpu, from, to).iter().collect();
            let mut evidence =
                vec![format!("{} show it.", counted(run.len(), "consecutive sample", "consecutive samples"))];
            if let Some(first) = machine.first() {
                evidence.push(format!(
                    "Meanwhile the machine's processor was used to {:.0} % on average; the server may use {}.",
                    mean(&machine, |sample| sample.machine_percent),
                    counted(first.cores as usize, "core", "cores")
                ));
            }
            if all > REPORTED {
                evidence.push(format!("{all} such times of threads were found, the longest are reported."));
            }
            Finding {
                rule: "thread-at-full-core",
                severity: Severity::Warning,
                confidence: Confidence::Certain,
                subject: run[0].name.clone(),
                title: format!(
                    "The thread '{}' ({}) used at least 95 % of a core for {}.",
                    shortened(&run[0].name, 80),
                    run[0].thread,
                    duration(to.abs_diff(from))
                ),
                evidence,
                advice: "More cores do not make the work of a single thread faster: look at its stacks.".to_owned(),
                from,
                to,
            }
        })
        .collect()
}

fn threads_grow(recording: &Recording) -> Vec<Finding> {
    let samples = &recording.rows.cpu;
    let tenth = samples.len() / 10;
    if tenth < 2 {
        return Vec::new();
    }
    let count = |part: &[CpuSample]| median(part.iter().map(|sample| sample.threads));
    let (before, after) = (count(&samples[..tenth]), count(&samples[samples.len() - tenth..]));
    let grown =
        after.saturating_sub(before) >= MORE_THREADS && after.saturating_mul(2) >= before.saturating_mul(3);
    if before == 0 || !grown {
        return Vec::new();
    }
    let most = samples.iter().map(|sample| sample.threads).max().unwrap_or(0);
    vec![Finding {
        rule: "threads-grow",
        severity: Severity::Warning,
        confidence: Confidence::Possible,
        subject: String::new(),
        title: format!("The number of the server's threads grew from {before} to {after}."),
        evidence: vec![format!("The most were {most}. These are the medians of the first and the last tenth.")],
        advice: "Threads that wait make the server start more of them: look at captured stacks. More load does so as well."
            .to_owned(),
        from: samples[0].time,
        to: samples[samples.len() - 1].time,
    }]
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

    fn one_thread(seconds: std::ops::Range<i64>, percent: f64) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.threads.iter_mut().filter(|row| row.thread == 4_000);
        rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time))
            .for_each(|row| row.cpu_percent = percent);
        recording
    }

    #[test]
    fn a_thread_at_a_full_core_is_reported() {
        let found = thread_at_full_core(&one_thread(100..111, 95.0));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "The thread 'Transaction merger' (4000) used at least 95 % of a core for 10.0 s."
        );
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(110)));
        assert_eq!(found[0].evidence[0], "11 consecutive samples show it.");
        assert_eq!(thread_at_full_core(&one_thread(100..110, 95.0)), []);
        assert_eq!(thread_at_full_core(&one_thread(100..200, 94.9)), []);
    }

    #[test]
    fn a_thread_that_rests_in_between_is_not_reported() {
        let mut recording = one_thread(100..118, 95.0);
        recording.rows.threads.retain(|row| !(at(107)..at(110)).contains(&row.time));
        assert_eq!(thread_at_full_core(&recording), []);
    }

    #[test]
    fn growing_threads_are_reported() {
        let grown = |threads: u64| {
            let mut recording = with(0..60, |row| row.threads = 150);
            recording
                .rows
                .cpu
                .iter_mut()
                .filter(|row| row.time >= at(540))
                .for_each(|row| row.threads = threads);
            recording
        };
        let found = threads_grow(&grown(250));
        assert_eq!(found[0].title, "The number of the server's threads grew from 150 to 250.");
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(0), at(599)));
        assert_eq!(threads_grow(&grown(249)), []);
        let mut many = grown(249);
        many.rows.cpu.iter_mut().for_each(|row| row.threads += 850);
        many.rows.cpu.iter_mut().filter(|row| row.time >= at(540)).for_each(|row| row.threads = 1_499);
        assert_eq!(threads_grow(&many), []);
    }
}

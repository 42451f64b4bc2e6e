//! Times without samples.

use crate::container::Recording;
use crate::findings::statistics::{SECOND, between, counted, duration, median, time_of_day, within};
use crate::findings::{Confidence, Finding, Rule, Severity};

pub const RULES: &[Rule] = &[Rule {
    id: "recorder-gap",
    about: "Samples of processor, memory and databases that usually arrive every 5 s or more often are all missing for at least 10 s.",
    check: recorder_gap,
}];

/// A gap, in µs.
const GAP: u64 = 10 * SECOND as u64;
/// The usual interval at most, in µs.
const USUAL: u64 = 5 * SECOND as u64;
/// Samples of one round of the recorder arrive within less, in µs.
const ROUND: u64 = 200_000;
/// Intervals that a usual one needs.
const INTERVALS: usize = 10;
/// Gaps in the evidence.
const EXAMPLES: usize = 3;

fn recorder_gap(recording: &Recording) -> Vec<Finding> {
    let rows = &recording.rows;
    let offset = recording.manifest.clock_offset;
    let mut times: Vec<i64> = rows.cpu.iter().map(|row| row.time.saturating_sub(offset)).collect();
    times.extend(rows.memory.iter().map(|row| row.time));
    times.extend(rows.databases.iter().map(|row| row.time));
    times.sort_unstable();
    let interval = |pair: &[i64]| between(pair[0], pair[1]);
    let intervals: Vec<u64> = times.windows(2).map(interval).filter(|interval| *interval >= ROUND).collect();
    let number = intervals.len();
    let usual = median(intervals);
    if number < INTERVALS || usual > USUAL {
        return Vec::new();
    }
    if let Some(ending) = &recording.ending {
        times.push(ending.ended.max(times[times.len() - 1]));
    }
    let gaps: Vec<&[i64]> = times.windows(2).filter(|pair| interval(pair) >= GAP).collect();
    let (Some(first), Some(last)) = (gaps.first(), gaps.last()) else { return Vec::new() };
    let mut longest = gaps.clone();
    longest.sort_by_key(|pair| std::cmp::Reverse(interval(pair)));
    let evidence = longest.iter().take(EXAMPLES).map(|pair| of_gap(recording, pair[0], pair[1]));
    vec![Finding {
        rule: "recorder-gap",
        severity: Severity::Warning,
        confidence: Confidence::Possible,
        subject: String::new(),
        title: format!(
            "{} of up to {} without a sample: the server, the network or the recorder did not respond.",
            counted(gaps.len(), "gap", "gaps"),
            duration(interval(longest[0]))
        ),
        evidence: evidence.chain([format!("The usual interval is {}.", duration(usual))]).collect(),
        advice: "Look at the machine of the server and at that of the recorder at these times: memory, swapping, suspended virtual machines."
            .to_owned(),
        from: first[0],
        to: last[1],
    }]
}

/// Rows with the server's clock show whether the server ran meanwhile.
fn of_gap(recording: &Recording, from: i64, to: i64) -> String {
    let offset = recording.manifest.clock_offset;
    let (first, last) = (from.saturating_add(offset), to.saturating_add(offset));
    // The samples at both ends do not belong to the gap.
    let (first, last) = (first.saturating_add(1), last.saturating_sub(1));
    let io = within(&recording.rows.io, first, last).len();
    let requests = within(&recording.rows.requests, first, last).len();
    let span = format!("From {} to {} ({})", time_of_day(from), time_of_day(to), duration(between(from, to)));
    if io + requests == 0 {
        return format!("{span}: the recording has no I/O events and requests of that time either.");
    }
    format!(
        "{span}: {} and {} of the server are of that time, so that it ran for at least a part of it.",
        counted(io, "I/O event", "I/O events"),
        counted(requests, "request", "requests")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{SECONDS, at, quiet};

    fn without_samples(from: i64, to: i64) -> Recording {
        let mut recording = quiet();
        let rows = &mut recording.rows;
        let gap = |time: i64| time > at(from) && time < at(to);
        rows.cpu.retain(|row| !gap(row.time));
        rows.memory.retain(|row| !gap(row.time));
        rows.databases.retain(|row| !gap(row.time));
        recording
    }

    #[test]
    fn a_gap_is_reported_with_what_the_server_did() {
        let found = recorder_gap(&without_samples(300, 325));
        assert_eq!(found.len(), 1);
        let finding = &found[0];
        assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(300), at(325)));
        assert_eq!(finding.confidence, Confidence::Possible);
        assert!(finding.title.starts_with("1 gap of up to 25.0 s without a sample"), "{}", finding.title);
        let evidence = &finding.evidence[0];
        assert!(evidence.starts_with("From 14:18:20.000 UTC to 14:18:45.000 UTC (25.0 s): "), "{evidence}");
        assert!(evidence.contains(" and 249 requests of the server"), "{evidence}");
        assert_eq!(finding.evidence[1], "The usual interval is 1.0 s.");
    }

    #[test]
    fn a_server_that_did_nothing_in_the_gap_is_named_so() {
        let mut recording = without_samples(300, 325);
        recording.rows.io.retain(|row| row.time <= at(300) || row.time >= at(325));
        recording.rows.requests.retain(|row| row.time <= at(300) || row.time >= at(325));
        assert!(recorder_gap(&recording)[0].evidence[0].contains("no I/O events"));
    }

    #[test]
    fn a_gap_at_the_end_is_reported() {
        let found = recorder_gap(&without_samples(580, SECONDS + 1));
        assert_eq!((found[0].from, found[0].to), (at(580), at(SECONDS)));
    }

    #[test]
    fn shorter_gaps_and_rare_samples_are_not_reported() {
        assert_eq!(recorder_gap(&without_samples(300, 309)), []);
        let mut rare = quiet();
        let often = |time: i64| (time - at(0)) % (20 * SECOND) == 0;
        rare.rows.cpu.retain(|row| often(row.time));
        rare.rows.memory.retain(|row| often(row.time));
        rare.rows.databases.retain(|row| often(row.time));
        assert_eq!(recorder_gap(&rare), [], "a sample every 20 s");
    }

    #[test]
    fn the_clock_of_the_server_makes_no_gap() {
        let mut recording = quiet();
        recording.manifest.clock_offset = 3_600 * SECOND;
        recording.rows.cpu.iter_mut().for_each(|row| row.time += 3_600 * SECOND);
        assert_eq!(recorder_gap(&recording), []);
    }
}

//! How much a journal has to do.

use super::storages::{Storage, events_of, joined, latest_end, span_of};
use crate::container::Recording;
use crate::findings::statistics::{Ascending, SECOND, between, counted, duration, median, size};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IoEvent;

pub const RULES: &[Rule] = &[
    Rule {
        id: "small-writes",
        about: "In each of at least 30 seconds a storage has at least 100 journal writes, with a median of at most 16 KiB.",
        check: small_writes,
    },
    Rule {
        id: "journal-busy",
        about: "At least 20 journal writes of a storage, each shorter than 1 s, take 80 % of 10 s or more.",
        check: journal_busy,
    },
    Rule {
        id: "write-latency-rose",
        about: "The median of the journal writes in the last third of the time is at least 5 ms and 3 times that of the first third, with 200 writes in each.",
        check: write_latency_rose,
    },
];

/// Writes per second of many commits.
const PER_SECOND: usize = 100;
/// Seconds of many commits.
const SECONDS: usize = 30;
/// A small write, in bytes.
const SMALL: u64 = 16 << 10;
/// A window, in µs, and the time of it that writes take.
const WINDOW: i64 = 10 * SECOND;
const BUSY: u64 = 8_000_000;
/// Writes in a busy window.
const BUSY_WRITES: usize = 20;
/// Longer writes, in µs, are slow ones and left to the rules of these.
const SLOW: u64 = 1_000_000;
/// Writes in each third.
const THIRD: usize = 200;
/// A median, in µs, and in medians of the first third.
const ROSE: u64 = 5_000;
const TIMES: u64 = 3;

type Check = fn(&Storage<'_>, &[&IoEvent]) -> Option<Finding>;

fn each_storage(recording: &Recording, check: Check) -> Vec<Finding> {
    let storages = events_of(&recording.rows.io, "JournalWrite");
    storages.iter().filter_map(|(storage, writes)| check(storage, writes)).collect()
}

fn small_writes(recording: &Recording) -> Vec<Finding> {
    each_storage(recording, small)
}

fn journal_busy(recording: &Recording) -> Vec<Finding> {
    each_storage(recording, busy)
}

fn write_latency_rose(recording: &Recording) -> Vec<Finding> {
    each_storage(recording, rose)
}

fn middle(writes: &[&IoEvent]) -> u64 {
    median(writes.iter().map(|write| write.duration_us))
}

fn small(storage: &Storage<'_>, writes: &[&IoEvent]) -> Option<Finding> {
    let (seconds, writes) = many_commits(writes)?;
    let bytes = median(writes.iter().map(|write| write.bytes));
    if bytes > SMALL {
        return None;
    }
    let (each, usual) = (writes.len() / seconds, middle(writes));
    let share = (each as u64).saturating_mul(usual) as f64 / 1e4;
    Some(Finding {
        rule: "small-writes",
        severity: Severity::Note,
        confidence: Confidence::Certain,
        subject: storage.subject(),
        title: format!(
            "The journal of {storage} has {each} writes per second over {seconds} s, with a median of {}.",
            size(bytes)
        ),
        evidence: vec![
            format!(
                "{each} writes per second × {} (median) = {share:.0} % of each second in which the journal is busy.",
                duration(usual)
            ),
            format!("A write has whole pages of 4 KiB, so that a small commit still writes {}.", size(bytes)),
            format!(
                "With ten times as many documents in each commit, about {} writes per second would be needed.",
                each.div_ceil(10)
            ),
        ],
        advice: "Where an application saves single documents one after another: save several in one session, or use bulk insert."
            .to_owned(),
        from: writes[0].time,
        to: latest_end(writes.iter().copied()),
    })
}

/// The longest run of seconds with many writes.
fn many_commits<'a, 'b>(writes: &'a [&'b IoEvent]) -> Option<(usize, &'a [&'b IoEvent])> {
    let (mut best, mut run, mut start, mut at, mut previous) = (None, 0, 0, 0, i64::MIN);
    let second = |write: &IoEvent| write.time.div_euclid(SECOND);
    for writes_of_second in writes.chunk_by(|a, b| second(a) == second(b)) {
        let now = second(writes_of_second[0]);
        let many = writes_of_second.len() >= PER_SECOND;
        if !many || previous.saturating_add(1) != now {
            (run, start) = (0, at);
        }
        at += writes_of_second.len();
        if many {
            (run, previous) = (run + 1, now);
            if run >= SECONDS && best.is_none_or(|(longest, _)| run > longest) {
                best = Some((run, &writes[start..at]));
            }
        }
    }
    best
}

fn busy(storage: &Storage<'_>, writes: &[&IoEvent]) -> Option<Finding> {
    let writes: Vec<&IoEvent> = writes.iter().copied().filter(|write| write.duration_us < SLOW).collect();
    let spans = joined(writes.iter().map(|write| span_of(write)));
    let mut sums = vec![0_u64];
    for (from, to) in &spans {
        sums.push(sums[sums.len() - 1].saturating_add(between(*from, *to)));
    }
    // The busy time before a moment; `next` is the first span that ends after it.
    let sum_before = |next: usize, moment: i64| {
        let part = spans.get(next).map_or(0, |span| between(span.0, moment));
        sums[next].saturating_add(part)
    };
    let before = |moment: i64| sum_before(spans.partition_point(|span| span.1 <= moment), moment);
    let started = |moment: i64| writes.partition_point(|write| write.time < moment);
    let (mut started_to, mut started_from, mut ended_to) =
        (Ascending::new(&writes), Ascending::new(&writes), Ascending::new(&spans));
    let busy_windows = spans.iter().enumerate().filter_map(|(place, (from, _))| {
        let to = from.saturating_add(WINDOW);
        let many = started_to.place(|write| write.time < to) - started_from.place(|write| write.time < *from);
        let busy = sum_before(ended_to.place(|span| span.1 <= to), to).saturating_sub(sums[place]);
        (many >= BUSY_WRITES && busy >= BUSY).then_some((*from, to))
    });
    let windows = joined(busy_windows);
    let (from, to) = windows.iter().copied().max_by_key(|(from, to)| between(*from, *to))?;
    let (length, time) = (between(from, to), before(to).saturating_sub(before(from)));
    let share = time as f64 * 100.0 / length.max(1) as f64;
    let within = &writes[started(from)..started(to)];
    Some(Finding {
        rule: "journal-busy",
        severity: Severity::Warning,
        confidence: Confidence::Likely,
        subject: storage.subject(),
        title: format!(
            "The journal of {storage} was busy for {share:.0} % of {}: it limits the writes.",
            duration(length)
        ),
        evidence: vec![
            format!(
                "{} of {} each (median), together {}.",
                counted(within.len(), "write", "writes"),
                duration(middle(within)),
                duration(time)
            ),
            format!("{} of at least 10 s with that load.", counted(windows.len(), "span", "spans")),
        ],
        advice: "A faster disk for the journal, fewer and larger commits, or fewer writes.".to_owned(),
        from: windows[0].0,
        to: windows[windows.len() - 1].1,
    })
}

fn rose(storage: &Storage<'_>, writes: &[&IoEvent]) -> Option<Finding> {
    let (first, last) = (writes.first()?.time, writes.last()?.time);
    let third = i64::try_from(between(first, last) / 3).unwrap_or(i64::MAX);
    let early = &writes[..writes.partition_point(|write| write.time <= first.saturating_add(third))];
    let late = &writes[writes.partition_point(|write| write.time < last.saturating_sub(third))..];
    if early.len() < THIRD || late.len() < THIRD {
        return None;
    }
    let (before, after) = (middle(early), middle(late));
    if after < ROSE || after < before.saturating_mul(TIMES) {
        return None;
    }
    let bytes = |writes: &[&IoEvent]| size(median(writes.iter().map(|write| write.bytes)));
    Some(Finding {
        rule: "write-latency-rose",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: storage.subject(),
        title: format!(
            "Journal writes of {storage} became slower: the median rose from {} to {}.",
            duration(before),
            duration(after)
        ),
        evidence: vec![
            format!(
                "First third: {}, median size {}.",
                counted(early.len(), "write", "writes"),
                bytes(early)
            ),
            format!("Last third: {}, median size {}.", counted(late.len(), "write", "writes"), bytes(late)),
        ],
        advice:
            "Compare both times: the size of the writes, other use of the disk, limits of a virtual disk."
                .to_owned(),
        from: late[0].time,
        to: latest_end(late.iter().copied()),
    })
}

#[cfg(test)]
mod tests;

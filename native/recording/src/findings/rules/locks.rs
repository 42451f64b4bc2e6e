//! Captured stacks: threads that wait for the same lock, and threads that do not get further.

use std::collections::{BTreeMap, HashMap};

use super::frames::{own_frame, waits_for_lock};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, shortened};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Stack;

const CONVOY: usize = 4;
const CAPTURES: usize = 3;
/// How many innermost frames must be the same.
const INNERMOST: usize = 5;
const BUSY_PERCENT: f64 = 50.0;
/// How long before and after a capture a thread's use of the processor counts.
const NEAR: i64 = 3 * SECOND;
const REPORTED: usize = 5;

pub const RULES: &[Rule] = &[
    Rule {
        id: "lock-convoy",
        about: "In one capture at least 4 threads wait for a lock in the same method; threads that wait for work do not count.",
        check: lock_convoy,
    },
    Rule {
        id: "same-stack-in-captures",
        about: "A thread that uses at least 50 % of a core has the same 5 innermost frames in at least 3 captures; the 5 with \
                the most captures.",
        check: same_stack,
    },
];

fn thread_ids(stack: &Stack) -> impl Iterator<Item = &str> {
    stack.threads.split(',').map(str::trim).filter(|thread| !thread.is_empty())
}

/// The threads of one capture that wait in one method.
struct Convoy<'r> {
    time: i64,
    threads: usize,
    names: Vec<&'r str>,
}

fn lock_convoy(recording: &Recording) -> Vec<Finding> {
    let mut convoys: BTreeMap<(&str, u64), Convoy<'_>> = BTreeMap::new();
    for stack in &recording.rows.stacks {
        let Some(frame) = waits_for_lock(&stack.frames) else { continue };
        let convoy = convoys.entry((frame, stack.capture)).or_insert(Convoy {
            time: stack.time,
            threads: 0,
            names: Vec::new(),
        });
        convoy.threads += thread_ids(stack).count();
        convoy.names.extend(stack.names.lines().take(REPORTED));
    }
    let mut frames: BTreeMap<&str, Vec<Convoy<'_>>> = BTreeMap::new();
    for ((frame, _), convoy) in convoys {
        if convoy.threads >= CONVOY {
            frames.entry(frame).or_default().push(convoy);
        }
    }
    frames
        .into_iter()
        .map(|(frame, convoys)| {
            let worst = convoys.iter().max_by_key(|convoy| convoy.threads);
            let (threads, names) = worst.map_or((0, &[][..]), |worst| (worst.threads, &worst.names[..]));
            let names: Vec<String> = names.iter().take(REPORTED).map(|name| shortened(name, 60)).collect();
            let captures = convoys.len();
            Finding {
                rule: "lock-convoy",
                severity: Severity::Warning,
                confidence: Confidence::Likely,
                subject: shortened(frame, 200),
                title: format!("{threads} threads waited for a lock in {}.", shortened(frame, 200)),
                evidence: vec![
                    format!("Seen in {}.", if captures == 1 { "1 capture".to_owned() } else { format!("{captures} captures") }),
                    format!("Some of the threads: {}.", names.join(", ")),
                ],
                advice: "Look in the same capture for a thread in the same code that does not wait: it may hold the lock."
                    .to_owned(),
                from: convoys.iter().map(|convoy| convoy.time).min().unwrap_or_default(),
                to: convoys.iter().map(|convoy| convoy.time).max().unwrap_or_default(),
            }
        })
        .collect()
}

/// The innermost frames, a slice of all frames.
fn innermost(frames: &str) -> &str {
    frames.match_indices('\n').nth(INNERMOST - 1).map_or(frames, |(end, _)| &frames[..end])
}

/// The times at which threads were busy.
fn busy_times(recording: &Recording) -> HashMap<u64, Vec<i64>> {
    let mut times: HashMap<u64, Vec<i64>> = HashMap::new();
    for sample in recording.rows.threads.iter().filter(|sample| sample.cpu_percent >= BUSY_PERCENT) {
        times.entry(sample.thread).or_default().push(sample.time);
    }
    times
}

/// Whether one of the times is near.
fn is_near(times: &[i64], time: i64) -> bool {
    let next = times.partition_point(|busy| *busy < time.saturating_sub(NEAR));
    times.get(next).is_some_and(|busy| *busy <= time.saturating_add(NEAR))
}

fn same_stack(recording: &Recording) -> Vec<Finding> {
    let mut seen: HashMap<(u64, &str), Vec<&Stack>> = HashMap::new();
    let busy = busy_times(recording);
    for stack in recording.rows.stacks.iter().filter(|stack| !stack.frames.is_empty()) {
        for thread in thread_ids(stack).filter_map(|thread| thread.parse().ok()) {
            if busy.get(&thread).is_some_and(|times| is_near(times, stack.time)) {
                let captures = seen.entry((thread, innermost(&stack.frames))).or_default();
                if captures.last().is_none_or(|last| last.capture != stack.capture) {
                    captures.push(stack);
                }
            }
        }
    }
    let mut same: Vec<((u64, &str), Vec<&Stack>)> =
        seen.into_iter().filter(|(_, captures)| captures.len() >= CAPTURES).collect();
    same.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    same.truncate(REPORTED);
    same.into_iter()
        .map(|((thread, frames), captures)| {
            let (first, last) = (captures[0], captures[captures.len() - 1]);
            let frame = own_frame(frames).or(frames.lines().next()).unwrap_or_default();
            let name = recording
                .rows
                .threads
                .iter()
                .find(|sample| sample.thread == thread)
                .map_or(String::new(), |sample| shortened(&sample.name, 80));
            Finding {
                rule: "same-stack-in-captures",
                severity: Severity::Note,
                confidence: Confidence::Possible,
                subject: name.clone(),
                title: format!(
                    "The busy thread '{name}' ({thread}) was in {} in {} captures.",
                    shortened(frame, 200),
                    captures.len()
                ),
                evidence: vec![format!(
                    "The innermost frames: {}.",
                    frames.lines().map(|frame| shortened(frame, 120)).collect::<Vec<_>>().join(" ← ")
                )],
                advice: "It can be one long call or many short calls of the same method.".to_owned(),
                from: first.time,
                to: last.time,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    const LOCKED: &str = "System.Threading.Monitor.Enter(System.Object)\nRaven.Server.Cache.Get()\nMain";

    fn stack(second: i64, capture: u64, threads: &str, frames: &str) -> Stack {
        Stack {
            time: at(second),
            capture,
            threads: threads.to_owned(),
            names: threads.replace(',', "\n"),
            frames: frames.to_owned(),
            ..Stack::default()
        }
    }

    fn with(stacks: Vec<Stack>) -> Recording {
        let mut recording = quiet();
        recording.rows.stacks = stacks;
        recording
    }

    #[test]
    fn threads_that_wait_in_one_method_are_reported() {
        let other = LOCKED.replace("Main", "Other");
        let stacks = vec![stack(100, 1, "7,8,9", LOCKED), stack(100, 1, "10", &other)];
        let found = lock_convoy(&with(stacks));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "4 threads waited for a lock in Raven.Server.Cache.Get().");
        assert_eq!(found[0].evidence, ["Seen in 1 capture.", "Some of the threads: 7, 8, 9, 10."]);
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!((found[0].from, found[0].to), (at(100), at(100)));
    }

    #[test]
    fn fewer_threads_other_captures_and_idle_threads_are_not_reported() {
        assert_eq!(lock_convoy(&with(vec![stack(100, 1, "7,8,9", LOCKED)])), []);
        let stacks = vec![stack(100, 1, "7,8,9", LOCKED), stack(200, 2, "7,8,9", LOCKED)];
        assert_eq!(lock_convoy(&with(stacks)), []);
        let idle = "System.Threading.LowLevelLifoSemaphore.WaitForSignal()\nRaven.Server.Cache.Get()";
        assert_eq!(lock_convoy(&with(vec![stack(100, 1, "7,8,9,10,11", idle)])), []);
    }

    fn captures(number: i64, percent: f64) -> Recording {
        let frames = "Raven.Server.Sort()\na\nb\nc\nd";
        let rows = (0..number).map(|capture| {
            stack(100 + 50 * capture, capture as u64, "4000,4001", &format!("{frames}\n{capture}"))
        });
        let mut recording = with(rows.collect());
        let threads = recording.rows.threads.iter_mut().filter(|row| row.thread == 4_000);
        threads.for_each(|row| row.cpu_percent = percent);
        recording
    }

    #[test]
    fn a_busy_thread_with_the_same_frames_is_reported() {
        let found = same_stack(&captures(3, 50.0));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "The busy thread 'Transaction merger' (4000) was in Raven.Server.Sort() in 3 captures."
        );
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Note, Confidence::Possible));
        assert_eq!((found[0].from, found[0].to), (at(100), at(200)));
    }

    #[test]
    fn two_captures_or_a_thread_that_is_less_busy_are_not_reported() {
        assert_eq!(same_stack(&captures(2, 50.0)), []);
        assert_eq!(same_stack(&captures(3, 49.9)), []);
    }
}

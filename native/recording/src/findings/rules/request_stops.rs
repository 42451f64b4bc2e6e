//! Times without requests.

use super::context::{is_full, processor};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, counted, duration, within};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Traffic;

const STOPPED: i64 = 10 * SECOND;
/// Seconds before and after a stop that are looked at, and the requests each of them needs on average.
const AROUND: usize = 5;
const AROUND_REQUESTS: u64 = 5;
/// The source of requests.
const WATCH: &str = "traffic-watch";

pub const RULES: &[Rule] = &[Rule {
    id: "requests-stopped",
    about: "A database has no request for at least 10 s, but 5 per second in the 5 seconds before and after.",
    check: requests_stopped,
}];

fn requests_stopped(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, mut seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str()) {
        seconds.retain(|second| second.requests > 0);
        for next in 1..seconds.len() {
            let (from, to) = (seconds[next - 1].time.saturating_add(SECOND), seconds[next].time);
            if to.saturating_sub(from) < STOPPED
                || seconds[next - 1].represents() > 1
                || watch_was_lost(recording, from, to)
            {
                continue;
            }
            let (before, after) = (
                &seconds[next.saturating_sub(AROUND)..next],
                &seconds[next..seconds.len().min(next + AROUND)],
            );
            let near = |second: &Traffic| {
                second.time >= from.saturating_sub(AROUND as i64 * SECOND)
                    && second.time < to.saturating_add(AROUND as i64 * SECOND)
            };
            let load = |part: &[&Traffic]| {
                let near = part.iter().filter(|second| near(second));
                near.fold(0_u64, |sum, second| sum.saturating_add(second.requests)) / AROUND as u64
            };
            if load(before) >= AROUND_REQUESTS && load(after) >= AROUND_REQUESTS {
                if is_full(&mut found) {
                    return found;
                }
                found.push(stopped(recording, database, (from, to), (load(before), load(after))));
            }
        }
    }
    found
}

/// Whether the recorder lost the source of requests around a time.
fn watch_was_lost(recording: &Recording, from: i64, to: i64) -> bool {
    within(&recording.rows.events, from.saturating_sub(STOPPED), to.saturating_add(STOPPED)).iter().any(
        |event| {
            matches!(event.kind.as_str(), "source-lost" | "source-sampled") && event.subject.contains(WATCH)
        },
    )
}

fn stopped(recording: &Recording, database: &str, (from, to): (i64, i64), load: (u64, u64)) -> Finding {
    let length = to.abs_diff(from);
    let waited = within(&recording.rows.requests, to, to.saturating_add(AROUND as i64 * SECOND))
        .iter()
        .filter(|row| row.database == database && row.duration_us >= length / 2)
        .count();
    let others = within(&recording.rows.traffic, from, to - 1)
        .iter()
        .filter(|second| second.database != database)
        .fold(0_u64, |sum, second| sum.saturating_add(second.requests));
    let mut evidence = vec![
        format!("It had {} requests per second before and {} after.", load.0, load.1),
        format!("Requests of other databases and of the server in this time: {others}."),
    ];
    if waited > 0 {
        evidence.push(format!(
            "{} took {} or more and ended within 5 s afterwards.",
            counted(waited, "request", "requests"),
            duration(length / 2)
        ));
    }
    evidence.extend(processor(recording, from, to));
    Finding {
        rule: "requests-stopped",
        severity: if waited > 0 { Severity::Critical } else { Severity::Warning },
        confidence: if waited > 0 { Confidence::Likely } else { Confidence::Possible },
        subject: database.to_owned(),
        title: format!("No request of the database ended for {}.", duration(length)),
        evidence,
        advice: if waited > 0 {
            "Requests waited in the server: look at writes, locks and pauses of this time.".to_owned()
        } else {
            "The clients, the network or the server may have stopped: compare with the clients' logs."
                .to_owned()
        },
        from,
        to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{DATABASE, at, quiet};
    use crate::tables::{Event, Request};

    fn gap(seconds: i64) -> Recording {
        let mut recording = quiet();
        let quiet_time = at(100)..at(100 + seconds);
        recording.rows.traffic.retain(|row| !quiet_time.contains(&row.time));
        recording.rows.requests.retain(|row| !quiet_time.contains(&row.time));
        recording
    }

    #[test]
    fn a_stop_is_reported() {
        let found = requests_stopped(&gap(10));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "No request of the database ended for 10.0 s.");
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Possible));
        assert_eq!((found[0].from, found[0].to), (at(100), at(110)));
        assert_eq!(found[0].evidence[0], "It had 10 requests per second before and 10 after.");
    }

    #[test]
    fn a_stop_with_waiting_requests_is_critical() {
        let mut recording = gap(20);
        recording.rows.requests.push(Request {
            time: at(121),
            database: DATABASE.to_owned(),
            duration_us: 19_000_000,
            ..Request::default()
        });
        recording.rows.sort();
        let found = requests_stopped(&recording);
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Critical, Confidence::Likely));
        assert!(found[0].evidence[2].starts_with("1 request took 10.0 s or more"), "{:?}", found[0].evidence);
    }

    #[test]
    fn a_short_stop_a_lost_source_or_a_rare_request_are_not_reported() {
        assert_eq!(requests_stopped(&gap(9)), []);
        let mut recording = gap(30);
        recording.rows.events.push(Event {
            time: at(101),
            kind: "source-lost".to_owned(),
            subject: "/admin/traffic-watch".to_owned(),
            ..Event::default()
        });
        assert_eq!(requests_stopped(&recording), []);
        let mut recording = gap(30);
        recording.rows.traffic.iter_mut().for_each(|row| row.seconds = 20);
        assert_eq!(requests_stopped(&recording), [], "samples");
        let mut recording = gap(30);
        recording.rows.traffic.iter_mut().filter(|row| row.time < at(100)).for_each(|row| row.requests = 4);
        assert_eq!(requests_stopped(&recording), []);
    }
}

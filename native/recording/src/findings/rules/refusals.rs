//! Requests that were refused.

use super::context::{is_full, kinds_of, sampled};
use super::requests::{LEAST_REQUESTS, range, sum};
use crate::container::Recording;
use crate::findings::statistics::{by_key, counted, percent};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Request;

const REFUSED_PERCENT: u64 = 20;

pub const RULES: &[Rule] = &[Rule {
    id: "refused-requests",
    about: "At least 20 % of at least 100 requests of a database have a status of 400 to 499.",
    check: refused_requests,
}];

fn refused_requests(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str()) {
        if is_full(&mut found) {
            break;
        }
        let (all, refused) =
            (sum(&seconds, |second| second.requests), sum(&seconds, |second| second.refused));
        if all < LEAST_REQUESTS || percent(refused, all) < REFUSED_PERCENT as f64 {
            continue;
        }
        let Some((from, to)) = range(&seconds, |second| second.refused) else { continue };
        let rows: Vec<&Request> = recording
            .rows
            .requests
            .iter()
            .filter(|row| (400..500).contains(&row.status) && row.database == database)
            .collect();
        let count = |statuses: &[u64]| rows.iter().filter(|row| statuses.contains(&row.status)).count();
        let mostly = |statuses: &[u64]| !rows.is_empty() && count(statuses) * 2 > rows.len();
        let (why, severity, confidence) = if mostly(&[401, 403]) {
            (
                ", most of the recorded ones for lack of permission (401 or 403)",
                Severity::Warning,
                Confidence::Likely,
            )
        } else if mostly(&[404]) {
            (
                ", most of the recorded ones because nothing was found (404)",
                Severity::Note,
                Confidence::Possible,
            )
        } else if mostly(&[409]) {
            (", most of the recorded ones for a conflict (409)", Severity::Note, Confidence::Possible)
        } else {
            ("", Severity::Warning, Confidence::Likely)
        };
        let mut evidence = Vec::from_iter(kinds_of(rows.iter().copied()));
        evidence.extend(sampled(&seconds));
        if count(&[404]) > 0 {
            evidence.push(format!(
                "{} 404, which is normal where an application loads documents that may not exist.",
                of_recorded(count(&[404]), rows.len())
            ));
        }
        if count(&[409]) > 0 {
            evidence.push(format!(
                "{} 409: a conflict, such as a change vector that is no longer current (optimistic concurrency).",
                of_recorded(count(&[409]), rows.len())
            ));
        }
        found.push(Finding {
            rule: "refused-requests",
            severity,
            confidence,
            subject: database.to_owned(),
            title: format!(
                "{refused} of {all} requests ({:.0} %) were refused with a status of 400 to 499{why}.",
                percent(refused, all)
            ),
            evidence,
            advice: if mostly(&[401, 403]) {
                "Check the certificates of the clients and what they may access.".to_owned()
            } else {
                "Check in the application whether it expects these answers.".to_owned()
            },
            from,
            to,
        });
    }
    found
}

fn of_recorded(count: usize, all: usize) -> String {
    format!(
        "{count} of {} {} the status",
        counted(all, "recorded refusal", "recorded refusals"),
        if count == 1 { "has" } else { "have" }
    )
}

#[cfg(test)]
mod tests {
    use super::super::requests::tests::with_status;
    use super::*;
    use crate::findings::quiet::at;

    #[test]
    fn refusals_say_what_they_are() {
        let found = refused_requests(&with_status(0..600, 2, 403));
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(0), at(600)));
        assert!(
            found[0].title.starts_with("1200 of 6000 requests (20 %) were refused"),
            "{}",
            found[0].title
        );
        assert!(found[0].title.contains("lack of permission"), "{}", found[0].title);
        let found = refused_requests(&with_status(0..600, 2, 404));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Note, Confidence::Possible));
        let found = refused_requests(&with_status(0..600, 2, 409));
        assert!(found[0].evidence[1].starts_with("1200 of 1200 recorded refusals have the status 409"));
        assert_eq!(refused_requests(&with_status(0..599, 2, 403)), []);
    }
}

//! Notifications of the server.

use super::context::EXAMPLES;
use super::logs::{REPORTED, TEXT, largest};
use crate::container::Recording;
use crate::findings::statistics::{counted, shortened};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Notification;

pub const RULES: &[Rule] = &[
    Rule {
        id: "alerts",
        about: "The server raised alerts or performance hints of the severity Warning or Error; the 20 most frequent reasons.",
        check: alerts,
    },
    Rule {
        id: "operation-failed",
        about: "A notification says that an operation of a database ended with an error; the 20 databases with the most.",
        check: operation_failed,
    },
];

/// The sentences of the first notifications, and how many are older than the recording.
fn examples(recording: &Recording, rows: &[&Notification]) -> Vec<String> {
    let example =
        |row: &&Notification| format!("{}: {}", shortened(&row.title, TEXT), shortened(&row.message, TEXT));
    let mut evidence: Vec<String> = rows.iter().take(EXAMPLES).map(example).collect();
    let older = rows.iter().filter(|row| row.time < recording.manifest.started).count();
    if older > 0 {
        evidence.push(format!(
            "{older} of {} from before the recording.",
            if rows.len() == 1 { "1 is".to_owned() } else { format!("{} are", rows.len()) }
        ));
    }
    evidence
}

fn alerts(recording: &Recording) -> Vec<Finding> {
    let rows = recording.rows.notifications.iter().filter(|row| {
        matches!(row.kind.as_str(), "AlertRaised" | "PerformanceHint")
            && matches!(row.severity.as_str(), "Warning" | "Error")
    });
    let mut groups = largest(rows, |row| (row.database.as_str(), row.kind.as_str(), row.reason.as_str()));
    groups.truncate(REPORTED);
    groups
        .into_iter()
        .map(|((database, kind, reason), rows)| Finding {
            rule: "alerts",
            severity: if kind == "AlertRaised" || rows.iter().any(|row| row.severity == "Error") {
                Severity::Warning
            } else {
                Severity::Note
            },
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "The server raised {} with the reason '{}'.",
                if kind == "AlertRaised" {
                    counted(rows.len(), "alert", "alerts")
                } else {
                    counted(rows.len(), "performance hint", "performance hints")
                },
                shortened(reason, 120)
            ),
            evidence: examples(recording, &rows),
            advice: String::new(),
            from: rows[0].time,
            to: rows[rows.len() - 1].time,
        })
        .collect()
}

fn operation_failed(recording: &Recording) -> Vec<Finding> {
    let rows = recording.rows.notifications.iter();
    let failed = rows.filter(|row| row.kind == "OperationChanged" && row.severity == "Error");
    let mut groups = largest(failed, |row| row.database.as_str());
    groups.truncate(REPORTED);
    groups
        .into_iter()
        .map(|(database, rows)| Finding {
            rule: "operation-failed",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "{} about operations with an error.",
                counted(rows.len(), "notification is", "notifications are")
            ),
            evidence: examples(recording, &rows),
            advice: String::new(),
            from: rows[0].time,
            to: rows[rows.len() - 1].time,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{DATABASE, at, quiet};

    fn notified(kind: &str, severity: &str, second: i64) -> Recording {
        let mut recording = quiet();
        recording.rows.notifications.push(Notification {
            time: at(second),
            database: DATABASE.to_owned(),
            kind: kind.to_owned(),
            severity: severity.to_owned(),
            reason: "LowDiskSpace".to_owned(),
            title: "Low disk space".to_owned(),
            message: "1 GiB is left.".to_owned(),
        });
        recording
    }

    #[test]
    fn alerts_are_reported_by_reason() {
        let found = alerts(&notified("AlertRaised", "Warning", 100));
        assert_eq!(found[0].title, "The server raised 1 alert with the reason 'LowDiskSpace'.");
        assert_eq!(found[0].evidence, ["Low disk space: 1 GiB is left."]);
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(100)));
        assert_eq!(alerts(&notified("PerformanceHint", "Warning", 100))[0].severity, Severity::Note);
        assert_eq!(alerts(&notified("AlertRaised", "Info", 100)), []);
        let older = alerts(&notified("AlertRaised", "Error", -5));
        assert_eq!(older[0].evidence[1], "1 of 1 is from before the recording.");
    }

    #[test]
    fn failed_operations_are_reported() {
        let found = operation_failed(&notified("OperationChanged", "Error", 100));
        assert_eq!(found[0].title, "1 notification is about operations with an error.");
        assert_eq!((found[0].severity, found[0].subject.as_str()), (Severity::Warning, DATABASE));
        assert_eq!((found[0].from, found[0].to), (at(100), at(100)));
        assert_eq!(operation_failed(&notified("OperationChanged", "Success", 100)), []);
    }
}

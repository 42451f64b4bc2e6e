//! Log lines.

use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, counted, heaviest_window, shortened};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::LogLine;

const BURST: u64 = 20;
const MINUTE: i64 = 60 * SECOND;
pub const TEXT: usize = 300;
/// How many groups a rule reports, those with the most messages.
pub const REPORTED: usize = 20;

pub const RULES: &[Rule] = &[
    Rule {
        id: "log-errors",
        about: "A logger wrote lines of the level Error or Fatal; the 20 loggers with the most.",
        check: log_errors,
    },
    Rule {
        id: "log-warnings-burst",
        about: "A logger wrote at least 20 lines of the level Warn within 60 s; the 20 loggers with the most.",
        check: warnings_burst,
    },
];

/// Groups by a key: the largest first.
pub fn largest<'r, T, K: Ord>(
    rows: impl Iterator<Item = &'r T>,
    key: impl Fn(&'r T) -> K,
) -> Vec<(K, Vec<&'r T>)> {
    let mut groups: Vec<(K, Vec<&T>)> = by_key(rows, key).into_iter().collect();
    groups.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    groups
}

fn first_and_last(lines: &[&LogLine]) -> Vec<String> {
    let text = |line: &LogLine| shortened(&line.message, TEXT);
    let mut evidence = vec![format!("The first: {}", text(lines[0]))];
    if lines.len() > 1 {
        evidence.push(format!("The last: {}", text(lines[lines.len() - 1])));
    }
    evidence
}

fn log_errors(recording: &Recording) -> Vec<Finding> {
    let lines = recording.rows.logs.iter().filter(|line| line.level == "Error" || line.level == "Fatal");
    let mut groups = largest(lines, |line| line.logger.as_str());
    groups.truncate(REPORTED);
    groups
        .into_iter()
        .map(|(logger, lines)| {
            let fatal = lines.iter().filter(|line| line.level == "Fatal").count();
            Finding {
                rule: "log-errors",
                severity: if fatal > 0 { Severity::Critical } else { Severity::Warning },
                confidence: Confidence::Certain,
                subject: shortened(logger, 200),
                title: format!(
                    "'{}' logged {}, {fatal} of these fatal.",
                    shortened(logger, 200),
                    counted(lines.len(), "error", "errors")
                ),
                evidence: first_and_last(&lines),
                advice: String::new(),
                from: lines[0].time,
                to: lines[lines.len() - 1].time,
            }
        })
        .collect()
}

fn warnings_burst(recording: &Recording) -> Vec<Finding> {
    let lines = recording.rows.logs.iter().filter(|line| line.level == "Warn");
    let groups = largest(lines, |line| line.logger.as_str());
    let bursts = groups.iter().filter_map(|(logger, lines)| {
        let (window, count) = heaviest_window(lines, MINUTE, |_| 1);
        (count >= BURST).then(|| Finding {
            rule: "log-warnings-burst",
            severity: Severity::Note,
            confidence: Confidence::Certain,
            subject: shortened(logger, 200),
            title: format!(
                "'{}' logged {count} warnings within 60 s, {} in the whole recording.",
                shortened(logger, 200),
                lines.len()
            ),
            evidence: first_and_last(window),
            advice: String::new(),
            from: window[0].time,
            to: window[window.len() - 1].time,
        })
    });
    bursts.take(REPORTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with_lines(seconds: impl Iterator<Item = i64>, level: &str) -> Recording {
        let mut recording = quiet();
        for second in seconds {
            recording.rows.logs.push(LogLine {
                time: at(second),
                level: level.to_owned(),
                logger: "Raven.Index".to_owned(),
                message: format!("line\n{second}"),
                ..LogLine::default()
            });
        }
        recording.rows.sort();
        recording
    }

    #[test]
    fn errors_are_reported_by_logger() {
        let found = log_errors(&with_lines(100..103, "Error"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "'Raven.Index' logged 3 errors, 0 of these fatal.");
        assert_eq!(found[0].evidence, ["The first: line 100", "The last: line 102"]);
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(102)));
        assert_eq!(log_errors(&with_lines(100..101, "Fatal"))[0].severity, Severity::Critical);
        assert_eq!(log_errors(&with_lines(100..103, "Warn")), []);
    }

    #[test]
    fn a_burst_of_warnings_is_reported() {
        let found = warnings_burst(&with_lines((0..20).map(|number| 100 + number * 3), "Warn"));
        assert_eq!(
            found[0].title,
            "'Raven.Index' logged 20 warnings within 60 s, 20 in the whole recording."
        );
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Note, at(100), at(157)));
        assert_eq!(warnings_burst(&with_lines(100..119, "Warn")), []);
        assert_eq!(warnings_burst(&with_lines((0..20).map(|number| 100 + number * 4), "Warn")), []);
    }
}

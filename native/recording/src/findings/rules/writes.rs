//! Writes of the journal.

use crate::container::Recording;
use crate::findings::statistics::{by_key, duration, median};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IoEvent;

pub const RULES: &[Rule] = &[Rule {
    id: "slow-journal-write",
    about: "A journal write takes at least 100 ms and 10 times the median of at least 20 writes of its database.",
    check: slow_journal_write,
}];

fn slow_journal_write(recording: &Recording) -> Vec<Finding> {
    let rows = &recording.rows;
    let mut found = Vec::new();
    for (database, events) in by_key(&rows.io, |event| event.database.as_str()) {
        let writes: Vec<&IoEvent> =
            events.iter().copied().filter(|event| event.kind == "JournalWrite").collect();
        if writes.len() < 20 {
            continue;
        }
        let usual = median(writes.iter().map(|write| write.duration_us));
        let slow: Vec<&IoEvent> =
            writes.into_iter().filter(|write| write.duration_us >= (10 * usual).max(100_000)).collect();
        let (Some(first), Some(last)) = (slow.first(), slow.last()) else { continue };
        let longest = slow.iter().map(|write| write.duration_us).max().unwrap_or(0);
        found.push(Finding {
            rule: "slow-journal-write",
            severity: if longest >= 1_000_000 { Severity::Critical } else { Severity::Warning },
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "{} of the journal took {} or more, the longest {}; the median is {}.",
                if slow.len() == 1 { "1 write".to_owned() } else { format!("{} writes", slow.len()) },
                duration((10 * usual).max(100_000)),
                duration(longest),
                duration(usual)
            ),
            evidence: vec![],
            advice: "Look at what the disk did at that time; `rookeryd disk-check` measures it.".to_owned(),
            from: first.time,
            to: last.time + i64::try_from(last.duration_us).unwrap_or(i64::MAX / 2),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{SECONDS, at, quiet};

    #[test]
    fn a_slow_write_is_reported_with_its_time() {
        let mut recording = quiet();
        let write =
            recording.rows.io.iter_mut().find(|event| event.kind == "JournalWrite" && event.time >= at(300));
        write.unwrap().duration_us = 1_500_000;
        let found = slow_journal_write(&recording);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].severity, found[0].from), (Severity::Critical, at(300)));
        assert!(found[0].to < at(SECONDS));
    }
}

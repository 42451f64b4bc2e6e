//! Rows of a damaged or hostile file: no value may make a rule panic.

use proptest::prelude::*;

use super::ALL;
use crate::findings::quiet::{DATABASE, START, quiet};
use crate::{Recording, table::Table};

fn moment() -> impl Strategy<Value = i64> {
    prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(0), any::<i64>(), START..START + 600_000_000]
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(u64::MAX), Just(i64::MAX as u64), any::<u64>(), 0..20_000_000_u64]
}

/// Changes about half of the rows.
fn change<T: Table>(rows: &mut [T], values: &[(i64, u64)], set: impl Fn(&mut T, i64, u64)) {
    for (row, (time, number)) in rows.iter_mut().step_by(2).zip(values.iter().cycle()) {
        set(row, *time, *number);
    }
}

fn changed(values: &[(i64, u64)]) -> Recording {
    let mut recording = quiet();
    let rows = &mut recording.rows;
    change(&mut rows.io, values, |row, time, number| {
        (row.time, row.duration_us, row.bytes, row.compressed_bytes) = (time, number, number, !number);
    });
    change(&mut rows.databases, values, |row, time, number| {
        (row.time, row.documents, row.disk_bytes, row.temporary_bytes) = (time, number, !number, number);
        (row.queue, row.answer_us) = (number, number);
    });
    change(&mut rows.indexes, values, |row, time, number| {
        (row.time, row.lag, row.errors, row.stale) = (time, number, number, number > 9);
    });
    change(&mut rows.batches, values, |row, time, number| {
        (row.time, row.duration_us, row.commit_us, row.failed) = (time, number, number, !number);
    });
    change(&mut rows.gc, values, |row, time, number| (row.time, row.pause_us) = (time, number));
    change(&mut rows.cpu, values, |row, time, _| row.time = time);
    change(&mut rows.memory, values, |row, time, _| row.time = time);
    change(&mut rows.requests, values, |row, time, number| (row.time, row.duration_us) = (time, number));
    rows.sort();
    (recording.manifest.started, recording.manifest.clock_offset) = (values[0].0, values[values.len() - 1].0);
    if let Some(ending) = &mut recording.ending {
        (ending.ended, ending.left_out) = (values[0].0, values[0].1);
    }
    recording
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn extreme_values_do_not_panic(values in prop::collection::vec((moment(), number()), 1..8)) {
        let recording = changed(&values);
        for rule in ALL.iter().copied().flatten() {
            for finding in (rule.check)(&recording) {
                prop_assert_eq!(finding.rule, rule.id);
                prop_assert!(finding.from <= finding.to, "{:?}", finding);
                prop_assert!(finding.evidence.len() <= 10, "{:?}", finding);
            }
        }
    }
}

#[test]
fn the_changed_rows_have_findings() {
    let recording = changed(&[(START, 20_000_000), (START + 9_000_000, u64::MAX)]);
    let found = super::super::findings(&recording);
    assert!(found.iter().any(|finding| finding.subject == DATABASE), "{found:?}");
}

//! Rows with values that no server sends: no rule may panic on them.

use crate::container::Recording;
use crate::findings::findings;
use crate::findings::quiet::{START, quiet};

/// A recording whose values are all one of some extreme values.
fn extreme(number: u64, time: i64, float: f64, text: &str) -> Recording {
    let mut recording = quiet();
    let rows = &mut recording.rows;
    rows.requests.truncate(300);
    rows.texts(&mut |_, _, value| *value = text.to_owned());
    for row in &mut rows.requests {
        (row.time, row.status, row.duration_us, row.response_bytes) = (time, number, number, number);
        row.kind = "Queries".to_owned();
    }
    for row in &mut rows.traffic {
        (row.requests, row.failed, row.refused) = (number, number, number);
        (row.p50_us, row.p95_us, row.p99_us, row.max_us) = (number, number, number, number);
    }
    for row in &mut rows.cpu {
        (row.machine_percent, row.process_percent, row.cores, row.threads) = (float, -float, number, number);
    }
    for row in &mut rows.memory {
        (row.physical_bytes, row.available_bytes, row.working_set_bytes) = (number, number / 100, number);
        (row.dirty_bytes, row.swap_bytes) = (number, number);
    }
    for row in &mut rows.gc {
        (row.time, row.pause_us, row.heap_bytes, row.kind) =
            (time, number, number, "FullBlocking".to_owned());
    }
    rows.threads.iter_mut().for_each(|row| row.cpu_percent = float);
    rows.memory[0].working_set_bytes = 0;
    rows.memory[0].swap_bytes = 0;
    rows.traffic[0].time = time;
    rows.cpu[0].time = time;
    rows.threads[0].time = time;
    rows.sort();
    recording
}

#[test]
fn extreme_values_do_not_stop_the_rules() {
    for number in [0, 1, 503, u64::MAX / 2, u64::MAX] {
        for time in [i64::MIN, 0, START, i64::MAX] {
            for float in [0.0, 100.0, -1.0, f64::MAX, f64::INFINITY, f64::NAN] {
                let recording = extreme(number, time, float, "'\\");
                assert!(findings(&recording).iter().all(|finding| !finding.title.is_empty()));
            }
        }
    }
}

#[test]
fn many_databases_have_a_bounded_number_of_findings() {
    let mut recording = quiet();
    for (number, row) in recording.rows.traffic.iter_mut().enumerate() {
        (row.failed, row.database) = (10, format!("database {number:03}"));
    }
    let found = findings(&recording);
    let failed: Vec<_> = found.iter().filter(|finding| finding.rule == "failed-requests").collect();
    assert_eq!(failed.len(), 50);
    let left_out = "Findings of this rule after the first 50 are left out.";
    assert_eq!(
        failed.iter().filter(|finding| finding.evidence.iter().any(|text| text == left_out)).count(),
        1
    );
}

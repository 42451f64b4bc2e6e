//! The healthy server of `quiet`, busier, and with a disk that stalls for nine seconds at second 300.

use super::quiet::{DATABASE, INDEX, at, quiet};
use super::statistics::SECOND;
use crate::container::Recording;
use crate::manifest::{Ending, SourceReport};
use crate::tables::{Event, IndexBatch, IoEvent, LogLine, Notification, Request, Rows, RunningQuery, Stack};

/// The second in which the stall begins.
pub const STALL: i64 = 300;
/// Its length in seconds.
pub const STALLED: i64 = 9;

/// The recording. Garbage collections are missing, as on a server that does not offer them.
pub fn stalled() -> Recording {
    let mut recording = quiet();
    recording.manifest.note = "Customer reports that orders were not saved around noon.".to_owned();
    let rows = &mut recording.rows;
    rows.gc.clear();
    // Fewer rows than a server has, for a small file.
    rows.requests.retain(|row| row.time % SECOND == 0);
    rows.io.retain(|event| event.kind != "Compression");
    rows.io.retain(|event| event.kind != "JournalWrite" || event.time % (SECOND / 2) == 0);
    rows.threads.retain(|row| row.time % (5 * SECOND) == 0);
    busy(rows);
    stall(rows);
    aftermath(rows);
    messages(rows);
    rows.sort();
    let sources = vec![
        report("/admin/debug/io-metrics/live", DATABASE, rows.io.len(), ""),
        report("/admin/traffic-watch", "", rows.requests.len(), ""),
        report("/admin/debug/cpu/stats", "", rows.cpu.len(), ""),
        report(
            "/admin/debug/memory/gc-events",
            "",
            0,
            "the server does not offer it: it needs a version from 6.0 on",
        ),
    ];
    recording.ending = Some(Ending { sources, ..recording.ending.unwrap_or_default() });
    recording
}

fn report(source: &str, database: &str, rows: usize, problem: &str) -> SourceReport {
    SourceReport {
        source: source.to_owned(),
        database: database.to_owned(),
        rows: rows as u64,
        problem: problem.to_owned(),
    }
}

fn is_stalled(time: i64) -> bool {
    (at(STALL)..at(STALL + STALLED)).contains(&time)
}

/// The load swells and ebbs over minutes.
fn load(time: i64) -> f64 {
    1.0 + 0.6 * ((time - at(0)) as f64 / (97 * SECOND) as f64).sin()
}

fn busy(rows: &mut Rows) {
    for row in &mut rows.cpu {
        row.machine_percent = (row.machine_percent * load(row.time) * 1.6).round();
        row.process_percent = (row.process_percent * load(row.time) * 1.7).round();
    }
    for row in &mut rows.traffic {
        row.requests = (row.requests as f64 * load(row.time) * 14.0) as u64;
        row.p99_us = (row.p99_us as f64 * load(row.time) * 1.4) as u64;
        row.p95_us = (row.p95_us as f64 * load(row.time)) as u64;
    }
    for row in &mut rows.memory {
        let grown = ((row.time - at(0)) / SECOND) as u64;
        row.working_set_bytes += grown << 20;
        row.available_bytes -= grown << 20;
    }
}

fn stall(rows: &mut Rows) {
    rows.io.retain(|event| !is_stalled(event.time));
    rows.io.push(IoEvent {
        time: at(STALL),
        duration_us: STALLED as u64 * 1_000_000,
        database: DATABASE.into(),
        environment: "Documents".into(),
        folder: DATABASE.into(),
        kind: "JournalWrite".into(),
        file: "0000000000000000012.journal".into(),
        bytes: 1 << 20,
        compressed_bytes: 0,
        file_bytes: 64 << 20,
    });
    for row in rows.cpu.iter_mut().filter(|row| is_stalled(row.time)) {
        row.machine_percent = 6.0;
        row.process_percent = 2.5;
    }
    for row in rows.traffic.iter_mut().filter(|row| is_stalled(row.time)) {
        let since = (row.time - at(STALL)) / SECOND;
        row.requests = 2;
        row.failed = u64::from(since > 6);
        for slow in [&mut row.p50_us, &mut row.p95_us, &mut row.p99_us, &mut row.max_us] {
            *slow = (since as u64 + 1) * 1_000_000;
        }
    }
    for row in rows.databases.iter_mut().filter(|row| is_stalled(row.time)) {
        row.queue = 40 + ((row.time - at(STALL)) / SECOND) as u64 * 55;
    }
}

fn aftermath(rows: &mut Rows) {
    for number in 0..40 {
        rows.requests.push(Request {
            time: at(STALL + STALLED) + number * 9_000,
            database: DATABASE.to_owned(),
            method: "POST".to_owned(),
            path: format!("/databases/{DATABASE}/bulk_docs"),
            kind: "BulkDocs".to_owned(),
            status: if number < 3 { 503 } else { 201 },
            duration_us: (8_900_000 - number * 210_000) as u64,
            request_bytes: 4_200,
            response_bytes: 310,
            text: format!("orders/{number}-A\norderlines/{number}-A"),
        });
    }
    for row in rows.indexes.iter_mut().filter(|row| row.time >= at(STALL) && row.time < at(STALL + 60)) {
        row.stale = true;
        row.lag = 1_200 - ((row.time - at(STALL)) / SECOND) as u64 * 19;
    }
    rows.batches.push(IndexBatch {
        time: at(STALL + STALLED),
        database: DATABASE.to_owned(),
        index: INDEX.to_owned(),
        batch: 10_001,
        duration_us: 2_400_000,
        input: 1_180,
        output: 1_180,
        document_bytes: 540_000,
        map_us: 700_000,
        commit_us: 1_500_000,
        ..IndexBatch::default()
    });
    for number in 0..12 {
        rows.queries.push(RunningQuery {
            time: at(STALL + 1) + number * 400_000,
            database: DATABASE.to_owned(),
            index: INDEX.to_owned(),
            query_id: 700 + number as u64,
            text: format!(
                "from index '{INDEX}'\nwhere Company = 'companies/{number}'\norder by Freight desc"
            ),
            duration_us: (7_800_000 - number * 390_000) as u64,
            streaming: number % 5 == 0,
        });
    }
}

fn messages(rows: &mut Rows) {
    rows.logs.push(LogLine {
        time: at(STALL + STALLED),
        level: "Warn".to_owned(),
        resource: DATABASE.to_owned(),
        component: DATABASE.to_owned(),
        logger: "Voron.Impl.Journal".to_owned(),
        message: "A write of 1,048,576 bytes to the journal took 9,000 ms.".to_owned(),
    });
    rows.notifications.push(Notification {
        time: at(STALL + STALLED),
        database: DATABASE.to_owned(),
        kind: "PerformanceHint".to_owned(),
        severity: "Warning".to_owned(),
        reason: "SlowIO".to_owned(),
        title: "A slow write".to_owned(),
        message: "Writing 1 MB took 9 seconds.".to_owned(),
    });
    rows.events.push(Event {
        time: at(STALL + 2),
        kind: "trigger".to_owned(),
        subject: "no-journal-writes".to_owned(),
        text: "No write of the journal for 2 s: the stacks of the server were captured.".to_owned(),
    });
    for (threads, names, frames) in [
        (
            "4000",
            "Transaction merger",
            "pwrite64\nJournalFile.Write\nWriteAheadJournal.WriteToJournal\nTransaction.Commit\nTransactionMerger.Run",
        ),
        (
            "4001",
            "Indexing of Orders/ByCompany",
            "WaitHandle.WaitOne\nIndexStorage.WaitForCommit\nIndexWorker.Run",
        ),
        (
            "4107,4108,4110",
            "Request 1\nRequest 2\nRequest 3",
            "Task.Wait\nTransactionMerger.Enqueue\nBulkHandler.Post",
        ),
    ] {
        rows.stacks.push(Stack {
            time: at(STALL + 3),
            capture: 1,
            trigger: "no-journal-writes".to_owned(),
            threads: threads.to_owned(),
            names: names.to_owned(),
            frames: frames.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Severity, findings};

    #[test]
    fn the_stall_is_the_first_thing_that_is_found() {
        let found = findings(&stalled());
        let stall = found.iter().find(|finding| finding.rule == "slow-journal-write");
        assert_eq!(stall.map(|finding| finding.severity), Some(Severity::Critical));
        assert_eq!(found.first().map(|finding| finding.severity), Some(Severity::Critical));
    }
}

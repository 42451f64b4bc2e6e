//! Ten minutes of a healthy server under an even load: no rule may report anything of it.

use crate::container::Recording;
use crate::manifest::{Ending, FORMAT, Manifest};
use crate::tables::{
    CpuSample, DatabaseSample, GarbageCollection, IndexBatch, IndexSample, IoEvent, LogLine, MemorySample,
    Request, Rows, ThreadSample, Traffic,
};

use super::statistics::SECOND;

/// Start of the recording, µs since 1970.
pub const START: i64 = 1_790_000_000 * SECOND;
/// Length in seconds.
pub const SECONDS: i64 = 600;
/// The database.
pub const DATABASE: &str = "shop";
/// Its index.
pub const INDEX: &str = "Orders/ByCompany";

/// The moment so many seconds after the start.
pub const fn at(second: i64) -> i64 {
    START + second * SECOND
}

/// A small number that differs from row to row, 0 to `below` - 1.
fn varied(number: i64, below: u64) -> u64 {
    ((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) % below
}

/// The recording.
pub fn quiet() -> Recording {
    let mut rows = Rows::default();
    for second in 0..SECONDS {
        one_second(&mut rows, second);
    }
    rows.sort();
    let manifest = Manifest {
        format: FORMAT,
        recorder: "rookeryd".to_owned(),
        server: "http://127.0.0.1:8080".to_owned(),
        server_version: "7.1.5".to_owned(),
        started: START,
        databases: vec![DATABASE.to_owned()],
        ..Manifest::default()
    };
    let ending = Ending { ended: at(SECONDS), reason: "The time is over.".to_owned(), ..Ending::default() };
    Recording { manifest, ending: Some(ending), rows, damage: Vec::new() }
}

fn one_second(rows: &mut Rows, second: i64) {
    for tenth in 0..10 {
        let number = second * 10 + tenth;
        let time = at(second) + tenth * SECOND / 10;
        rows.io.push(IoEvent {
            duration_us: 1_800 + varied(number, 400),
            bytes: 16_384,
            ..event(time, "JournalWrite")
        });
        rows.io.push(IoEvent {
            duration_us: 200,
            bytes: 60_000,
            compressed_bytes: 14_000,
            ..event(time - 500, "Compression")
        });
        rows.requests.push(Request {
            time,
            database: DATABASE.to_owned(),
            method: "POST".to_owned(),
            path: format!("/databases/{DATABASE}/queries"),
            kind: "Queries".to_owned(),
            status: 200,
            duration_us: 6_000 + varied(number, 3_000),
            request_bytes: 120,
            response_bytes: 9_000,
            text: format!("from Orders where Company = 'companies/{number}'"),
        });
    }
    rows.traffic.push(Traffic {
        time: at(second),
        database: DATABASE.to_owned(),
        requests: 10,
        failed: 0,
        refused: 0,
        p50_us: 7_000,
        p95_us: 8_600,
        p99_us: 8_900,
        max_us: 9_000,
        bytes: 91_200,
        seconds: 1,
    });
    if second % 15 == 0 {
        rows.io.push(IoEvent {
            duration_us: 20_000,
            bytes: 2 << 20,
            ..event(at(second) + 50_000, "DataFlush")
        });
        rows.io.push(IoEvent {
            duration_us: 40_000,
            bytes: 2 << 20,
            ..event(at(second) + 80_000, "DataSync")
        });
    }
    machine(rows, second);
    database(rows, second);
}

fn event(time: i64, kind: &str) -> IoEvent {
    let file = if kind == "JournalWrite" || kind == "Compression" {
        "0000000000000000012.journal"
    } else {
        "Raven.voron"
    };
    IoEvent {
        time,
        database: DATABASE.into(),
        environment: "Documents".into(),
        folder: DATABASE.into(),
        kind: kind.into(),
        file: file.into(),
        file_bytes: 64 << 20,
        ..IoEvent::default()
    }
}

fn machine(rows: &mut Rows, second: i64) {
    let time = at(second);
    rows.cpu.push(CpuSample {
        time,
        machine_percent: 20.0 + varied(second, 10) as f64,
        process_percent: 15.0 + varied(second, 8) as f64,
        cores: 4,
        threads: 90 + varied(second, 4),
    });
    for (thread, name) in [(4_000, "Transaction merger"), (4_001, "Indexing of Orders/ByCompany")] {
        rows.threads.push(ThreadSample {
            time,
            thread,
            name: name.to_owned(),
            cpu_percent: 12.0 + varied(second + thread as i64, 9) as f64,
            state: "Wait".to_owned(),
            wait_reason: "UserRequest".to_owned(),
        });
    }
    if second % 5 == 0 {
        rows.memory.push(MemorySample {
            time,
            physical_bytes: 16 << 30,
            available_bytes: 9 << 30,
            working_set_bytes: (2 << 30) + (varied(second, 50) << 20),
            managed_bytes: 300 << 20,
            unmanaged_bytes: 200 << 20,
            mapped_bytes: 3 << 30,
            dirty_bytes: 20 << 20,
            swap_bytes: 0,
        });
    }
    if second % 20 == 0 {
        rows.gc.push(GarbageCollection {
            time,
            kind: "Ephemeral".to_owned(),
            index: second as u64,
            generation: 1,
            pause_us: 4_000,
            pause_percent: 0.2,
            heap_bytes: 250 << 20,
            compacted: false,
        });
    }
}

fn database(rows: &mut Rows, second: i64) {
    let time = at(second);
    if second % 5 == 0 {
        rows.databases.push(DatabaseSample {
            time,
            database: DATABASE.to_owned(),
            documents: 100_000 + second as u64 * 10,
            etag: 200_000 + second as u64 * 10,
            disk_bytes: 512 << 20,
            temporary_bytes: 32 << 20,
            queue: varied(second, 3),
            answer_us: 2_000,
        });
        let stale = second % 20 == 5;
        rows.indexes.push(IndexSample {
            time,
            database: DATABASE.to_owned(),
            index: INDEX.to_owned(),
            state: "Normal".to_owned(),
            status: "Running".to_owned(),
            stale,
            lag: if stale { 12 } else { 0 },
            entries: 100_000,
            errors: 0,
        });
    }
    if second % 2 == 0 {
        rows.batches.push(IndexBatch {
            time,
            database: DATABASE.to_owned(),
            index: INDEX.to_owned(),
            batch: second as u64,
            duration_us: 30_000,
            input: 20,
            output: 20,
            failed: 0,
            document_bytes: 9_000,
            map_us: 12_000,
            reduce_us: 0,
            commit_us: 8_000,
            merge_us: 0,
        });
    }
    if second % 60 == 0 {
        rows.logs.push(LogLine {
            time,
            level: "Info".to_owned(),
            resource: DATABASE.to_owned(),
            logger: "Raven.Server.Documents".to_owned(),
            message: "A cleanup ran.".to_owned(),
            ..LogLine::default()
        });
    }
}

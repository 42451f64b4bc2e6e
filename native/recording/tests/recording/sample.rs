//! A small recording that has rows in every table.

use rookery_recording::tables::{
    CpuSample, DatabaseSample, Event, GarbageCollection, IndexBatch, IndexSample, IoEvent, LogLine,
    MemorySample, Notification, Request, Rows, RunningQuery, Stack, ThreadSample, Traffic,
};
use rookery_recording::{Ending, FORMAT, Manifest, Recording, SourceReport};

/// 2026-05-01T10:00:00Z.
pub const START: i64 = 1_777_629_600_000_000;
pub const SECOND: i64 = 1_000_000;
pub const SECONDS: i64 = 60;

pub const fn at(second: i64) -> i64 {
    START + second * SECOND
}

fn text(value: &str) -> String {
    value.to_owned()
}

/// One minute of the database `shop` with the index `Orders/ByCompany`.
pub fn sample() -> Recording {
    let mut rows = Rows::default();
    for second in 0..SECONDS {
        one_second(&mut rows, second);
    }
    once(&mut rows);
    rows.sort();
    let manifest = Manifest {
        format: FORMAT,
        recorder: text("rookeryd 0.1.0"),
        server: text("http://db.example.org:8080"),
        server_version: text("7.1.5"),
        started: START,
        clock_offset: 2_500,
        databases: vec![text("shop")],
        settings: serde_json::json!({ "Storage.MaxConcurrentFlushes": 4, "DataDir": "/srv/raven" }),
        note: text("before the upgrade"),
        masked: false,
    };
    let source = SourceReport {
        source: text("/databases/shop/debug/io-metrics/live"),
        database: text("shop"),
        rows: 120,
        problem: text("The connection to db.example.org was closed for 3 s."),
    };
    let ending =
        Ending { ended: at(SECONDS), reason: text("The time is over."), sources: vec![source], left_out: 7 };
    Recording { manifest, ending: Some(ending), rows, damage: Vec::new() }
}

/// A write of `shop`.
pub fn event(time: i64, kind: &str, duration_us: u64) -> IoEvent {
    IoEvent {
        time,
        duration_us,
        database: text("shop").into(),
        environment: text("Documents").into(),
        folder: text("shop").into(),
        kind: text(kind).into(),
        file: text(if kind == "DataSync" { "Raven.voron" } else { "0000000000000000012.journal" }).into(),
        bytes: 16_384,
        compressed_bytes: if kind == "Compression" { 4_000 } else { 0 },
        file_bytes: 64 << 20,
    }
}

fn one_second(rows: &mut Rows, second: i64) {
    let time = at(second);
    let shop = || text("shop");
    rows.io.push(event(time, "JournalWrite", 1_000 + second as u64 * 10));
    rows.io.push(event(time + 500, "Compression", 90));
    rows.cpu.push(CpuSample {
        time,
        machine_percent: 20.0,
        process_percent: 10.0 + second as f64 / 10.0,
        cores: 4,
        threads: 90,
    });
    rows.requests.push(Request {
        time: time + 9_000,
        database: shop(),
        method: text("GET"),
        path: text("/databases/shop/docs"),
        kind: text("Documents"),
        status: if second == 30 { 500 } else { 200 },
        duration_us: 1_000 + second as u64 * 100,
        request_bytes: 0,
        response_bytes: 512,
        text: format!("orders/{second}-A"),
    });
    rows.traffic.push(Traffic {
        time,
        database: shop(),
        requests: 1,
        p50_us: 1_000,
        max_us: 7_000,
        bytes: 512,
        seconds: 1,
        ..Traffic::default()
    });
    rows.batches.push(IndexBatch {
        time,
        database: shop(),
        index: text("Orders/ByCompany"),
        batch: second as u64,
        duration_us: 30_000,
        input: 20,
        output: 20,
        ..IndexBatch::default()
    });
    rows.memory.push(MemorySample {
        time,
        physical_bytes: 16 << 30,
        available_bytes: 9 << 30,
        working_set_bytes: (1 << 30) + ((second as u64) << 20),
        ..MemorySample::default()
    });
}

fn once(rows: &mut Rows) {
    let time = at(10);
    let (shop, index) = (|| text("shop"), || text("Orders/ByCompany"));
    rows.io.push(event(time, "DataSync", 40_000));
    rows.io.push(IoEvent {
        environment: text("Index").into(),
        folder: text("Orders_ByCompany").into(),
        ..event(time, "JournalWrite", 700)
    });
    rows.gc.push(GarbageCollection { time, kind: text("Ephemeral"), pause_us: 60_000, ..Default::default() });
    rows.threads.push(ThreadSample {
        time,
        thread: 4_001,
        name: text("Indexing of Orders/ByCompany of shop"),
        cpu_percent: 40.0,
        state: text("Wait"),
        wait_reason: text("UserRequest"),
    });
    rows.stacks.push(Stack {
        time,
        capture: 1,
        trigger: text("cpu"),
        threads: text("1,2"),
        names: text("Transaction merger\nIndexing of Orders/ByCompany"),
        frames: text("fsync\nWriteToJournal\nMain"),
    });
    rows.queries.push(RunningQuery {
        time,
        database: shop(),
        index: index(),
        query_id: 5,
        text: text("from index 'Orders/ByCompany' where Company = 'companies/1-A' and Total > 100"),
        duration_us: 900_000,
        streaming: false,
    });
    rows.databases.push(DatabaseSample { time, database: shop(), documents: 1_000, ..Default::default() });
    rows.indexes.push(IndexSample {
        time,
        database: shop(),
        index: index(),
        state: text("Normal"),
        status: text("Running"),
        ..Default::default()
    });
    rows.logs.push(LogLine {
        time,
        level: text("Error"),
        resource: shop(),
        component: index(),
        logger: text("Raven.Server.Documents.Indexes"),
        message: text("Failed to index document orders/5-A of customer Miller at 10.0.0.7"),
    });
    rows.notifications.push(Notification {
        time,
        database: shop(),
        kind: text("AlertRaised"),
        severity: text("Warning"),
        reason: text("LowDiskSpace"),
        title: text("Low disk space on /srv/raven"),
        message: text("Database 'shop' has 5 GB left"),
    });
    rows.events.push(Event {
        time,
        kind: text("trigger"),
        subject: text("cpu"),
        text: text("The processor was above 90 %."),
    });
}

//! What it costs to record every disk operation, as a share of the time that saving documents takes. JSON
//! lines.
//!
//! A run with recording against one without differs by more from run to run than recording costs, so the
//! share is computed: the time of one record, measured over millions with full rings, times the records that
//! a run of saves made, over the time of that run.
//!
//! `cargo run --release -p rookery-engine --example recording_cost -- [FOLDER] [DOCUMENTS]`

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_engine::{Command, Engine, EngineError, EngineOptions, Expected};

const RECORDS: u32 = 2_000_000;

fn main() -> Result<(), EngineError> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let documents: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let each = time_of_a_record();
    // One by one is what makes the most records for a document; batches are what a load looks like.
    for (threads, batch) in [(1, 1), (16, 1), (2, 1000)] {
        let documents = if batch == 1 { documents / 20 } else { documents };
        let (elapsed, records) = save(&folder, documents, threads, batch)?;
        let share = each.as_secs_f64() * records as f64 / elapsed.as_secs_f64();
        println!(
            "{{\"threads\":{threads},\"batch\":{batch},\"documents\":{documents},\"records\":{records},\
             \"record_ns\":{},\"seconds\":{:.3},\"percent\":{:.4}}}",
            each.as_nanos(),
            elapsed.as_secs_f64(),
            share * 100.0
        );
    }
    Ok(())
}

fn time_of_a_record() -> Duration {
    let metrics = Arc::new(rookery_storage::IoMetrics::default());
    let recording = metrics.environment(Path::new("/data/one"), rookery_storage::EnvironmentType::Documents);
    let file: Arc<str> = Arc::from("0000000001.journal");
    let started = Instant::now();
    for size in 0..RECORDS {
        let measure = recording.begin();
        recording.wrote(measure, rookery_storage::IoKind::JournalWrite, &file, u64::from(size), 1 << 20);
    }
    started.elapsed() / RECORDS
}

fn save(
    folder: &Path,
    documents: usize,
    threads: usize,
    batch: usize,
) -> Result<(Duration, u64), EngineError> {
    let data = folder.join(format!("rookery-recording-cost-{}", std::process::id()));
    let engine = Engine::open(EngineOptions::new(&data))?;
    engine.create("speed", serde_json::Value::Null)?;
    let database = engine.database("speed")?;
    database.execute(vec![put(usize::MAX)])?;
    let before = database.io().cursor();
    let started = Instant::now();
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..threads)
            .map(|thread| {
                let database = &database;
                scope.spawn(move || -> Result<(), EngineError> {
                    for first in (thread * batch..documents).step_by(threads * batch) {
                        database.execute((first..first + batch).map(put).collect())?;
                    }
                    Ok(())
                })
            })
            .collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("the writer does not panic"))
    })?;
    database.flush_and_sync()?;
    let elapsed = started.elapsed();
    let records = database.io().cursor() - before;
    engine.close()?;
    drop(database);
    std::fs::remove_dir_all(&data).expect("the folder of this run can be removed");
    Ok((elapsed, records))
}

fn put(number: usize) -> Command {
    let body = format!(
        r#"{{"Company":"companies/{}","Note":"{number} of a load","@metadata":{{"@collection":"Orders"}}}}"#,
        number % 91
    );
    Command::Put { id: format!("orders/{number}"), body: body.into(), expected: Expected::Any }
}

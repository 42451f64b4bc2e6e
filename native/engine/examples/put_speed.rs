//! How fast batched saves are acknowledged and reach the data file. One JSON object per line.
//!
//! `cargo run --release -p rookery-engine --example put_speed -- [FOLDER] [DOCUMENTS] [THREADSxBATCH]`

use std::path::PathBuf;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use rookery_engine::{Command, Engine, EngineError, EngineOptions, Expected};

fn main() -> Result<(), EngineError> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let documents: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(400_000);
    let only = arguments.next();
    for (threads, batch) in [(1, 1), (8, 1), (1, 100), (2, 1000), (4, 1000)] {
        if only.as_ref().is_some_and(|only| *only != format!("{threads}x{batch}")) {
            continue;
        }
        let documents = if batch == 1 { documents / 20 } else { documents };
        let data = folder.join(format!("rookery-put-speed-{}", std::process::id()));
        let engine = Engine::open(EngineOptions::new(&data))?;
        engine.create("speed", serde_json::Value::Null)?;
        let database = engine.database("speed")?;
        // Opening and the first segment are not what is measured.
        database.execute(vec![put(usize::MAX)])?;
        let start = Instant::now();
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
        let acknowledged = start.elapsed();
        database.flush_and_sync()?;
        let applied = start.elapsed();
        let per_second = |elapsed: std::time::Duration| (documents as f64 / elapsed.as_secs_f64()).round();
        println!(
            "{{\"bench\":\"put\",\"threads\":{threads},\"batch\":{batch},\"documents\":{documents},\
             \"acknowledged_per_s\":{},\"applied_per_s\":{},\"bytes_on_disk\":{}}}",
            per_second(acknowledged),
            per_second(applied),
            database.stats()?.size_on_disk
        );
        engine.close()?;
        drop(database);
        std::fs::remove_dir_all(&data).expect("the folder of this run can be removed");
    }
    Ok(())
}

fn put(number: usize) -> Command {
    let id = format!("orders/{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let body = format!(
        r#"{{"Company":"companies/{}","Employee":"employees/{}","OrderedAt":"2030-01-{:02}T00:00:00.0000000Z","ShipTo":{{"City":"Graz","Line1":"Kirchgasse {}","PostalCode":"8010","Country":"Austria"}},"Lines":[{{"Product":"products/{}","Quantity":{},"PricePerUnit":{}.5,"Discount":0}},{{"Product":"products/{}","Quantity":2,"PricePerUnit":18,"Discount":0.1}}],"@metadata":{{"@collection":"Orders"}}}}"#,
        number % 91,
        number % 9,
        number % 28 + 1,
        number % 200,
        number % 77,
        number % 50,
        number % 300,
        number % 13,
    );
    Command::Put { id, body: body.into(), expected: Expected::Any }
}

//! What compression costs and gains: stored size, writing and reading, one JSON object per line.
//!
//! `cargo run --release -p rookery-engine --example compression -- FOLDER [DOCUMENTS]`

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use bytes::Bytes;
use rookery_engine::{
    Command, CommandResult, Database, DocumentsCompression, Engine, EngineError, EngineOptions, Expected,
};
use serde_json::{Value, json};

type Failed = Box<dyn std::error::Error + Send + Sync>;

const BATCH: usize = 100;
const ROUNDS: usize = 7;
const SLICE: usize = 50;

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("say which folder to write to")?;
    let documents: usize = arguments.next().map_or(Ok(20_000), |text| text.parse())?;
    for (name, lines) in [("small orders", 1), ("orders", 13)] {
        let bodies: Vec<Bytes> = (0..documents).map(|number| order(number as u64, lines)).collect();
        let bytes: usize = bodies.iter().map(Bytes::len).sum();
        println!("{}", json!({"documents": name, "count": documents, "averageBytes": bytes / documents}));
        levels(&bodies)?;
        engine(Path::new(&folder), name, &bodies)?;
    }
    Ok(())
}

/// zstd on its own: which level is worth it.
fn levels(bodies: &[Bytes]) -> Result<(), Failed> {
    let samples: Vec<&[u8]> = bodies[..224].iter().map(|body| &body[..]).collect();
    let sample_bytes: usize = samples.iter().map(|sample| sample.len()).sum();
    let began = Instant::now();
    let dictionary = zstd::dict::from_samples(&samples, (sample_bytes / 3).min(32 << 10))?;
    let trained = began.elapsed();
    let tested = &bodies[224..];
    for level in [-3, -1, 1, 3] {
        let mut packer = zstd::bulk::Compressor::with_dictionary(level, &dictionary)?;
        let mut unpacker = zstd::bulk::Decompressor::with_dictionary(&dictionary)?;
        let mut packed = Vec::with_capacity(tested.len());
        // The fastest slice shows the cost on an otherwise idle processor.
        let (mut packing, mut unpacking) = (Duration::MAX, Duration::MAX);
        for slice in tested.chunks_exact(SLICE) {
            let first = packed.len();
            let began = Instant::now();
            for body in slice {
                packed.push(packer.compress(body)?);
            }
            packing = packing.min(began.elapsed());
            let began = Instant::now();
            for (packed, body) in packed[first..].iter().zip(slice) {
                unpacker.decompress(packed, body.len())?;
            }
            unpacking = unpacking.min(began.elapsed());
        }
        let original: usize = tested[..packed.len()].iter().map(Bytes::len).sum();
        let stored: usize = packed.iter().map(Vec::len).sum();
        println!(
            "{}",
            json!({
                "level": level, "dictionaryBytes": dictionary.len(), "trainingMilliseconds": rounded(trained.as_secs_f64() * 1e3),
                "ratio": rounded(stored as f64 / original as f64),
                "packMicroseconds": micros(packing, SLICE), "unpackMicroseconds": micros(unpacking, SLICE),
            })
        );
    }
    Ok(())
}

/// Through the engine: the same documents with compression off and on, turn by turn.
fn engine(folder: &Path, name: &str, bodies: &[Bytes]) -> Result<(), Failed> {
    for writers in [1, 4] {
        let engine = Engine::open(EngineOptions::new(folder))?;
        let plain = fresh(&engine, "plain", false)?;
        let packed = fresh(&engine, "packed", true)?;
        warm_up(&plain, bodies, false)?;
        warm_up(&packed, bodies, true)?;
        let mut times = [Vec::new(), Vec::new()];
        let mut work = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS {
            // Who goes first changes, so that neither gains by the other's warm caches.
            for turn in [round % 2, 1 - round % 2] {
                let before = processor_time();
                times[turn].push(write([&plain, &packed][turn], bodies, writers)?);
                work[turn].push(
                    processor_time().zip(before).map(|(after, before)| after - before).unwrap_or_default(),
                );
            }
        }
        // Undisturbed is what the quickest round is nearest to.
        let [best_off, best_on] =
            times.each_ref().map(|times| times.iter().copied().min().unwrap_or_default());
        let [off, on] = times.map(median);
        let [work_off, work_on] = work.map(median);
        let totals = packed.collection_compression()?.into_iter().find(|of| of.name == "Orders");
        let totals = totals.ok_or("there are no orders")?;
        let original: usize = bodies.iter().map(Bytes::len).sum();
        let size = |database: &Database| -> Result<u64, EngineError> {
            Ok(database.collections()?.iter().map(|of| of.documents_size).sum())
        };
        println!(
            "{}",
            json!({
                "documents": name, "writers": writers,
                "bodyRatio": totals.ratio().map(rounded), "recentRatio": totals.recent_ratio.map(rounded),
                "valueRatio": rounded(size(&packed)? as f64 / size(&plain)? as f64),
                "dictionary": totals.dictionary.map(|found| json!({"bytes": found.bytes, "ratio": rounded(found.ratio)})),
                "plainPerSecond": (bodies.len() as f64 / off.as_secs_f64()) as u64,
                "packedPerSecond": (bodies.len() as f64 / on.as_secs_f64()) as u64,
                "plainProcessorMicroseconds": micros(work_off, bodies.len()),
                "packedProcessorMicroseconds": micros(work_on, bodies.len()),
                "bestPlainPerSecond": (bodies.len() as f64 / best_off.as_secs_f64()) as u64,
                "bestPackedPerSecond": (bodies.len() as f64 / best_on.as_secs_f64()) as u64,
                "bestWriteTimeRatio": rounded(best_on.as_secs_f64() / best_off.as_secs_f64()),
                "writeTimeRatio": rounded(on.as_secs_f64() / off.as_secs_f64()),
                "originalBytes": original,
            })
        );
        if writers == 1 {
            plain.flush_and_sync()?;
            packed.flush_and_sync()?;
            let mut reads = [Vec::new(), Vec::new()];
            for _ in 0..ROUNDS {
                reads[0].push(read(&plain, bodies.len())?);
                reads[1].push(read(&packed, bodies.len())?);
            }
            let [off, on] = reads.map(median);
            println!(
                "{}",
                json!({
                    "documents": name, "readMicroseconds": micros(off, bodies.len()),
                    "readPackedMicroseconds": micros(on, bodies.len()),
                })
            );
        }
        drop((plain, packed));
        engine.close()?;
    }
    Ok(())
}

fn fresh(engine: &Engine, name: &str, compress: bool) -> Result<Arc<Database>, Failed> {
    if engine.list().iter().any(|known| known.name == name) {
        engine.delete(name, true)?;
    }
    engine.create(name, Value::Null)?;
    let database = engine.database(name)?;
    let settings = DocumentsCompression { compress_all_collections: compress, ..Default::default() };
    database.set_documents_compression(settings)?;
    Ok(database)
}

/// Writes until there is a dictionary, if there is to be one.
fn warm_up(database: &Database, bodies: &[Bytes], compress: bool) -> Result<(), Failed> {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        bodies[..1000.min(bodies.len())]
            .chunks(BATCH)
            .try_for_each(|bodies| put(database, bodies, 0).map(|_| ()))?;
        if !compress || !database.compression_dictionaries()?.is_empty() {
            return Ok(());
        }
        if Instant::now() > patience {
            return Err("no dictionary was adopted".into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn put(database: &Database, bodies: &[Bytes], first: usize) -> Result<Vec<CommandResult>, EngineError> {
    let command = |(number, body): (usize, &Bytes)| Command::Put {
        id: format!("orders/{}", first + number),
        body: body.clone(),
        expected: Expected::Any,
    };
    database.execute(bodies.iter().enumerate().map(command).collect())
}

fn write(database: &Database, bodies: &[Bytes], writers: usize) -> Result<Duration, Failed> {
    database.flush_and_sync()?;
    let began = Instant::now();
    let share = bodies.len() / writers;
    std::thread::scope(|scope| {
        let threads: Vec<_> = bodies
            .chunks(share)
            .enumerate()
            .map(|(writer, bodies)| {
                scope.spawn(move || {
                    for (batch, bodies) in bodies.chunks(BATCH).enumerate() {
                        put(database, bodies, writer * share + batch * BATCH)?;
                    }
                    Ok::<(), EngineError>(())
                })
            })
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| "a writer panicked")?.map_err(Failed::from))
    })?;
    Ok(began.elapsed())
}

fn read(database: &Database, documents: usize) -> Result<Duration, Failed> {
    let began = Instant::now();
    for number in 0..documents {
        let number = number.wrapping_mul(7919) % documents;
        database.get(&format!("orders/{number}"))?.ok_or("a document is missing")?;
    }
    Ok(began.elapsed())
}

/// Time all threads of this process have had a processor, where the system reports it: unlike the clock on
/// the wall it says little about what else the machine does.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit(')').next()?.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    // Ticks are hundredths of a second on every Linux there is.
    Some(Duration::from_millis(ticks * 10))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn micros(time: Duration, count: usize) -> f64 {
    rounded(time.as_secs_f64() * 1e6 / count as f64)
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// An order such as a shop has: names and words from lists, numbers and dates that differ in each.
fn order(number: u64, lines: u64) -> Bytes {
    let mut state = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut dice = |sides: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % sides
    };
    const STREETS: [&str; 12] = [
        "Hauptstraße",
        "Bahnhofstraße",
        "Rue de l'Abbaye",
        "Main Street",
        "Gartenweg",
        "Via Monte Bianco",
        "Königsallee",
        "Av. del Libertador",
        "Forsterstr.",
        "Lindenallee",
        "King's Road",
        "Ringgatan",
    ];
    const CITIES: [(&str, &str); 10] = [
        ("Münster", "Germany"),
        ("Köln", "Germany"),
        ("Reims", "France"),
        ("Lyon", "France"),
        ("London", "UK"),
        ("Genève", "Switzerland"),
        ("Buenos Aires", "Argentina"),
        ("Bergamo", "Italy"),
        ("Graz", "Austria"),
        ("Seattle", "USA"),
    ];
    const DISCOUNTS: [f64; 6] = [0.0, 0.0, 0.0, 0.05, 0.1, 0.15];
    const PRODUCTS: [&str; 16] = [
        "Queso Cabrales",
        "Chai",
        "Tofu",
        "Ikura",
        "Gnocchi di nonna Alice",
        "Pavlova",
        "Chartreuse verte",
        "Camembert Pierrot",
        "Sir Rodney's Scones",
        "Geitost",
        "Konbu",
        "Mozzarella di Giovanni",
        "Longlife Tofu",
        "Raclette Courdavault",
        "Singaporean Hokkien Fried Mee",
        "Manjimup Dried Apples",
    ];
    let (city, country) = CITIES[dice(10) as usize];
    let ordered = format!(
        "202{}-{:02}-{:02}T{:02}:{:02}:{:02}.{:07}Z",
        dice(7),
        dice(12) + 1,
        dice(28) + 1,
        dice(24),
        dice(60),
        dice(60),
        dice(10_000_000)
    );
    let lines: Vec<Value> = (0..lines)
        .map(|_| {
            json!({
                "Product": format!("products/{}-A", dice(77) + 1),
                "ProductName": PRODUCTS[dice(16) as usize],
                "PricePerUnit": dice(20_000) as f64 / 100.0,
                "Quantity": dice(120) + 1,
                "Discount": DISCOUNTS[dice(6) as usize],
                "Sku": format!("{:06x}-{:04}", dice(1 << 24), dice(10_000)),
            })
        })
        .collect();
    let order = json!({
        "Company": format!("companies/{}-A", dice(9000) + 1),
        "Employee": format!("employees/{}-A", dice(90) + 1),
        "Freight": dice(50_000) as f64 / 100.0,
        "Lines": lines,
        "OrderedAt": ordered,
        "ShipTo": {
            "City": city, "Country": country, "Line1": format!("{} {}", STREETS[dice(12) as usize], dice(200) + 1),
            "PostalCode": format!("{:05}", dice(100_000)),
        },
        "@metadata": {"@collection": "Orders"},
    });
    Bytes::from(order.to_string())
}

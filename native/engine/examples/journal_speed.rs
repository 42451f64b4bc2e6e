//! How close the journal gets to what the disk can do: batches that keep the journal busy, then the very same
//! writes made by nobody but the disk, one behind the other. One JSON object per line and size.
//!
//! The batches have been checked and encoded before the clock starts (reading JSON is its sender's work, not
//! the journal's); deciding, making the record, writing it, showing it to readers and answering are all in
//! the time. Each is a transaction of its own. Both go through the same [`RealDisk`], which on Linux writes
//! `O_DIRECT | O_DSYNC`. Compression and the flush to the data file are off, so that the disk is the
//! journal's alone and every byte saved is a byte written.
//!
//! `cargo run --release -p rookery-engine --example journal_speed -- [FOLDER] [MEGABYTES]`

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rookery_engine::{
    Command, Disk as _, DiskFile, DiskLayer, Engine, EngineError, EngineOptions, Expected, FileLayer,
    Purpose, RealDisk,
};

/// The server's allocator: with the C library's, large documents mostly measure fresh memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Batches handed over and not yet answered: enough that the next record is always waiting.
const UNDER_WAY: usize = 8;
/// Times each size is measured; a disk is shared, and its speed is not the same from one second to the next.
const ROUNDS: usize = 5;
/// Buffers that go round where one thread fills them and another writes: one of each, and one in between.
const BUFFERS: usize = 3;
/// Bytes such a thread copies from, in turn.
const SOURCE: usize = 64 << 20;
/// Blocks of the journal.
const BLOCK: usize = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let megabytes: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(256);
    for kilobytes in [16, 256, 1024, 4096] {
        let size = kilobytes << 10;
        // Small writes are slow everywhere: fewer of them say as much.
        let saves = ((megabytes << 20) / size).clamp(UNDER_WAY, 2048);
        let rounds = (0..ROUNDS).map(|_| round(&folder, size, saves)).collect::<Result<Vec<_>, _>>()?;
        println!(
            "{{\"size\":{size},\"writes\":{},\"mean_write\":{},\"rounds\":{ROUNDS},\"journal_mb_s\":{:.1},\
             \"raw_mb_s\":{:.1},\"hot_mb_s\":{:.1},\"handed_mb_s\":{:.1},\"percent\":{:.1},\"busy_percent\":{:.1}}}",
            rounds[0].writes,
            rounds[0].mean_write,
            middle(&rounds, |round| round.journal),
            middle(&rounds, |round| round.raw),
            middle(&rounds, |round| round.hot),
            middle(&rounds, |round| round.handed),
            middle(&rounds, |round| 100.0 * round.journal / round.raw),
            middle(&rounds, |round| round.busy_percent),
        );
    }
    Ok(())
}

/// The result of one round; speeds in megabytes per second.
struct Round {
    writes: usize,
    mean_write: usize,
    journal: f64,
    raw: f64,
    hot: f64,
    handed: f64,
    busy_percent: f64,
}

/// The journal, and right behind it the same writes without it.
fn round(folder: &Path, size: usize, saves: usize) -> Result<Round, Box<dyn std::error::Error>> {
    let data = folder.join(format!("rookery-journal-speed-{}", std::process::id()));
    let log = Arc::new(WriteLog::default());
    journal(&data, &log, size, saves)?;
    let writes = std::mem::take(&mut *log.writes.lock());
    let (Some(first), Some(last)) = (writes.first(), writes.last()) else {
        return Err("nothing was written to the journal".into());
    };
    let bytes: usize = writes.iter().map(|write| write.size).sum();
    let took = last.ended - first.started;
    let writing: Duration = writes.iter().map(|write| write.ended - write.started).sum();
    let Raw { raw, hot, handed } = raw(&data, &writes)?;
    std::fs::remove_dir_all(&data)?;
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    Ok(Round {
        writes: writes.len(),
        mean_write: bytes / writes.len(),
        journal: speed(took),
        raw: speed(raw),
        hot: speed(hot),
        handed: speed(handed),
        busy_percent: 100.0 * writing.as_secs_f64() / took.as_secs_f64(),
    })
}

/// The middle one of a figure of all rounds.
fn middle(rounds: &[Round], figure: impl Fn(&Round) -> f64) -> f64 {
    let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Saves documents of `size` bytes; the log then holds the journal's writes.
fn journal(data: &Path, log: &Arc<WriteLog>, size: usize, saves: usize) -> Result<(), EngineError> {
    let mut options = EngineOptions::new(data);
    options.disk = Arc::new(LoggingDisk { log: log.clone() });
    options.tuning.journal_compress_from = usize::MAX;
    options.tuning.flush_documents = usize::MAX;
    options.tuning.flush_bytes = usize::MAX;
    options.tuning.flush_after = Duration::from_secs(3600);
    // Each batch is one record.
    options.tuning.batch_bytes = 1;
    let engine = Engine::open(options)?;
    engine.create("speed", serde_json::Value::Null)?;
    let database = engine.database("speed")?;
    // Loads before fill segments, which the flush after each returns: a journal in use writes over old
    // ones. Three times, for the segments in progress and made ready at the first flushes are fresh ones.
    for pass in ["first", "second", "third"] {
        save(&database, pass, size, saves)?;
        database.flush_and_sync()?;
    }
    log.writes.lock().clear();
    save(&database, "measured", size, saves)?;
    let kept = std::mem::take(&mut *log.writes.lock());
    drop(database);
    engine.close()?;
    *log.writes.lock() = kept;
    Ok(())
}

fn save(
    database: &rookery_engine::Database,
    pass: &str,
    size: usize,
    saves: usize,
) -> Result<(), EngineError> {
    let text = "x".repeat(size - 64);
    let prepare = |number: usize| {
        let body = format!(r#"{{"Text":"{text}"}}"#).into();
        // New documents: reading the version before is not what is measured.
        let id = format!("{pass}/{number}");
        database.prepare_batch(vec![Command::Put { id, body, expected: Expected::Any }])
    };
    let batches = (0..saves).map(prepare).collect::<Result<Vec<_>, _>>()?;
    let (done, answers) = mpsc::channel();
    let answered = || answers.recv().expect("every batch is answered");
    for (number, batch) in batches.into_iter().enumerate() {
        if number >= UNDER_WAY {
            answered()?;
        }
        let done = done.clone();
        database.submit_quietly(batch, move |answer| {
            // Nobody listens when another batch has failed.
            let _ = done.send(answer);
        })?;
    }
    (0..saves.min(UNDER_WAY)).try_for_each(|_| answered())
}

/// The times of the same writes to one file that already has its blocks, made by one thread in a loop: out of
/// memory as long as the writes are, for what a journal writes is new each time too (`raw`), and out of the
/// one buffer that is in the processor's cache (`hot`). And made by a thread that is handed buffers another
/// one has copied the bytes into, and answers each (`handed`): the least a journal can do that is given
/// others' bytes and continues while the disk is busy.
fn raw(folder: &Path, writes: &[Write]) -> io::Result<Raw> {
    let largest = writes.iter().map(|write| write.size).max().unwrap_or(BLOCK);
    let file = RealDisk.open(&folder.join("raw"), Purpose::NewJournal)?;
    let write = |bytes: &[u8], offset: &mut u64| -> io::Result<()> {
        file.write_all_at(*offset, bytes)?;
        *offset += bytes.len() as u64;
        file.sync()
    };
    let mut source = Aligned::new(largest.max(SOURCE));
    let mut alone = |capacity: usize| -> io::Result<Duration> {
        let (mut offset, mut at) = (0, 0);
        let started = Instant::now();
        for one in writes {
            at = if at + one.size > capacity { 0 } else { at };
            write(&mut source.bytes(at + one.size)[at..], &mut offset)?;
            at += one.size;
        }
        Ok(started.elapsed())
    };
    // The first pass gives the file its blocks.
    alone(largest)?;
    let hot = alone(largest)?;
    let raw = alone(SOURCE)?;
    Ok(Raw { raw, hot, handed: handed(writes, largest, &write)? })
}

/// How long the same writes took without a journal.
struct Raw {
    raw: Duration,
    hot: Duration,
    handed: Duration,
}

fn handed(
    writes: &[Write],
    largest: usize,
    write: &(impl Fn(&[u8], &mut u64) -> io::Result<()> + Sync),
) -> io::Result<Duration> {
    // As many bytes as there are to write, up to what no cache holds.
    let source = vec![b'y'; largest.max(SOURCE)];
    let (hand, handed) = mpsc::sync_channel::<(Aligned, usize)>(0);
    let (answer, answers) = mpsc::channel();
    let (give_back, free) = mpsc::channel();
    (0..BUFFERS).try_for_each(|_| give_back.send(Aligned::new(largest))).expect("its receiver is here");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut offset = 0;
            for (mut buffer, size) in handed {
                let written = write(buffer.bytes(size), &mut offset);
                // Nobody listens when another write has failed.
                let _ = (give_back.send(buffer), answer.send(written));
            }
        });
        let answered = || answers.recv().expect("every write is answered");
        let mut at = 0;
        let started = Instant::now();
        for (number, one) in writes.iter().enumerate() {
            if number >= UNDER_WAY {
                answered()?;
            }
            let mut buffer = free.recv().expect("the thread gives each buffer back");
            at = if at + one.size > source.len() { 0 } else { at };
            buffer.bytes(one.size).copy_from_slice(&source[at..at + one.size]);
            at += one.size;
            hand.send((buffer, one.size)).expect("the thread takes writes as long as there are any");
        }
        drop(hand);
        (0..writes.len().min(UNDER_WAY)).try_for_each(|_| answered())?;
        Ok(started.elapsed())
    })
}

/// Memory aligned for direct writes.
struct Aligned {
    memory: Vec<u8>,
    start: usize,
}

impl Aligned {
    fn new(size: usize) -> Self {
        let memory = vec![b'x'; size + BLOCK];
        Self { start: memory.as_ptr().align_offset(BLOCK), memory }
    }

    fn bytes(&mut self, size: usize) -> &mut [u8] {
        &mut self.memory[self.start..self.start + size]
    }
}

#[derive(Debug)]
struct Write {
    size: usize,
    started: Instant,
    ended: Instant,
}

#[derive(Debug, Default)]
struct WriteLog {
    writes: Mutex<Vec<Write>>,
}

/// Real files; keeps the time of each record written to a journal.
#[derive(Debug)]
struct LoggingDisk {
    log: Arc<WriteLog>,
}

impl DiskLayer for LoggingDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        let file = RealDisk.open(path, purpose)?;
        match purpose {
            Purpose::NewJournal | Purpose::Journal => {
                Ok(Box::new(LoggingFile { file, log: self.log.clone() }))
            }
            _ => Ok(file),
        }
    }
}

#[derive(Debug)]
struct LoggingFile {
    file: Box<dyn DiskFile>,
    log: Arc<WriteLog>,
}

impl FileLayer for LoggingFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.file
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let started = Instant::now();
        self.file.write_all_at(offset, bytes)?;
        // Disk space given in advance is zeros; a record never begins with one.
        if bytes.first().is_some_and(|first| *first != 0) {
            self.log.writes.lock().push(Write { size: bytes.len(), started, ended: Instant::now() });
        }
        Ok(())
    }
}

//! A disk that is made slow, full or unreliable on purpose, to see how an application and its database behave then.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use super::{Disk, DiskFile, DiskLayer, FileLayer, Purpose, RealDisk};

/// The longest delay that can be added to one operation.
pub const LONGEST_DISK_DELAY: Duration = Duration::from_secs(10);

/// The injected faults. The default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskFaults {
    /// Added to a write.
    pub write_delay: Duration,
    /// Added to a sync.
    pub sync_delay: Duration,
    /// Added to a read.
    pub read_delay: Duration,
    /// The share of operations that get their delay, evenly spread: 0 to 100.
    pub delayed_percent: u8,
    /// Bytes per second of all writes together, of which none waits longer than [`LONGEST_DISK_DELAY`]; `None`: as fast
    /// as the disk.
    pub write_rate: Option<NonZero<u64>>,
    /// Writes and longer files fail as on a disk without free space.
    pub is_full: bool,
    /// The share of reads that fail, evenly spread: 0 to 100.
    pub failing_reads_percent: u8,
}

impl Default for DiskFaults {
    fn default() -> Self {
        Self {
            write_delay: Duration::ZERO,
            sync_delay: Duration::ZERO,
            read_delay: Duration::ZERO,
            delayed_percent: 100,
            write_rate: None,
            is_full: false,
            failing_reads_percent: 0,
        }
    }
}

impl DiskFaults {
    /// Whether anything differs from the disk below.
    pub fn is_active(&self) -> bool {
        let delays = [self.write_delay, self.sync_delay, self.read_delay];
        (self.delayed_percent > 0 && delays.iter().any(|delay| !delay.is_zero()))
            || self.write_rate.is_some()
            || self.is_full
            || self.failing_reads_percent > 0
    }
}

/// How many operations differed since the faults were last set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FaultCounts {
    /// Operations that were delayed, by their delay or by the write rate.
    pub delayed: u64,
    /// Writes that failed.
    pub failed_writes: u64,
    /// Reads that failed.
    pub failed_reads: u64,
}

/// Injects faults into the operations on the real disk. Clones share their faults.
#[derive(Debug, Clone, Default)]
pub struct FaultyDisk(Arc<Injection>);

#[derive(Debug, Default)]
struct Injection {
    faults: RwLock<DiskFaults>,
    /// Operations and reads so far, which decide whose turn it is.
    operations: AtomicU64,
    reads: AtomicU64,
    /// When the write rate allows the next write.
    next_write: Mutex<Option<Instant>>,
    delayed: AtomicU64,
    failed_writes: AtomicU64,
    failed_reads: AtomicU64,
}

impl FaultyDisk {
    /// What is injected now.
    pub fn faults(&self) -> DiskFaults {
        *self.0.faults.read()
    }

    /// Replaces the faults, for files that are open too, and resets the counts. Operations in progress end as they began.
    pub fn set_faults(&self, faults: DiskFaults) {
        let longest = |delay: Duration| delay.min(LONGEST_DISK_DELAY);
        *self.0.faults.write() = DiskFaults {
            write_delay: longest(faults.write_delay),
            sync_delay: longest(faults.sync_delay),
            read_delay: longest(faults.read_delay),
            ..faults
        };
        *self.0.next_write.lock() = None;
        for count in [&self.0.delayed, &self.0.failed_writes, &self.0.failed_reads] {
            count.store(0, Ordering::Relaxed);
        }
    }

    /// What happened since the faults were last set.
    pub fn counts(&self) -> FaultCounts {
        FaultCounts {
            delayed: self.0.delayed.load(Ordering::Relaxed),
            failed_writes: self.0.failed_writes.load(Ordering::Relaxed),
            failed_reads: self.0.failed_reads.load(Ordering::Relaxed),
        }
    }
}

impl Injection {
    fn delay(&self, percent: u8, delay: Duration) {
        if !delay.is_zero() && is_turn(&self.operations, percent) {
            self.delayed.fetch_add(1, Ordering::Relaxed);
            sleep(delay);
        }
    }

    fn write(&self, bytes: u64) -> io::Result<()> {
        let faults = *self.faults.read();
        if faults.is_full {
            self.failed_writes.fetch_add(1, Ordering::Relaxed);
            return Err(no_space());
        }
        self.delay(faults.delayed_percent, faults.write_delay);
        if let Some(rate) = faults.write_rate {
            self.delayed.fetch_add(1, Ordering::Relaxed);
            sleep(self.wait_for_rate(bytes, rate));
        }
        Ok(())
    }

    /// The wait of a write. Writes of all threads are one queue, as on a device, in which none waits longer than the longest
    /// delay: a rate of a few bytes must not stop the writer for days.
    fn wait_for_rate(&self, bytes: u64, rate: NonZero<u64>) -> Duration {
        let takes = Duration::from_secs_f64(bytes as f64 / rate.get() as f64);
        let mut next = self.next_write.lock();
        let now = Instant::now();
        let wait = (next.map_or(now, |next| next.max(now)) + takes - now).min(LONGEST_DISK_DELAY);
        *next = Some(now + wait);
        wait
    }

    fn sync(&self) {
        let faults = *self.faults.read();
        self.delay(faults.delayed_percent, faults.sync_delay);
    }

    fn read(&self) -> io::Result<()> {
        let faults = *self.faults.read();
        self.delay(faults.delayed_percent, faults.read_delay);
        if is_turn(&self.reads, faults.failing_reads_percent) {
            self.failed_reads.fetch_add(1, Ordering::Relaxed);
            return Err(read_error());
        }
        Ok(())
    }
}

/// Counts an operation; true for `percent` of each hundred.
fn is_turn(count: &AtomicU64, percent: u8) -> bool {
    if percent == 0 {
        return false;
    }
    let percent = u64::from(percent.min(100));
    let number = count.fetch_add(1, Ordering::Relaxed) % 100;
    (number + 1) * percent / 100 > number * percent / 100
}

// Errors with the system's numbers, so that their sentences are its own.
#[cfg(unix)]
fn no_space() -> io::Error {
    io::Error::from_raw_os_error(libc::ENOSPC)
}

#[cfg(unix)]
fn read_error() -> io::Error {
    io::Error::from_raw_os_error(libc::EIO)
}

#[cfg(windows)]
fn no_space() -> io::Error {
    const ERROR_DISK_FULL: i32 = 112;
    io::Error::from_raw_os_error(ERROR_DISK_FULL)
}

#[cfg(windows)]
fn read_error() -> io::Error {
    const ERROR_CRC: i32 = 23;
    io::Error::from_raw_os_error(ERROR_CRC)
}

impl DiskLayer for FaultyDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        let below = Disk::open(&RealDisk, path, purpose)?;
        // The lock file holds no data: a full disk must not keep the folder from being opened again.
        if purpose == Purpose::Lock {
            return Ok(below);
        }
        Ok(Box::new(FaultyFile { below, injection: self.0.clone() }))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.sync();
        RealDisk.sync_folder(folder)
    }
}

#[derive(Debug)]
struct FaultyFile {
    below: Box<dyn DiskFile>,
    injection: Arc<Injection>,
}

impl FileLayer for FaultyFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.below
    }

    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.injection.read()?;
        self.below.read_exact_at(offset, bytes)
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.injection.write(bytes.len() as u64)?;
        self.below.write_all_at(offset, bytes)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        if size > self.below.size()? {
            self.injection.write(0)?;
        }
        self.below.set_size(size)
    }

    fn sync(&self) -> io::Result<()> {
        self.injection.sync();
        self.below.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(disk: &FaultyDisk, folder: &Path) -> Box<dyn DiskFile> {
        Disk::open(disk, &folder.join("file"), Purpose::Data).unwrap()
    }

    #[test]
    fn a_share_of_operations_is_spread_evenly() {
        for (percent, expected) in [(0, 0), (1, 10), (50, 500), (33, 330), (100, 1_000)] {
            let count = AtomicU64::new(0);
            let turns = (0..1_000).filter(|_| is_turn(&count, percent)).count();
            assert_eq!(turns, expected, "{percent} %");
        }
    }

    #[test]
    fn a_full_disk_refuses_writes_until_it_is_no_longer_full() {
        let (disk, folder) = (FaultyDisk::default(), tempfile::tempdir().unwrap());
        let file = opened(&disk, folder.path());
        file.write_all_at(0, b"before").unwrap();
        disk.set_faults(DiskFaults { is_full: true, ..DiskFaults::default() });
        assert_eq!(file.write_all_at(0, b"during").unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(file.set_size(100).unwrap_err().kind(), io::ErrorKind::StorageFull);
        // Shorter files and reads need no space.
        let mut bytes = [0; 6];
        file.read_exact_at(0, &mut bytes).unwrap();
        assert_eq!(&bytes, b"before");
        file.set_size(3).unwrap();
        assert_eq!(disk.counts().failed_writes, 2);
        disk.set_faults(DiskFaults::default());
        file.write_all_at(0, b"after").unwrap();
        assert_eq!(disk.counts(), FaultCounts::default());
    }

    #[test]
    fn operations_take_their_delay_and_writes_keep_to_the_rate() {
        let (disk, folder) = (FaultyDisk::default(), tempfile::tempdir().unwrap());
        let file = opened(&disk, folder.path());
        let delay = Duration::from_millis(30);
        disk.set_faults(DiskFaults { sync_delay: delay, ..DiskFaults::default() });
        let start = Instant::now();
        file.sync().unwrap();
        assert!(start.elapsed() >= delay);
        assert_eq!(disk.counts().delayed, 1);
        disk.set_faults(DiskFaults { write_rate: NonZero::new(1_000_000), ..DiskFaults::default() });
        let start = Instant::now();
        for part in 0..4 {
            file.write_all_at(part * 10_000, &[1; 10_000]).unwrap();
        }
        assert!(start.elapsed() >= Duration::from_millis(40));
        assert!(disk.faults().is_active());
    }

    #[test]
    fn the_slowest_rate_does_not_stop_a_write() {
        let injection = Injection::default();
        let slowest = NonZero::new(1).unwrap();
        for _ in 0..3 {
            assert!(injection.wait_for_rate(64 << 20, slowest) <= LONGEST_DISK_DELAY);
        }
    }

    #[test]
    fn a_share_of_reads_fails() {
        let (disk, folder) = (FaultyDisk::default(), tempfile::tempdir().unwrap());
        let file = opened(&disk, folder.path());
        file.write_all_at(0, b"bytes").unwrap();
        disk.set_faults(DiskFaults { failing_reads_percent: 50, ..DiskFaults::default() });
        let failed = (0..10).filter(|_| file.read_exact_at(0, &mut [0; 5]).is_err()).count();
        assert_eq!((failed, disk.counts().failed_reads), (5, 5));
    }
}

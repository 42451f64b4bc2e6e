//! Rows on their way from the sources to the file.

use parking_lot::Mutex;
use rookery_recording::tables::Rows;

/// Most rows that wait for the next write to the file.
const WAITING: usize = 500_000;

/// The rows since the last write.
#[derive(Default)]
pub struct Sink {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    rows: Rows,
    count: usize,
    left_out: u64,
}

impl Sink {
    /// Adds rows; leaves them out, and counts them, when too many wait.
    pub fn add(&self, rows: Rows) {
        let count = rows.total();
        let mut waiting = self.waiting.lock();
        if waiting.count + count > WAITING {
            waiting.left_out += count as u64;
            return;
        }
        waiting.count += count;
        waiting.rows.append(rows);
    }

    /// Takes all rows.
    pub fn take(&self) -> Rows {
        let mut waiting = self.waiting.lock();
        waiting.count = 0;
        std::mem::take(&mut waiting.rows)
    }

    /// Rows that were left out.
    pub fn left_out(&self) -> u64 {
        self.waiting.lock().left_out
    }
}

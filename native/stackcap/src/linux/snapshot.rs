//! The snapshot's form, written side. The reading side is `native/stacks/src/snapshot/`, which documents it.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::memory::{Registers, StackCopy};

/// The form's version.
pub const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"RKSTACKS";
const ARCH: u32 = if cfg!(target_arch = "x86_64") { 1 } else { 2 };

/// Record tags.
const HEAD: u32 = 1;
const MAPS: u32 = 2;
const THREAD: u32 = 3;
const END: u32 = 4;

/// What became of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadOutcome {
    /// Registers and stack are there.
    Copied = 0,
    /// It ended before it could be read.
    Ended = 1,
    /// It did not stop in time.
    Unstoppable = 2,
    /// Its registers could not be read (a 32-bit thread, for one).
    NoRegisters = 3,
}

/// One thread.
#[derive(Debug)]
pub struct Thread {
    /// Its name.
    pub name: Vec<u8>,
    /// The state letter before the stop.
    pub state: u8,
    /// What became of it.
    pub outcome: ThreadOutcome,
    /// Its registers.
    pub registers: Option<Registers>,
    /// Where its stack bytes are in the store.
    pub stack: StackCopy,
}

/// A capture.
#[derive(Debug)]
pub struct Snapshot<'a> {
    /// The process.
    pub pid: i32,
    /// How many threads it had.
    pub threads_listed: usize,
    /// Its start, in clock ticks since boot.
    pub start_ticks: u64,
    /// When it stood still.
    pub taken_at: SystemTime,
    /// How long it was held.
    pub pause: Duration,
    /// How long this program took up to the encoding.
    pub taken_in: Duration,
    /// The mapping list.
    pub maps: &'a [u8],
    /// The threads by id.
    pub threads: &'a BTreeMap<i32, Thread>,
    /// The stack bytes of all threads.
    pub store: &'a [u8],
}

impl Snapshot<'_> {
    /// The whole snapshot; a reader that does not find its end record knows that bytes are missing.
    pub fn encode(&self) -> Vec<u8> {
        let room = 4096 + self.maps.len() + self.store.len() + self.threads.len() * 512;
        let mut out = Vec::with_capacity(room);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        let taken_at = self.taken_at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let [taken_at, pause, taken_in] = [taken_at, self.pause, self.taken_in]
            .map(|span| u64::try_from(span.as_nanos()).unwrap_or(u64::MAX).to_le_bytes());
        let (pid, listed) = (self.pid.to_le_bytes(), word(self.threads_listed));
        let start = self.start_ticks.to_le_bytes();
        // The architecture is half a word and followed by an empty half, which is the same as one word.
        let architecture = ARCH.to_le_bytes();
        record(&mut out, HEAD, &[&architecture, &pid, &listed, &start, &taken_at, &pause, &taken_in]);
        record(&mut out, MAPS, &[self.maps]);
        for (tid, thread) in self.threads {
            let (tid, address) = (tid.to_le_bytes(), thread.stack.address.to_le_bytes());
            let marks = [thread.state, thread.outcome as u8, u8::from(thread.stack.cut), 0];
            let name = thread.name.as_slice();
            let registers = thread.registers.as_ref().map_or(&[][..], |registers| &registers.0);
            let stack = self.store.get(thread.stack.place.clone()).unwrap_or_default();
            let [names, sets, stacks] = [name, registers, stack].map(|part| word(part.len()));
            let parts: [&[u8]; 9] = [&tid, &marks, &address, &names, name, &sets, registers, &stacks, stack];
            record(&mut out, THREAD, &parts);
        }
        record(&mut out, END, &[&word(self.threads.len())]);
        out
    }
}

fn record(out: &mut Vec<u8>, tag: u32, parts: &[&[u8]]) {
    out.extend_from_slice(&tag.to_le_bytes());
    out.extend_from_slice(&word(parts.iter().map(|part| part.len()).sum()));
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

/// All lengths here are bounded far below 4 GiB by what is ever copied; an impossible one becomes a record that
/// no reader accepts instead of one that it misreads.
fn word(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes()
}

//! The snapshot's form, written side. The reading side is `native/stacks/src/snapshot/`, which documents it.

/// The form's version.
pub const VERSION: u32 = 2;

const ARCHITECTURE: u32 = if cfg!(target_arch = "x86_64") { 1 } else { 2 };

/// What a record holds.
pub enum Tag {
    /// The mapping list.
    Maps = 1,
    /// A thread's `stat` line before the stop.
    Stat = 2,
    /// A thread's registers, empty where they could not be read (a 32-bit thread, for one).
    Registers = 3,
    /// A thread's stack; the number is its first byte's address.
    Stack = 4,
    /// The thread did not stop in time.
    Unstoppable = 5,
    /// The process, in the thread's place; the number is how many threads it had. Then when it was taken, and
    /// the pause.
    End = 6,
}

/// Begins a snapshot with capacity for `most` bytes. The `likely` ones are fetched from the kernel, which happens
/// at the first touch, now and not while others are stopped.
pub fn begin(likely: usize, most: usize) -> Vec<u8> {
    let mut snapshot = Vec::with_capacity(most);
    snapshot.resize(likely.min(most), 0);
    snapshot.clear();
    snapshot.extend_from_slice(b"RKSTACKS");
    snapshot.extend([VERSION, ARCHITECTURE].map(u32::to_le_bytes).as_flattened());
    snapshot
}

/// Appends a record.
pub fn record(snapshot: &mut Vec<u8>, tag: Tag, tid: i32, number: u64, content: &[u8]) {
    snapshot.extend([tag as i32, tid].map(i32::to_le_bytes).as_flattened());
    snapshot.extend([number, content.len() as u64].map(u64::to_le_bytes).as_flattened());
    snapshot.extend_from_slice(content);
}

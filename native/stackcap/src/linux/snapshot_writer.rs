//! The snapshot's form, written side. The reading side is `native/stacks/src/snapshot/`, which documents it.

/// The form's version.
pub const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"RKSTACKS";

/// Record tags.
mod tag {
    pub const HEAD: u32 = 1;
    pub const MAPS: u32 = 2;
    pub const THREAD: u32 = 3;
    pub const END: u32 = 4;
}

#[cfg(target_arch = "x86_64")]
const ARCH: u16 = 1;
#[cfg(target_arch = "aarch64")]
const ARCH: u16 = 2;

/// Facts about the capture as a whole.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// The process.
    pub pid: u32,
    /// How many threads it had.
    pub threads_listed: u32,
    /// Its start, in clock ticks since boot.
    pub start_ticks: u64,
    /// When it stood still, nanoseconds since 1970.
    pub taken_at_ns: u64,
    /// How long it was held, nanoseconds.
    pub pause_ns: u64,
    /// How long the helper took up to the encoding, nanoseconds.
    pub helper_ns: u64,
}

/// What became of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
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
pub struct Thread<'a> {
    /// Its id.
    pub tid: u32,
    /// The state letter before the stop.
    pub state: u8,
    /// What became of it.
    pub outcome: ThreadOutcome,
    /// More stack lay above than was copied.
    pub cut: bool,
    /// Its name.
    pub name: &'a [u8],
    /// Its registers, as the kernel lays them out.
    pub registers: &'a [u8],
    /// The address of the first stack byte.
    pub stack_address: u64,
    /// The stack bytes.
    pub stack: &'a [u8],
}

/// A snapshot under construction.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    threads: u32,
}

impl Writer {
    /// Starts a snapshot.
    pub fn new(head: Head, maps: &[u8], room: usize) -> Self {
        let mut writer = Self { bytes: Vec::with_capacity(room), threads: 0 };
        writer.bytes.extend_from_slice(MAGIC);
        writer.bytes.extend_from_slice(&VERSION.to_le_bytes());
        writer.record(tag::HEAD, |out| {
            out.extend_from_slice(&ARCH.to_le_bytes());
            out.extend_from_slice(&0u16.to_le_bytes());
            out.extend_from_slice(&head.pid.to_le_bytes());
            out.extend_from_slice(&head.threads_listed.to_le_bytes());
            for number in [head.start_ticks, head.taken_at_ns, head.pause_ns, head.helper_ns] {
                out.extend_from_slice(&number.to_le_bytes());
            }
        });
        writer.record(tag::MAPS, |out| out.extend_from_slice(maps));
        writer
    }

    /// Adds a thread.
    pub fn thread(&mut self, thread: &Thread<'_>) {
        self.threads += 1;
        self.record(tag::THREAD, |out| {
            out.extend_from_slice(&thread.tid.to_le_bytes());
            out.extend_from_slice(&[thread.state, thread.outcome as u8, u8::from(thread.cut), 0]);
            out.extend_from_slice(&thread.stack_address.to_le_bytes());
            for part in [thread.name, thread.registers, thread.stack] {
                out.extend_from_slice(&length_word(part.len()));
                out.extend_from_slice(part);
            }
        });
    }

    /// Ends the snapshot: a reader that does not find this end knows that bytes are missing.
    pub fn finish(mut self) -> Vec<u8> {
        let threads = self.threads;
        self.record(tag::END, |out| out.extend_from_slice(&threads.to_le_bytes()));
        self.bytes
    }

    fn record(&mut self, tag: u32, fill: impl FnOnce(&mut Vec<u8>)) {
        self.bytes.extend_from_slice(&tag.to_le_bytes());
        let length_at = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        let start = self.bytes.len();
        fill(&mut self.bytes);
        let length = length_word(self.bytes.len() - start);
        if let Some(place) = self.bytes.get_mut(length_at..start) {
            place.copy_from_slice(&length);
        }
    }
}

/// All lengths here are bounded far below 4 GiB by what is ever copied; an impossible one becomes a record that
/// no reader accepts instead of one that it misreads.
fn length_word(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes()
}

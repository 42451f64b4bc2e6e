//! The raw snapshot of the capture program.
//!
//! The bytes, all numbers little-endian:
//!
//! ```text
//! "RKSTACKS"  u32 version (2)  u32 architecture (1 x86-64, 2 64-bit Arm)  record*
//!
//! record = u32 tag, u32 thread, u64 number, u64 length, that many bytes
//!
//! 1 maps         the text of /proc/PID/maps
//! 2 stat         of this thread: the text of /proc/PID/task/TID/stat as it was before the stop
//! 3 registers    of this thread: user_regs_struct or user_pt_regs; nothing where they could not be read
//! 4 stack        of this thread: the number is the address of the first byte
//! 5 unstoppable  this thread did not stop in time
//! 6 end          in the thread's place the process, the number is how many threads it had;
//!                u64 taken at (ns since 1970), u64 pause (ns)
//! ```
//!
//! One maps, one end, which is the last; of each thread either registers, or that it was unstoppable. A
//! thread of which only `stat` exists had ended. Records with other tags are skipped, so that a newer helper
//! may send more. Bytes after the end, a missing end, a length that does not fit: refused.

mod decode;
mod registers;

use crate::maps::Maps;

pub(crate) use decode::decode;
pub(crate) use registers::Registers;

/// Processor architectures a snapshot can come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Architecture {
    X86_64,
    Aarch64,
}

/// A decoded snapshot; it borrows the bytes it was decoded from.
#[derive(Debug)]
pub(crate) struct Snapshot<'a> {
    pub architecture: Architecture,
    pub pid: u32,
    pub threads_listed: u32,
    pub taken_at_ns: u64,
    pub pause_ns: u64,
    pub maps: Maps,
    pub threads: Vec<RawThread<'a>>,
}

/// What became of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawOutcome {
    Copied,
    Unstoppable,
    NoRegisters,
}

/// One thread as it was copied.
#[derive(Debug)]
pub(crate) struct RawThread<'a> {
    pub tid: u32,
    pub state: u8,
    pub outcome: RawOutcome,
    /// More stack lay above than was copied.
    pub cut: bool,
    pub name: &'a [u8],
    pub registers: Option<Registers>,
    pub stack: StackBytes<'a>,
}

/// A piece of stack memory and where it was.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StackBytes<'a> {
    pub address: u64,
    pub bytes: &'a [u8],
}

impl StackBytes<'_> {
    /// The word at an address, if all of it was copied.
    pub fn word(&self, address: u64) -> Option<u64> {
        let start = usize::try_from(address.checked_sub(self.address)?).ok()?;
        let bytes = self.bytes.get(start..start.checked_add(8)?)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }
}

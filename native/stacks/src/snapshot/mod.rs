//! What the capture program saw, before anybody knows what it means.
//!
//! The bytes, all numbers little-endian:
//!
//! ```text
//! "RKSTACKS"  u32 version (1)  record*          record = u32 tag, u32 length, that many bytes
//!
//! 1 head    u16 architecture (1 x86-64, 2 64-bit Arm), u16 zero, u32 pid, u32 threads listed,
//!           u64 start (clock ticks since boot), u64 taken at (ns since 1970), u64 pause ns, u64 helper ns
//! 2 maps    the text of /proc/PID/maps
//! 3 thread  u32 tid, u8 state letter, u8 outcome (0 copied, 1 ended, 2 unstoppable, 3 no registers), u8 cut, u8 zero,
//!           u64 address of the first stack byte, then three times u32 length and bytes:
//!           name, registers (user_regs_struct or user_pt_regs), stack
//! 4 end     u32 number of thread records
//! ```
//!
//! One head, one maps, any number of threads, one end, in that order. Records with other tags are passed over, so
//! that a newer helper may say more. Bytes after the end, a missing end, a length that does not fit: refused.

mod decode;
mod registers;

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
    pub maps: &'a [u8],
    pub threads: Vec<RawThread<'a>>,
}

/// What became of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawOutcome {
    Copied,
    Ended,
    Unstoppable,
    NoRegisters,
}

/// One thread as it was copied.
#[derive(Debug)]
pub(crate) struct RawThread<'a> {
    pub tid: u32,
    pub state: u8,
    pub outcome: RawOutcome,
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

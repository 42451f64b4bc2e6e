//! Copying from a stopped thread: its registers, and the used part of its stack.

use std::ops::Range;

/// Bytes below the stack pointer that compiled code may use without moving it.
const RED_ZONE: u64 = 128;
/// Where the stack pointer's mapping is unknown, no more than this is copied.
const UNKNOWN_MAPPING_LIMIT: usize = 64 * 1024;
/// No page is smaller, so a piece of this size and alignment never lies on two.
const PIECE: u64 = 4096;
const MOST_PIECES: usize = 1024;

/// What is needed of `user_regs_struct` (x86-64) or `user_pt_regs` (64-bit Arm): how many words it has, and which of
/// them is the stack pointer.
const WORDS: usize = if cfg!(target_arch = "x86_64") { 27 } else { 34 };
const STACK_POINTER: usize = if cfg!(target_arch = "x86_64") { 19 } else { 31 };

/// The general registers of one thread, as the kernel lays them out.
#[derive(Debug)]
pub struct Registers(pub [u8; WORDS * 8]);

impl Registers {
    /// Reads them from a stopped thread.
    pub fn of(tid: i32) -> Option<Self> {
        let mut bytes = [0; WORDS * 8];
        let mut span = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
        // SAFETY: the kernel writes at most `iov_len` bytes into `bytes` and corrects the length.
        let answer = unsafe { libc::ptrace(libc::PTRACE_GETREGSET, tid, libc::NT_PRSTATUS, &raw mut span) };
        // Another length means a 32-bit thread, which is not understood here.
        (answer == 0 && span.iov_len == bytes.len()).then_some(Self(bytes))
    }

    /// The stack pointer.
    pub fn stack_pointer(&self) -> u64 {
        let (_, from_there) = self.0.split_at(STACK_POINTER * 8);
        from_there.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes))
    }
}

/// The address ranges of a mapping list, in order.
#[derive(Debug)]
pub struct Mappings(Vec<Range<u64>>);

impl Mappings {
    /// Takes `start-end` from the head of each line; a line of another form is passed over.
    pub fn of(list: &[u8]) -> Self {
        let range = |line: &[u8]| {
            let head = line.split(|byte| *byte == b' ').next()?;
            let (start, end) = std::str::from_utf8(head).ok()?.split_once('-')?;
            Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
        };
        let mut ranges: Vec<_> = list.split(|byte| *byte == b'\n').filter_map(range).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        Self(ranges)
    }

    /// The range that holds an address.
    fn around(&self, address: u64) -> Option<&Range<u64>> {
        let after = self.0.partition_point(|range| range.start <= address);
        self.0.get(after.checked_sub(1)?).filter(|range| range.contains(&address))
    }
}

/// Where a stack copy went.
#[derive(Debug, Default)]
pub struct StackCopy {
    /// The address of its first byte.
    pub address: u64,
    /// Its place in the store.
    pub place: Range<usize>,
    /// More stack lay above than was copied.
    pub cut: bool,
}

/// Copies the stack of a stopped thread from its stack pointer upwards, to the end of the mapping or the limit.
/// The store does not grow: it was given its room before anything was stopped.
pub fn copy_stack(
    pid: i32,
    stack_pointer: u64,
    mappings: &Mappings,
    limit: usize,
    store: &mut Vec<u8>,
) -> StackCopy {
    let (mapping, limit) = match mappings.around(stack_pointer) {
        Some(mapping) => (mapping.clone(), limit),
        None => (0..u64::MAX, limit.min(UNKNOWN_MAPPING_LIMIT)),
    };
    let address = stack_pointer.saturating_sub(RED_ZONE).max(mapping.start);
    let rest = usize::try_from(mapping.end - address).unwrap_or(usize::MAX);
    let start = store.len();
    let copied = read_memory(pid, address, rest.min(limit), store);
    StackCopy { address, place: start..start + copied, cut: copied < rest }
}

/// Appends up to `length` bytes of the process's memory, fewer where it ends. Never grows the store.
fn read_memory(pid: i32, address: u64, length: usize, store: &mut Vec<u8>) -> usize {
    let room = store.spare_capacity_mut();
    let length = length.min(room.len());
    let local = libc::iovec { iov_base: room.as_mut_ptr().cast(), iov_len: length };
    // Many small pieces: the kernel promises never to split a piece, so a missing page costs that page and no more.
    let mut pieces = [libc::iovec { iov_base: std::ptr::null_mut(), iov_len: 0 }; MOST_PIECES];
    let (mut at, mut left) = (address, length as u64);
    let count = ((address % PIECE) as usize + length).div_ceil(PIECE as usize).min(MOST_PIECES);
    for piece in pieces.iter_mut().take(count) {
        let bytes = left.min(PIECE - at % PIECE);
        *piece = libc::iovec { iov_base: at as *mut libc::c_void, iov_len: bytes as usize };
        at = at.wrapping_add(bytes);
        left -= bytes;
    }
    // SAFETY: the kernel writes at most `length` bytes into the store's spare room, and the remote pieces are
    // addresses in the other process, which it checks.
    let copied = unsafe {
        libc::process_vm_readv(pid, &raw const local, 1, pieces.as_ptr(), count as libc::c_ulong, 0)
    };
    let copied = usize::try_from(copied).unwrap_or(0).min(length);
    // SAFETY: `copied` bytes behind the old length were just filled in, and they lie within the capacity.
    unsafe { store.set_len(store.len() + copied) };
    copied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mapping_around_an_address_is_found() {
        let mappings = Mappings::of(b"1000-2000 rw-p 0 0:0 0\nnonsense\n4000-5000 rw-p 0 0:0 0 [stack]\n");
        assert_eq!(mappings.around(0x1fff), Some(&(0x1000..0x2000)));
        assert_eq!(mappings.around(0x2000), None);
        assert_eq!(mappings.around(0x4000), Some(&(0x4000..0x5000)));
        assert_eq!(mappings.around(0), None);
    }

    #[test]
    fn a_copy_ends_where_the_memory_ends_and_never_grows_the_store() {
        // SAFETY: sysconf takes a number.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap();
        let length = page * 2;
        // SAFETY: an anonymous mapping of our own, of which the second page is then made unreadable.
        let base = unsafe {
            let base = libc::mmap(
                std::ptr::null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(base, libc::MAP_FAILED);
            std::ptr::write_bytes(base.cast::<u8>(), 7, length);
            assert_eq!(libc::mprotect(base.byte_add(page), page, libc::PROT_NONE), 0);
            base
        };
        let own = i32::try_from(std::process::id()).unwrap();
        let mut store = Vec::with_capacity(length);
        let copied = read_memory(own, base as u64, length, &mut store);
        assert_eq!(copied, page);
        assert!(store.iter().all(|byte| *byte == 7));

        let mut small = Vec::with_capacity(100);
        let room = small.capacity();
        assert_eq!(read_memory(own, base as u64, length, &mut small), room);
        assert_eq!(read_memory(own, base as u64, length, &mut small), 0);
        // SAFETY: unmaps the mapping made above; nothing refers to it any more.
        unsafe { libc::munmap(base, length) };
    }

    proptest::proptest! {
        #[test]
        fn mapping_lists_of_any_content_never_panic(
            list in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300),
            lines in "([0-9a-f]{0,18}-[0-9a-f]{0,18} .{0,9}\n){0,9}",
            pointer in proptest::prelude::any::<u64>(),
        ) {
            for list in [list.as_slice(), lines.as_bytes()] {
                let mappings = Mappings::of(list);
                let _ = mappings.around(pointer);
                let own = i32::try_from(std::process::id()).unwrap();
                // Nothing is copied: the store has no room, whatever the list and the stack pointer say.
                let copy = copy_stack(own, pointer, &mappings, 4096, &mut Vec::new());
                proptest::prop_assert_eq!(copy.place, 0..0);
            }
        }
    }
}

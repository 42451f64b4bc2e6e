//! What is copied of a stopped thread: its registers, and the used part of its stack.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;

/// Bytes below the stack pointer that compiled code may use without moving it.
const RED_ZONE: u64 = 128;
/// Where the stack pointer's mapping is unknown, no more than this is copied.
const UNKNOWN_MAPPING_LIMIT: u64 = 64 * 1024;

/// What is needed of `user_regs_struct` (x86-64) or `user_pt_regs` (64-bit Arm): how many words it has, and
/// which of them is the stack pointer.
const WORDS: usize = if cfg!(target_arch = "x86_64") { 27 } else { 34 };
const STACK_POINTER: usize = if cfg!(target_arch = "x86_64") { 19 } else { 31 };

/// The general registers of one thread, word by word, as the kernel lays them out.
pub type Registers = [[u8; 8]; WORDS];

/// Reads the registers of a stopped thread.
pub fn registers(tid: i32) -> Option<Registers> {
    let mut words = [[0; 8]; WORDS];
    let mut span = libc::iovec { iov_base: words.as_mut_ptr().cast(), iov_len: size_of_val(&words) };
    // SAFETY: the kernel writes at most `iov_len` bytes into `words` and corrects the length.
    let answer = unsafe { libc::ptrace(libc::PTRACE_GETREGSET, tid, libc::NT_PRSTATUS, &raw mut span) };
    // Another length means a 32-bit thread, which is not understood here.
    (answer == 0 && span.iov_len == size_of_val(&words)).then_some(words)
}

/// The stack pointer among them.
pub fn stack_pointer(registers: &Registers) -> u64 {
    u64::from_ne_bytes(registers[STACK_POINTER])
}

/// The address ranges of a mapping list, which the kernel gives in order.
pub struct Mappings(Vec<Range<u64>>);

impl Mappings {
    /// Takes `start-end` from the head of each line; a line of another form is passed over.
    pub fn of(list: &[u8]) -> Self {
        Self(String::from_utf8_lossy(list).lines().filter_map(range).collect())
    }

    /// The used part of the stack at a stack pointer: from there to the end of its mapping, or to the limit.
    pub fn used_stack(&self, stack_pointer: u64, limit: usize) -> Range<u64> {
        let from = stack_pointer.saturating_sub(RED_ZONE);
        let unknown = || from..from.saturating_add(UNKNOWN_MAPPING_LIMIT);
        let mapping = self.around(stack_pointer).cloned().unwrap_or_else(unknown);
        let start = from.max(mapping.start);
        start..mapping.end.min(start.saturating_add(limit as u64))
    }

    /// The range that holds an address.
    fn around(&self, address: u64) -> Option<&Range<u64>> {
        let next = self.0.partition_point(|range| range.end <= address);
        self.0.get(next).filter(|range| range.contains(&address))
    }
}

fn range(line: &str) -> Option<Range<u64>> {
    let (start, end) = line.split(' ').next()?.split_once('-')?;
    Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
}

/// Copies a range of a process's memory, fewer bytes where the memory or the buffer ends.
pub fn copy<'a>(memory: &File, range: Range<u64>, buffer: &'a mut [u8]) -> &'a [u8] {
    let wanted = usize::try_from(range.end - range.start).unwrap_or(usize::MAX).min(buffer.len());
    let (buffer, _) = buffer.split_at_mut(wanted);
    let copied = memory.read_at(buffer, range.start).unwrap_or(0);
    buffer.get(..copied).unwrap_or_default()
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
    fn a_stack_is_copied_from_its_red_zone_to_the_end_of_its_mapping_or_to_the_limit() {
        let mappings = Mappings::of(b"10000-20000 rw-p 0 0:0 0\n");
        assert_eq!(mappings.used_stack(0x1f000, 0x10000), 0x1ef80..0x20000);
        assert_eq!(mappings.used_stack(0x11000, 0x1000), 0x10f80..0x11f80);
        assert_eq!(mappings.used_stack(0x10008, 0x1000), 0x10000..0x11000);
        // In no mapping that was listed.
        assert_eq!(mappings.used_stack(0x30000, 1 << 20), 0x2ff80..0x3ff80);
    }

    #[test]
    fn a_copy_ends_where_the_memory_or_the_room_ends() {
        // SAFETY: sysconf takes a number.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap();
        // SAFETY: an anonymous mapping of our own, of which the second page is then given back.
        let base = unsafe {
            let base = libc::mmap(
                std::ptr::null_mut(),
                page * 2,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(base, libc::MAP_FAILED);
            std::ptr::write_bytes(base.cast::<u8>(), 7, page * 2);
            assert_eq!(libc::munmap(base.byte_add(page), page), 0);
            base
        };
        let own = File::open("/proc/self/mem").unwrap();
        let start = base as u64;
        let mut buffer = vec![0; page * 2];
        let [to_the_end, both] = [page, page * 2].map(|length| start..start + length as u64);
        assert_eq!(copy(&own, to_the_end, &mut buffer), vec![7; page]);
        assert_eq!(copy(&own, both.clone(), &mut buffer), vec![7; page]);
        assert_eq!(copy(&own, both, &mut [0; 100]), [7; 100]);
        assert!(copy(&own, 0..100, &mut buffer).is_empty());
        // SAFETY: unmaps what is left of the mapping made above; nothing refers to it.
        unsafe { libc::munmap(base, page) };
    }

    proptest::proptest! {
        #[test]
        fn mapping_lists_of_any_content_never_panic(
            list in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300),
            lines in "([0-9a-f]{0,18}-[0-9a-f]{0,18} .{0,9}\n){0,9}",
            pointer in proptest::prelude::any::<u64>(),
        ) {
            let own = File::open("/proc/self/mem").unwrap();
            for list in [list.as_slice(), lines.as_bytes()] {
                let used = Mappings::of(list).used_stack(pointer, 4096);
                proptest::prop_assert!(used.start <= used.end && used.end - used.start <= 4096, "{used:x?}");
                // Nothing is copied: there is no space, whatever the list and the stack pointer say.
                proptest::prop_assert!(copy(&own, used, &mut []).is_empty());
            }
        }
    }
}

//! The memory allocator of `rookeryd`.

use std::ffi::{c_int, c_long};

/// Requests allocate documents on their threads and the writer and flush threads free them, which the allocator of the C
/// library is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

unsafe extern "C" {
    fn mi_option_set_default(option: c_int, value: c_long);
    #[cfg(test)]
    fn mi_option_get(option: c_int) -> c_long;
}

/// `mi_option_purge_delay` of mimalloc 3: milliseconds until freed pages are returned to the system.
const PURGE_DELAY: c_int = 15;
/// With the default of a second, a long import holds a fifth more memory; it is 4 % slower with this delay.
const DELAY: c_long = 10;

/// Returns freed memory to the system early, unless `MIMALLOC_PURGE_DELAY` says otherwise. Before other threads start.
pub fn return_memory_early() {
    // SAFETY: any option may be set to any number at any time.
    unsafe { mi_option_set_default(PURGE_DELAY, DELAY) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_the_delay_of_purges() {
        // SAFETY: reads an option.
        let default = unsafe { mi_option_get(PURGE_DELAY) };
        assert_eq!(default, 1000, "another version of mimalloc has other options");
        return_memory_early();
        // SAFETY: as above.
        assert_eq!(unsafe { mi_option_get(PURGE_DELAY) }, DELAY);
    }
}

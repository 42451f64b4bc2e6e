//! `stackcap`: hold a process for about a millisecond, copy registers and stack bytes, let go, write them out.
//!
//! This is the only part of Rookery that may ever carry a privilege (`cap_sys_ptrace`), so it is small, depends on
//! libc alone, takes its orders from argv alone, understands no file format, opens nothing for writing, starts
//! nothing, and gives up every capability before it writes its first byte. What the bytes mean is worked out
//! elsewhere, unprivileged (`native/stacks`). README.md states the rules it enforces.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;

mod arguments;
mod outcome;

/// The entry point is C's own: Rust's start-up code would open `/dev/null` in place of closed standard streams,
/// and closed streams are a thing this program must see and refuse.
///
/// # Safety
/// `argc` and `argv` are those of the C runtime.
#[cfg(all(target_os = "linux", not(test)))]
// SAFETY: the C runtime calls `main` exactly once with this signature, and no other symbol of that name is linked
// because `no_main` leaves Rust's own out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(argc: libc::c_int, argv: *const *const libc::c_char) -> libc::c_int {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        // SAFETY: the caller vouches for both.
        let words = unsafe { linux::argument_words(argc, argv) };
        linux::run(words)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = (argc, argv);
        outcome::unsupported().report()
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    std::process::exit(outcome::unsupported().report());
}

//! `stackcap`: stop a process for about a millisecond, copy registers and stack bytes, release it, write them
//! out.
//!
//! This is the only part of Rookery that may ever carry a privilege (`cap_sys_ptrace`), so it is small, links
//! nothing but bindings to the kernel and the maker of its own system call filter, takes its orders from argv
//! alone, understands no file format, opens nothing for writing, starts nothing, and gives up every
//! capability before it writes its first byte. What the bytes mean is worked out elsewhere, unprivileged
//! (`native/stacks`). README.md states the rules it enforces.

#![cfg_attr(all(target_os = "linux", target_pointer_width = "64", not(test)), no_main)]

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn main() {
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    eprintln!(
        "stackcap: refused: unsupported-platform: not available on {system} for {processor}, \
         because it is written for Linux on x86-64 and 64-bit Arm only"
    );
    std::process::exit(3);
}

//! What is every thread of a process doing right now?
//!
//! Two questions, two answers:
//!
//! * [`sample_threads`] reads `/proc/PID/task/*` twice and says, per thread, its name, state, what it waits for,
//!   its share of the processor and its I/O between the two readings. It stops nothing and needs no privilege.
//! * [`capture`] runs the small `stackcap` program, which stops the process for about a millisecond, copies
//!   registers and stack bytes and lets go. Everything that needs thought (unwinding, symbols, inlined functions)
//!   happens here afterwards, unprivileged, with caches that make the second capture quick.
//!
//! This crate knows nothing of databases, HTTP or the UI. ELF files, DWARF and the snapshot are hostile input to
//! it: every size is bounded, nothing panics on nonsense.

mod capture;
mod error;
mod installed_helper;
mod processes;
mod self_test;
mod source;
mod stack;
mod threads;

// What turns a snapshot into names is built where snapshots can be taken; elsewhere it would be dead weight.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod elf;
#[cfg(all(
    any(test, feature = "fuzzing"),
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod helper_process;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod jit_names;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod maps;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod modules;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod name_cache;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod naming;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod refusal;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod snapshot;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod unwind;

pub use capture::{CaptureOptions, HELPER_NAME, keep_names_in};
pub use error::StackError;
pub use installed_helper::{grant_command, helper_for_others};
pub use processes::ProcessInfo;
pub use self_test::{Possibility, SelfTest};
pub use source::{StackSource, capture, processes, sample_threads, self_test, source};
pub use stack::{Capture, Frame, ThreadStack};
pub use threads::{ThreadInfo, ThreadIo, ThreadSample, ThreadState};

//! Threads and stacks of a process.
//!
//! * [`sample_threads`] reads the threads twice (from `/proc/PID/task/*` on Linux) and returns the name, state, wait channel, processor share and I/O of
//!   each thread between the two readings. It stops nothing and needs no privilege.
//! * [`capture`] runs the small `stackcap` program, which stops the process for about a millisecond, copies
//!   registers and stack bytes, and resumes it. Unwinding, symbols and inlined functions are computed afterwards in this
//!   crate, unprivileged, with caches that make the second capture fast.
//!
//! ```
//! # #[cfg(target_os = "linux")]
//! # fn main() -> Result<(), rookery_stacks::StackError> {
//! use std::time::Duration;
//!
//! let sample = rookery_stacks::sample_threads(std::process::id(), Duration::from_millis(20))?;
//! for thread in &sample.threads {
//!     println!("{} {}: {:.1} % of a processor", thread.tid, thread.name, thread.cpu_percent);
//! }
//! assert!(!sample.threads.is_empty());
//! # Ok(())
//! # }
//! # #[cfg(not(target_os = "linux"))]
//! # fn main() {}
//! ```
//!
//! Independent of databases, HTTP and the UI. ELF files, DWARF and snapshots are hostile input: every size is
//! bounded, and malformed input never panics.

mod capture;
mod error;
mod installed_helper;
mod platform;
mod processes;
mod self_test;
mod stack;
mod threads;

// Snapshots are decoded and named only on platforms that can take them.
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
pub use platform::{capture, processes, sample_threads, self_test};
pub use processes::ProcessInfo;
pub use self_test::{Possibility, SelfTest};
pub use stack::{Capture, Frame, ThreadStack};
pub use threads::{ThreadInfo, ThreadIo, ThreadSample, ThreadState};

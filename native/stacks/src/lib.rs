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
mod elf;
mod error;
mod helper_process;
mod maps;
mod modules;
mod naming;
mod refusal;
mod snapshot;
mod stack;
mod threads;
mod unwind;

pub use capture::{CaptureOptions, HELPER_NAME, capture};
pub use error::StackError;
pub use stack::{Capture, Frame, ThreadStack};
pub use threads::{ThreadInfo, ThreadIo, ThreadSample, ThreadState, sample_threads};

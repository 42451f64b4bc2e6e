//! The answer of a capture: threads and their frames, named as far as names can be had.

use std::time::{Duration, SystemTime};

/// One capture of one process.
#[derive(Debug, Clone)]
pub struct Capture {
    /// The process.
    pub pid: u32,
    /// When the threads were stopped.
    pub taken_at: SystemTime,
    /// How long the process was stopped: from the first thread stopped to the last one resumed.
    pub pause: Duration,
    /// How long the whole answer took, symbols included.
    pub total: Duration,
    /// The number of the process's threads, also if only some were captured.
    pub threads_listed: u32,
    /// The stacks, in order of thread id.
    pub threads: Vec<ThreadStack>,
}

/// What one thread was doing.
#[derive(Debug, Clone)]
pub struct ThreadStack {
    /// The operating system's thread id.
    pub tid: u32,
    /// The thread's own name, at most 15 bytes on Linux.
    pub name: String,
    /// The state letter of `/proc` just before the stop: `R` running, `S` sleeping, `D` waiting for a device,
    /// …
    pub state: char,
    /// The frames, innermost first; inlined functions are frames of their own.
    pub frames: Vec<Frame>,
    /// Why the stack may be shorter than the truth, one clause; absent when it was walked to its root.
    pub partial: Option<String>,
}

/// One function on a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The address in the process: the instruction for the innermost frame, the return address for the
    /// others.
    pub address: u64,
    /// The file the code was mapped from (or `[vdso]`), in the process's namespace.
    pub module: Option<String>,
    /// The address within that file, as symbol tools expect it.
    pub offset: Option<u64>,
    /// The function's name, demangled.
    pub function: Option<String>,
    /// The source file, where line tables are present.
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u32>,
    /// This function was inlined into the next frame, so both share one address.
    pub inlined: bool,
}

impl Frame {
    /// One line for a person: the function, else module and offset, else the bare address.
    pub fn label(&self) -> String {
        if let Some(function) = &self.function {
            return function.clone();
        }
        match (&self.module, self.offset) {
            (Some(module), Some(offset)) => {
                let name = module.rsplit('/').next().unwrap_or(module);
                format!("{name}+0x{offset:x}")
            }
            _ => format!("0x{:x}", self.address),
        }
    }
}

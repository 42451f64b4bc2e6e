//! Runs the capture program and turns its snapshot into named stacks.

use std::path::PathBuf;

use crate::{Capture, StackError};

/// The capture program's file name.
pub const HELPER_NAME: &str = if cfg!(windows) { "stackcap.exe" } else { "stackcap" };

/// What to capture, and with which program.
#[derive(Debug, Clone)]
pub struct CaptureOptions {
    /// The process.
    pub pid: u32,
    /// The threads wanted; empty means all.
    pub threads: Vec<u32>,
    /// The capture program.
    pub helper: PathBuf,
    /// The caller lives in that process: the program is told to wait while this process allows it to look
    /// (`PR_SET_PTRACER`), which is withdrawn as soon as it has answered.
    pub own_process: bool,
}

/// Captures the stacks of a process.
///
/// Blocks for the whole capture (call it from a thread that may block). Captures are serialised within a process.
pub fn capture(options: &CaptureOptions) -> Result<Capture, StackError> {
    if !options.helper.is_file() {
        return Err(StackError::HelperMissing { path: options.helper.clone() });
    }
    Err(StackError::unsupported())
}

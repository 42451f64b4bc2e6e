//! The public functions of this crate, and what they do on platforms that they do not support.
//!
//! Thread lists need Linux, Windows or macOS; on the latter two they are those of this process. Captures and the list of
//! processes need Linux, captures also x86-64 or aarch64. Elsewhere the functions return [`StackError::Unsupported`]:
//! captures on Windows would need `SuspendThread`, `GetThreadContext` and `ReadProcessMemory`, on macOS `task_for_pid`.

use std::path::Path;
use std::time::Duration;

use crate::{Capture, CaptureOptions, ProcessInfo, SelfTest, StackError, ThreadSample};

/// Reads the threads of `pid` twice, with `interval` in between, and reports their activity in between.
/// Blocks for `interval`. Threads that end in between are left out; new ones count from their start.
///
/// # Errors
/// When the process has ended, belongs to another user, or the platform is not supported.
pub fn sample_threads(pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
    crate::threads::sample(pid, interval)
}

/// Captures the stacks of a process. Captures of this process run one at a time.
///
/// # Errors
/// When the capture program is missing or refuses, the capture was cancelled, or the platform is not
/// supported.
pub fn capture(options: &CaptureOptions) -> Result<Capture, StackError> {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    let capture = crate::capture::capture_on_linux(options);
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let capture = {
        let _ = options;
        Err(StackError::unsupported())
    };
    capture
}

/// The processes of this user, this one included, by process id.
///
/// # Errors
/// When the list cannot be read, or the platform is not supported.
pub fn processes() -> Result<Vec<ProcessInfo>, StackError> {
    #[cfg(target_os = "linux")]
    let processes = crate::processes::list();
    #[cfg(not(target_os = "linux"))]
    let processes = Err(StackError::unsupported());
    processes
}

/// What the capture program can and cannot do on this machine, and why.
///
/// # Errors
/// When the program cannot be started, or the platform is not supported.
pub fn self_test(helper: &Path) -> Result<SelfTest, StackError> {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    let test = crate::self_test::run(helper);
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let test = {
        let _ = helper;
        Err(StackError::unsupported())
    };
    test
}

//! Runs the capture program and converts its snapshot to named stacks.

use std::path::{Path, PathBuf};

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::{Capture, StackError};

/// The capture program's file name.
pub const HELPER_NAME: &str = if cfg!(windows) { "stackcap.exe" } else { "stackcap" };

/// What to capture, and with which program.
#[derive(Debug, Clone)]
pub struct CaptureOptions {
    /// The process.
    pub pid: u32,
    /// The threads; empty means all.
    pub threads: Vec<u32>,
    /// The capture program.
    pub helper: PathBuf,
    /// The caller is in that process: the program waits until this process permits it to trace
    /// (`PR_SET_PTRACER`); the permission is withdrawn after its answer.
    pub own_process: bool,
}

/// Caches the names that captures compute in this folder, by build id, for later runs of the program: at most
/// 64 MiB, readable by this user only. A folder that cannot be created is ignored, and so is a damaged file.
pub fn keep_names_in(folder: &Path) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    linux::keep_names_in(folder);
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = folder;
}

/// Runs the capture program and names the frames.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn capture_on_linux(options: &CaptureOptions) -> Result<Capture, StackError> {
    linux::capture(options)
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::os::unix::process::ExitStatusExt;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
    use std::time::{Duration, Instant};

    use rookery_cancel::CancelToken;

    use super::CaptureOptions;
    use crate::elf::NameCache;
    use crate::modules::ImageStore;
    use crate::refusal::{HelperEnvironment, HelperError, error_of};
    use crate::{Capture, StackError, helper_process, naming, snapshot};

    /// Files read so far. Its lock also serialises captures: the Yama exception allows one tracer.
    static STORE: LazyLock<Mutex<ImageStore>> = LazyLock::new(Mutex::default);

    pub(super) fn keep_names_in(folder: &Path) {
        let cache = NameCache::at(folder);
        STORE.lock().unwrap_or_else(PoisonError::into_inner).set_cache(cache);
    }

    pub(super) fn capture(options: &CaptureOptions) -> Result<Capture, StackError> {
        if !options.helper.is_file() {
            return Err(StackError::HelperMissing { path: options.helper.clone() });
        }
        // After a panic the store is still a valid set of files.
        let mut store = locked_store()?;
        let started = Instant::now();
        let mut arguments = vec!["--pid".to_owned(), options.pid.to_string()];
        for tid in &options.threads {
            arguments.extend(["--tid".to_owned(), tid.to_string()]);
        }
        let output = helper_process::run(&options.helper, &arguments, options.own_process)?;
        if !output.status.success() {
            return Err(error_text(options, &output));
        }
        let snapshot = snapshot::decode(&output.snapshot)?;
        // The libraries below read files that anybody may have written. If one of them panics, this
        // capture fails, the store is cleared, and the program continues.
        let named = catch_unwind(AssertUnwindSafe(|| naming::name(&snapshot, &mut store)));
        let Ok(mut capture) = named else {
            store.clear();
            return Err(StackError::Decode {
                offset: 0,
                reason: "its symbols or unwind tables are spoilt in a way that is not understood here".into(),
            });
        };
        store.end_round();
        if CancelToken::is_current_cancelled() {
            return Err(StackError::Cancelled);
        }
        capture.total = started.elapsed();
        Ok(capture)
    }

    /// Waits for the capture before this one, unless cancelled.
    fn locked_store() -> Result<MutexGuard<'static, ImageStore>, StackError> {
        let cancel = CancelToken::current();
        loop {
            match STORE.try_lock() {
                Ok(store) => return Ok(store),
                Err(TryLockError::Poisoned(store)) => return Ok(store.into_inner()),
                Err(TryLockError::WouldBlock) if cancel.sleep(Duration::from_millis(2)) => {
                    return Err(StackError::Cancelled);
                }
                Err(TryLockError::WouldBlock) => {}
            }
        }
    }

    fn error_text(options: &CaptureOptions, output: &helper_process::HelperOutput) -> StackError {
        match HelperError::find(&output.error_text) {
            Some(answer) => {
                error_of(&answer, options.pid, &options.helper, &HelperEnvironment::of(&options.helper))
            }
            None => StackError::Refused {
                code: "helper-died".into(),
                message: format!(
                    "The capture program ended without an answer ({}).",
                    match output.status.signal() {
                        Some(signal) => format!("ended by signal {signal}"),
                        None => output.status.to_string(),
                    }
                ),
                next_step: format!("Run `{} --self-test` to see what is wrong.", options.helper.display()),
            },
        }
    }
}

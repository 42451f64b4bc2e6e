//! Why a sample or a capture could not be had, in words a person can act on.

use std::path::PathBuf;

/// Every way in which reading threads or stacks can fail.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StackError {
    /// The capture program is not where the caller output it would be.
    #[error(
        "the stack capture program was not found at {}: build it with `cargo build -p rookery-stackcap` or reinstall Rookery",
        path.display()
    )]
    HelperMissing {
        /// Its expected path.
        path: PathBuf,
    },
    /// The capture program, or the kernel through it, output no.
    #[error("{message} {next_step}")]
    Refused {
        /// A stable word for the reason, such as `other-user` or `yama-1`.
        code: String,
        /// What was refused and why, one sentence.
        message: String,
        /// How to have it lawfully, one sentence.
        next_step: String,
    },
    /// The process ended before or during the reading.
    #[error("process {pid} exited before its threads could be read")]
    TargetGone {
        /// The process.
        pid: u32,
    },
    /// This platform has no implementation.
    #[error("thread stacks are not available on {platform}, because {because}")]
    Unsupported {
        /// Operating system and processor.
        platform: String,
        /// The reason.
        because: String,
    },
    /// The capture program's answer is not a snapshot.
    #[error("the stack snapshot cannot be read at byte {offset}: {reason}")]
    Decode {
        /// Where in the snapshot.
        offset: usize,
        /// The error at this offset.
        reason: String,
    },
    /// The capture program did not answer in time and was stopped.
    #[error(
        "the stack capture program gave no answer within {after_ms} ms and was stopped; the process continues to run; try again"
    )]
    Timeout {
        /// How long was waited, in milliseconds.
        after_ms: u64,
    },
    /// The request's token was cancelled.
    #[error("the reading of threads was cancelled")]
    Cancelled,
    /// The operating system failed a call.
    #[error("{doing} failed: {source}")]
    Io {
        /// What was being done, to what.
        doing: String,
        /// The operating system's answer.
        source: std::io::Error,
    },
}

impl StackError {
    /// A stable word for the kind of failure, for logs and for the wire.
    pub fn code(&self) -> &str {
        match self {
            Self::HelperMissing { .. } => "helper-missing",
            Self::Refused { code, .. } => code,
            Self::TargetGone { .. } => "target-gone",
            Self::Unsupported { .. } => "unsupported-platform",
            Self::Decode { .. } => "snapshot-unreadable",
            Self::Timeout { .. } => "helper-timeout",
            Self::Cancelled => "cancelled",
            Self::Io { .. } => "io",
        }
    }

    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    pub(crate) fn io(doing: impl Into<String>, source: std::io::Error) -> Self {
        Self::Io { doing: doing.into(), source }
    }

    /// Threads of other processes, where only the list of this process's threads is written.
    #[cfg(any(target_os = "macos", windows))]
    pub(crate) fn other_process_unsupported() -> Self {
        Self::unsupported_because("there only the threads of Rookery itself can be listed")
    }

    /// The answer everywhere but on Linux for x86-64 and 64-bit Arm.
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    pub(crate) fn unsupported() -> Self {
        let because = match std::env::consts::OS {
            "macos" => {
                "reading another task there needs Apple's task_for_pid entitlement, which Rookery does not have"
            }
            "windows" => "the capture program for Windows is not built yet",
            _ => "the capture program is written for Linux on x86-64 and 64-bit Arm only",
        };
        Self::unsupported_because(because)
    }

    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn unsupported_because(because: &str) -> Self {
        Self::Unsupported {
            platform: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
            because: because.into(),
        }
    }
}

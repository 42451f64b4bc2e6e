//! How a run that yields no snapshot ends: an exit code and one line on stderr, `stackcap: KIND: CODE: sentence`.
//!
//! The unprivileged side turns the code into a sentence for a person with a next step; the sentence here is for
//! whoever runs the program by hand.

use std::fmt;

/// What kind of end, which decides the exit code.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere there is one way to end"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The command line is wrong.
    Usage,
    /// A rule, the kernel or the platform says no.
    Refused,
    /// A system call failed that should not.
    Failed,
    /// The process, or every thread asked for, has ended.
    Gone,
}

impl Kind {
    fn exit_code(self) -> i32 {
        match self {
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Failed => 4,
            Self::Gone => 6,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }
}

/// Exit code of the watchdog, which ends the program from a signal handler.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "the watchdog is Linux's"))]
pub const WATCHDOG_EXIT: i32 = 5;

/// A run that yields no snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What kind of end.
    pub kind: Kind,
    /// A stable word for the reason.
    pub code: &'static str,
    /// The reason in one sentence.
    pub sentence: String,
}

impl Outcome {
    /// The command line is wrong.
    pub fn usage(sentence: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, code: "usage", sentence: sentence.into() }
    }

    /// A rule says no.
    pub fn refused(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { kind: Kind::Refused, code, sentence: sentence.into() }
    }

    /// Writes the line to stderr and gives the exit code.
    pub fn report(&self) -> i32 {
        eprintln!("{self}");
        self.kind.exit_code()
    }
}

#[cfg(target_os = "linux")]
impl Outcome {
    /// A system call failed; the error is the calling thread's last one.
    pub fn failed(doing: &str) -> Self {
        let cause = std::io::Error::last_os_error();
        Self { kind: Kind::Failed, code: "syscall", sentence: format!("{doing} failed: {cause}") }
    }

    /// The process has ended.
    pub fn gone(pid: i32) -> Self {
        Self { kind: Kind::Gone, code: "target-gone", sentence: format!("process {pid} has ended") }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stackcap: {}: {}: {}", self.kind.word(), self.code, self.sentence)
    }
}

/// The answer on every platform that has no implementation.
#[cfg_attr(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")),
    expect(dead_code, reason = "this platform is supported")
)]
pub fn unsupported() -> Outcome {
    Outcome::refused(
        "unsupported-platform",
        format!(
            "not available on {} for {}, because it is written for Linux on x86-64 and 64-bit Arm only",
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
    )
}

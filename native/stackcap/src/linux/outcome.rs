//! How a run that yields no snapshot ends: an exit code and one line on stderr, `stackcap: KIND: CODE: sentence`.
//!
//! The unprivileged side turns the code into a sentence for a person with a next step; the sentence here is for
//! whoever runs the program by hand.

use std::fmt::{self, Display};
use std::io::Write;

/// What kind of end; its number is the exit code. The watchdog's, which is not made here, is 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The command line is wrong.
    Usage = 2,
    /// A rule or the kernel says no.
    Refused = 3,
    /// A system call failed that should not.
    Failed = 4,
    /// The process, or every thread asked for, has ended.
    Gone = 6,
}

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
    pub fn usage(sentence: String) -> Self {
        Self { kind: Kind::Usage, code: "usage", sentence }
    }

    /// A rule says no.
    pub fn refused(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { kind: Kind::Refused, code, sentence: sentence.into() }
    }

    /// Something failed that should not.
    pub fn failed(code: &'static str, doing: &str, cause: impl Display) -> Self {
        Self { kind: Kind::Failed, code, sentence: format!("{doing} failed: {cause}") }
    }

    /// The process has ended.
    pub fn gone(pid: i32) -> Self {
        Self { kind: Kind::Gone, code: "target-gone", sentence: format!("process {pid} has ended") }
    }

    /// Writes the line to stderr and gives the exit code, which says as much where nobody reads the line.
    pub fn report(&self) -> i32 {
        let _nobody_reads = writeln!(std::io::stderr(), "{self}");
        self.kind as i32
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = format!("{:?}", self.kind).to_lowercase();
        write!(f, "stackcap: {kind}: {}: {}", self.code, self.sentence)
    }
}

/// What a system call says, as an end of this program.
pub trait OrFailed<T> {
    /// `doing` is what was tried.
    fn or_failed(self, doing: &str) -> Result<T, Outcome>;
}

impl<T, E: Display> OrFailed<T> for Result<T, E> {
    fn or_failed(self, doing: &str) -> Result<T, Outcome> {
        self.map_err(|cause| Outcome::failed("syscall", doing, cause))
    }
}

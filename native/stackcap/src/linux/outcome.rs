//! The end of a run without a snapshot: an exit code and one line on stderr, `stackcap: KIND: CODE:
//! sentence`.
//!
//! The unprivileged side turns the code into a message with a next step; the sentence here is for users that
//! run the program directly.

use std::fmt::Display;

/// The kind of end; its number is the exit code. The watchdog's, which is not made here, is 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The command line is wrong.
    Usage = 2,
    /// Refused by a rule or by the kernel.
    Refused = 3,
    /// A system call failed that should not.
    Failed = 4,
    /// The process, or every selected thread, has ended.
    Gone = 6,
}

/// A run that yields no answer.
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

    /// The process has ended.
    pub fn gone(pid: i32) -> Self {
        Self { kind: Kind::Gone, code: "target-gone", sentence: format!("process {pid} has ended") }
    }

    /// The line that says it on stderr.
    pub fn line(&self) -> String {
        let kind = format!("{:?}", self.kind).to_lowercase();
        format!("stackcap: {kind}: {}: {}\n", self.code, self.sentence)
    }
}

/// For `map_err`: a system call failed that should not; `doing` is what was tried.
pub fn failed<E: Display>(doing: &str) -> impl FnOnce(E) -> Outcome {
    move |cause| Outcome { kind: Kind::Failed, code: "syscall", sentence: format!("{doing} failed: {cause}") }
}

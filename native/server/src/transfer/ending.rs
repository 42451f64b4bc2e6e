//! How a command ended, and the exit code for it.

use std::process::ExitCode;

/// The end of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everything was transferred.
    Completed,
    /// Some items were rejected; the others were transferred.
    Rejected,
    /// It failed; the report says what was stored before.
    Failed,
    /// It was stopped by a signal.
    Cancelled,
}

impl Ending {
    /// Its name in the report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "Completed",
            Self::Rejected => "CompletedWithRejectedItems",
            Self::Failed => "Failed",
            Self::Cancelled => "Cancelled",
        }
    }

    /// 2 is for wrong arguments; 130 is what shells report for a program that Ctrl+C ended.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Completed => ExitCode::SUCCESS,
            Self::Failed => ExitCode::FAILURE,
            Self::Rejected => ExitCode::from(3),
            Self::Cancelled => ExitCode::from(130),
        }
    }
}

//! Errors of scripts, with the author's line.

use std::fmt;

/// A failure of the host during a call of a script, returned to the caller of the script.
pub type HostError = Box<dyn std::error::Error + Send + Sync>;

/// A position in the author's text, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Why a script failed.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// The text is not JavaScript.
    #[error("{}", with_line(message, *position, line))]
    Syntax {
        /// The parser's message.
        message: String,
        /// Where.
        position: Option<Position>,
        /// The text of that line.
        line: String,
    },
    /// The script threw.
    #[error("{}", with_line(message, *position, line))]
    Failed {
        /// What was thrown.
        message: String,
        /// Where.
        position: Option<Position>,
        /// The text of that line.
        line: String,
    },
    /// The script exceeded a limit.
    #[error("{}", with_line(message, *position, line))]
    Limit {
        /// Which limit, and what to do.
        message: String,
        /// The position at that moment.
        position: Option<Position>,
        /// The text of that line.
        line: String,
    },
    /// The script ran long past its limit inside a built-in function, where it cannot be interrupted.
    #[error(
        "The script did not stop within {:.1} s, long after its limit, so its thread was abandoned. Look for a call in it \
         that never ends",
        after.as_secs_f64()
    )]
    Abandoned {
        /// How long it had been running; zero if the script was not started.
        after: std::time::Duration,
    },
    /// Too many threads were abandoned to start another script.
    #[error(
        "No script is started for now: {abandoned} threads were abandoned because their scripts did not stop. Wait until \
         one of them ends, or restart the program"
    )]
    Unavailable {
        /// How many.
        abandoned: usize,
    },
    /// A database operation of the script failed.
    #[error("{0}")]
    Host(HostError),
    /// The definition is invalid or not supported.
    #[error("{0}")]
    Definition(String),
}

impl ScriptError {
    /// Where in the script it happened.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Syntax { position, .. } | Self::Failed { position, .. } | Self::Limit { position, .. } => {
                *position
            }
            Self::Host(_) | Self::Definition(_) | Self::Abandoned { .. } | Self::Unavailable { .. } => None,
        }
    }
}

/// The host's refusal of an operation that it does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

struct MessageWithLine<'a>(&'a str, Option<Position>, &'a str);

fn with_line<'a>(message: &'a str, position: Option<Position>, line: &'a str) -> impl fmt::Display + 'a {
    MessageWithLine(message, position, line)
}

impl fmt::Display for MessageWithLine<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(message, position, line) = self;
        formatter.write_str(message)?;
        if let Some(Position { line, column }) = position {
            write!(formatter, " (line {line}, column {column}")?;
            let text = self.2.trim();
            if text.is_empty() {
                return formatter.write_str(")");
            }
            let short: String = text.chars().take(120).collect();
            let rest = if short.len() < text.len() { "…" } else { "" };
            return write!(formatter, ": {short}{rest})");
        }
        debug_assert!(position.is_some() || line.is_empty());
        Ok(())
    }
}

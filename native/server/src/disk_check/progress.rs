//! Progress on standard error: one line per completed step, and on a terminal one that is rewritten.

use std::io::IsTerminal as _;

use rookery_diskcheck::Progress;

/// The steps so far.
pub struct StepProgress {
    quiet: bool,
    rewrites: bool,
    printed: bool,
}

impl StepProgress {
    pub fn new(quiet: bool) -> Self {
        Self { quiet, rewrites: std::io::stderr().is_terminal(), printed: false }
    }

    /// Prints a line, if it says something new.
    pub fn at(&mut self, state: &Progress) {
        if self.quiet {
            return;
        }
        if self.rewrites {
            eprint!("\r\x1b[K{}", line(state));
            self.printed = true;
        } else if state.completed.is_some() {
            eprintln!("{}", line(state));
        }
    }

    /// Removes a rewritten line.
    pub fn end(&self) {
        if self.printed {
            eprint!("\r\x1b[K");
        }
    }
}

fn line(state: &Progress) -> String {
    format!(
        "{} of {} steps, {:.0} of about {:.0} s: {}",
        state.step, state.steps, state.seconds, state.planned_seconds, state.running
    )
}

//! Progress on standard error.

use std::io::IsTerminal as _;
use std::time::Instant;

use rookery_recorder::Length;
use rookery_recording::Manifest;
use rookery_recording::inspect::printable;

use super::arguments::Task;

/// Prints a line every so many writes where the output is not a terminal.
const LINES: u32 = 12;

/// What was said so far.
pub struct Progress {
    quiet: bool,
    rewrites: bool,
    started: Instant,
    length: String,
    writes: u32,
}

impl Progress {
    /// Says what is recorded.
    pub fn new(task: &Task, manifest: &Manifest) -> Self {
        let length = match task.options.length {
            Length::Next(length) => format!("the next {}", minutes(length.as_secs())),
            Length::Last { kept, .. } => {
                format!("the last {} before a trigger or Ctrl+C", minutes(kept.as_secs()))
            }
        };
        let progress = Self {
            quiet: task.quiet,
            rewrites: std::io::stderr().is_terminal(),
            started: Instant::now(),
            length,
            writes: 0,
        };
        let databases = match manifest.databases.as_slice() {
            [] => "no database".to_owned(),
            names => names.join(", "),
        };
        progress.say(&format!(
            "recording {} {} ({databases}), {}",
            manifest.server, manifest.server_version, progress.length
        ));
        progress
    }

    /// A line of its own.
    pub fn say(&self, sentence: &str) {
        if !self.quiet {
            self.end();
            eprintln!("rookeryd record: {}", printable(sentence));
        }
    }

    /// Where the recording is.
    pub fn at(&mut self, bytes: u64, rows: u64) {
        if self.quiet {
            return;
        }
        let time = minutes(self.started.elapsed().as_secs());
        let line =
            format!("{time} of {}: {rows} rows, {:.1} MiB", self.length, bytes as f64 / f64::from(1 << 20));
        if self.rewrites {
            eprint!("\r\x1b[K{line}");
        } else if self.writes % LINES == LINES - 1 {
            eprintln!("rookeryd record: {line}");
        }
        self.writes += 1;
    }

    /// Removes a rewritten line.
    pub fn end(&self) {
        if self.rewrites && !self.quiet {
            eprint!("\r\x1b[K");
        }
    }
}

fn minutes(seconds: u64) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

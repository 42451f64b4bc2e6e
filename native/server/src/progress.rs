//! Progress on standard error: one line at most every two seconds.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

const BETWEEN: Duration = Duration::from_secs(2);

/// The bytes transferred so far.
pub struct Progress {
    quiet: bool,
    rewrites: bool,
    verb: &'static str,
    total: Option<u64>,
    begun: Instant,
    printed: Option<Instant>,
}

impl Progress {
    /// `verb` is what is done with the bytes, such as `written`.
    pub fn new(quiet: bool, verb: &'static str, total: Option<u64>) -> Self {
        let rewrites = std::io::stderr().is_terminal();
        Self { quiet, rewrites, verb, total, begun: Instant::now(), printed: None }
    }

    /// Prints, if the last line is old enough.
    pub fn at(&mut self, bytes: u64) {
        let due = self.printed.unwrap_or(self.begun) + BETWEEN;
        if self.quiet || Instant::now() < due {
            return;
        }
        self.printed = Some(Instant::now());
        let line = line(bytes, self.total, self.verb, self.begun.elapsed());
        match self.rewrites {
            true => eprint!("\r\x1b[K{line}"),
            false => eprintln!("{line}"),
        }
    }

    /// Ends a rewritten line.
    pub fn end(&self) {
        if self.rewrites && self.printed.is_some() {
            eprintln!();
        }
    }
}

fn line(bytes: u64, total: Option<u64>, verb: &str, elapsed: Duration) -> String {
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let rate = megabytes(bytes) / elapsed.as_secs_f64().max(0.001);
    match total.filter(|total| *total > 0) {
        Some(total) => {
            let percent = 100.0 * bytes as f64 / total as f64;
            format!(
                "{:.1} of {:.1} MB {verb} ({percent:.0} %), {rate:.1} MB/s",
                megabytes(bytes),
                megabytes(total)
            )
        }
        None => format!("{:.1} MB {verb}, {rate:.1} MB/s", megabytes(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_amount_share_and_rate() {
        let two = Duration::from_secs(2);
        assert_eq!(line(5_000_000, Some(20_000_000), "sent", two), "5.0 of 20.0 MB sent (25 %), 2.5 MB/s");
        assert_eq!(line(5_000_000, None, "written", two), "5.0 MB written, 2.5 MB/s");
    }
}

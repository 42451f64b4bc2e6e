//! The command line: `--pid N [--tid N]… [--stack-bytes N] [--wait]`, `--self-test` or `--version`. Nothing else steers this program.

#![cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux takes orders"))]

use crate::outcome::Outcome;

/// Bytes copied per thread unless told otherwise: deeper stacks end marked as cut.
pub const DEFAULT_STACK_BYTES: usize = 256 * 1024;
const LEAST_STACK_BYTES: usize = 4 * 1024;
const MOST_STACK_BYTES: usize = 4 * 1024 * 1024;
/// More threads than this are never asked for one by one.
const MOST_TIDS: usize = 4096;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Order {
    /// Capture a process.
    Capture(CaptureOrder),
    /// Capture a child of our own and say whether it worked.
    SelfTest,
    /// Print the version.
    Version,
}

/// What to capture.
#[derive(Debug, PartialEq, Eq)]
pub struct CaptureOrder {
    /// The process.
    pub pid: i32,
    /// The threads; empty means all.
    pub tids: Vec<i32>,
    /// Most bytes copied per thread.
    pub stack_bytes: usize,
    /// Wait for `go` and a newline on stdin before touching the process.
    pub wait: bool,
}

/// Reads the command line, program name left out.
pub fn parse(words: &[String]) -> Result<Order, Outcome> {
    match words {
        [only] if only == "--self-test" => return Ok(Order::SelfTest),
        [only] if only == "--version" => return Ok(Order::Version),
        _ => {}
    }
    let mut pid = None;
    let mut tids = Vec::new();
    let mut stack_bytes = DEFAULT_STACK_BYTES;
    let mut wait = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().map(String::as_str).unwrap_or_default();
        match word.as_str() {
            "--pid" if pid.is_none() => pid = Some(id("--pid", value())?),
            "--tid" if tids.len() < MOST_TIDS => tids.push(id("--tid", value())?),
            "--stack-bytes" => {
                let text = value();
                stack_bytes = text
                    .parse()
                    .ok()
                    .filter(|bytes| (LEAST_STACK_BYTES..=MOST_STACK_BYTES).contains(bytes))
                    .ok_or_else(|| {
                        Outcome::usage(format!(
                            "--stack-bytes takes a number from {LEAST_STACK_BYTES} to {MOST_STACK_BYTES}, not `{text}`"
                        ))
                    })?;
            }
            "--wait" => wait = true,
            other => {
                return Err(Outcome::usage(format!(
                    "`{other}` is not understood here; the command line is --pid N [--tid N]… [--stack-bytes N] [--wait]"
                )));
            }
        }
    }
    let pid = pid.ok_or_else(|| Outcome::usage("--pid N is missing: it names the process to capture"))?;
    Ok(Order::Capture(CaptureOrder { pid, tids, stack_bytes, wait }))
}

fn id(option: &str, text: &str) -> Result<i32, Outcome> {
    text.parse()
        .ok()
        .filter(|id| *id > 0)
        .ok_or_else(|| Outcome::usage(format!("{option} takes a positive whole number, not `{text}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Order, Outcome> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_full_line_is_understood() {
        assert_eq!(
            parsed("--pid 12 --tid 13 --tid 14 --stack-bytes 65536 --wait").unwrap(),
            Order::Capture(CaptureOrder { pid: 12, tids: vec![13, 14], stack_bytes: 65536, wait: true })
        );
    }

    #[test]
    fn a_line_that_is_not_exactly_right_is_refused() {
        for line in [
            "",
            "--pid",
            "--pid 0",
            "--pid -1",
            "--pid 1 --pid 2",
            "--pid 99999999999",
            "--pid 1 --tid x",
            "--pid 1 --stack-bytes 1",
            "--pid 1 --stack-bytes 99999999",
            "--pid 1 --out /tmp/x",
            "--pid 1 --self-test",
            "12",
        ] {
            assert!(matches!(parsed(line), Err(Outcome { code: "usage", .. })), "{line}");
        }
    }
}

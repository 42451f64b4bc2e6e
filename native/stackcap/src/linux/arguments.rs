//! The command line: `--pid N [--tid N]… [--stack-bytes N] [--wait]`, `--self-test` or `--version`. Nothing else steers this program.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::outcome::Outcome;

/// Bytes copied per thread unless told otherwise: deeper stacks end marked as cut.
const DEFAULT_STACK_BYTES: usize = 256 * 1024;
const STACK_BYTES: RangeInclusive<usize> = 4 * 1024..=4 * 1024 * 1024;
/// More threads than this are never asked for one by one.
const MOST_TIDS: usize = 4096;

const COMMAND_LINE: &str = "--pid N [--tid N]… [--stack-bytes N] [--wait], or --self-test, or --version";

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

impl CaptureOrder {
    /// All of a process, at once.
    pub fn of(pid: i32) -> Self {
        Self { pid, tids: Vec::new(), stack_bytes: DEFAULT_STACK_BYTES, wait: false }
    }
}

/// Reads a command line that asks for a capture, program name left out.
pub fn parse(words: &[String]) -> Result<CaptureOrder, Outcome> {
    let mut order = CaptureOrder::of(0);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--pid" if order.pid == 0 => order.pid = number(word, rest.next(), 1..=i32::MAX)?,
            "--tid" if order.tids.len() < MOST_TIDS => {
                order.tids.push(number(word, rest.next(), 1..=i32::MAX)?)
            }
            "--stack-bytes" => order.stack_bytes = number(word, rest.next(), STACK_BYTES)?,
            "--wait" => order.wait = true,
            other => {
                return Err(Outcome::usage(format!("`{other}` is not understood here; say {COMMAND_LINE}")));
            }
        }
    }
    match order.pid {
        0 => Err(Outcome::usage("--pid N is missing: it names the process to capture".into())),
        _ => Ok(order),
    }
}

fn number<T>(option: &str, text: Option<&String>, range: RangeInclusive<T>) -> Result<T, Outcome>
where
    T: FromStr + PartialOrd + Display,
{
    let text = text.map_or("", String::as_str);
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        Outcome::usage(format!("{option} takes a number from {least} to {most}, not `{text}`"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<CaptureOrder, Outcome> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_full_line_is_understood() {
        assert_eq!(
            parsed("--pid 12 --tid 13 --tid 14 --stack-bytes 65536 --wait").unwrap(),
            CaptureOrder { pid: 12, tids: vec![13, 14], stack_bytes: 65536, wait: true }
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

//! The command line: `--pid N [--tid N]… [--wait]`, `--self-test` or `--version`. Nothing else steers this
//! program.

use super::outcome::Outcome;

/// The limit of threads selected one by one.
const MOST_TIDS: usize = 4096;

const COMMAND_LINE: &str = "--pid N [--tid N]… [--wait], or --self-test, or --version";

/// What to capture.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CaptureOrder {
    /// The process.
    pub pid: i32,
    /// The threads; empty means all.
    pub tids: Vec<i32>,
    /// Wait for `go` and a newline on stdin before touching the process.
    pub wait: bool,
}

/// Parses the arguments of a capture, without the program name.
pub fn parse(words: &[&str]) -> Result<CaptureOrder, Outcome> {
    let mut order = CaptureOrder::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--pid" if order.pid == 0 => order.pid = id(word, rest.next())?,
            "--tid" if order.tids.len() < MOST_TIDS => order.tids.push(id(word, rest.next())?),
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

fn id(option: &str, text: Option<&&str>) -> Result<i32, Outcome> {
    let text = text.copied().unwrap_or_default();
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| Outcome::usage(format!("{option} takes a number from 1 to {}, not `{text}`", i32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<CaptureOrder, Outcome> {
        parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn a_full_line_is_understood() {
        assert_eq!(
            parsed("--pid 12 --tid 13 --tid 14 --wait").unwrap(),
            CaptureOrder { pid: 12, tids: vec![13, 14], wait: true }
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
            "--pid 1 --stack-bytes 65536",
            "--pid 1 --out /tmp/x",
            "--pid 1 --self-test",
            "12",
        ] {
            assert!(matches!(parsed(line), Err(Outcome { code: "usage", .. })), "{line}");
        }
    }
}

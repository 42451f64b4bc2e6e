//! Lines of the server's log: JSON of 7.x, text of 6.x.

use rookery_recording::tables::{LogLine, Rows};
use serde_json::Value;

use super::{Answer, Parser};
use crate::options::LEVELS;
use crate::values::text;

/// Longest message.
const MESSAGE: usize = 4_096;
/// Lines per second that are kept.
const PER_SECOND: u32 = 200;

/// Lines of at least a level.
pub struct Logs {
    least: usize,
    second: i64,
    lines: u32,
}

impl Logs {
    pub fn new(least: &str) -> Self {
        Self { least: rank(least), second: 0, lines: 0 }
    }

    fn is_kept(&mut self, line: &LogLine) -> bool {
        if rank(&line.level) < self.least {
            return false;
        }
        let second = line.time / 1_000_000;
        if second != self.second {
            (self.second, self.lines) = (second, 0);
        }
        self.lines += 1;
        self.lines <= PER_SECOND
    }
}

impl Parser for Logs {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let line = match serde_json::from_str(&answer.text) {
            Ok(line) => of_json(&line, answer.time),
            Err(_) => match of_text(&answer.text, answer.time) {
                Some(line) => line,
                None => return,
            },
        };
        if self.is_kept(&line) {
            rows.logs.push(line);
        }
    }
}

/// The place of a level among the levels; unknown ones are kept like warnings.
fn rank(level: &str) -> usize {
    LEVELS.iter().position(|known| known.eq_ignore_ascii_case(level)).unwrap_or(3)
}

fn of_json(line: &Value, time: i64) -> LogLine {
    LogLine {
        time,
        level: level(&text(line, "Level")),
        resource: text(line, "Resource"),
        component: text(line, "Component"),
        logger: text(line, "Logger"),
        message: text(line, "Message").chars().take(MESSAGE).collect(),
    }
}

/// `Time, Thread, Level, Source, Logger, Message, Exception`.
fn of_text(line: &str, time: i64) -> Option<LogLine> {
    let mut parts = line.trim().splitn(6, ", ").skip(2);
    let (name, resource, logger, message) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    if name == "Level" {
        return None;
    }
    Some(LogLine {
        time,
        level: level(name),
        resource: resource.to_owned(),
        component: String::new(),
        logger: logger.to_owned(),
        message: message.chars().take(MESSAGE).collect(),
    })
}

/// One spelling. 6.x has two levels: `Information`, which is detail, and `Operations`.
fn level(name: &str) -> String {
    let known = LEVELS.iter().find(|known| known.eq_ignore_ascii_case(name));
    match (known, name) {
        (Some(known), _) => (*known).to_owned(),
        (None, "Information") => "Debug".to_owned(),
        (None, "Operations") => "Info".to_owned(),
        (None, other) => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_formats_are_read_from_the_level_on() {
        let (mut parser, mut rows) = (Logs::new("Info"), Rows::default());
        for text in [
            r#"{ "Level": "WARN", "Resource": "a", "Logger": "L", "Message": "m" }"#,
            r#"{ "Level": "DEBUG", "Message": "left out" }"#,
            "Time, Thread, Level, Source, Logger, Message, Exception\n",
            "2026-11-28T00:07:27.6526782Z, 16, Information, Server, X, left out",
            "2026-11-28T00:07:28.0962229Z, 11, Operations, Server, X.Y, Running 15, and more",
            "torn",
        ] {
            parser.add(&Answer { time: 1, took_us: 0, text: text.to_owned() }, &mut rows);
        }
        let lines: Vec<_> =
            rows.logs.iter().map(|line| (line.level.as_str(), line.message.as_str())).collect();
        assert_eq!(lines, [("Warn", "m"), ("Info", "Running 15, and more")]);
    }

    #[test]
    fn a_flood_is_bounded() {
        let (mut parser, mut rows) = (Logs::new("Warn"), Rows::default());
        for _ in 0..1_000 {
            let text = r#"{"Level":"ERROR","Message":"m"}"#.to_owned();
            parser.add(&Answer { time: 1, took_us: 0, text }, &mut rows);
        }
        assert_eq!(rows.logs.len(), 200);
    }
}

//! Triggers: what starts a capture of stacks and marks the moment.

use regex::{Regex, RegexBuilder};
use rookery_recording::tables::Rows;

/// Samples in succession that must be as busy.
const BUSY_SAMPLES: u32 = 3;
/// Largest compiled pattern in bytes.
const PATTERN_SIZE: usize = 1 << 20;

/// One condition.
#[derive(Debug, Clone)]
pub enum Trigger {
    /// A journal write of so many µs.
    SlowWrite(u64),
    /// A request of so many µs.
    SlowRequest(u64),
    /// A running query of so many µs.
    SlowQuery(u64),
    /// The machine's use in percent.
    Cpu(f64),
    /// An answer after so many µs.
    Stall(u64),
    /// A line of the log.
    Log(Regex),
}

impl Trigger {
    /// Reads `NAME=VALUE`, as in `slow-write=500`. An error is a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let milliseconds = || {
            let number = value.parse::<u64>().ok().filter(|number| *number > 0);
            let number = number.and_then(|number| number.checked_mul(1_000));
            number.ok_or_else(|| format!("The trigger {name} needs a number of milliseconds, not '{value}'."))
        };
        match name {
            "slow-write" => milliseconds().map(Self::SlowWrite),
            "slow-request" => milliseconds().map(Self::SlowRequest),
            "slow-query" => milliseconds().map(Self::SlowQuery),
            "stall" => milliseconds().map(Self::Stall),
            "cpu" => match value.parse::<f64>() {
                Ok(percent) if (1.0..=100.0).contains(&percent) => Ok(Self::Cpu(percent)),
                _ => Err(format!("The trigger cpu needs a percentage from 1 to 100, not '{value}'.")),
            },
            "log" if !value.is_empty() => RegexBuilder::new(value)
                .case_insensitive(true)
                .size_limit(PATTERN_SIZE)
                .build()
                .map(Self::Log)
                .map_err(|error| format!("The trigger log needs a regular expression: {error}.")),
            "log" => Err("The trigger log needs a regular expression.".to_owned()),
            other => Err(format!("'{other}' is not a trigger.")),
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fired {
    /// The trigger's name.
    pub name: &'static str,
    /// A sentence.
    pub text: String,
}

/// All triggers of a recording.
#[derive(Debug, Default)]
pub struct Triggers {
    triggers: Vec<Trigger>,
    busy: u32,
}

impl Triggers {
    pub fn new(triggers: Vec<Trigger>) -> Self {
        Self { triggers, busy: 0 }
    }

    /// The first trigger that the rows of one answer set off.
    pub fn check(&mut self, rows: &Rows) -> Option<Fired> {
        if self.triggers.is_empty() {
            return None;
        }
        let busy = &mut self.busy;
        self.triggers.iter().find_map(|trigger| check(trigger, rows, busy))
    }
}

fn check(trigger: &Trigger, rows: &Rows, busy: &mut u32) -> Option<Fired> {
    let ms = |microseconds: u64| microseconds as f64 / 1e3;
    match trigger {
        Trigger::SlowWrite(least) => {
            let write = rows.io.iter().find(|row| row.kind == "JournalWrite" && row.duration_us >= *least)?;
            let text = format!("A journal write of '{}' took {} ms.", write.database, ms(write.duration_us));
            Some(Fired { name: "slow-write", text })
        }
        Trigger::SlowRequest(least) => {
            let request = rows.requests.iter().find(|row| row.duration_us >= *least)?;
            let text = format!("{} {} took {} ms.", request.method, request.path, ms(request.duration_us));
            Some(Fired { name: "slow-request", text })
        }
        Trigger::SlowQuery(least) => {
            let query = rows.queries.iter().find(|row| row.duration_us >= *least)?;
            let text = format!("A query on '{}' runs for {} ms.", query.index, ms(query.duration_us));
            Some(Fired { name: "slow-query", text })
        }
        Trigger::Cpu(least) => {
            let sample = rows.cpu.last()?;
            *busy = if sample.machine_percent >= *least { *busy + 1 } else { 0 };
            let text = format!("The machine is {:.0} % busy.", sample.machine_percent);
            (*busy >= BUSY_SAMPLES).then_some(Fired { name: "cpu", text })
        }
        Trigger::Stall(least) => {
            let sample = rows.databases.iter().find(|row| row.answer_us >= *least)?;
            let text = format!(
                "The statistics of '{}' took {} ms to arrive.",
                sample.database,
                ms(sample.answer_us)
            );
            Some(Fired { name: "stall", text })
        }
        Trigger::Log(pattern) => {
            let line = rows.logs.iter().find(|row| pattern.is_match(&row.message))?;
            let text: String = line.message.chars().take(200).collect();
            Some(Fired { name: "log", text: format!("{}: {text}", line.level) })
        }
    }
}

#[cfg(test)]
mod tests {
    use rookery_recording::tables::{CpuSample, IoEvent, LogLine, Request};

    use super::*;

    #[test]
    fn a_trigger_needs_its_condition() {
        let mut triggers = Triggers::new(vec![Trigger::parse("slow-write=100").unwrap()]);
        let mut rows = Rows::default();
        let write = |duration_us| IoEvent { kind: "JournalWrite".into(), duration_us, ..IoEvent::default() };
        rows.io.push(write(99_999));
        rows.io.push(IoEvent { kind: "DataSync".into(), ..write(500_000) });
        assert_eq!(triggers.check(&rows), None);
        rows.io.push(write(100_000));
        assert_eq!(triggers.check(&rows).unwrap().text, "A journal write of '' took 100 ms.");
        let rows = Rows {
            requests: vec![Request { duration_us: 2_000_000, ..Request::default() }],
            logs: vec![LogLine { message: "Disk is FULL".to_owned(), ..LogLine::default() }],
            ..Rows::default()
        };
        assert_eq!(triggers.check(&rows), None);
        let mut triggers = Triggers::new(vec![Trigger::parse("log=disk.*full").unwrap()]);
        assert_eq!(triggers.check(&rows).unwrap().name, "log");
        let mut triggers = Triggers::new(vec![Trigger::parse("slow-request=2000").unwrap()]);
        assert_eq!(triggers.check(&rows).unwrap().name, "slow-request");
    }

    #[test]
    fn a_busy_machine_is_busy_three_times_in_succession() {
        let mut triggers = Triggers::new(vec![Trigger::parse("cpu=90").unwrap()]);
        let mut fired = |machine_percent: f64| {
            let rows =
                Rows { cpu: vec![CpuSample { machine_percent, ..CpuSample::default() }], ..Rows::default() };
            triggers.check(&rows).is_some()
        };
        assert_eq!(
            [95.0, 95.0, 10.0, 91.0, 92.0, 93.0].map(&mut fired),
            [false, false, false, false, false, true]
        );
    }

    #[test]
    fn wrong_values_are_named() {
        for (text, named) in [
            ("cpu=0", "'0'"),
            ("cpu", "''"),
            ("slow-write=soon", "'soon'"),
            ("log=(", "expression"),
            ("log=", "log"),
        ] {
            assert!(Trigger::parse(text).unwrap_err().contains(named), "{text}");
        }
    }
}

//! The options of a recorder, as JSON.

use std::time::Duration;

use rookery_recorder::{Clock, Length, Opening, Options, Requests, Trigger};
use rookery_recording::Manifest;
use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;

/// See `RecorderOptions` in `index.d.ts`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sent {
    recorder: String,
    server: String,
    databases: Vec<String>,
    answers: Answers,
    length: SentLength,
    triggers: Vec<SentTrigger>,
    log_level: String,
    requests: String,
    most_per_second: u32,
    note: String,
    max_bytes: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answers {
    version: Option<String>,
    settings: Option<String>,
    clock: Option<SentClock>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentClock {
    text: String,
    sent: i64,
    received: i64,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum SentLength {
    Next { minutes: f64 },
    Last { minutes: f64, seconds_after: u64 },
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum SentTrigger {
    SlowWrite { ms: u64 },
    SlowRequest { ms: u64 },
    SlowQuery { ms: u64 },
    Stall { ms: u64 },
    Cpu { percent: f64 },
    Log { pattern: String },
}

impl Sent {
    /// Reads and checks the options.
    pub fn parse(text: &str) -> Result<(Options, Manifest), Failure> {
        let sent: Self = serde_json::from_str(text)
            .map_err(|error| bad(format!("The options of the recorder are not valid: {error}.")))?;
        let options = Options {
            length: sent.length.checked()?,
            size: sent.max_bytes,
            triggers: sent.triggers.iter().map(SentTrigger::checked).collect::<Result<_, _>>()?,
            log_level: sent.log_level,
            requests: Requests::named(&sent.requests)
                .ok_or_else(|| bad(format!("'{}' is not all, sampled or none.", sent.requests)))?,
            most_per_second: sent.most_per_second,
        };
        let opening = Opening {
            recorder: sent.recorder,
            server: sent.server,
            databases: sent.databases,
            note: sent.note,
            version: json(sent.answers.version),
            settings: json(sent.answers.settings),
            clock: sent.answers.clock.map(|clock| Clock {
                answer: json(Some(clock.text)),
                sent: clock.sent,
                received: clock.received,
            }),
        };
        Ok((options, opening.manifest()))
    }
}

impl SentLength {
    fn checked(self) -> Result<Length, Failure> {
        Ok(match self {
            Self::Next { minutes } => Length::Next(duration(minutes)?),
            Self::Last { minutes, seconds_after } => {
                Length::Last { kept: duration(minutes)?, after: Duration::from_secs(seconds_after) }
            }
        })
    }
}

impl SentTrigger {
    fn checked(&self) -> Result<Trigger, Failure> {
        let text = match self {
            Self::SlowWrite { ms } => format!("slow-write={ms}"),
            Self::SlowRequest { ms } => format!("slow-request={ms}"),
            Self::SlowQuery { ms } => format!("slow-query={ms}"),
            Self::Stall { ms } => format!("stall={ms}"),
            Self::Cpu { percent } => format!("cpu={percent}"),
            Self::Log { pattern } => format!("log={pattern}"),
        };
        Trigger::parse(&text).map_err(bad)
    }
}

fn duration(minutes: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(60.0 * minutes)
        .map_err(|error| bad(format!("{minutes} is not a number of minutes: {error}.")))
}

/// An answer; null for one that is not JSON.
fn json(text: Option<String>) -> Value {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn bad(message: String) -> Failure {
    Failure::new("bad-options", message)
}

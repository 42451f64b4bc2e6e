//! What is read once, at the start: version, clock and settings.

use rookery_recording::{FORMAT, Manifest};
use serde_json::{Map, Value};

use crate::values::{date, now, text};

/// Longest value of a setting.
const SETTING: usize = 500;
/// Settings whose names contain these are left out, like those that the server calls secured.
const SECRET: [&str; 6] = ["password", "secret", "key", "token", "certificate", "connectionstring"];

/// The first answers of a server. Null where it gave none.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// Name and version of the program.
    pub recorder: String,
    /// Address of the server, without user name and password.
    pub server: String,
    /// The databases that are recorded.
    pub databases: Vec<String>,
    /// A remark of a person.
    pub note: String,
    /// The answer of `/build/version`.
    pub version: Value,
    /// The answer of `/admin/configuration/settings`.
    pub settings: Value,
    /// The answer that has the server's time.
    pub clock: Option<Clock>,
}

/// An answer of `/admin/debug/memory/stats`.
#[derive(Debug, Clone)]
pub struct Clock {
    /// The answer.
    pub answer: Value,
    /// When it was sent, µs since 1970.
    pub sent: i64,
    /// When it was received, µs since 1970.
    pub received: i64,
}

impl Opening {
    /// The start of the recording, which is now.
    pub fn manifest(self) -> Manifest {
        Manifest {
            format: FORMAT,
            recorder: self.recorder,
            server: self.server,
            server_version: text(&self.version, "FullVersion"),
            started: now(),
            clock_offset: self.clock.as_ref().map_or(0, offset),
            databases: self.databases,
            settings: settings(&self.settings),
            note: self.note,
            masked: false,
        }
    }
}

/// The server's clock minus this one's, in µs; half of the time of the request is the error. 0 if it is not known.
fn offset(clock: &Clock) -> i64 {
    let middle = clock.sent.saturating_add(clock.received.saturating_sub(clock.sent) / 2);
    date(&clock.answer["@metadata"], "DateTime").map_or(0, |server| server.saturating_sub(middle))
}

/// Settings with a value of their own. Null where the server gave none.
fn settings(answer: &Value) -> Value {
    let Some(settings) = answer["Settings"].as_array() else { return Value::Null };
    let mut kept = Map::new();
    for setting in settings {
        if setting["Metadata"]["IsSecured"] != false {
            continue;
        }
        for (name, value) in setting["ServerValues"].as_object().into_iter().flatten() {
            let lower = name.to_lowercase();
            let (has, value) = (value["HasValue"] == true, text(value, "Value"));
            if has && !SECRET.iter().any(|secret| lower.contains(secret)) {
                kept.insert(name.clone(), value.chars().take(SETTING).collect::<String>().into());
            }
        }
    }
    Value::Object(kept)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_and_defaults_are_left_out_and_the_clocks_are_compared() {
        let setting = |name: &str, secured: bool, has: bool| json!({ "Metadata": { "IsSecured": secured }, "ServerValues": { name: { "HasValue": has, "Value": "v" } } });
        let opening = Opening {
            version: json!({ "FullVersion": "7.1.5" }),
            settings: json!({ "Settings": [
                setting("DataDir", false, true),
                setting("Security.Master.Key.Path", false, true),
                setting("Other", true, true),
                setting("Unset", false, false),
            ]}),
            clock: Some(Clock {
                answer: json!({ "@metadata": { "DateTime": "1970-01-01T00:00:10.0000000Z" } }),
                sent: 4_000_000,
                received: 6_000_000,
            }),
            ..Opening::default()
        };
        let manifest = opening.manifest();
        assert_eq!(manifest.settings, json!({ "DataDir": "v" }));
        assert_eq!((manifest.clock_offset, manifest.server_version.as_str()), (5_000_000, "7.1.5"));
        let manifest = Opening::default().manifest();
        assert_eq!((manifest.settings, manifest.clock_offset), (Value::Null, 0));
    }
}

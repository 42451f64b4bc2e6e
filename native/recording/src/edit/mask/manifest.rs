//! The beginning and the ending of a masked recording.

use serde_json::{Map, Value};

use super::names::Names;
use super::words::{SETTINGS, is_compound};
use super::{message, path};
use crate::manifest::{Ending, Manifest};

/// Masks the manifest.
pub fn mask(manifest: &mut Manifest, names: &mut Names) {
    manifest.recorder = program(&manifest.recorder);
    manifest.server = String::new();
    manifest.server_version = version(&manifest.server_version);
    for database in &mut manifest.databases {
        *database = names.replace("database", database);
    }
    manifest.settings = settings(&manifest.settings, names);
    manifest.note = String::new();
}

/// Masks the ending.
pub fn mask_ending(ending: &mut Ending, names: &mut Names) {
    ending.reason = message::mask(&ending.reason, names);
    for source in &mut ending.sources {
        source.source = path::mask(&source.source, names);
        source.database = names.replace("database", &source.database);
        source.problem = message::mask(&source.problem, names);
    }
}

/// The program's name and version: `rookeryd 0.1.0`.
fn program(text: &str) -> String {
    let known = |word: &str| matches!(word, "rookeryd" | "Rookery") || version(word) == word;
    text.split_whitespace().filter(|word| known(word)).collect::<Vec<_>>().join(" ")
}

/// The numbers of a version.
fn version(text: &str) -> String {
    let end = text.find(|found: char| !(found.is_ascii_digit() || found == '.')).unwrap_or(text.len());
    text[..end].to_owned()
}

fn settings(value: &Value, names: &mut Names) -> Value {
    match value {
        Value::Object(members) => {
            let masked = members.iter().map(|(name, value)| (setting(name, names), settings(value, names)));
            Value::Object(masked.collect::<Map<_, _>>())
        }
        Value::Array(values) => values.iter().map(|value| settings(value, names)).collect(),
        Value::String(text) if is_plain(text) => value.clone(),
        Value::String(_) => Value::String("…".to_owned()),
        Value::Number(_) | Value::Bool(_) | Value::Null => value.clone(),
    }
}

/// `Storage.MaxConcurrentFlushes`; names of other words become `setting-1`, …
fn setting(name: &str, names: &mut Names) -> String {
    let mut parts = name.split('.');
    let known = parts.next().is_some_and(|category| SETTINGS.contains(&category));
    if known && parts.all(is_compound) { name.to_owned() } else { names.replace("setting", name) }
}

/// Numbers and booleans that are written as strings.
fn is_plain(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "" | "true" | "false") || text.parse::<i64>().is_ok()
}

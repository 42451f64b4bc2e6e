//! Removes the old backups of a task after a new one was written and verified.

use std::path::Path;
use std::time::Duration;

use rookery_engine::Engine;
use serde_json::{Map, Value};
use time::OffsetDateTime;

use super::time_span;
use crate::backups::name::FolderName;
use crate::dumps::Report;

/// The age from which backups are removed; `None` when all are kept.
pub fn least_age(configuration: &Map<String, Value>) -> Result<Option<Duration>, String> {
    let Some(policy) = configuration.get("RetentionPolicy").filter(|policy| policy.is_object()) else {
        return Ok(None);
    };
    let age = policy.get("MinimumBackupAgeToKeep").filter(|age| !age.is_null());
    match (policy.get("Disabled").and_then(Value::as_bool), age) {
        (Some(true), _) | (_, None) => Ok(None),
        (_, Some(age)) => match time_span(age) {
            Some(age) if age >= Duration::from_secs(60) => Ok(Some(age)),
            _ => Err(format!(
                "RetentionPolicy.MinimumBackupAgeToKeep is {age}; use a time of at least a minute, such as 14.00:00:00."
            )),
        },
    }
}

/// Removes the folders of this task that are old enough, never `newest`. Returns those that stay.
pub fn remove_old(
    engine: &Engine,
    folders: Vec<String>,
    newest: &Path,
    database: &str,
    age: Duration,
    now: OffsetDateTime,
    report: &mut Report,
) -> Vec<String> {
    let is_old = |folder: &Path| {
        let name = folder.file_name().and_then(|name| FolderName::parse(&name.to_string_lossy()));
        name.is_some_and(|name| name.database == database && now - name.moment >= age)
    };
    let mut kept = Vec::new();
    for folder in folders {
        let path = Path::new(&folder);
        if path == newest || !is_old(path) {
            kept.push(folder);
            continue;
        }
        // A root that is no longer allowed keeps its backups.
        let removed = match engine.backup_path(path) {
            Ok(allowed) if allowed == path => engine.disk().remove_folder(path),
            _ => Err(std::io::ErrorKind::PermissionDenied.into()),
        };
        match removed {
            Ok(()) => report.say("INFO", &format!("Removed the old backup '{folder}'")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                report.warn(&format!("The old backup '{folder}' was not removed: {error}."));
                kept.push(folder);
            }
        }
    }
    kept
}

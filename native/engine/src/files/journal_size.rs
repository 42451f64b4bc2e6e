//! The size of a database's journal segments when the record's `Settings` set it: small segments are flushed
//! and synced often, which shows overlapping I/O in the statistics.

use serde_json::{Map, Value};

use crate::base::options::Tuning;
use crate::error::EngineError;

/// The setting's name in the record's `Settings`. Takes effect when the database is opened next.
const SETTING: &str = "Rookery.JournalSizeInKb";
/// From a size at which the start of each file costs little to one that recovery still reads quickly.
const SIZES: std::ops::RangeInclusive<u64> = 64..=1 << 20;

/// Settings are strings on the wire; a number is accepted too.
fn configured(record: &Map<String, Value>) -> Result<Option<u64>, EngineError> {
    let Some(value) = record.get("Settings").and_then(|settings| settings.get(SETTING)) else {
        return Ok(None);
    };
    let number = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64(),
    };
    number.filter(|size| SIZES.contains(size)).map(Some).ok_or_else(|| EngineError::BadConfiguration {
        setting: "journal size",
        reason: format!(
            "{SETTING} must be a number from {} to {}, but is {value}",
            SIZES.start(),
            SIZES.end()
        ),
    })
}

/// Rejects an invalid size.
pub(crate) fn check(record: &Map<String, Value>) -> Result<(), EngineError> {
    configured(record).map(drop)
}

/// The default tuning changed by the record: a flush begins when one journal segment of changes is unflushed.
pub(crate) fn tuning(record: &Map<String, Value>, usual: &Tuning) -> Tuning {
    let mut tuning = usual.clone();
    // A record was checked when it was saved.
    if let Ok(Some(kilobytes)) = configured(record) {
        tuning.journal_segment = kilobytes << 10;
        tuning.journal_step = tuning.journal_step.min(tuning.journal_segment);
        tuning.flush_bytes = usize::try_from(tuning.journal_segment).unwrap_or(tuning.flush_bytes);
    }
    tuning
}

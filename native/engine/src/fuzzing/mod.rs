//! Entry points for the fuzzer (`native/fuzz`) and for its quick, deterministic variant in the unit tests:
//! any bytes in, a result or an error out, never a panic. Not part of the engine's API.
mod backup;
pub(crate) mod one_journal;
#[cfg(test)]
mod quick;

#[cfg(test)]
#[path = "../../../fuzz/mutations/mod.rs"]
mod mutations;

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;

pub use self::backup::backup;
use self::one_journal::OneJournal;
use crate::base::options::Tuning;
use crate::document::compression::Dictionaries;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
pub use crate::indexes::fuzzing::IndexBench;
use crate::transaction::batch_record::read as read_batch_record;
use rookery_storage::{EnvironmentType, IoMetrics};
use rookery_storage::{JournalLocation, seal_for_fuzzing};

/// The journal id that the entry points expect.
pub const JOURNAL: u128 = 77;

/// Opens a journal whose only segment has these bytes and decodes its records. With `seal`, everything that
/// looks like a header gets a valid checksum, so that the code after the checksums is reached too. Returns
/// the number of replayed records.
pub fn journal(bytes: &[u8], seal: bool) -> Result<u64, EngineError> {
    let mut bytes = bytes.to_vec();
    if seal {
        seal_for_fuzzing(JOURNAL, &mut bytes);
    }
    let folder = PathBuf::from("journals");
    let metrics = Arc::new(IoMetrics::default());
    let place = JournalLocation {
        recorder: metrics.environment(&folder, EnvironmentType::Documents),
        folder: folder.clone(),
        id: JOURNAL,
        disk: Arc::new(OneJournal::holding(bytes)),
    };
    let understand = |_: u64, payload: &[u8]| {
        batch_record(payload).map_err(|reason| EngineError::corrupt(&folder, reason))
    };
    let (_, report) = place.open(&Tuning::default().journal(), 0, understand)?;
    Ok(report.replayed_records)
}

/// Decodes a journal record's payload.
pub fn batch_record(payload: &[u8]) -> Result<(), String> {
    read_batch_record(payload).map(drop)
}

/// Decodes a stored value completely.
pub fn stored_value(bytes: &[u8]) -> Result<(), String> {
    let value = StoredValue::from_bytes(Bytes::copy_from_slice(bytes))?;
    let _ = (value.id(), value.collection(), value.flags(), value.last_modified(), value.archive_at());
    let _ = value.change_vector(i64::MAX, "AAAAAAAAAAAAAAAAAAAAAA");
    let _ =
        (crate::document::date::from_ticks(value.last_modified()), value.original_len(), value.body_len());
    value.body(&Dictionaries::default()).map(drop)
}

/// Normalizes a client's document and reads its metadata.
pub fn document(body: &[u8]) -> Result<(), EngineError> {
    let incoming = crate::document::normalize::read("users/1", body)?;
    let defect = |error: serde_json::Error| panic!("the engine cannot read its own form: {error}");
    crate::document::normalize::archived(&incoming.body()).map_err(defect).map(drop)
}

/// Documents (a collection and a stored body each) for [`IndexBench::carry_out`]: values of all kinds, and
/// one with the maximum nesting.
pub fn documents() -> Vec<(&'static str, String)> {
    let order = r#"{"A":1,"B":"x","C":[1,"y",null],"D":{"E":{"A":2.50}},"Lines":[{"P":2,"Q":"p"},{"P":5}],"@metadata":{"@collection":"O"}}"#;
    let deep = nested_document(rookery_nesting::MAX_DEPTH);
    vec![("O", order.to_owned()), ("O", r#"{"A":null,"@metadata":{}}"#.to_owned()), ("O", deep)]
}

/// A document of `levels` nested objects.
fn nested_document(levels: usize) -> String {
    format!("{{\"@metadata\":{{}},\"A\":{}1{}}}", "{\"A\":".repeat(levels - 1), "}".repeat(levels - 1))
}

/// Reads a date.
pub fn date(text: &str) {
    if let Some(date) = crate::document::date::parse(text) {
        let _ = crate::document::date::to_text(crate::document::date::from_ticks(
            crate::document::date::to_ticks(date),
        ));
    }
}

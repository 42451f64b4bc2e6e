//! Checks a static definition and compiles its scripts.

use super::scripts::Scripts;
use crate::error::EngineError;
use crate::index_definition::replacement_name::replaced_by;
use crate::index_definition::static_index::{ArchivedDocuments, StaticIndex};
use rookery_script::MapSource;

/// Rejects invalid definitions and unsupported options, by name.
pub(crate) fn check(index: &StaticIndex) -> Result<Scripts, EngineError> {
    let name = index.name.as_str();
    if name.trim().is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(refuse(
            name,
            "a name is a line of text that is neither empty nor longer than 500 bytes.",
        ));
    }
    if name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("Auto/")) {
        return Err(refuse(name, "names that start with 'Auto/' are reserved for automatic indexes."));
    }
    if replaced_by(name).is_some() {
        return Err(refuse(
            name,
            "names that start with 'ReplacementOf/' are reserved for replacements of indexes. Put the \
             definition under the name of the index itself.",
        ));
    }
    if index.maps.is_empty() {
        return Err(refuse(name, "it has no map. Put at least one text into 'Maps'."));
    }
    if index.output_reduce_to_collection.as_deref().is_some_and(|name| !name.is_empty()) {
        return Err(refuse(name, "'OutputReduceToCollection' is not carried out by the sandbox yet."));
    }
    if let Some(obstacle) = index.fields.iter().find_map(|(field, options)| options.obstacle(field)) {
        return Err(refuse(name, &obstacle));
    }
    let scripts = Scripts::read(index).map_err(|error| refuse(name, &error.to_string()))?;
    let Some(source) = scripts.source() else {
        return Err(refuse(
            name,
            "its maps have different sources. All of them must read documents, counters or time series.",
        ));
    };
    let stated = index.source_type.as_deref().unwrap_or("None");
    if !matches!(stated, "None" | "Documents") && stated != source_name(source) {
        return Err(refuse(
            name,
            &format!("its 'SourceType' is {stated}, but its maps read {}.", source_name(source)),
        ));
    }
    let archived = index.archived_data_processing_behavior.unwrap_or(ArchivedDocuments::IncludeArchived);
    if source != MapSource::Documents && archived != ArchivedDocuments::IncludeArchived {
        return Err(refuse(
            name,
            "an index over counters or time series includes those of archived documents; remove \
             'ArchivedDataProcessingBehavior' or set it to 'IncludeArchived'.",
        ));
    }
    Ok(scripts)
}

/// The name of a source in definitions and statistics.
pub(crate) fn source_name(source: MapSource) -> &'static str {
    match source {
        MapSource::Documents => "Documents",
        MapSource::Counters => "Counters",
        MapSource::TimeSeries => "TimeSeries",
    }
}

fn refuse(name: &str, reason: &str) -> EngineError {
    EngineError::BadIndex { index: name.to_owned(), reason: reason.to_owned() }
}

/// The longest name an index may have.
const LONGEST_NAME: usize = 500;

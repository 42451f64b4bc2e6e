//! Indexes as clients read them: definitions, statistics, progress, reasons for staleness.

use rookery_engine::{
    AutoIndex, FieldOptions, GroupedIndex, IndexAdminState, IndexDefinition, IndexStats, IndexStatus,
    PastDefinition, RunningStatus, StaticIndex,
};
use serde_json::{Map, Value, json};

pub(crate) fn definition(definition: &IndexDefinition) -> Value {
    match definition {
        IndexDefinition::Auto(index) => auto_definition(index, definition.admin_state()),
        IndexDefinition::Grouped(index) => grouped_definition(index, definition.admin_state()),
        IndexDefinition::Static(index) => static_definition(index),
    }
}

/// `AutoMap`, `JavaScriptMap` and the like.
pub(crate) fn kind(index: &IndexDefinition) -> &'static str {
    match index {
        IndexDefinition::Auto(_) => "AutoMap",
        IndexDefinition::Grouped(_) => "AutoMapReduce",
        IndexDefinition::Static(index) => index.kind(),
    }
}

/// `Running`, `Paused` or `Disabled`.
pub(crate) fn running(known: RunningStatus) -> &'static str {
    match known {
        RunningStatus::Running => "Running",
        RunningStatus::Paused => "Paused",
        RunningStatus::Disabled => "Disabled",
    }
}

/// `Normal` or `Disabled`: a paused index is as normal as a running one.
pub(crate) fn state(stats: &IndexStats) -> &'static str {
    if stats.running == RunningStatus::Disabled { "Disabled" } else { "Normal" }
}

/// The names of the collections an index covers.
fn collections(stats: &IndexStats) -> Vec<String> {
    stats.collections.clone().unwrap_or_else(|| vec!["@all_docs".to_owned()])
}

fn static_definition(index: &StaticIndex) -> Value {
    let field = |options: &FieldOptions| {
        let mut object = json!({
            "Analyzer": null, "Indexing": options.indexing, "Storage": options.storage, "Suggestions": null,
            "TermVector": null, "Spatial": null, "Vector": null,
        });
        if let Some(object) = object.as_object_mut() {
            object.extend(options.others.clone());
        }
        object
    };
    let fields: Map<String, Value> =
        index.fields.iter().map(|(name, options)| (name.clone(), field(options))).collect();
    json!({
        "Name": index.name,
        "SourceType": "Documents",
        "Type": index.kind(),
        "LockMode": index.lock_mode.unwrap_or_default(),
        "ArchivedDataProcessingBehavior": index.archived_data_processing_behavior,
        "Priority": index.priority.unwrap_or_default(),
        "State": index.state.as_deref().unwrap_or("Normal"),
        "OutputReduceToCollection": null,
        "DeploymentMode": null,
        "ReduceOutputIndex": null,
        "PatternForOutputReduceToCollectionReferences": null,
        "PatternReferencesCollectionName": null,
        "Configuration": index.configuration,
        "AdditionalSources": index.additional_sources,
        "AdditionalAssemblies": [],
        "CompoundFields": [],
        "Reduce": index.reduce,
        "Maps": index.maps,
        "Fields": fields,
    })
}

/// A past definition as it was sent; missing members are `null`.
pub(crate) fn past_object(past: &PastDefinition) -> Value {
    let index = &past.definition;
    let mut definition = static_definition(index);
    definition["LockMode"] = json!(index.lock_mode);
    definition["Priority"] = json!(index.priority);
    definition["State"] = json!(index.state);
    json!({
        "Definition": definition, "CreatedAt": past.created_at, "Source": past.source, "RollingDeployment": {},
    })
}

/// The definition in the form static indexes have, as clients read it.
fn auto_definition(index: &AutoIndex, standing: IndexAdminState) -> Value {
    let names: Vec<String> = index.map_fields.keys().map(|name| format!("Name:{name}")).collect();
    let fields: Map<String, Value> = index
        .map_fields
        .iter()
        .flat_map(|(name, field)| {
            let one = |name: String, indexing: &str| {
                (name, json!({ "Storage": "No", "Indexing": indexing, "Analyzer": null, "Spatial": null, "Suggestions": null, "TermVector": null, "Vector": null }))
            };
            let mut all = vec![one(name.clone(), "Default")];
            all.extend(field.exact.then(|| one(format!("exact({name})"), "Exact")));
            all.extend(field.search.then(|| one(format!("search({name})"), "Search")));
            all
        })
        .collect();
    let maps = format!("{}:[{}]", index.collection.as_deref().unwrap_or("@all_docs"), names.join(","));
    automatic(&index.name, maps, Value::Null, fields, standing, "AutoMap")
}

/// What the definitions of automatic indexes have in common.
fn automatic(
    name: &str,
    maps: String,
    reduce: Value,
    fields: Map<String, Value>,
    standing: IndexAdminState,
    kind: &str,
) -> Value {
    let archived = if reduce.is_null() { json!("ExcludeArchived") } else { Value::Null };
    json!({
        "Name": name,
        "Maps": [maps],
        "Reduce": reduce,
        "Type": kind,
        "SourceType": "Documents",
        "LockMode": "Unlock",
        "Priority": standing.priority,
        "State": if standing.disabled_in_definition { "Disabled" } else { "Normal" },
        "Fields": fields,
        "Configuration": {},
        "AdditionalSources": {},
        "AdditionalAssemblies": [],
        "CompoundFields": [],
        "ArchivedDataProcessingBehavior": archived,
        "OutputReduceToCollection": null,
        "ReduceOutputIndex": null,
        "PatternForOutputReduceToCollectionReferences": null,
        "PatternReferencesCollectionName": null,
        "DeploymentMode": null,
    })
}

/// The same of groups: `Orders:[<Name:Count#Operation:Count>;<Name:Total#Operation:Sum>]`.
fn grouped_definition(index: &GroupedIndex, standing: IndexAdminState) -> Value {
    let of = index.collection.as_deref().unwrap_or("@all_docs");
    let operation = |name: &&str| if *name == "Count" { "Count" } else { "Sum" };
    let computed = index.work.computed();
    let map: Vec<String> =
        computed.iter().map(|name| format!("<Name:{name}#Operation:{}>", operation(name))).collect();
    let keys: Vec<String> = index.work.group_by.iter().map(|key| format!("<Name:{}>", key.path)).collect();
    let field = |indexing: &str| {
        json!({
            "Analyzer": null, "Indexing": indexing, "Storage": "No", "Suggestions": false, "TermVector": "No",
            "Spatial": null, "Vector": null,
        })
    };
    let mut fields: Map<String, Value> =
        computed.iter().map(|name| ((*name).to_owned(), field("Default"))).collect();
    for key in &index.work.group_by {
        fields.insert(key.path.clone(), field("Default"));
        if key.search {
            fields.insert(format!("search({})", key.path), field("Search"));
        }
        if key.exact {
            fields.insert(format!("exact({})", key.path), field("Exact"));
        }
    }
    let (maps, reduce) = (format!("{of}:[{}]", map.join(";")), format!("{of}:[{}]", keys.join(";")));
    automatic(&index.name, maps, reduce.into(), fields, standing, "AutoMapReduce")
}

pub(crate) fn stats_object(stats: &IndexStats) -> Value {
    let of_each = collections(stats).into_iter().map(|name| {
        let lag = json!({
            "LastProcessedDocumentEtag": stats.last_document_etag,
            "LastProcessedTombstoneEtag": stats.last_tombstone_etag,
            "DocumentLag": (stats.last_change - stats.last_document_etag).max(0),
            "TombstoneLag": if stats.is_stale { (stats.last_change - stats.last_tombstone_etag).max(0) } else { 0 },
        });
        (name, lag)
    });
    let of_each: Map<String, Value> = of_each.collect();
    let standing = stats.definition.admin_state();
    json!({
        "Name": stats.definition.name(),
        "MapAttempts": stats.map_attempts,
        "MapSuccesses": stats.map_attempts - stats.map_errors.min(stats.map_attempts),
        "MapErrors": stats.map_errors,
        "MapReferenceAttempts": null,
        "MapReferenceSuccesses": null,
        "MapReferenceErrors": null,
        "ReduceAttempts": stats.reduced.map(|(attempts, _)| attempts),
        "ReduceSuccesses": stats.reduced.map(|(attempts, errors)| attempts - errors.min(attempts)),
        "ReduceErrors": stats.reduced.map(|(_, errors)| errors),
        "ReduceOutputCollection": null,
        "ReduceOutputReferencePattern": null,
        "PatternReferencesCollectionName": null,
        "MappedPerSecondRate": 0.0,
        "ReducedPerSecondRate": 0.0,
        "MaxNumberOfOutputsPerDocument": 1,
        "Collections": of_each,
        "LastQueryingTime": stats.last_query,
        "State": state(stats),
        "Priority": standing.priority,
        "CreatedTimestamp": stats.definition.created_at(),
        "LastIndexingTime": stats.last_indexing,
        "IsStale": stats.is_stale,
        "LockMode": standing.lock_mode,
        "Type": kind(&stats.definition),
        "Status": running(stats.running),
        "EntriesCount": stats.entries,
        "ErrorsCount": stats.errors.len()
            + usize::from(stats.status != IndexStatus::Running)
            + usize::from(stats.rebuilt.is_some()),
        "SourceType": "Documents",
        "IsTestIndex": false,
        "SearchEngineType": "Corax",
        "ArchivedDataProcessingBehavior": match &stats.definition {
            IndexDefinition::Auto(_) => Some(Default::default()),
            IndexDefinition::Grouped(_) => None,
            IndexDefinition::Static(index) => index.archived_data_processing_behavior,
        },
        "ReferencedCollections": stats.referenced,
        "LastBatchStats": null,
    })
}

pub(crate) fn progress_object(stats: &IndexStats) -> Value {
    let of_each = collections(stats).into_iter().map(|name| {
        let left = json!({
            "LastProcessedItemEtag": stats.last_document_etag,
            "NumberOfItemsToProcess": (stats.last_change - stats.last_document_etag).max(0),
            "TotalNumberOfItems": stats.documents,
            "LastProcessedTombstoneEtag": stats.last_tombstone_etag,
            "NumberOfTombstonesToProcess": 0,
            "TotalNumberOfTombstones": 0,
        });
        (name, left)
    });
    let of_each: Map<String, Value> = of_each.collect();
    json!({
        "Name": stats.definition.name(),
        "Type": kind(&stats.definition),
        "SourceType": "Documents",
        "IsStale": stats.is_stale,
        "IndexRunningStatus": running(stats.running),
        "ProcessedPerSecond": 0.0,
        "Collections": of_each,
    })
}

pub(crate) fn reasons(stats: &IndexStats) -> Vec<String> {
    let mut reasons = Vec::new();
    if stats.is_stale {
        reasons.push(format!(
            "There are changes in '{}' up to etag {} that the index has not taken in; it has seen documents up to etag {}.",
            collections(stats).join(", "),
            stats.last_change,
            stats.last_document_etag,
        ));
    }
    match stats.running {
        RunningStatus::Paused if stats.is_stale => {
            reasons.push("The index is paused: it takes in nothing until it is started.".to_owned());
        }
        RunningStatus::Disabled if stats.is_stale => {
            reasons.push("The index is disabled: it takes in nothing until it is enabled.".to_owned());
        }
        _ => {}
    }
    if let IndexStatus::Failed(reason) = &stats.status {
        reasons.push(format!("Indexing stopped: {reason}"));
    }
    reasons
}

//! Indexes as clients read them: definitions, statistics and progress.

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

/// `Normal`, `Disabled` or `Error`: a paused index is as normal as a running one.
pub(crate) fn state(stats: &IndexStats) -> &'static str {
    match (stats.running, &stats.status) {
        (RunningStatus::Disabled, _) => "Disabled",
        (_, IndexStatus::Errored(_)) => "Error",
        _ => "Normal",
    }
}

/// The names of the collections an index covers.
pub(super) fn collections(stats: &IndexStats) -> Vec<String> {
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
        "SourceType": index.source(),
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
        "Reduce": index.reduce,
        "Maps": index.maps,
        "Fields": fields,
    })
}

/// A past definition as it was sent.
pub(crate) fn past_object(past: &PastDefinition) -> Value {
    json!({
        "Definition": as_sent(&past.definition), "CreatedAt": past.created_at, "Source": past.source, "RollingDeployment": {},
    })
}

/// A stored definition of a static index as the database record has it; `None` if it cannot be read.
pub(crate) fn recorded_static(stored: Value) -> Option<Value> {
    serde_json::from_value(stored).ok().map(|index| with_record_members(as_sent(&index)))
}

/// The same of an automatic index.
pub(crate) fn recorded_automatic(stored: Value) -> Option<Value> {
    let field = |indexing: &str, aggregation: &str, groups: &str| {
        json!({
            "Storage": "No", "Indexing": indexing, "Aggregation": aggregation, "Spatial": null, "Vector": null,
            "GroupByArrayBehavior": groups, "Suggestions": false, "IsNameQuoted": false,
        })
    };
    let indexing = |search: bool, exact: bool| match (search, exact) {
        (false, false) => "Default",
        (true, false) => "Search",
        (false, true) => "Exact",
        (true, true) => "Search, Exact",
    };
    let (name, collection, kind, priority, fields, keys) = if stored.get("GroupBy").is_some() {
        let GroupedIndex { name, collection, work, priority, .. } = serde_json::from_value(stored).ok()?;
        let computed = work.computed().into_iter().map(|path| {
            let aggregation = if path == "Count" { "Count" } else { "Sum" };
            (path.to_owned(), field("Default", aggregation, "NotApplicable"))
        });
        let fields: Map<String, Value> = computed.collect();
        let keys = work.group_by.iter().map(|key| {
            let groups = if key.array { "ByContent" } else { "NotApplicable" };
            (key.path.clone(), field(indexing(key.search, key.exact), "None", groups))
        });
        (name, collection, "AutoMapReduce", priority, fields, keys.collect::<Map<_, _>>())
    } else {
        let AutoIndex { name, collection, map_fields, priority, .. } = serde_json::from_value(stored).ok()?;
        let fields = map_fields.iter().map(|(name, one)| {
            (name.clone(), field(indexing(one.search, one.exact), "None", "NotApplicable"))
        });
        (name, collection, "AutoMap", priority, fields.collect(), Map::new())
    };
    let names: Vec<&String> = keys.keys().collect();
    Some(with_record_members(json!({
        "Type": kind,
        "Collection": collection.as_deref().unwrap_or("@all_docs"),
        "MapFields": fields,
        "GroupByFields": keys,
        "GroupByFieldNames": names,
        "Name": name,
        "Priority": priority,
        "State": null,
    })))
}

/// The same of the past definitions of an index, a list.
pub(crate) fn recorded_history(stored: Value) -> Option<Value> {
    let past: Vec<PastDefinition> = serde_json::from_value(stored).ok()?;
    let list = past.iter().map(|one| {
        let mut object = past_object(one);
        object["Definition"] = with_record_members(as_sent(&one.definition));
        object
    });
    Some(Value::Array(list.collect()))
}

/// With the members that definitions have in the record only.
fn with_record_members(mut definition: Value) -> Value {
    definition["ClusterState"] =
        json!({ "LastIndex": 0, "LastStateIndex": 0, "LastRollingDeploymentIndex": 0 });
    if definition.get("Maps").is_some() {
        definition["CompoundFields"] = json!([]);
    }
    definition
}

/// A definition as it was sent; members that were not are `null`.
fn as_sent(index: &StaticIndex) -> Value {
    let mut definition = static_definition(index);
    definition["LockMode"] = json!(index.lock_mode);
    definition["Priority"] = json!(index.priority);
    definition["State"] = json!(index.state);
    definition
}

/// The definition in the form static indexes have, as clients read it.
fn auto_definition(index: &AutoIndex, standing: IndexAdminState) -> Value {
    let names: Vec<String> = index.map_fields.keys().map(|name| format!("Name:{name}")).collect();
    let fields: Map<String, Value> = index
        .map_fields
        .iter()
        .flat_map(|(name, field)| {
            let one = |name: String, indexing: &str| {
                (name, json!({ "Storage": "No", "Indexing": indexing, "Analyzer": null, "Spatial": null, "Suggestions": false, "TermVector": "No", "Vector": null }))
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
        "ArchivedDataProcessingBehavior": null,
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
            "LastProcessedTimeSeriesDeletedRangeEtag": 0,
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
        "MaxNumberOfOutputsPerDocument": stats.most_outputs,
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
            + usize::from(matches!(stats.status, IndexStatus::Failed(_)))
            + usize::from(stats.rebuilt.is_some()),
        "SourceType": stats.source,
        "IsInvalidIndex": stats.is_invalid,
        "Memory": null,
        "SearchEngineType": "Corax",
        "ArchivedDataProcessingBehavior": match &stats.definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => None,
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
        "SourceType": stats.source,
        "IsStale": stats.is_stale,
        "IndexRunningStatus": running(stats.running),
        "ProcessedPerSecond": 0.0,
        "Collections": of_each,
    })
}

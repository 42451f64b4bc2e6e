//! Counters: changed in batches, read by name or all together.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rookery_engine::{
    Command, CommandResult, Counter, CounterAction, CounterOperation, Database, null_as_default,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::ok;
use crate::blocking::blocking;
use crate::dto::counters::{DocumentOperations, counter_object, short_counter_object};
use crate::dto::optional::flag;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// The name that requests all counters of the loaded documents.
const ALL: &str = "@all_counters";

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/databases/{db}/counters", get).post("/databases/{db}/counters", batch)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Batch {
    #[serde(default, deserialize_with = "flag")]
    reply_with_all_nodes_values: bool,
    #[serde(default, deserialize_with = "null_as_default")]
    documents: Vec<DocumentOperations>,
}

async fn batch(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let batch: Batch = json_body(&state, &headers, body, "The batch of counter operations").await?;
    let node = node_of(&state, &database);
    blocking(move || {
        let commands = batch
            .documents
            .into_iter()
            .enumerate()
            .map(|(index, document)| document.into_command(&format!("Document {}", index + 1)))
            .collect::<Result<Vec<_>, _>>()?;
        let results = match only_reads(&commands) {
            // Reading needs no writer, and works when writes are refused.
            Some(wanted) => wanted
                .into_iter()
                .map(|(id, names)| Ok((id.to_owned(), database.counters(id, &names)?)))
                .collect::<Result<Vec<_>, ApiError>>()?,
            None => database.execute(joined(commands))?.into_iter().filter_map(counters_of).collect(),
        };
        let nodes = batch.reply_with_all_nodes_values.then_some(node.as_str());
        let list = results.iter().flat_map(|(id, counters)| {
            counters.iter().map(move |counter| counter_object(id, counter.as_ref(), nodes))
        });
        Ok(ok(&json!({ "Counters": list.collect::<Vec<_>>() })))
    })
    .await
}

async fn get(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    let node = node_of(&state, &database);
    blocking(move || {
        let names: Vec<&str> = query.all("counter").collect();
        let full = query.flag("full")?;
        let nodes = full.then_some(node.as_str());
        let list = wanted(&database, &id, &names)?;
        let list = list.iter().map(|counter| counter_object(&id, counter.as_ref(), nodes));
        Ok(ok(&json!({ "Counters": list.collect::<Vec<_>>() })))
    })
    .await
}

/// The counters that come along with loaded documents.
pub struct IncludedCounters(Vec<(String, Vec<Option<Counter>>)>);

impl IncludedCounters {
    /// Reads them for these documents, if requested; `names` are the values of `counter`.
    pub fn read<'a>(
        database: &Database,
        ids: impl Iterator<Item = &'a str>,
        names: &[&str],
    ) -> Result<Option<Self>, ApiError> {
        if names.is_empty() {
            return Ok(None);
        }
        let names = if names.contains(&ALL) { &[][..] } else { names };
        let read = ids.map(|id| Ok((id.to_owned(), wanted(database, id, names)?)));
        read.collect::<Result<_, ApiError>>().map(|found| Some(Self(found)))
    }

    /// What makes them differ from what a caller holds: each one's change and value.
    pub fn versions(&self) -> impl Iterator<Item = Option<String>> {
        let all = self.0.iter().flat_map(|(_, counters)| counters);
        all.map(|counter| counter.as_ref().map(|counter| format!("{}:{}", counter.etag, counter.value)))
    }

    /// `{document: [counter, …]}`.
    pub fn to_value(&self) -> Value {
        let documents = self.0.iter().map(|(id, counters)| {
            let list = counters.iter().map(|counter| match counter {
                Some(counter) => short_counter_object(id, counter),
                None => Value::Null,
            });
            (id.clone(), Value::Array(list.collect()))
        });
        Value::Object(documents.collect::<Map<_, _>>())
    }
}

/// Counters by name, or all when no name is given.
fn wanted(database: &Database, id: &str, names: &[&str]) -> Result<Vec<Option<Counter>>, ApiError> {
    if names.is_empty() {
        return Ok(database.all_counters(id)?.into_iter().map(Some).collect());
    }
    Ok(database.counters(id, names)?)
}

/// The parts of the sum are keyed by node and database.
fn node_of(state: &ApiState, database: &Database) -> String {
    format!("{}-{}", state.engine().node_tag(), database.id())
}

/// Ids and names, when nothing is to be changed.
fn only_reads(commands: &[Command]) -> Option<Vec<(&str, Vec<&str>)>> {
    let names = |operations: &'_ [CounterOperation]| {
        operations.iter().all(|operation| operation.action == CounterAction::Get)
    };
    commands
        .iter()
        .map(|command| match command {
            Command::Counters { id, operations } if names(operations) => {
                Some((id.as_str(), operations.iter().map(|operation| operation.name.as_str()).collect()))
            }
            _ => None,
        })
        .collect()
}

/// Joins neighbours of one document: observed, they create one revision.
fn joined(commands: Vec<Command>) -> Vec<Command> {
    let mut all: Vec<Command> = Vec::with_capacity(commands.len());
    for command in commands {
        match (all.last_mut(), command) {
            (
                Some(Command::Counters { id: last, operations: before }),
                Command::Counters { id, operations },
            ) if *last == id => before.extend(operations),
            (_, command) => all.push(command),
        }
    }
    all
}

fn counters_of(result: CommandResult) -> Option<(String, Vec<Option<Counter>>)> {
    match result {
        CommandResult::Counters { id, counters, .. } => Some((id, counters)),
        _ => None,
    }
}

/// What a batch answers for a counters command; `None` for any other.
pub fn counters_result(result: &CommandResult) -> Option<Value> {
    let CommandResult::Counters { id, counters, document_change_vector } = result else { return None };
    let list: Vec<_> = counters.iter().map(|counter| counter_object(id, counter.as_ref(), None)).collect();
    Some(json!({
        "Id": id,
        "ChangeVector": document_change_vector,
        "Type": "Counters",
        "CountersDetail": { "Counters": list },
        "DocumentChangeVector": document_change_vector,
    }))
}

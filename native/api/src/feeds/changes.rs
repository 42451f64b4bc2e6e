//! The changes feed: events of documents, counters, time series, indexes and operations.
//! Every frame is a JSON array.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::select;
use rookery_engine::{
    ChangeKind, CounterChange, CounterChangeKind, Database, DocumentChange, IndexChange, IndexChangeKind,
    OperationChange, TimeSeriesChange, TimeSeriesChangeKind,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::watch_list::WatchList;
use super::{Disconnected, FeedChannels};
use crate::dto::operation;
use crate::dto::time_series::text::time_text;
use crate::state::FeedRhythm;

/// Silence is broken by an empty array, not by a blank frame: official clients parse every frame of this
/// feed.
const EMPTY: &str = "[]";
/// A frame is closed when it has grown past this many bytes.
const FRAME_SIZE: usize = 16 * 1024;
/// How often the bridge from the engine checks for listeners.
const BRIDGE_LOOKS: Duration = Duration::from_millis(250);

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ClientCommand {
    command_id: i64,
    command: String,
    #[serde(default)]
    param: Option<String>,
    #[serde(default)]
    params: Option<Vec<String>>,
}

pub(super) async fn run(
    database: Arc<Database>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    ends.send(r#"[{"TopologyChange":true,"AggressiveCachingChange":true}]"#).await?;
    let mut changes = match bridge(&database) {
        Ok(changes) => changes,
        Err(error) => {
            ends.send(error_frame(&format!("No thread could be started for this connection: {error}.")))
                .await?;
            return Ok(());
        }
    };
    let mut watches = WatchList::default();
    let mut last_sent = Instant::now();
    loop {
        tokio::select! {
            // A client command takes effect before any later change.
            biased;
            said = ends.inbox.recv() => {
                let Some(said) = said else { return Err(Disconnected) };
                let answer = run_command(&mut watches, &said);
                let refused = answer.get("Exception").is_some();
                ends.send(Value::Array(vec![answer]).to_string()).await?;
                if refused {
                    return Ok(());
                }
            }
            change = changes.recv() => {
                let Some(change) = change else {
                    // A closing database sends nothing, as on a real server: to the npm client any error
                    // frame is an error for its program. The engine also drops slow listeners.
                    if database.is_open() {
                        ends.send(error_frame("This connection fell too far behind, and was given up.")).await?;
                    }
                    return Ok(());
                };
                let Some(frame) = gather(&watches, change, &mut changes) else { continue };
                ends.send(frame).await?;
            }
            () = sleep_until(last_sent + rhythm.heartbeat) => ends.send(EMPTY).await?,
        }
        last_sent = Instant::now();
    }
}

/// A message of the engine.
enum ServerMessage {
    Document(DocumentChange),
    Counter(CounterChange),
    TimeSeries(TimeSeriesChange),
    Index(IndexChange),
    Operation(OperationChange),
}

/// Forwards changes from the engine's thread-based channels to this runtime, on a dedicated thread: it runs
/// as long as the connection, which is too long for the blocking pool.
fn bridge(database: &Database) -> std::io::Result<mpsc::Receiver<ServerMessage>> {
    let documents = database.subscribe_changes();
    let counters = database.subscribe_counter_changes();
    let time_series = database.subscribe_time_series_changes();
    let indexes = database.subscribe_index_changes();
    let operations = database.operations().subscribe();
    let (sender, receiver) = mpsc::channel(1024);
    std::thread::Builder::new().name("rookery-changes".to_owned()).spawn(move || {
        loop {
            let message = select! {
                recv(documents) -> change => change.ok().map(ServerMessage::Document),
                recv(counters) -> change => change.ok().map(ServerMessage::Counter),
                recv(time_series) -> change => change.ok().map(ServerMessage::TimeSeries),
                recv(indexes) -> change => change.ok().map(ServerMessage::Index),
                recv(operations) -> change => change.ok().map(ServerMessage::Operation),
                default(BRIDGE_LOOKS) => {
                    if sender.is_closed() {
                        return;
                    }
                    continue;
                }
            };
            let Some(message) = message else { return };
            if sender.blocking_send(message).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

fn run_command(watches: &mut WatchList, said: &str) -> Value {
    let command: ClientCommand = match serde_json::from_str(said) {
        Ok(command) => command,
        Err(error) => return json!({ "Type": "Error", "Exception": format!("Not a command: {error}.") }),
    };
    let parameters = command.params.unwrap_or_default();
    match watches.apply(&command.command, command.param.as_deref(), &parameters) {
        Ok(()) => json!({ "CommandId": command.command_id, "Type": "Confirm" }),
        Err(sentence) => json!({ "Type": "Error", "Exception": sentence }),
    }
}

fn error_frame(sentence: &str) -> String {
    json!([{ "Type": "Error", "Exception": sentence }]).to_string()
}

/// The first change and those already queued, as one frame; `None` if none of them is watched.
fn gather(
    watches: &WatchList,
    first: ServerMessage,
    changes: &mut mpsc::Receiver<ServerMessage>,
) -> Option<String> {
    let mut items: Vec<String> = Vec::new();
    let mut size = 0;
    let mut next = Some(first);
    let mut sent_cache_invalidation = false;
    while let Some(message) = next {
        let item = match &message {
            ServerMessage::Document(change) => watches.wants(change).then(|| change_object(change)),
            ServerMessage::Counter(change) => watches.wants_counter(change).then(|| counter_object(change)),
            ServerMessage::TimeSeries(change) => {
                watches.wants_time_series(change).then(|| time_series_object(change))
            }
            ServerMessage::Index(change) => watches.wants_index(change).then(|| index_object(change)),
            ServerMessage::Operation(change) => {
                watches.wants_operation(change).then(|| operation::change_object(change))
            }
        };
        if let Some(item) = item {
            let item = item.to_string();
            size += item.len();
            items.push(item);
        }
        if watches.caches() && !sent_cache_invalidation && invalidates_caches(&message) {
            items.push(json!({ "Type": "AggressiveCacheChange", "Value": {} }).to_string());
            sent_cache_invalidation = true;
        }
        next = if size < FRAME_SIZE { changes.try_recv().ok() } else { None };
    }
    (!items.is_empty()).then(|| format!("[{}]", items.join(",")))
}

/// Answers that clients keep may be others now.
fn invalidates_caches(message: &ServerMessage) -> bool {
    match message {
        ServerMessage::Document(_) => true,
        ServerMessage::Index(change) => {
            matches!(change.kind, IndexChangeKind::BatchCompleted | IndexChangeKind::IndexRemoved)
        }
        ServerMessage::Counter(_) | ServerMessage::TimeSeries(_) | ServerMessage::Operation(_) => false,
    }
}

fn index_object(change: &IndexChange) -> Value {
    let kind = match change.kind {
        IndexChangeKind::BatchCompleted => "BatchCompleted",
        IndexChangeKind::IndexAdded => "IndexAdded",
        IndexChangeKind::IndexRemoved => "IndexRemoved",
        IndexChangeKind::IndexDemotedToDisabled => "IndexDemotedToDisabled",
        IndexChangeKind::IndexPaused => "IndexPaused",
        IndexChangeKind::IndexMarkedAsErrored => "IndexMarkedAsErrored",
        IndexChangeKind::SideBySideReplace => "SideBySideReplace",
        IndexChangeKind::LockModeChanged => "LockModeChanged",
        IndexChangeKind::PriorityChanged => "PriorityChanged",
    };
    json!({ "Type": "IndexChange", "Value": { "Type": kind, "Name": change.name } })
}

fn counter_object(change: &CounterChange) -> Value {
    let kind = match change.kind {
        CounterChangeKind::Put => "Put",
        CounterChangeKind::Increment => "Increment",
        CounterChangeKind::Delete => "Delete",
    };
    json!({
        "Type": "CounterChange",
        "Value": {
            "Name": change.name,
            "Value": change.value,
            "DocumentId": change.document_id,
            "CollectionName": change.collection,
            "ChangeVector": change.change_vector,
            "Type": kind,
        },
    })
}

fn time_series_object(change: &TimeSeriesChange) -> Value {
    let kind = match change.kind {
        TimeSeriesChangeKind::Put => "Put",
        TimeSeriesChangeKind::Delete => "Delete",
    };
    json!({
        "Type": "TimeSeriesChange",
        "Value": {
            "Name": change.name,
            "From": change.from.map(time_text),
            "To": change.to.map(time_text),
            "DocumentId": change.document_id,
            "ChangeVector": change.change_vector,
            "Type": kind,
            "CollectionName": change.collection,
        },
    })
}

fn change_object(change: &DocumentChange) -> Value {
    let kind = match change.kind {
        ChangeKind::Put => "Put",
        ChangeKind::Delete => "Delete",
    };
    json!({
        "Type": "DocumentChange",
        "Value": {
            "Type": kind,
            "Id": change.id,
            "CollectionName": change.collection,
            "ChangeVector": change.change_vector,
        },
    })
}

//! `bulk_docs`: many commands, one transaction.

use std::borrow::Cow;
use std::collections::VecDeque;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use rookery_engine::{Command, CommandResult};
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{created, json};
use crate::blocking::blocking;
use crate::body;
use crate::dto::batch_command::{BatchCommand, Reply};
use crate::dto::counters::DocumentOperations;
use crate::dto::json_patch;
use crate::dto::json_writer::write_list;
use crate::dto::patch;
use crate::error::ApiError;
use crate::multipart::{self, Parts};
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, expected_version};
use crate::route_table::RouteTable;
use crate::routes::attachment_commands::read_attachment_command;
use crate::routes::batch_results::result_object;
use crate::routes::cluster_batches::{self, CLUSTER_WIDE, ClusterOptions};
use crate::routes::patch_commands;
use crate::routes::time_series::{read_time_series_command, time_series_result};
use crate::saving;
use crate::state::ApiState;

/// Commands of official servers that are not supported yet.
const NOT_YET: [&str; 4] =
    ["TimeSeriesBulkInsert", "CompareExchangePUT", "CompareExchangeDELETE", "BatchDELETE"];

pub fn mount(table: RouteTable) -> RouteTable {
    table.post("/databases/{db}/bulk_docs", bulk)
}

#[derive(Deserialize)]
struct Batch<'a> {
    #[serde(borrow, rename = "Commands")]
    commands: Vec<BatchCommand<'a>>,
}

async fn bulk(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let Parts { main, streams } = if multipart::is_multipart(&headers) {
        multipart::read(&headers, body, state.body_limits()).await?
    } else {
        Parts { main: body::read(&headers, body, state.body_limits()).await?, streams: VecDeque::new() }
    };
    if names_cluster_wide(&main) {
        let options = ClusterOptions::of(&headers, &query)?;
        return blocking(move || {
            let batch = parse(&main)?;
            if !streams.is_empty() {
                return Err(ApiError::bad_request(
                    "A batch with TransactionMode ClusterWide cannot contain attachments. Nothing was saved.",
                ));
            }
            let transaction = cluster_batches::read_transaction(&main, batch.commands, options)?;
            Ok(created(&cluster_batches::answer(&database.cluster_transaction(transaction)?)))
        })
        .await;
    }
    let size = main.len() + streams.iter().map(Bytes::len).sum::<usize>();
    let (results, replies) = saving::save_with(database, size, move || read_batch(&main, streams)).await?;
    let mut out = b"{\"Results\":".to_vec();
    let mut results = results.iter();
    write_list(&mut out, replies, |out, reply| write_reply(out, reply, &mut results));
    out.push(b'}');
    Ok(json(StatusCode::CREATED, out))
}

fn write_reply<'a>(out: &mut Vec<u8>, reply: Reply, results: &mut impl Iterator<Item = &'a CommandResult>) {
    match (reply, results) {
        (Reply::BatchPatch(count), results) => {
            results.take(count).for_each(drop);
            out.extend_from_slice(br#"{"Type":"BatchPATCH"}"#);
        }
        (Reply::Patch { return_document }, results) => match results.next() {
            Some(CommandResult::Patch(patched)) => {
                out.extend_from_slice(&patch::batch_answer(patched, return_document));
            }
            _ => out.extend_from_slice(b"null"),
        },
        (Reply::JsonPatch { return_document }, results) => match results.next() {
            Some(CommandResult::Patch(patched)) => {
                out.extend_from_slice(&json_patch::batch_answer(patched, return_document));
            }
            _ => out.extend_from_slice(b"null"),
        },
        (Reply::NoDocument(id), _) => {
            let answer = serde_json::json!({ "Id": id, "Type": "DELETE", "Deleted": false });
            out.extend_from_slice(answer.to_string().as_bytes());
        }
        (Reply::Increments, results) => {
            let result = results.next().and_then(|result| time_series_result(result, true));
            out.extend_from_slice(result.unwrap_or(Value::Null).to_string().as_bytes());
        }
        (Reply::One, results) => {
            let result = results.next().map_or(Value::Null, result_object);
            out.extend_from_slice(result.to_string().as_bytes());
        }
    }
}

fn parse(body: &Bytes) -> Result<Batch<'_>, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::bad_json("The batch of commands", &error))
}

/// Whether the mode of the batch is that of cluster-wide transactions. A batch that cannot be read is refused later.
fn names_cluster_wide(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Mode {
        #[serde(default, rename = "TransactionMode")]
        mode: Option<String>,
    }
    // Most batches do not have the word: they are not read twice.
    let has_word = memchr::memmem::find(body, CLUSTER_WIDE.as_bytes()).is_some();
    has_word
        && serde_json::from_slice::<Mode>(body).is_ok_and(|batch| batch.mode.as_deref() == Some(CLUSTER_WIDE))
}

/// Parses and checks every command before any of them is executed.
fn read_batch(body: &Bytes, mut streams: VecDeque<Bytes>) -> Result<(Vec<Command>, Vec<Reply>), ApiError> {
    let batch = parse(body)?;
    let sent = streams.len();
    let mut commands = Vec::with_capacity(batch.commands.len());
    let mut replies = Vec::with_capacity(batch.commands.len());
    for (index, command) in batch.commands.into_iter().enumerate() {
        commands.extend(revision_before(index, &command)?);
        let place = format!("Command {}", index + 1);
        if let Some(reply) = patch_commands::read(&place, &command, &mut commands)? {
            replies.push(reply);
            continue;
        }
        if deletes_nothing(&command) {
            replies.push(Reply::NoDocument(command.id.map(Cow::into_owned)));
            continue;
        }
        let has_increments = command.kind.eq_ignore_ascii_case("TimeSeriesWithIncrements");
        commands.push(read_command(body, index, command, &mut streams)?);
        replies.push(if has_increments { Reply::Increments } else { Reply::One });
    }
    if !streams.is_empty() {
        return Err(ApiError::bad_request(format!(
            "The batch contains {sent} attachment streams, but its AttachmentPUT commands take only {}. \
             Nothing was saved.",
            sent - streams.len()
        )));
    }
    Ok((commands, replies))
}

/// A deletion without an id. Of a prefix it would be that of all documents, and is refused.
fn deletes_nothing(command: &BatchCommand<'_>) -> bool {
    command.kind.eq_ignore_ascii_case("DELETE")
        && command.id.as_deref().is_none_or(str::is_empty)
        && command.id_prefixed != Some(true)
}

/// The revision that a PUT requests of the document before it; it has no result of its own.
fn revision_before(index: usize, command: &BatchCommand<'_>) -> Result<Option<Command>, ApiError> {
    match command.force_revision_creation_strategy.as_deref() {
        None | Some("None") => Ok(None),
        Some("Before") if command.kind.eq_ignore_ascii_case("PUT") => {
            let id = command.id.as_deref().unwrap_or_default().to_owned();
            Ok(Some(Command::ForceRevision { id, before_save: true }))
        }
        Some(other) => Err(ApiError::bad_request(format!(
            "Command {}: a {} command cannot have the ForceRevisionCreationStrategy '{other}'; a PUT may have Before.",
            index + 1,
            command.kind
        ))),
    }
}

fn read_command(
    body: &Bytes,
    index: usize,
    command: BatchCommand<'_>,
    streams: &mut VecDeque<Bytes>,
) -> Result<Command, ApiError> {
    let expected = expected_version(command.change_vector.as_deref());
    let number = index + 1;
    if command.kind.eq_ignore_ascii_case("PUT") {
        let document = command.document.filter(|document| document.get() != "null").ok_or_else(|| {
            ApiError::bad_request(format!("Command {number}: a PUT command must have a 'Document' property."))
        })?;
        return Ok(Command::Put {
            id: command.id.map(Cow::into_owned).unwrap_or_default(),
            body: body.slice_ref(document.get().as_bytes()),
            expected,
        });
    }
    if command.kind.eq_ignore_ascii_case("DELETE") {
        let id = command.id.filter(|id| !id.is_empty()).ok_or_else(|| {
            ApiError::bad_request(format!(
                "Command {number}: a DELETE of a prefix must have an 'Id' property."
            ))
        })?;
        let id = id.into_owned();
        return Ok(match command.id_prefixed {
            Some(true) => Command::DeletePrefixed { prefix: id },
            _ => Command::Delete { id, expected },
        });
    }
    if command.kind.eq_ignore_ascii_case("ForceRevisionCreation") {
        let id = command.id.filter(|id| !id.is_empty()).ok_or_else(|| {
            ApiError::bad_request(format!(
                "Command {number}: a ForceRevisionCreation command must have an 'Id'."
            ))
        })?;
        return Ok(Command::ForceRevision { id: id.into_owned(), before_save: false });
    }
    if let Some(attachment) = read_attachment_command(number, &command, &expected, streams)? {
        return Ok(attachment);
    }
    if command.kind.eq_ignore_ascii_case("Counters") {
        let place = format!("Command {number}");
        let counters = command.counters.filter(|counters| counters.get() != "null").ok_or_else(|| {
            ApiError::bad_request(format!("{place}: a Counters command must have a 'Counters' property."))
        })?;
        let operations: DocumentOperations = serde_json::from_str(counters.get())
            .map_err(|error| ApiError::bad_json(&format!("{place}: what it says about counters"), &error))?;
        return operations.into_command(&place);
    }
    if let Some(series) = read_time_series_command(&format!("Command {number}"), &command)? {
        return Ok(series);
    }
    match NOT_YET.iter().find(|known| known.eq_ignore_ascii_case(&command.kind)) {
        Some(known) => Err(not_yet(number, known)),
        None => Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "Raven.Server.Exceptions.InvalidCommandTypeException",
            format!("Invalid command type: {} (command {number} of the batch)", command.kind),
        )),
    }
}

fn not_yet(number: usize, kind: &str) -> ApiError {
    if kind.starts_with("CompareExchange") {
        return ApiError::not_supported(format!(
            "{kind} commands need a batch with TransactionMode ClusterWide (command {number} of the batch). Nothing was \
             saved."
        ));
    }
    ApiError::not_supported(format!(
        "The sandbox does not carry out {kind} commands yet (command {number} of the batch). Nothing was saved; \
         use PUT and DELETE."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Result<Vec<Command>, ApiError> {
        read_batch(&Bytes::from_static(text.as_bytes()), VecDeque::new()).map(|(commands, _)| commands)
    }

    #[test]
    fn documents_keep_their_text_and_versions_their_three_forms() {
        let commands = read(
            r#"{"Commands":[
              {"Id":"a","Type":"PUT","Document":{"n":1.50, "u":"\u00e9"}},
              {"Id":"b","Type":"PUT","ChangeVector":"","Document":{}},
              {"Id":null,"Type":"PUT","ChangeVector":null,"Document":{}},
              {"Id":"c\u002f1","Type":"DELETE","ChangeVector":"A:1-x"}]}"#,
        )
        .unwrap();
        let Command::Put { body, expected, .. } = &commands[0] else { panic!("not a put") };
        assert_eq!(&body[..], br#"{"n":1.50, "u":"\u00e9"}"#);
        assert_eq!(*expected, rookery_engine::Expected::Any);
        let Command::Put { expected, .. } = &commands[1] else { panic!("not a put") };
        assert_eq!(*expected, rookery_engine::Expected::MustNotExist);
        let Command::Put { id, expected, .. } = &commands[2] else { panic!("not a put") };
        assert_eq!((id.as_str(), expected), ("", &rookery_engine::Expected::Any));
        let Command::Delete { id, expected } = &commands[3] else { panic!("not a delete") };
        assert_eq!(id, "c/1");
        assert_eq!(*expected, rookery_engine::Expected::ChangeVector("A:1-x".into()));
    }

    #[test]
    fn commands_not_carried_out_are_named() {
        for kind in NOT_YET {
            let text = format!(r#"{{"Commands":[{{"Id":"a","Type":"{kind}"}}]}}"#);
            let error = read_batch(&Bytes::from(text), VecDeque::new()).unwrap_err();
            assert_eq!(error.status, StatusCode::NOT_IMPLEMENTED);
            assert!(error.message.contains(kind), "{}", error.message);
        }
        let error = read(r#"{"Commands":[{"Id":"a","Type":"BOGUS"}]}"#).unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
        assert!(error.message.contains("BOGUS"));
    }

    #[test]
    fn broken_batches_say_where() {
        let error = read("{\"Commands\":[\n{\"Id\":}]}").unwrap_err();
        assert!(error.message.contains("line 2, column"), "{}", error.message);
        assert!(read(r#"{"Commands":[{"Id":"x","Type":"PUT"}]}"#).unwrap_err().message.contains("Document"));
        let all = read(r#"{"Commands":[{"Type":"DELETE","IdPrefixed":true}]}"#);
        assert!(all.unwrap_err().message.contains("'Id'"));
        assert_eq!(read(r#"{"Commands":[{"Type":"DELETE"},{"Id":"","Type":"DELETE"}]}"#).unwrap(), []);
        assert!(read("{}").unwrap_err().message.contains("Commands"));
    }

    #[test]
    fn the_mode_is_found_wherever_it_is() {
        assert!(names_cluster_wide(br#"{"TransactionMode":"ClusterWide","Commands":[]}"#));
        assert!(names_cluster_wide(br#"{"Commands":[{"Type":"BOGUS"}],"TransactionMode":"ClusterWide"}"#));
        for other in [
            r#"{"Commands":[{"Id":"ClusterWide","Type":"DELETE"}],"TransactionMode":"SingleNode"}"#,
            r#"{"Commands":[{"TransactionMode":"ClusterWide"}]}"#,
            "ClusterWide",
        ] {
            assert!(!names_cluster_wide(other.as_bytes()), "{other}");
        }
    }
}

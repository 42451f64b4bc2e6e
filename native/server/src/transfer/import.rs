//! Sends a dump to a database.

use std::convert::Infallible;
use std::path::Path;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::arguments::Task;
use super::dump_file::DumpFile;
use super::ending::Ending;
use super::operation::{Operation, request};
use super::report::Report;
use super::target::Target;
use crate::progress::Progress;
use crate::remote::{Failure, Reply, encoded, path_of};
use crate::stop_signal::stop_signal;

/// How long a stopped import may take to report what it stored.
const STOPPING: Duration = Duration::from_secs(30);

/// What is imported, in the words of the API.
pub fn options(task: &Task, skip_new_revisions: bool) -> Value {
    let mut options = json!({ "Collections": task.collections, "SkipRevisionCreation": skip_new_revisions });
    if let Some(items) = &task.items {
        options["OperateOnTypes"] = json!(items);
    }
    options
}

/// Imports as the task says.
pub async fn run(
    target: &Target,
    task: &Task,
    file: &Path,
    create: bool,
    options: Value,
    report: &mut Report,
) -> Result<Ending, Failure> {
    let mut stop = pin!(stop_signal(false).map_err(Failure::new)?);
    let dump = DumpFile::open(file)?;
    report.bytes(dump.size);
    if create {
        create_database(target, &task.database).await?;
    }
    let operation = Operation::begin(target, &task.database).await?;
    let (position, size, failure) = (dump.position(), dump.size, dump.failure());
    let mut sending = pin!(send(target, task, &operation, &options, dump));
    let mut shown = pin!(show(task.quiet, &position, size));
    let sent = tokio::select! {
        sent = &mut sending => sent,
        never = &mut shown => match never {},
        () = &mut stop => {
            operation.kill().await?;
            let mut again = pin!(stop_signal(false).map_err(Failure::new)?);
            tokio::select! {
                sent = tokio::time::timeout(STOPPING, &mut sending) => {
                    if let Ok(Ok(reply)) = sent {
                        report.partial_result(&reply);
                    }
                }
                () = &mut again => {}
            }
            return Ok(Ending::Cancelled);
        }
    };
    // The cause is on this side when the file could not be read.
    if let Some(failure) = failure.lock().take() {
        return Err(failure);
    }
    let reply = sent?;
    if !reply.status.is_success() {
        report.partial_result(&reply);
        return Err(reply.failure());
    }
    report.result(&reply.json()?);
    Ok(report.ending())
}

async fn create_database(target: &Target, database: &str) -> Result<(), Failure> {
    let path = format!("/admin/databases?name={}&replicationFactor=1", encoded(database));
    let record = json!({ "DatabaseName": database });
    let reply = request(target, Method::PUT, &path, Body::from(record.to_string())).await?;
    match reply.status.is_success() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "The database '{database}' was not created: {} To import into an existing one, leave --create out.",
            reply.failure()
        ))),
    }
}

async fn send(
    target: &Target,
    task: &Task,
    operation: &Operation<'_>,
    options: &Value,
    dump: DumpFile,
) -> Result<Reply, Failure> {
    let boundary = format!("rookery-{}", uuid::Uuid::new_v4().simple());
    let before = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"importOptions\"\r\nContent-Type: application/json\r\n\r\n\
         {options}\r\n--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"dump.ravendbdump\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    let after = format!("\r\n--{boundary}--\r\n");
    let path = format!("{}/smuggler/import?operationId={}", path_of(&task.database), operation.id);
    let request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}"))
        .body(dump.into_body(before, after)?)
        .map_err(|error| Failure::new(format!("The request for the import cannot be made: {error}.")))?;
    Reply::read(target.send(request).await?).await
}

/// Prints the progress for as long as it is polled.
async fn show(quiet: bool, position: &AtomicU64, size: u64) -> Infallible {
    let mut progress = Progress::new(quiet, "sent", Some(size));
    loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        progress.at(position.load(Ordering::Relaxed));
    }
}

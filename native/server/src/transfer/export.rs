//! Writes a dump of a database into a file.

use std::path::Path;
use std::pin::pin;

use axum::body::Body;
use axum::http::{Method, Request, header};
use http_body_util::BodyExt as _;
use serde_json::json;

use super::arguments::Task;
use super::ending::Ending;
use super::operation::{Operation, OperationEnd};
use super::report::Report;
use super::target::Target;
use crate::output_file::OutputFile;
use crate::progress::Progress;
use crate::remote::{Failure, Reply, path_of};
use crate::stop_signal::stop_signal;

/// Exports as the task says.
pub async fn run(
    target: &Target,
    task: &Task,
    out: &Path,
    overwrite: bool,
    report: &mut Report,
) -> Result<Ending, Failure> {
    let mut stop = pin!(stop_signal(false).map_err(Failure::new)?);
    let mut file = OutputFile::create(out, overwrite)?;
    let operation = Operation::begin(target, &task.database).await?;
    let received = tokio::select! {
        received = receive(target, task, &operation, &mut file) => received,
        () = &mut stop => {
            drop(file);
            // The connection is closed, which stops it as well.
            let _ = operation.kill().await;
            return Ok(Ending::Cancelled);
        }
    };
    received?;
    match operation.end().await? {
        OperationEnd::Completed(result) => report.result(&result),
        OperationEnd::Cancelled => {
            return Err(Failure::new("The export was stopped on the server, so no file was kept."));
        }
        OperationEnd::Faulted(message) => {
            return Err(Failure::new(format!("The export failed on the server: {message}")));
        }
    }
    report.bytes(file.finish()?);
    Ok(report.ending())
}

async fn receive(
    target: &Target,
    task: &Task,
    operation: &Operation<'_>,
    file: &mut OutputFile,
) -> Result<(), Failure> {
    let mut options = json!({ "Collections": task.collections });
    if let Some(items) = &task.items {
        options["OperateOnTypes"] = json!(items);
    }
    if let Some(compression) = task.compression {
        options["CompressionAlgorithm"] = json!(compression);
    }
    let path = format!("{}/smuggler/export?operationId={}", path_of(&task.database), operation.id);
    let request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(options.to_string()))
        .map_err(|error| Failure::new(format!("The request for the export cannot be made: {error}.")))?;
    let response = target.send(request).await?;
    // RavenDB answers a refused export with 200 and its reason, without the name of a file.
    if !response.status().is_success() || !response.headers().contains_key(header::CONTENT_DISPOSITION) {
        return Err(Reply::read(response).await?.failure());
    }
    let mut body = response.into_body();
    let mut progress = Progress::new(task.quiet, "written", None);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            Failure::new(format!(
                "The export broke off after {} bytes: {error}. No file was kept.",
                file.written()
            ))
        })?;
        if let Ok(bytes) = frame.into_data() {
            file.write(&bytes)?;
            progress.at(file.written());
        }
    }
    progress.end();
    Ok(())
}

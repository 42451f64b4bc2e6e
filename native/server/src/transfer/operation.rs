//! The operation that a transfer is on the server: its number, its end, stopping it.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::Value;

use super::target::Target;
use crate::remote::{Failure, Reply, message_of, path_of};

/// Between two reads of the state.
const AGAIN: Duration = Duration::from_millis(100);
/// How often the state is read until it must have ended.
const TRIES: u32 = 100;

/// One operation.
pub struct Operation<'a> {
    target: &'a Target,
    database: &'a str,
    pub id: i64,
}

/// Its state.
pub enum OperationEnd {
    Completed(Value),
    Cancelled,
    Faulted(String),
}

impl<'a> Operation<'a> {
    /// Gets a number. The first request of a transfer: fails when the database or the server is missing.
    pub async fn begin(target: &'a Target, database: &'a str) -> Result<Self, Failure> {
        let path = format!("{}/operations/next-operation-id", path_of(database));
        let reply = request(target, Method::GET, &path, Body::empty()).await?;
        let answer = reply.json()?;
        let id = answer.get("Id").and_then(Value::as_i64);
        let id = id.ok_or_else(|| {
            Failure::new("The server gave no number for an operation; it is neither RavenDB nor rookeryd.")
        })?;
        Ok(Self { target, database, id })
    }

    /// Waits for its end, after the answer with its work arrived.
    pub async fn end(&self) -> Result<OperationEnd, Failure> {
        let path = format!("{}/operations/state?id={}", path_of(self.database), self.id);
        for _ in 0..TRIES {
            let reply = request(self.target, Method::GET, &path, Body::empty()).await?;
            let state = reply.json()?;
            match state.get("Status").and_then(Value::as_str) {
                Some("Completed") => {
                    return Ok(OperationEnd::Completed(state.get("Result").cloned().unwrap_or_default()));
                }
                Some("Canceled") => return Ok(OperationEnd::Cancelled),
                Some("Faulted") => {
                    let message = message_of(state.get("Result"));
                    return Ok(OperationEnd::Faulted(
                        message.unwrap_or_else(|| "no reason is given".to_owned()),
                    ));
                }
                _ => tokio::time::sleep(AGAIN).await,
            }
        }
        Err(Failure::new(format!("Operation {} of the server did not end after its data arrived.", self.id)))
    }

    /// Stops it. It ends a moment later.
    pub async fn kill(&self) -> Result<(), Failure> {
        let path = format!("{}/operations/kill?id={}", path_of(self.database), self.id);
        let reply = request(self.target, Method::POST, &path, Body::empty()).await?;
        if reply.status.is_success() { Ok(()) } else { Err(reply.failure()) }
    }
}

/// Sends a request with a small body and reads the answer.
pub async fn request(target: &Target, method: Method, path: &str, body: Body) -> Result<Reply, Failure> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .map_err(|error| Failure::new(format!("The address {path} cannot be sent: {error}.")))?;
    Reply::read(target.send(request).await?).await
}

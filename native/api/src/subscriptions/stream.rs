//! A connection as a series of messages, and why it ends.

use std::io;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::json_reader::JsonReader;
use crate::error::ApiError;
use crate::request::json_text;
use crate::subscription_workers::{Ending, SubscriptionTimes};

/// Why a connection ends.
#[derive(Debug)]
pub enum Failure {
    /// The client has disconnected, or the stream failed.
    Gone,
    /// The client gets the reason.
    Ended(Ending),
    /// The client gets the error.
    Error(ApiError),
    /// The same before the handshake was complete.
    Refused(ApiError),
}

impl Failure {
    /// The client did not complete its handshake in time.
    pub fn too_slow() -> Self {
        Self::Refused(ApiError::new(
            axum::http::StatusCode::REQUEST_TIMEOUT,
            "System.TimeoutException",
            "The header and the options of the connection did not arrive in time.",
        ))
    }

    /// The reason as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Gone => "The worker has disconnected.".to_owned(),
            Self::Ended(ending) => ending.sentence(),
            Self::Error(error) | Self::Refused(error) => error.message.clone(),
        }
    }

    /// The last message of the connection.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Gone => None,
            Self::Ended(ending) => Some(ending.message()),
            Self::Error(error) => Some(error_message(error, true)),
            Self::Refused(error) => Some(error_message(error, false)),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl From<Ending> for Failure {
    fn from(ending: Ending) -> Self {
        Self::Ended(ending)
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Error(error)
    }
}

/// The message of an error; only a connection with a complete handshake has a status.
fn error_message(error: &ApiError, with_status: bool) -> String {
    let mut message = Map::new();
    message.insert("Type".into(), "Error".into());
    if with_status {
        message.insert("Status".into(), "None".into());
    }
    message.insert("Exception".into(), format!("{}: {}", error.kind, error.message).into());
    message.insert("Message".into(), error.message.clone().into());
    Value::Object(message).to_string()
}

/// A text that is not what the protocol requires.
pub fn invalid(message: impl Into<String>) -> ApiError {
    ApiError::new(axum::http::StatusCode::BAD_REQUEST, "System.IO.InvalidDataException", message)
}

/// A connection.
pub struct MessageStream<S> {
    stream: S,
    reader: JsonReader,
    times: SubscriptionTimes,
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> MessageStream<S> {
    /// A new connection.
    pub fn new(stream: S, times: SubscriptionTimes) -> Self {
        Self { stream, reader: JsonReader::default(), times }
    }

    /// The next object of the client. Nothing is lost when the future is dropped.
    pub async fn receive(&mut self) -> Result<Vec<u8>, Failure> {
        loop {
            if let Some(text) = self.reader.take().map_err(|sentence| Failure::Error(invalid(sentence)))? {
                return Ok(text);
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes).await? {
                0 => return Err(Failure::Gone),
                read => self.reader.push(&bytes[..read]),
            }
        }
    }

    /// The next object, as `what`.
    pub async fn receive_as<T: DeserializeOwned>(&mut self, what: &'static str) -> Result<T, Failure> {
        Ok(json_text(&self.receive().await?, what)?)
    }

    /// Sends bytes. A client that does not take them in time has disconnected.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        for part in bytes.chunks(64 * 1024) {
            let sent = tokio::time::timeout(self.times.stall, self.stream.write_all(part)).await;
            sent.map_err(|_| Failure::Gone)??;
        }
        Ok(tokio::time::timeout(self.times.stall, self.stream.flush()).await.map_err(|_| Failure::Gone)??)
    }

    /// Sends what keeps an idle connection open.
    pub async fn send_heartbeat(&mut self) -> Result<(), Failure> {
        self.send(b"\r\n").await
    }

    /// The silence after which a heartbeat is due.
    pub fn heartbeat(&self) -> std::time::Duration {
        self.times.heartbeat
    }

    /// Ends the connection. Bytes of the client that were not read would take the last message away from it.
    pub async fn close(&mut self) {
        let closed = async {
            self.stream.shutdown().await?;
            let mut sink = [0; 4096];
            let mut left = 16;
            while left > 0 && self.stream.read(&mut sink).await? > 0 {
                left -= 1;
            }
            io::Result::Ok(())
        };
        // The client may have disconnected, or does not close its side.
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), closed).await;
    }
}

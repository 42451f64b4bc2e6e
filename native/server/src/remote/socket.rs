//! A WebSocket of a server.

use std::time::Duration;

use axum::http::{StatusCode, header};
use futures_util::StreamExt as _;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::address::{Duplex, Remote};
use super::failure::Failure;
use super::reply::message_of;

/// Longest message that is read: the first one of the I/O metrics has everything that the server keeps.
const LONGEST: usize = 64 << 20;
/// Servers send a frame every 5 s at most; without any for so long the connection is taken to be lost.
const SILENCE: Duration = Duration::from_secs(30);
const HANDSHAKE: Duration = Duration::from_secs(10);

/// An open WebSocket.
pub struct Socket {
    frames: WebSocketStream<Box<dyn Duplex>>,
}

impl Socket {
    /// Opens the socket of a path with its query.
    pub async fn open(remote: &Remote, path: &str) -> Result<Self, Failure> {
        let mut request = format!("{}{path}", remote.socket_url())
            .into_client_request()
            .map_err(|error| Failure::new(format!("{path} is not a path of a socket: {error}.")))?;
        if let Some(cookie) = remote.cookie() {
            request.headers_mut().insert(header::COOKIE, cookie.clone());
        }
        let stream = remote.connect().await?;
        let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        match tokio::time::timeout(HANDSHAKE, opening).await {
            Ok(Ok((frames, _))) => Ok(Self { frames }),
            Ok(Err(error)) => Err(refused(&error)),
            Err(_) => Err(Failure::new(format!("No answer in {} s.", HANDSHAKE.as_secs()))),
        }
    }

    /// The next text of more than blanks. `None` when the server ended the connection or was silent for 30 s.
    pub async fn next(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let frame = match tokio::time::timeout(SILENCE, self.frames.next()).await {
                Ok(Some(Ok(frame))) => frame,
                Ok(Some(Err(error))) => return Err(Failure::new(format!("The connection failed: {error}."))),
                Ok(None) => return Ok(None),
                Err(_) => {
                    return Err(Failure::new(format!(
                        "The server sent nothing for {} s.",
                        SILENCE.as_secs()
                    )));
                }
            };
            match frame {
                Message::Text(text) if !text.trim().is_empty() => return Ok(Some(text.as_str().to_owned())),
                Message::Close(_) => return Ok(None),
                _ => {}
            }
        }
    }
}

/// A server refuses in the handshake: with a status.
fn refused(error: &Error) -> Failure {
    match error {
        Error::Http(response) => {
            let text = response.body().as_deref().unwrap_or_default();
            let reason = message_of(serde_json::from_slice(text).ok().as_ref())
                .unwrap_or_else(|| format!("The server answered {}.", response.status()));
            match response.status() {
                // A server that starts, or is busy.
                StatusCode::TOO_MANY_REQUESTS
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT => Failure::new(reason),
                // Servers answer 500 to what their licence or their build does not have.
                _ => Failure::lasting(reason),
            }
        }
        other => Failure::new(format!("The connection failed: {other}.")),
    }
}

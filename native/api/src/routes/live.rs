//! The WebSocket routes: joins a feed to a socket.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{OriginalUri, State};
use axum::response::Response;

use crate::error::ApiError;
use crate::feeds::{Session, connect};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// Commands are short; nothing longer is taken from a client.
const LONGEST_MESSAGE: usize = 1024 * 1024;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/changes", socket)
        .get("/databases/{db}/debug/io-metrics/live", socket)
        .get("/databases/{db}/indexes/performance/live", socket)
        .get("/admin/debug/io-metrics/live", socket)
        .get("/debug/queries/running/live", socket)
        .get("/admin/traffic-watch", socket)
        .get("/threads-info/watch", socket)
}

async fn socket(
    State(state): State<ApiState>,
    OriginalUri(uri): OriginalUri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    // The feed is resolved first, so that a wrong database is reported also to a plain request.
    let session = connect(&state, &path).await?;
    let upgrade = upgrade.map_err(|_| {
        ApiError::bad_request(format!(
            "{} is a WebSocket route; connect to it with ws:// instead.",
            uri.path()
        ))
    })?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(|socket| exchange(socket, session)))
}

/// Carries texts both ways until one side ends.
async fn exchange(mut socket: WebSocket, mut session: Session) {
    loop {
        tokio::select! {
            text = session.from_feed.recv() => match text {
                Some(text) => {
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                None => {
                    let bye = CloseFrame { code: close_code::NORMAL, reason: "the feed has ended".into() };
                    // The client may have disconnected first.
                    drop(socket.send(Message::Close(Some(bye))).await);
                    return;
                }
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if session.to_feed.send(text.to_string()).await.is_err() {
                        // The feed has ended; its last messages are still sent.
                        continue;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}

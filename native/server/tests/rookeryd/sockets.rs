use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::running::Running;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

async fn next(socket: &mut Socket) -> String {
    let message =
        tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("silence for 20 s");
    match message.expect("the socket ended").unwrap() {
        Message::Text(text) => text.to_string(),
        other => panic!("not a text: {other:?}"),
    }
}

fn with_database(folder: &std::path::Path) -> Running {
    let server = Running::start(folder, &[]);
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    server
}

#[tokio::test]
async fn changes_arrive_over_a_real_socket() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path());
    let (mut socket, _) =
        connect_async(format!("ws://{}/databases/shop/changes", server.address)).await.unwrap();
    assert!(next(&mut socket).await.contains("TopologyChange"));
    let watch = json!({ "CommandId": 1, "Command": "watch-docs", "Param": null }).to_string();
    socket.send(Message::text(watch)).await.unwrap();
    assert_eq!(next(&mut socket).await, r#"[{"CommandId":1,"Type":"Confirm"}]"#);
    server.request("PUT", "/databases/shop/docs?id=a/1", "{}");
    let change: Value = serde_json::from_str(&next(&mut socket).await).unwrap();
    assert_eq!(change[0]["Value"]["Id"], "a/1");
}

#[tokio::test]
async fn live_io_sends_everything_then_a_delta_then_a_heartbeat() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path());
    server.request("PUT", "/databases/shop/docs?id=a/1", "{}");
    let url = format!("ws://{}/databases/shop/debug/io-metrics/live", server.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let first: Value = serde_json::from_str(&next(&mut socket).await).unwrap();
    assert!(!first["Environments"].as_array().unwrap().is_empty());
    server.request("PUT", "/databases/shop/docs?id=a/2", "{}");
    let mut heard = Vec::new();
    while !heard.iter().any(|text| text == "\r\n") || heard.iter().all(|text| text == "\r\n") {
        heard.push(next(&mut socket).await);
        assert!(heard.len() < 12, "{heard:?}");
    }
}

#[tokio::test]
async fn threads_are_watched_live() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path());
    let (mut socket, _) = connect_async(format!("ws://{}/threads-info/watch", server.address)).await.unwrap();
    let info: Value = serde_json::from_str(&next(&mut socket).await).unwrap();
    assert!(info["ThreadsCount"].as_u64().unwrap() > 1, "{info}");
}

#[tokio::test]
async fn an_unknown_database_refuses_the_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path());
    match connect_async(format!("ws://{}/databases/nope/changes", server.address)).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 500),
        other => panic!("not refused: {other:?}"),
    }
}

#[cfg(unix)]
#[tokio::test]
async fn an_open_socket_does_not_keep_the_server_from_stopping() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_database(folder.path());
    let url = format!("ws://{}/databases/shop/changes", server.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    next(&mut socket).await;
    server.signal("TERM");
    assert_eq!(server.exit_code(), 0);
}

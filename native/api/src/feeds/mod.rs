//! The live feeds of the WebSocket routes, independent of the transport.
//!
//! A feed is a task that sends texts into one channel and receives texts from another; both are bounded, so a
//! slow reader slows its feed and nothing else. `rookeryd` joins them to a WebSocket, the addon to two
//! callbacks.

mod changes;
mod indexing;
mod io;
mod running_queries;
mod threads;
mod traffic;
mod watch_list;

use std::sync::Arc;

use axum::http::Uri;
use rookery_engine::{Database, Engine, IoMetrics};
use tokio::sync::mpsc;

use crate::blocking::blocking;
use crate::error::ApiError;
use crate::feed_count::FeedPermit;
use crate::parameters::Parameters;
use crate::request::open;
use crate::state::ApiState;
use crate::thread_request::inspector;
use crate::threads::ThreadInspector;
use crate::traffic_watch::TrafficWatcher;

/// The heartbeat of the I/O and thread feeds.
const HEARTBEAT: &str = "\r\n";
/// Texts that may wait on each side of a feed.
const WAITING: usize = 64;

/// One open feed. Dropping it ends the feed.
pub struct Session {
    /// Takes the client's texts.
    pub to_feed: mpsc::Sender<String>,
    /// Gives the feed's texts; ends when the feed has ended.
    pub from_feed: mpsc::Receiver<String>,
    _permit: FeedPermit,
}

/// The feed's side of a [`Session`].
struct FeedChannels {
    inbox: mpsc::Receiver<String>,
    outbox: mpsc::Sender<String>,
}

/// The client has disconnected; its feed ends.
struct Disconnected;

impl FeedChannels {
    async fn send(&self, text: impl Into<String>) -> Result<(), Disconnected> {
        self.outbox.send(text.into()).await.map_err(|_| Disconnected)
    }

    /// Waits until the client disconnects and drops its messages; for feeds without commands.
    async fn client_gone(&mut self) {
        while self.inbox.recv().await.is_some() {}
    }
}

enum Feed {
    Io(Arc<IoMetrics>),
    Changes(Arc<Database>),
    Indexing(Arc<Database>, Vec<String>),
    RunningQueries(Arc<Engine>),
    Threads(Arc<dyn ThreadInspector>),
    Traffic(TrafficWatcher, Option<String>),
}

/// Opens the feed at `path` (a WebSocket route's path, with or without a query string).
pub async fn connect(state: &ApiState, path: &str) -> Result<Session, ApiError> {
    let feed = find(state, path).await?;
    let permit = state.feeds().permit()?;
    let (to_feed, inbox) = mpsc::channel(WAITING);
    let (outbox, from_feed) = mpsc::channel(WAITING);
    let ends = FeedChannels { inbox, outbox };
    let rhythm = state.options().rhythm;
    tokio::spawn(async move {
        // A feed only ever ends because its client went away.
        let _: Result<(), Disconnected> = match feed {
            Feed::Io(metrics) => io::run(metrics, rhythm, ends).await,
            Feed::Changes(database) => changes::run(database, rhythm, ends).await,
            Feed::Indexing(database, names) => indexing::run(database, names, rhythm, ends).await,
            Feed::RunningQueries(engine) => running_queries::run(engine, rhythm, ends).await,
            Feed::Threads(inspector) => threads::run(inspector, rhythm, ends).await,
            Feed::Traffic(watcher, database) => traffic::run(watcher, database, rhythm, ends).await,
        };
    });
    Ok(Session { to_feed, from_feed, _permit: permit })
}

async fn find(state: &ApiState, path: &str) -> Result<Feed, ApiError> {
    let uri: Uri = path
        .parse()
        .map_err(|error| ApiError::bad_request(format!("'{path}' is not a path to a live feed: {error}.")))?;
    let segments: Vec<&str> = uri.path().trim_matches('/').split('/').collect();
    match segments.as_slice() {
        ["databases", name, "changes"] => Ok(Feed::Changes(open(state, decoded(name)?).await?)),
        ["databases", name, "debug", "io-metrics", "live"] => {
            let database = open(state, decoded(name)?).await?;
            Ok(Feed::Io(database.io()))
        }
        ["admin", "debug", "io-metrics", "live"] => {
            let engine = state.engine().clone();
            Ok(Feed::Io(blocking(move || Ok(engine.system_io())).await?))
        }
        ["databases", name, "indexes", "performance", "live"] => {
            let query = Parameters::parse(uri.query().unwrap_or(""));
            let names = query.all("name").map(str::to_owned).collect();
            Ok(Feed::Indexing(open(state, decoded(name)?).await?, names))
        }
        ["debug", "queries", "running", "live"] => Ok(Feed::RunningQueries(state.engine().clone())),
        ["admin", "traffic-watch"] => {
            let query = Parameters::parse(uri.query().unwrap_or(""));
            let database = query.filled("resourceName").map(str::to_owned);
            Ok(Feed::Traffic(state.traffic().watch(), database))
        }
        ["threads-info", "watch"] => Ok(Feed::Threads(inspector(state)?)),
        _ => Err(ApiError::route_not_found("GET", uri.path())),
    }
}

fn decoded(segment: &str) -> Result<String, ApiError> {
    percent_encoding::percent_decode_str(segment).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
        ApiError::bad_request(format!("The database name '{segment}' in the path is not UTF-8."))
    })
}

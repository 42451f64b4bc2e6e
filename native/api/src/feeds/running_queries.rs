//! Live running queries of all open databases: the whole list about every second, `[]` while none runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rookery_engine::Engine;
use serde_json::{Value, json};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::{Disconnected, FeedChannels};
use crate::dto::running_query::query_object;
use crate::state::FeedRhythm;

pub(super) async fn run(
    engine: Arc<Engine>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    let mut look = interval_at(Instant::now(), rhythm.queries);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = ends.client_gone() => return Err(Disconnected),
            _ = look.tick() => ends.send(running(&engine).to_string()).await?,
        }
    }
}

/// `[{DatabaseName, IndexName, RunningQueries}]`, only of indexes with running queries.
fn running(engine: &Engine) -> Value {
    let mut entries = Vec::new();
    for database in engine.open_databases() {
        let mut by_index: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for query in database.running_queries() {
            by_index.entry(query.index.clone()).or_default().push(query_object(&query));
        }
        entries.extend(by_index.into_iter().map(|(index, queries)| {
            json!({ "DatabaseName": database.name(), "IndexName": index, "RunningQueries": queries })
        }));
    }
    Value::Array(entries)
}

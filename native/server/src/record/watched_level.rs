//! The level of the log that the server sends to whoever watches it. RavenDB 7 sends all levels by default.

use axum::body::Body;
use axum::http::Request;
use rookery_recorder::{LEVELS, MARK};
use serde_json::{Value, json};

use super::collector::get;
use crate::remote::{Failure, Remote, Reply};

const ROUTE: &str = "/admin/logs/configuration";

/// A level that was changed for the time of a recording. Other watchers of the log get fewer lines meanwhile.
pub struct WatchedLevel {
    before: Value,
}

impl WatchedLevel {
    /// Raises the level, unless it is as high already.
    pub async fn raise(remote: &Remote, level: &str) -> Result<Option<Self>, Failure> {
        let answer = get(remote, &format!("{ROUTE}?{MARK}")).await?.json()?;
        let current = &answer["AdminLogs"];
        let name = current["CurrentMinLevel"].as_str().ok_or_else(|| {
            Failure::new("The server has no level for watchers of its log: --set-log-level needs RavenDB 7.")
        })?;
        if rank(name) >= rank(level) {
            return Ok(None);
        }
        let with = |level: &str| {
            let (filters, action) = (&current["CurrentFilters"], &current["CurrentLogFilterDefaultAction"]);
            json!({ "MinLevel": level, "Filters": filters, "LogFilterDefaultAction": action })
        };
        set(remote, &with(level)).await?;
        Ok(Some(Self { before: with(name) }))
    }

    /// Sets what was set before.
    pub async fn restore(&self, remote: &Remote) -> Result<(), Failure> {
        set(remote, &self.before).await
    }
}

async fn set(remote: &Remote, level: &Value) -> Result<(), Failure> {
    let body = json!({ "AdminLogs": level }).to_string();
    let request = Request::post(format!("{ROUTE}?{MARK}"))
        .body(Body::from(body))
        .map_err(|error| Failure::new(format!("{ROUTE} is not a path: {error}.")))?;
    let reply = Reply::read(remote.send(request).await?).await?;
    if reply.status.is_success() {
        return Ok(());
    }
    let sentence = format!("The level of the watched log could not be set: {}", reply.failure());
    Err(Failure::new(sentence))
}

fn rank(level: &str) -> usize {
    LEVELS.iter().position(|known| known.eq_ignore_ascii_case(level)).unwrap_or(0)
}

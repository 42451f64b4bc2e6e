//! What is read once, at the start: version, clock, databases and settings.

use rookery_recorder::{Clock, MARK, Opening, now};
use rookery_recording::Manifest;
use serde_json::Value;

use super::arguments::Task;
use super::collector::get;
use crate::remote::{Failure, Remote, encoded};

/// Most databases that are recorded without being named.
const DATABASES: usize = 20;

/// Reads what the manifest needs.
pub async fn manifest(remote: &Remote, task: &Task) -> Result<Manifest, Failure> {
    let opening = Opening {
        recorder: format!("rookeryd {}", crate::help::version()),
        server: remote.url().to_owned(),
        version: read(remote, "/build/version").await?,
        databases: databases(remote, task).await?,
        clock: clock(remote).await,
        settings: settings(remote).await,
        note: task.note.clone(),
    };
    Ok(opening.manifest())
}

async fn read(remote: &Remote, path: &str) -> Result<Value, Failure> {
    let separator = if path.contains('?') { '&' } else { '?' };
    get(remote, &format!("{path}{separator}{MARK}")).await?.json()
}

/// The named databases, or those that are loaded: reading statistics would load others.
async fn databases(remote: &Remote, task: &Task) -> Result<Vec<String>, Failure> {
    let answer = read(remote, "/databases?namesOnly=true&start=0&pageSize=1000").await?;
    let names: Vec<String> = answer["Databases"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    if let Some(missing) =
        task.databases.iter().find(|name| !names.iter().any(|known| known.eq_ignore_ascii_case(name)))
    {
        return Err(Failure::new(format!("The server has no database '{missing}'.")));
    }
    if !task.databases.is_empty() {
        return Ok(task.databases.clone());
    }
    let mut loaded = Vec::new();
    for name in names {
        let state = read(remote, &format!("/debug/is-loaded?name={}", encoded(&name))).await?;
        if state["IsLoaded"] == true {
            loaded.push(name);
        }
        if loaded.len() == DATABASES {
            break;
        }
    }
    Ok(loaded)
}

/// The server's time. `None` if it is not known.
async fn clock(remote: &Remote) -> Option<Clock> {
    let sent = now();
    let path = "/admin/debug/memory/stats?includeThreads=false&includeMappings=false";
    let answer = read(remote, path).await.ok()?;
    Some(Clock { answer, sent, received: now() })
}

/// Null where the server has no such route or refuses.
async fn settings(remote: &Remote) -> Value {
    read(remote, "/admin/configuration/settings").await.unwrap_or_default()
}

//! What is read once, at the start: version, clock, databases and settings.

use axum::http::StatusCode;
use rookery_recording::{FORMAT, Manifest};
use serde_json::{Map, Value};

use super::arguments::Task;
use super::collector::get;
use super::sources::MARK;
use super::values::{date, now, text};
use crate::remote::{Failure, Remote, encoded};

/// Most databases that are recorded without being named.
const DATABASES: usize = 20;
/// Longest value of a setting.
const SETTING: usize = 500;
/// Settings whose names contain these are left out, like those that the server calls secured.
const SECRET: [&str; 6] = ["password", "secret", "key", "token", "certificate", "connectionstring"];

/// Reads what the manifest needs.
pub async fn manifest(remote: &Remote, task: &Task) -> Result<Manifest, Failure> {
    let version = read(remote, "/build/version").await?;
    let (databases, clock_offset) = (databases(remote, task).await?, clock_offset(remote).await);
    Ok(Manifest {
        format: FORMAT,
        recorder: format!("rookeryd {}", crate::help::version()),
        server: remote.url().to_owned(),
        server_version: text(&version, "FullVersion"),
        started: now(),
        clock_offset,
        databases,
        settings: settings(remote).await,
        note: task.note.clone(),
        masked: false,
    })
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

/// The server's clock minus this one's, in µs; half of the time of the request is the error. 0 if it is not known.
async fn clock_offset(remote: &Remote) -> i64 {
    let sent = now();
    let path = "/admin/debug/memory/stats?includeThreads=false&includeMappings=false";
    let Ok(answer) = read(remote, path).await else { return 0 };
    let middle = sent + (now() - sent) / 2;
    date(&answer["@metadata"], "DateTime").map_or(0, |server| server - middle)
}

/// Settings with a value of their own. Null where the server has no such route or refuses.
async fn settings(remote: &Remote) -> Value {
    let Ok(reply) = get(remote, &format!("/admin/configuration/settings?{MARK}")).await else {
        return Value::Null;
    };
    if reply.status != StatusCode::OK {
        return Value::Null;
    }
    let Ok(answer) = reply.json() else { return Value::Null };
    let mut kept = Map::new();
    for setting in answer["Settings"].as_array().into_iter().flatten() {
        if setting["Metadata"]["IsSecured"] != false {
            continue;
        }
        for (name, value) in setting["ServerValues"].as_object().into_iter().flatten() {
            let lower = name.to_lowercase();
            let (has, value) = (value["HasValue"] == true, text(value, "Value"));
            if has && !SECRET.iter().any(|secret| lower.contains(secret)) {
                kept.insert(name.clone(), value.chars().take(SETTING).collect::<String>().into());
            }
        }
    }
    Value::Object(kept)
}

//! The memory of the process that the engine runs in, from the kernel. There is no managed heap, no garbage collection and
//! no encryption, so their routes and members are absent.

use std::collections::BTreeMap;
use std::path::Path;

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::text::human_readable_size;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::process_memory::{ByFile, Mapped, is_file, parse_meminfo, parse_smaps, total};
use crate::request::CallerUrl;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/admin/debug/memory/stats", stats).get("/admin/debug/memory/smaps", smaps)
}

async fn stats(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    let include_mappings = query.flag("includeMappings")?;
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let files = read_mappings()?;
        let machine = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let whole = total(&files);
        let mut information = Map::new();
        let mut put = |name: &str, bytes: Option<u64>| {
            if let Some(bytes) = bytes {
                information.insert(name.into(), human_readable_size(bytes).into());
            }
        };
        put("PhysicalMemory", parse_meminfo(&machine, "MemTotal"));
        put("WorkingSet", Some(whole.resident));
        put("SharedClean", Some(whole.shared_clean));
        put("MemoryMapped", Some(mapped_files(&files).map(|(_, each)| each.size).sum()));
        put("AvailableMemory", parse_meminfo(&machine, "MemAvailable"));
        let mut answer = Map::new();
        answer.insert("@metadata".into(), debug_metadata(&url, &tag));
        answer.insert("MemoryInformation".into(), information.into());
        if include_mappings {
            answer.insert("Mappings".into(), directories(&files).into());
        }
        Ok(ok(&Value::Object(answer)))
    })
    .await
}

async fn smaps(State(state): State<ApiState>, CallerUrl(url): CallerUrl) -> Result<Response, ApiError> {
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let files = read_mappings()?;
        let whole = total(&files);
        let details: Vec<Value> = files.iter().map(|(name, each)| detail(name, each)).collect();
        Ok(ok(&json!({
            "@metadata": debug_metadata(&url, &tag),
            "Type": "Smaps",
            "Totals": {
                "WorkingSet": whole.resident,
                "SharedClean": whole.shared_clean,
                "PrivateClean": whole.private_clean,
                "TotalClean": whole.clean(),
                "TotalDirty": whole.dirty(),
                "Swap": whole.swap,
                "RssHumanly": human_readable_size(whole.resident),
                "SwapHumanly": human_readable_size(whole.swap),
                "SharedCleanHumanly": human_readable_size(whole.shared_clean),
                "PrivateCleanHumanly": human_readable_size(whole.private_clean),
                "TotalCleanHumanly": human_readable_size(whole.clean()),
            },
            "Details": details,
        })))
    })
    .await
}

fn read_mappings() -> Result<ByFile, ApiError> {
    let text = std::fs::read_to_string("/proc/self/smaps").map_err(|error| {
        ApiError::not_supported(format!(
            "The memory of this process cannot be read from /proc/self/smaps: {error}"
        ))
    })?;
    Ok(parse_smaps(&text))
}

fn mapped_files(files: &ByFile) -> impl Iterator<Item = (&String, &Mapped)> {
    files.iter().filter(|(name, _)| is_file(name))
}

fn detail(name: &str, each: &Mapped) -> Value {
    json!({
        "File": name,
        "Size": human_readable_size(each.size),
        "Rss": human_readable_size(each.resident),
        "SharedClean": human_readable_size(each.shared_clean),
        "SharedDirty": human_readable_size(each.shared_dirty),
        "PrivateClean": human_readable_size(each.private_clean),
        "PrivateDirty": human_readable_size(each.private_dirty),
        "TotalClean": each.clean(),
        "TotalCleanHumanly": human_readable_size(each.clean()),
        "TotalDirty": each.dirty(),
        "TotalDirtyHumanly": human_readable_size(each.dirty()),
        "TotalSwap": each.swap,
        "TotalSwapHumanly": human_readable_size(each.swap),
    })
}

/// Every mapped file of the process, also the program itself and its libraries.
fn directories(files: &ByFile) -> Vec<Value> {
    let mut by_directory: BTreeMap<String, Vec<(&str, &Mapped)>> = BTreeMap::new();
    for (path, mapped) in mapped_files(files) {
        let path = Path::new(path);
        let directory = path.parent().map(|parent| parent.to_string_lossy().into_owned());
        let name = path.file_name().and_then(|name| name.to_str());
        if let (Some(directory), Some(name)) = (directory, name) {
            by_directory.entry(directory).or_default().push((name, mapped));
        }
    }
    by_directory
        .into_iter()
        .map(|(directory, files)| {
            let size: u64 = files.iter().map(|(_, each)| each.size).sum();
            let details: Map<String, Value> = files
                .into_iter()
                .map(|(name, each)| {
                    let value = json!({
                        "TotalMapped": each.size,
                        "HumaneTotalMapped": human_readable_size(each.size),
                        "Mappings": [{ "Size": each.size, "Count": each.mappings }],
                    });
                    (name.to_owned(), value)
                })
                .collect();
            json!({
                "Directory": directory,
                "TotalDirectorySize": size,
                "HumaneTotalDirectorySize": human_readable_size(size),
                "Details": details,
            })
        })
        .collect()
}

//! Connection strings: the targets of tasks, kept in the record of a database. No task that uses them runs here.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// The types, and the members of the record with their connection strings.
const TYPES: [(&str, &str); 7] = [
    ("Raven", "RavenConnectionStrings"),
    ("Sql", "SqlConnectionStrings"),
    ("Olap", "OlapConnectionStrings"),
    ("ElasticSearch", "ElasticSearchConnectionStrings"),
    ("Queue", "QueueConnectionStrings"),
    ("Snowflake", "SnowflakeConnectionStrings"),
    ("Ai", "AiConnectionStrings"),
];

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/admin/connection-strings", get)
        .put("/databases/{db}/admin/connection-strings", put)
        .delete("/databases/{db}/admin/connection-strings", delete)
}

/// The member with the connection strings of a type.
fn member_of(kind: &str) -> Result<&'static str, ApiError> {
    let known = TYPES.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind));
    known.map(|(_, member)| *member).ok_or_else(|| {
        let all = TYPES.map(|(name, _)| name).join(", ");
        ApiError::bad_request(format!("'{kind}' is not a type of connection strings; the types are {all}."))
    })
}

/// Those of one type, taken out of the record.
fn taken(record: &mut Map<String, Value>, member: &str) -> Map<String, Value> {
    match record.remove(member) {
        Some(Value::Object(all)) => all,
        _ => Map::new(),
    }
}

/// The type is known from the member, and answers do not have it.
fn without_type(mut one: Value) -> Value {
    if let Some(one) = one.as_object_mut() {
        one.remove("Type");
    }
    one
}

/// All of them, or the one that is named.
async fn get(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (mut record, _) = state.engine().record(database.name())?;
        let mut none = Map::new();
        let record = record.as_object_mut().unwrap_or(&mut none);
        let mut answer = Map::new();
        match parameters.filled("connectionStringName") {
            None => {
                for (_, member) in TYPES {
                    let all = taken(record, member).into_iter().map(|(name, one)| (name, without_type(one)));
                    answer.insert(member.to_owned(), Value::Object(all.collect()));
                }
            }
            Some(name) => {
                let wanted = member_of(parameters.text("type").unwrap_or_default())?;
                for (_, member) in TYPES {
                    let one = if member == wanted { taken(record, member).remove(name) } else { None };
                    let one = one.map(|one| json!({ name: without_type(one) }));
                    answer.insert(member.to_owned(), one.unwrap_or_default());
                }
            }
        }
        Ok(ok(&Value::Object(answer)))
    })
    .await
}

async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let one: Map<String, Value> = json_body(&state, &headers, body, "The connection string's JSON").await?;
    let text = |member| one.get(member).and_then(Value::as_str).unwrap_or_default();
    let (name, member) = (text("Name").to_owned(), member_of(text("Type"))?);
    if name.is_empty() {
        return Err(ApiError::bad_request("The connection string needs a 'Name'."));
    }
    if member == "RavenConnectionStrings" {
        let is_empty = |member| one.get(member).and_then(Value::as_array).is_none_or(Vec::is_empty);
        if text("Database").is_empty() || is_empty("TopologyDiscoveryUrls") {
            let message = "A connection string of RavenDB needs a 'Database' and 'TopologyDiscoveryUrls'.";
            return Err(ApiError::bad_request(message));
        }
    }
    change(state, database.name().to_owned(), member, move |all| {
        all.insert(name, Value::Object(one));
    })
    .await
}

/// One that is missing is deleted already.
async fn delete(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let name = parameters.required("connectionString")?.to_owned();
    let member = member_of(parameters.required("type")?)?;
    change(state, database.name().to_owned(), member, move |all| {
        all.remove(&name);
    })
    .await
}

async fn change(
    state: ApiState,
    database: String,
    member: &'static str,
    change: impl FnOnce(&mut Map<String, Value>) + Send + 'static,
) -> Result<Response, ApiError> {
    blocking(move || {
        let index = state.engine().change_record(&database, |record, _| {
            let mut all = taken(record, member);
            change(&mut all);
            record.insert(member.to_owned(), Value::Object(all));
            Ok(())
        })?;
        Ok(ok(&json!({ "RaftCommandIndex": index })))
    })
    .await
}

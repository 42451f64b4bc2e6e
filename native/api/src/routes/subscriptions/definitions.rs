//! Creating, changing, listing and deleting subscriptions, and trying a query.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{BatchLimits, BatchRequest, BatchSource, Database, Subscription, SubscriptionStart};
use serde_json::{Value, json};

use super::definition::SentDefinition;
use super::state::{listed_object, workers};
use super::{by_id, by_name, missing, named_in};
use crate::answer::{JSON, bare, debug_metadata, json as json_answer, ok};
use crate::blocking::blocking;
use crate::dto::subscription::state_object;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;
use crate::subscription_workers::Ending;
use crate::subscriptions::trial_results;

/// What a trial returns at most.
const TRIAL: BatchLimits = BatchLimits { documents: 1024, bytes: 8 << 20, read: 1 << 17 };

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/subscriptions", list)
        .put("/databases/{db}/subscriptions", create)
        .delete("/databases/{db}/subscriptions", delete)
        .post("/databases/{db}/subscriptions/update", update)
        .get("/databases/{db}/subscriptions/state", state_of)
        .post("/databases/{db}/subscriptions/try", try_query)
}

async fn sent(state: &ApiState, headers: &HeaderMap, body: Body) -> Result<SentDefinition, ApiError> {
    json_body(state, headers, body, "The subscription's JSON").await
}

fn named(status: StatusCode, name: &str, index: i64) -> Response {
    let body = json!({ "Name": name, "RaftCommandIndex": index }).to_string().into_bytes();
    json_answer(status, body)
}

async fn create(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let sent = sent(&state, &headers, body).await?;
    blocking(move || created(&state, &database, sent)).await
}

fn created(state: &ApiState, database: &Database, sent: SentDefinition) -> Result<Response, ApiError> {
    let created = database.create_subscription(sent.create(state.engine().node_tag())?)?;
    Ok(named(StatusCode::CREATED, &created.name, created.index))
}

async fn update(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let sent = sent(&state, &headers, body).await?;
    blocking(move || {
        let existing = match (sent.id, sent.name.as_deref()) {
            (Some(id), _) => database.subscription(id)?.ok_or_else(|| missing("id", &id.to_string())),
            (None, Some(name)) => database.subscription_named(name)?.ok_or_else(|| missing("name", name)),
            (None, None) => {
                Err(ApiError::bad_argument("An update needs the 'Id' or the 'Name' of a subscription"))
            }
        };
        let existing = match existing {
            Err(_) if sent.create_new == Some(true) => return created(&state, &database, sent),
            other => other?,
        };
        let Some(change) = sent.change(&existing)? else {
            return Ok(named(StatusCode::NOT_MODIFIED, &existing.name, existing.index));
        };
        let changed = database.change_subscription(existing.id, change)?;
        let ending = match changed.disabled {
            true => Ending::Disabled(changed.name.clone()),
            false => Ending::Changed(changed.name.clone()),
        };
        state.subscription_connections().end(&(database.id().to_owned(), changed.id), &ending, None);
        Ok(named(StatusCode::CREATED, &changed.name, changed.index))
    })
    .await
}

async fn delete(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("taskName")?.to_owned();
    blocking(move || {
        if let Some(deleted) = database.delete_subscription(&name)? {
            let key = (database.id().to_owned(), deleted.id);
            state.subscription_connections().end(&key, &Ending::Deleted(deleted.name), None);
        }
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

async fn list(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    blocking(move || {
        let found = match named_in(&database, &query)? {
            Some(one) => vec![one],
            None => database.subscriptions()?,
        };
        let running = query.flag("running")?;
        let page = query.page()?;
        let [start, take] = [page.start, page.take].map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        let history = query.flag("history")?;
        let is_listed = |one: &&_| !running || !workers(&state, &database, one).holders.is_empty();
        let listed = found.iter().filter(is_listed).skip(start).take(take);
        let results: Vec<Value> = listed.map(|one| listed_object(&state, &database, one, history)).collect();
        let metadata = debug_metadata(&url, state.engine().node_tag());
        Ok(ok(&json!({ "@metadata": metadata, "Results": results })))
    })
    .await
}

async fn state_of(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let Some(name) = query.filled("name").map(str::to_owned) else {
        return Ok(bare(StatusCode::BAD_REQUEST));
    };
    blocking(move || Ok(ok(&state_object(&database, &by_name(&database, &name)?)))).await
}

async fn try_query(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let sent = sent(&state, &headers, body).await?;
    blocking(move || {
        let documents = query.number::<usize>("pageSize")?.unwrap_or(TRIAL.documents);
        let limits = BatchLimits { documents: documents.clamp(1, TRIAL.documents), ..TRIAL };
        let compiled = sent.compiled()?;
        database.check_subscribed(&compiled)?;
        let archived = sent.archived()?.unwrap_or_default();
        let start = sent.start().unwrap_or(SubscriptionStart::Beginning);
        let position = database.position_of(&start)?;
        let source = BatchSource::After(position);
        let request = BatchRequest::of_one_worker(source, archived, limits);
        let batch = database.subscription_batch(&compiled, request)?;
        let mut response = Response::new(Body::from(trial_results(&batch)));
        response.headers_mut().insert(axum::http::header::CONTENT_TYPE, JSON);
        Ok(response)
    })
    .await
}

/// The subscription with this id; used by the states of tasks.
pub(super) fn of_task(database: &Database, id: i64, name: Option<&str>) -> Result<Subscription, ApiError> {
    match name {
        Some(name) => by_name(database, name),
        None => by_id(database, id),
    }
}

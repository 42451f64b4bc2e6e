//! Runs a definition on some documents without storing it.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use rookery_engine::{
    IndexTest, IndexTestError, IndexTestResult, IndexingError, QueryRequest, StaticIndex, null_as_default,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::JSON;
use crate::blocking::blocking;
use crate::dto::json_writer::write_list;
use crate::dto::text::milliseconds;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::routes::queries::write_item;
use crate::state::ApiState;

/// The documents to map without another number.
const USUAL_DOCUMENTS: i64 = 100;

/// The most documents to map, as on a real server.
const MOST_DOCUMENTS: i64 = 10_000;

/// How long a test may map without another limit, in seconds.
const USUAL_SECONDS: u64 = 15;

/// The highest limit, in seconds.
const MOST_SECONDS: u64 = 300;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct TestBody {
    #[serde(default)]
    index_definition: Option<Map<String, Value>>,
    #[serde(default)]
    query: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    query_parameters: Map<String, Value>,
    #[serde(default)]
    max_documents_to_process: Option<i64>,
    #[serde(default)]
    wait_for_non_stale_results_timeout_in_sec: Option<u64>,
}

impl TestBody {
    fn into_test(self) -> Result<IndexTest, ApiError> {
        let Some(mut definition) = self.index_definition else {
            return Err(ApiError::bad_request(
                "The request body has no 'IndexDefinition' member; put the definition to test there.",
            ));
        };
        let documents = self.max_documents_to_process.unwrap_or(USUAL_DOCUMENTS);
        let documents = u64::try_from(documents).ok().filter(|_| (1..=MOST_DOCUMENTS).contains(&documents));
        let Some(documents) = documents else {
            return Err(ApiError::bad_request(format!(
                "'MaxDocumentsToProcess' must be a number from 1 to {MOST_DOCUMENTS}."
            )));
        };
        // A definition can be tested before it has a name.
        if definition.get("Name").is_none_or(Value::is_null) {
            definition.insert("Name".to_owned(), Value::from(""));
        }
        let definition: StaticIndex = serde_json::from_value(Value::Object(definition))
            .map_err(|error| ApiError::bad_json("The index's JSON", &error))?;
        let query = self.query.filter(|text| !text.trim().is_empty());
        let parameters = self.query_parameters;
        let seconds = self.wait_for_non_stale_results_timeout_in_sec.filter(|seconds| *seconds > 0);
        Ok(IndexTest {
            definition,
            query: query.map(|query| QueryRequest { query, parameters, ..QueryRequest::default() }),
            documents,
            longest: Duration::from_secs(seconds.unwrap_or(USUAL_SECONDS).min(MOST_SECONDS)),
        })
    }
}

pub(super) async fn test(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let body: TestBody = json_body(&state, &headers, body, "The index test's JSON").await?;
    let test = body.into_test()?;
    blocking(move || {
        let result = database.test_index(&test)?;
        let mut response = Response::new(Body::from(written(&result)));
        response.headers_mut().insert(header::CONTENT_TYPE, JSON);
        Ok(response)
    })
    .await
}

/// The members of a real server; those that begin with `Rookery` are additions of the sandbox.
fn written(result: &IndexTestResult) -> Vec<u8> {
    let mut out = Vec::new();
    let mut list = |name: &str, values: &[Value]| {
        out.extend_from_slice(format!("\"{name}\":").as_bytes());
        write_list(&mut out, values.iter(), |out, value| out.extend_from_slice(value.to_string().as_bytes()));
        out.push(b',');
    };
    list("IndexEntries", &result.entries);
    list("MapResults", &result.mapped);
    list("ReduceResults", &result.reduced);
    out.extend_from_slice(b"\"QueryResults\":");
    write_list(&mut out, result.answer.results.iter(), |out, item| write_item(out, item, false));
    let error = |error: &IndexingError| json!({ "Document": error.document, "Action": error.action, "Error": error.error });
    let others = json!({
        "HasDynamicFields": result.has_dynamic_fields,
        "IsStale": result.is_stale,
        "IndexType": result.kind,
        "RookeryDocuments": result.documents,
        "RookeryErrors": result.errors.iter().map(error).collect::<Vec<_>>(),
        "RookeryMapMilliseconds": result.map_time.as_secs_f64() * 1000.0,
        "RookerySlowestDocument": result.slowest.as_ref().map(|(id, took)| {
            json!({ "Id": id, "Milliseconds": milliseconds(*took) })
        }),
        "RookeryLargestFanOut": result.largest.as_ref().map(|(id, entries)| {
            json!({ "Id": id, "Entries": entries })
        }),
        "RookeryStopped": result.stopped,
    });
    let others = others.to_string();
    let mut body = Vec::with_capacity(out.len() + others.len() + 2);
    body.push(b'{');
    body.extend_from_slice(&out);
    body.push(b',');
    body.extend_from_slice(others.trim_start_matches('{').as_bytes());
    body
}

impl From<IndexTestError> for ApiError {
    fn from(error: IndexTestError) -> Self {
        match error {
            IndexTestError::Engine(error) => error.into(),
            IndexTestError::Query(error) => error.into(),
            IndexTestError::AllFailed { .. } => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.InvalidOperationException",
                error.to_string(),
            ),
        }
    }
}

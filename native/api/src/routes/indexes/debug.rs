//! What an index has stored: its fields, and of one with a reduce its documents and groups.

use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::{EngineError, GroupPage, IndexGroup};
use serde_json::{Value, json};

use super::{same, unknown};
use crate::answer::{bare, json as json_response, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;

/// The default number of documents in a page.
const DOCUMENTS: usize = 1_024;

/// `op` chooses what is answered.
pub(super) async fn debug(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    let Some(op) = query.text("op").map(str::to_owned) else {
        return Err(ApiError::bad_argument("Query string op is mandatory, but wasn't specified."));
    };
    let page = query.page()?;
    let prefix = query.text("startsWith").unwrap_or("").to_owned();
    let documents: Vec<String> = query.all("docId").map(str::to_owned).collect();
    blocking(move || {
        let Some(index) = database.index_stats()?.into_iter().find(|stats| same(stats, &name)) else {
            return Ok(bare(StatusCode::NOT_FOUND));
        };
        let name = index.definition.name();
        match op.as_str() {
            "map-reduce-tree" => match database.index_groups(name, &documents) {
                Err(EngineError::IndexWithoutReduce { index }) => {
                    let error = json!({ "Error": format!("{index} is not map-reduce index") });
                    Ok(json_response(StatusCode::BAD_REQUEST, error.to_string().into_bytes()))
                }
                groups => {
                    let trees: Vec<Value> = groups?.into_iter().map(tree).collect();
                    Ok(ok(&json!({ "Results": trees })))
                }
            },
            "source-doc-ids" => {
                let take = usize::try_from(page.take).unwrap_or(DOCUMENTS).min(DOCUMENTS);
                let ids = database.index_source_documents(name, &prefix, page.start, take)?;
                Ok(ok(&json!({ "Count": ids.len(), "Results": ids })))
            }
            "entries-fields" => {
                let fields = database.index_fields(name).ok_or_else(|| unknown(name))?;
                let field =
                    |name: String| json!({ "Name": name, "FieldType": "Static", "ValueType": "Term" });
                Ok(ok(&fields.into_iter().map(field).collect()))
            }
            other => Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.NotSupportedException",
                format!("{other} is not supported"),
            )),
        }
    })
    .await
}

/// Unlike a RavenDB server, which names the documents of requested ones only, it names all listed ones.
fn tree(group: IndexGroup) -> Value {
    let IndexGroup { number, key, members, result, mut pages } = group;
    let (depth, count) = if pages.len() == 1 { (1, 1) } else { (2, pages.len() + 1) };
    let root = match (pages.pop(), pages.is_empty()) {
        (Some(only), true) => page(1, result, Vec::new(), only),
        (last, _) => {
            let children = (2_usize..).zip(pages.into_iter().chain(last));
            let children = children.map(|(number, mut child)| {
                let reduction = child.reduction.take();
                page(number, reduction, Vec::new(), child)
            });
            let children: Vec<Value> = children.collect();
            page(1, result, children, GroupPage { reduction: None, members: Vec::new() })
        }
    };
    json!({
        "Name": format!("#reduce-group-{number}"),
        "DisplayName": key.to_string(),
        "Depth": depth,
        "PageCount": count,
        "NumberOfEntries": members,
        "Root": root,
    })
}

fn page(number: usize, result: Option<Value>, children: Vec<Value>, page: GroupPage) -> Value {
    let entries: Vec<Value> = page
        .members
        .into_iter()
        .map(|member| json!({ "Data": member.data, "Source": member.document }))
        .collect();
    let is_leaf = children.is_empty();
    json!({
        "PageNumber": number,
        "AggregationResult": result,
        "Children": if is_leaf { Value::Null } else { children.into() },
        "Entries": if is_leaf { entries.into() } else { Value::Null },
    })
}

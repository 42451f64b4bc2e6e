//! What the traffic watch says about a request: its type, and the ids, the query or the commands in it. As RavenDB
//! 7.1.5 says it.

use std::fmt::Write as _;

use axum::http::Method;
use serde_json::Value;

use crate::parameters::Parameters;

/// The texts of requests without a description.
pub(super) const NOTHING: &str = "N/A";

/// Where the description is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DescribedBy {
    Nothing,
    /// The query or the ids in the address.
    Address,
    RequestBody(Content),
    /// The whole body of the response.
    ResponseBody,
}

/// What a body describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// The text itself.
    Text,
    Query,
    Ids,
    Commands,
    Indexes,
}

impl Content {
    /// From the bytes of a body, which may be cut off or no JSON at all.
    pub(super) fn of(self, body: &[u8]) -> String {
        if self == Self::Text {
            return String::from_utf8_lossy(body).into_owned();
        }
        let Ok(json) = serde_json::from_slice::<Value>(body) else { return NOTHING.to_owned() };
        match self {
            Self::Text | Self::Query => query(&json),
            Self::Ids => ids(&json["Ids"]),
            Self::Commands => commands(&json["Commands"]),
            Self::Indexes => json["Indexes"].to_string(),
        }
    }
}

/// A request by its method and its path below the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestKind {
    /// `Type` of the protocol.
    pub name: &'static str,
    pub described_by: DescribedBy,
}

impl RequestKind {
    pub(super) fn of(method: &Method, route: &str) -> Self {
        use DescribedBy::{Address, Nothing, RequestBody, ResponseBody};
        let (name, described_by) = match (method.as_str(), route) {
            ("GET", "queries") => ("Queries", Address),
            ("POST" | "PATCH" | "DELETE", "queries") => ("Queries", RequestBody(Content::Query)),
            ("POST", "streams/queries") => ("Streams", RequestBody(Content::Query)),
            ("GET", "docs") => ("Documents", Address),
            ("POST", "docs") => ("Documents", RequestBody(Content::Ids)),
            ("PUT", "docs") => ("Documents", ResponseBody),
            ("POST", "bulk_docs") => ("BulkDocs", RequestBody(Content::Commands)),
            ("POST", "multi_get") => ("MultiGet", Nothing),
            ("POST", "counters") => ("Counters", RequestBody(Content::Text)),
            ("PUT", "admin/indexes") => ("Index", RequestBody(Content::Indexes)),
            ("GET", "hilo/next") => ("Hilo", ResponseBody),
            ("GET", "operations/state") => ("Operations", ResponseBody),
            _ => ("None", Nothing),
        };
        Self { name, described_by }
    }

    /// From the query string.
    pub(super) fn by_address(self, query: &str) -> String {
        let parameters = Parameters::parse(query);
        match self.name {
            "Queries" => parameters.text("query").unwrap_or_default().to_owned(),
            _ => parameters.all("id").collect::<Vec<_>>().join(","),
        }
    }
}

fn ids(ids: &Value) -> String {
    let ids = ids.as_array().into_iter().flatten();
    ids.filter_map(Value::as_str).collect::<Vec<_>>().join(",")
}

/// The query, on a line of its own its parameters. Of an operation by query it is one member deeper.
fn query(body: &Value) -> String {
    let body = if body["Query"].is_object() { &body["Query"] } else { body };
    let text = body["Query"].as_str().unwrap_or(NOTHING);
    match body["QueryParameters"].as_object().filter(|parameters| !parameters.is_empty()) {
        Some(_) => format!("{text}\n{}", body["QueryParameters"]),
        None => text.to_owned(),
    }
}

/// A line per command: its type, its id, and the script of a patch.
fn commands(commands: &Value) -> String {
    let mut lines = String::new();
    for command in commands.as_array().into_iter().flatten() {
        let (kind, id) = (&command["Type"], &command["Id"]);
        // Writing to a text cannot fail.
        let _ = write!(lines, "{}    {}", kind.as_str().unwrap_or_default(), id.as_str().unwrap_or_default());
        if let Some(script) = command["Patch"]["Script"].as_str() {
            let _ = write!(lines, "    {script}    ");
        }
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn by_body(method: Method, route: &str, body: &Value) -> (&'static str, String) {
        let kind = RequestKind::of(&method, route);
        let DescribedBy::RequestBody(content) = kind.described_by else { panic!("{kind:?}") };
        (kind.name, content.of(body.to_string().as_bytes()))
    }

    #[test]
    fn queries_have_their_text_and_parameters() {
        let query = json!({ "Query": "from Users where Age > $p", "QueryParameters": { "p": 3 } });
        let text = "from Users where Age > $p\n{\"p\":3}".to_owned();
        assert_eq!(by_body(Method::POST, "queries", &query), ("Queries", text));
        let change = json!({ "Query": { "Query": "from Users update { this.y=1 }", "QueryParameters": {} } });
        let text = "from Users update { this.y=1 }".to_owned();
        assert_eq!(by_body(Method::PATCH, "queries", &change), ("Queries", text));
        let stream = json!({ "Query": "from Users" });
        assert_eq!(by_body(Method::POST, "streams/queries", &stream), ("Streams", "from Users".to_owned()));
        let kind = RequestKind::of(&Method::GET, "queries");
        assert_eq!(kind.by_address("query=from%20Users&pageSize=1"), "from Users");
    }

    #[test]
    fn documents_have_their_ids_and_batches_their_commands() {
        let kind = RequestKind::of(&Method::GET, "docs");
        assert_eq!(kind.by_address("id=users/1&id=users/2"), "users/1,users/2");
        assert_eq!(kind.by_address("startsWith=users/"), "");
        let ids = json!({ "Ids": ["users/1", null, "users/2"] });
        assert_eq!(by_body(Method::POST, "docs", &ids), ("Documents", "users/1,users/2".to_owned()));
        let batch = json!({ "Commands": [
            { "Id": "b/1", "Type": "PUT", "Document": {} },
            { "Id": "b/2", "Type": "DELETE" },
            { "Id": "users/1", "Type": "PATCH", "Patch": { "Script": "this.x=1" } },
        ]});
        let text = "PUT    b/1\nDELETE    b/2\nPATCH    users/1    this.x=1    \n".to_owned();
        assert_eq!(by_body(Method::POST, "bulk_docs", &batch), ("BulkDocs", text));
    }

    #[test]
    fn other_bodies_are_shown_as_they_are_and_broken_ones_not_at_all() {
        let index = json!({ "Indexes": [{ "Name": "I" }] });
        assert_eq!(by_body(Method::PUT, "admin/indexes", &index), ("Index", r#"[{"Name":"I"}]"#.to_owned()));
        assert_eq!(Content::Text.of(b"{\"Low\":1}"), "{\"Low\":1}");
        for content in [Content::Query, Content::Commands] {
            assert_eq!(content.of(b"{\"Query\":"), NOTHING);
        }
        assert_eq!(by_body(Method::POST, "queries", &json!([1])), ("Queries", NOTHING.to_owned()));
        let other = RequestKind { name: "None", described_by: DescribedBy::Nothing };
        assert_eq!(RequestKind::of(&Method::DELETE, "docs"), other);
        assert_eq!(RequestKind::of(&Method::GET, "stats"), other);
    }
}

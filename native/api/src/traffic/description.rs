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
    /// The ids in the address.
    Address,
    RequestBody,
    ResponseBody,
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
            ("POST" | "PATCH" | "DELETE", "queries") => ("Queries", RequestBody),
            ("POST", "streams/queries") => ("Streams", RequestBody),
            ("GET", "docs") => ("Documents", Address),
            ("POST", "docs") => ("Documents", RequestBody),
            ("PUT", "docs") => ("Documents", ResponseBody),
            ("POST", "bulk_docs") => ("BulkDocs", RequestBody),
            ("POST", "multi_get") => ("MultiGet", Nothing),
            ("POST", "counters") => ("Counters", RequestBody),
            ("PUT", "admin/indexes") => ("Index", RequestBody),
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

    /// From the bytes of a body, which may be cut off or no JSON at all.
    pub(super) fn by_body(self, body: &[u8]) -> String {
        let text = || String::from_utf8_lossy(body).into_owned();
        match self.name {
            "Counters" | "Hilo" | "Operations" => return text(),
            "Documents" if self.described_by == DescribedBy::ResponseBody => return text(),
            _ => {}
        }
        let Ok(json) = serde_json::from_slice::<Value>(body) else { return NOTHING.to_owned() };
        match self.name {
            "Documents" => ids(&json["Ids"]),
            "BulkDocs" => commands(&json["Commands"]),
            "Index" => json["Indexes"].to_string(),
            _ => query(&json),
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
        (kind.name, kind.by_body(body.to_string().as_bytes()))
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
        assert_eq!(RequestKind::of(&Method::GET, "hilo/next").by_body(b"{\"Low\":1}"), "{\"Low\":1}");
        for route in ["queries", "bulk_docs"] {
            assert_eq!(RequestKind::of(&Method::POST, route).by_body(b"{\"Query\":"), NOTHING);
        }
        assert_eq!(by_body(Method::POST, "queries", &json!([1])), ("Queries", NOTHING.to_owned()));
        let other = RequestKind { name: "None", described_by: DescribedBy::Nothing };
        assert_eq!(RequestKind::of(&Method::DELETE, "docs"), other);
        assert_eq!(RequestKind::of(&Method::GET, "stats"), other);
    }
}

//! `load` in projections as a RavenDB 7.1.5 server answers it, and the arguments of the script runner.

use crate::memory::Memory;
use rookery_cancel::CancelToken;
use rookery_rql::{
    DocumentSource, PreparedQuery, Projection, ProjectionBody, ProjectionScript, QueryError, QueryRequest,
    ResultItem, ScriptArgument, ScriptError, ScriptPlace, Scripting,
};
use serde_json::{Value, json};

fn orders() -> Memory {
    let mut memory = Memory::default();
    memory
        .put(
            "Orders",
            "o/1",
            &json!({"Company": "c/1", "City": "Paris", "Lines": [{"P": "p/1"}, {"P": "p/2"}, {"P": "p/9"}]}),
        )
        .put("Orders", "o/2", &json!({"Company": "C/2", "City": "London"}))
        .put("Orders", "o/4", &json!({"Company": null, "City": "paris"}))
        .put("Orders", "o/5", &json!({"Company": "c/3", "City": "Lyon"}))
        .put("Companies", "c/1", &json!({"Name": "Alfreds", "Boss": "p/1"}))
        .put("Companies", "c/2", &json!({"Name": "Bons"}))
        .put("Things", "p/1", &json!({"Name": "One"}))
        .put("Things", "p/2", &json!({"Name": "Two"}));
    memory
}

fn fields(text: &str) -> Vec<Value> {
    let answer = orders().query(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let without_metadata = |item: &ResultItem| match item {
        ResultItem::Document(document) => json!(document.id),
        ResultItem::Projection { fields, .. } => {
            let mut fields = fields.clone();
            fields.remove("@metadata");
            Value::Object(fields)
        }
    };
    answer.results.iter().map(without_metadata).collect()
}

#[test]
fn loaded_documents_are_read_by_their_name() {
    assert_eq!(
        fields("from Orders as o load o.Company as c select o.City, c.Name as CN"),
        [
            json!({"City": "Paris", "CN": "Alfreds"}),
            json!({"City": "London", "CN": "Bons"}),
            json!({"City": "paris"}),
            json!({"City": "Lyon"})
        ]
    );
    assert_eq!(
        fields("from Orders as o load o.Company as c select c"),
        [json!("c/1"), json!("c/2"), json!({}), json!({})]
    );
    assert_eq!(
        fields("from Orders as o load o.Company as c select o.City, c limit 1"),
        [
            json!({"City": "Paris", "c": {"Name": "Alfreds", "Boss": "p/1", "@metadata": {"@collection": "Companies", "@id": "c/1"}}})
        ]
    );
    assert_eq!(
        fields("from Orders as o load o.Company as c, c.Boss as b select b.Name, id(c) as I limit 2"),
        [json!({"Name": "One", "I": "c/1"}), json!({"I": "c/2"})]
    );
    assert_eq!(
        fields("from Orders as o load o.Lines[].P as p[] select p.Name as Names limit 2"),
        [json!({"Names": ["One", "Two"]}), json!({"Names": []})]
    );
    // One name for several documents loads none of them, as on the server.
    assert_eq!(fields("from Orders as o load o.Lines[].P as p select p limit 1"), [json!({})]);
}

#[test]
fn whole_documents_stand_beside_fields() {
    let found = fields("from Orders as o where City = 'London' select o, o.City");
    assert_eq!(found[0]["City"], "London");
    assert_eq!(found[0]["o"]["@metadata"], json!({"@collection": "Orders", "@id": "o/2"}));
}

/// Runs no script: returns its arguments.
struct Told;

struct Telling(String);

impl Scripting for Told {
    fn compile<'q>(&'q self, script: &ProjectionScript<'_>) -> Result<Box<dyn Projection + 'q>, ScriptError> {
        let text = match script.body {
            ProjectionBody::Object(object) => format!("{{{}}}", object.text),
            ProjectionBody::Call(name) => format!("{name}()"),
        };
        if text.contains("broken") {
            let place = ScriptPlace { function: None, line: 2, column: 3 };
            return Err(ScriptError { message: "it is broken".into(), place: Some(place) });
        }
        Ok(Box::new(Telling(format!("{text} with {}", script.arguments.join(",")))))
    }
}

impl Projection for Telling {
    fn run(
        &mut self,
        arguments: &[ScriptArgument<'_>],
        documents: &dyn DocumentSource,
    ) -> Result<Value, ScriptError> {
        assert!(documents.load("c/1").map_err(|error| ScriptError::new(error.to_string()))?.is_some());
        let reported: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                ScriptArgument::Document(document) => document.id.clone(),
                ScriptArgument::Documents(all) => format!("{} documents", all.len()),
                ScriptArgument::Json(value) => value.to_string(),
                ScriptArgument::Missing => "missing".into(),
            })
            .collect();
        Ok(json!({"Script": self.0, "Given": reported}))
    }
}

fn reported(text: &str) -> Result<Vec<Value>, QueryError> {
    let request = QueryRequest::new(text).with("p", 5);
    let memory = orders();
    let answer = PreparedQuery::new(&request)?.with_scripting(&Told).scan(&memory, &CancelToken::new())?;
    Ok(answer
        .results
        .into_iter()
        .map(|item| match item {
            ResultItem::Projection { mut fields, .. } => {
                fields.remove("@metadata");
                Value::Object(fields)
            }
            ResultItem::Document(document) => panic!("{}", document.id),
        })
        .collect())
}

#[test]
fn scripts_get_the_document_what_is_loaded_and_values() {
    let object =
        reported("from Orders as o load o.Company as c, o.Lines[].P as p[] select { a: o.City } limit 1")
            .unwrap();
    assert_eq!(
        object,
        [json!({"Script": "{ a: o.City } with o,c,p", "Given": ["o/1", "c/1", "2 documents"]})]
    );
    let missing =
        reported("from Orders as o where City = 'Lyon' load o.Company as c select { a: 1 }").unwrap();
    assert_eq!(missing[0]["Given"], json!(["o/5", "missing"]));
    let call = reported("declare function f(x) { return x } from Orders as o load o.Company as c select f(o, c, o.City, $p, null) limit 1").unwrap();
    assert_eq!(call[0]["Given"], json!(["o/1", "c/1", "\"Paris\"", "5", "null"]));
    let named =
        reported("declare function f(x) { return x } from Orders as o select o.City, f(o) as F limit 1")
            .unwrap();
    assert_eq!(named[0]["F"]["Given"], json!(["o/1"]));
}

#[test]
fn errors_of_scripts_have_their_place_in_the_query() {
    let error = reported("from Orders as o\nselect {\n  broken }").unwrap_err();
    assert!(matches!(error, QueryError::Invalid { line: 3, column: 3, .. }), "{error}");
    let nobody = orders().query("from Orders as o select { a: 1 }").unwrap_err().to_string();
    assert!(nobody.contains("JavaScript"), "{nobody}");
}

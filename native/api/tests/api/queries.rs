use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox
        .save("people/1", in_collection("People", json!({ "Name": "Ann", "Age": 41, "Boss": "people/2" })))
        .await;
    sandbox
        .save("people/2", in_collection("People", json!({ "Name": "Bob", "Age": 35, "Boss": "people/9" })))
        .await;
    sandbox.save("people/3", in_collection("People", json!({ "Name": "Cid", "Age": 29 }))).await;
    sandbox.save("pets/1", in_collection("Pets", json!({ "Name": "Rex" }))).await;
    sandbox
}

async fn run(sandbox: &Sandbox, query: &str, parameters: Value) -> Value {
    let reply = sandbox
        .post(
            &sandbox.db("/queries?queryHash=1&addTimeSeriesNames=true"),
            json!({ "Query": query, "QueryParameters": parameters }),
        )
        .await;
    assert_eq!(reply.status, 200, "{query}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

fn names(answer: &Value) -> Vec<&str> {
    answer["Results"].as_array().unwrap().iter().map(|found| found["Name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_collection_query_has_every_member_clients_read() {
    let sandbox = filled().await;
    let answer = run(
        &sandbox,
        "from 'People' where Age > $p0 order by Name desc limit $p1, $p2",
        json!({ "p0": 30, "p1": 0, "p2": 5 }),
    )
    .await;
    assert_eq!(names(&answer), ["Bob", "Ann"]);
    for (member, value) in [
        ("TotalResults", json!(2)),
        ("SkippedResults", json!(0)),
        ("IncludedPaths", json!(null)),
        ("Includes", json!({})),
        ("IsStale", json!(false)),
        ("NodeTag", json!("A")),
    ] {
        assert_eq!(answer[member], value, "{member}");
    }
    assert!(answer["DurationInMs"].is_u64() && answer["ResultEtag"].is_i64());
    assert!(answer["IndexTimestamp"].is_string() && answer["LastQueryTime"].is_string());
    assert_eq!(answer["IndexName"], "Auto/People/ByAgeAndName");
    let whole = run(&sandbox, "from People", json!({})).await;
    assert_eq!(whole["IndexName"], "collection/People");
    let metadata = &answer["Results"][0]["@metadata"];
    assert_eq!(
        (metadata["@id"].as_str(), metadata["@collection"].as_str()),
        (Some("people/2"), Some("People"))
    );
    assert!(metadata["@change-vector"].as_str().unwrap().starts_with("A:"));
}

#[tokio::test]
async fn projections_say_that_they_are() {
    let sandbox = filled().await;
    let answer = run(&sandbox, "from People where Name = 'Ann' select Age", Value::Null).await;
    let found = &answer["Results"][0];
    assert_eq!(found["Age"], 41);
    assert_eq!(found["@metadata"]["@projection"], true);
    assert_eq!(found["@metadata"]["@id"], "people/1");
    assert!(found.get("Name").is_none());
}

#[tokio::test]
async fn includes_carry_documents_and_leave_missing_ones_out() {
    let sandbox = filled().await;
    let answer = run(&sandbox, "from People where Age >= 35 include Boss", json!({})).await;
    assert_eq!(answer["IncludedPaths"], json!(["Boss"]));
    assert!(answer["Includes"].as_object().is_some_and(|found| !found.contains_key("people/9")));
}

#[tokio::test]
async fn timings_bring_the_plan_along() {
    let sandbox = filled().await;
    let answer = run(&sandbox, "from People where Age > 30 include timings()", json!({})).await;
    let plan = &answer["Timings"]["QueryPlan"];
    assert!(plan["Operation"].is_string(), "{}", answer["Timings"]);
    assert!(plan["Parameters"].is_object() && plan["Children"].is_array());
    assert!(answer["Timings"]["DurationInMs"].is_u64());
    assert!(run(&sandbox, "from People", json!({})).await.get("Timings").is_none());
}

#[tokio::test]
async fn the_tag_is_a_bare_number_and_a_304_comes_until_something_changes() {
    let sandbox = filled().await;
    let body = json!({ "Query": "from People" }).to_string();
    let first = sandbox.send(Method::POST, &sandbox.db("/queries"), &[], body.clone()).await;
    let tag = first.header("etag").to_owned();
    tag.parse::<i64>().unwrap();
    assert_eq!(first.json()["ResultEtag"].to_string(), tag);
    for held in [tag.clone(), format!("\"{tag}\"")] {
        let again = sandbox
            .send(Method::POST, &sandbox.db("/queries"), &[("if-none-match", &held)], body.clone())
            .await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    }
    sandbox.save("people/4", in_collection("People", json!({ "Name": "Dee" }))).await;
    let changed = sandbox.send(Method::POST, &sandbox.db("/queries"), &[("if-none-match", &tag)], body).await;
    assert_eq!(changed.status, 200);
}

#[tokio::test]
async fn get_and_metadata_only_work_too() {
    let sandbox = filled().await;
    let answer = sandbox.get(&sandbox.db("/queries?query=from%20Pets&metadataOnly=true")).await.json();
    assert_eq!(answer["TotalResults"], 1);
    assert_eq!(answer["Results"][0].as_object().unwrap().keys().collect::<Vec<_>>(), ["@metadata"]);
    assert_eq!(answer["Results"][0]["@metadata"]["@id"], "pets/1");
    let with = sandbox
        .get(
            &sandbox
                .db("/queries?query=from%20People%20where%20Age%20%3D%20%24a&parameters=%7B%22a%22%3A29%7D"),
        )
        .await;
    assert_eq!(names(&with.json()), ["Cid"]);
}

#[tokio::test]
async fn bad_queries_speak_to_their_author() {
    let sandbox = filled().await;
    let fail = async |body: &str| {
        sandbox.send(Method::POST, &sandbox.db("/queries"), &[], body.to_owned()).await.failure()
    };
    let (status, kind, message) = fail(r#"{"Query":"from"}"#).await;
    assert_eq!(status, 500);
    assert!(kind.ends_with("ParseException"), "{kind}");
    assert!(message.starts_with("1:5 "), "{message}");
    assert!(message.contains("from"), "{message}");
    let (status, _, message) = fail(r#"{"Query":"from People where Age > $missing"}"#).await;
    assert_eq!(status, 400, "{message}");
    assert!(message.contains("missing"), "{message}");
    let (status, _, message) = fail(r#"{"Query":"from index 'Orders/ByName'"}"#).await;
    assert_eq!(status, 404, "{message}");
    assert!(fail("{}").await.2.contains("'Query'"));
    let (status, _, message) = fail("garbage").await;
    assert_eq!(status, 400);
    assert!(message.contains("line 1, column 1"), "{message}");
    assert_eq!(sandbox.get(&sandbox.db("/queries")).await.status, 400);
    assert_eq!(
        sandbox.post("/databases/nope/queries", json!({ "Query": "from A" })).await.failure().1,
        "DatabaseDoesNotExistException"
    );
}

#[tokio::test]
async fn javascript_makes_results_and_its_errors_have_a_place() {
    let sandbox = filled().await;
    let answer = run(
        &sandbox,
        "declare function older(p, by) { return p.Age + by } from People as p where p.Age > 30 order by p.Name load p.Boss as b select { Name: p.Name, In: older(p, $by), Boss: b ? b.Name : null }",
        json!({ "by": 5 }),
    )
    .await;
    let first = &answer["Results"][0];
    assert_eq!((&first["Name"], &first["In"], &first["Boss"]), (&json!("Ann"), &json!(46), &json!("Bob")));
    assert_eq!(first["@metadata"]["@projection"], true);
    assert_eq!(answer["Results"][1]["Boss"], json!(null));
    let failed = sandbox
        .post(
            &sandbox.db("/queries"),
            json!({ "Query": "from People as p\nselect {\n  X: p.Name.nope()\n}" }),
        )
        .await;
    let (status, _, message) = failed.failure();
    assert_eq!(status, 400, "{message}");
    assert!(message.starts_with("3:"), "{message}");
}

#[tokio::test]
async fn groups_and_filters_have_the_members_clients_read() {
    let sandbox = filled().await;
    let answer = run(&sandbox, "from People group by Boss order by count() as long desc select key() as Boss, count() as N, sum(Age) as Age", json!({})).await;
    assert_eq!(answer["TotalResults"], 3);
    assert_eq!(answer["Results"][0]["@metadata"], json!({ "@projection": true, "@change-vector": null }));
    let answer = run(&sandbox, "from People filter Age > 30 limit 1", json!({})).await;
    assert_eq!(names(&answer), ["Ann"]);
    assert_eq!((&answer["ScannedResults"], &answer["SkippedResults"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn ids_with_a_prefix_are_not_counted_as_on_a_server() {
    let sandbox = filled().await;
    let page = run(&sandbox, "from People where startsWith(id(), 'people/') limit 2", json!({})).await;
    assert_eq!(names(&page), ["Ann", "Bob"]);
    assert_eq!((&page["TotalResults"], &page["CappedMaxResults"]), (&json!(-1), &json!(2)));
    assert_eq!(page["IndexName"], "collection/People");
    let count = run(&sandbox, "from People where startsWith(id(), 'people/') limit 0", json!({})).await;
    assert_eq!(count["TotalResults"], 3);
}

//! Automatic indexes of groups, as clients see them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{read, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn with_orders() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for (id, company, total) in
        [("orders/1", "c/2", 10.5), ("orders/2", "c/1", 20.5), ("orders/3", "c/2", 30.0)]
    {
        let body = json!({ "Company": company, "Total": total, "Lines": [{ "P": "p" }] });
        sandbox.save(id, in_collection("Orders", body)).await;
    }
    sandbox
}

#[tokio::test]
async fn grouped_indexes_are_described_like_ravendb() {
    let sandbox = with_orders().await;
    let answer = run_query(&sandbox, "from Orders group by Company select key(), sum(Total), count()").await;
    let metadata = json!({ "@projection": true, "@change-vector": null });
    assert_eq!(
        answer["Results"],
        json!([
            { "Company": "c/2", "Total": 40.5, "Count": 2, "@metadata": metadata },
            { "Company": "c/1", "Total": 20.5, "Count": 1, "@metadata": metadata },
        ])
    );
    let name = "Auto/Orders/ByCountAndTotalReducedByCompany";
    assert_eq!((&answer["IndexName"], &answer["IsStale"]), (&json!(name), &json!(false)));
    run_query(&sandbox, "from Orders group by Company where search(Company, 'x') or exact(Company = 'c/1')")
        .await;
    let name = "Auto/Orders/ByCountAndTotalReducedBySearch(Company)AndExact(Company)";
    let reported = read(&sandbox, &format!("/indexes?name={name}")).await["Results"].clone();
    let one = &reported[0];
    assert_eq!((&one["Type"], &one["LockMode"]), (&json!("AutoMapReduce"), &json!("Unlock")));
    assert_eq!(one["Maps"], json!(["Orders:[<Name:Count#Operation:Count>;<Name:Total#Operation:Sum>]"]));
    assert_eq!(one["Reduce"], "Orders:[<Name:Company>]");
    let fields: Vec<(&String, &Value)> =
        one["Fields"].as_object().unwrap().iter().map(|(name, field)| (name, &field["Indexing"])).collect();
    let fields: Vec<(&str, &str)> =
        fields.into_iter().map(|(name, indexing)| (name.as_str(), indexing.as_str().unwrap())).collect();
    assert_eq!(
        fields,
        [
            ("Count", "Default"),
            ("Total", "Default"),
            ("Company", "Default"),
            ("search(Company)", "Search"),
            ("exact(Company)", "Exact")
        ]
    );
    let stats = read(&sandbox, &format!("/indexes/stats?name={name}")).await["Results"][0].clone();
    assert_eq!(
        [&stats["Type"], &stats["EntriesCount"], &stats["MapAttempts"], &stats["ReduceAttempts"]],
        [&json!("AutoMapReduce"), &json!(2), &json!(3), &json!(2)]
    );
    let terms = read(&sandbox, &format!("/indexes/terms?name={name}&field=Total")).await;
    assert_eq!(terms["Terms"], json!(["20.5", "40.5"]));
}

#[tokio::test]
async fn grouped_indexes_can_be_queried_by_name() {
    let sandbox = with_orders().await;
    let plan =
        run_query(&sandbox, "from Orders group by Company where count() > 1 select key() include timings()")
            .await;
    assert_eq!(plan["Results"][0]["Company"], "c/2");
    assert!(plan["Timings"]["QueryPlan"]["Operation"].is_string(), "{plan}");
    let whole =
        run_query(&sandbox, "from index 'Auto/Orders/ByCountReducedByCompany' where Company = 'C/1'").await;
    let metadata = json!({ "@change-vector": null });
    assert_eq!(whole["Results"], json!([{ "Company": "c/1", "Count": 1, "@metadata": metadata }]));
}

#[tokio::test]
async fn groups_are_no_documents_that_could_be_deleted_by_query() {
    let sandbox = with_orders().await;
    let body = json!({ "Query": "from Orders group by Company" }).to_string();
    let started = sandbox.send(Method::DELETE, &sandbox.db("/queries"), &[], body).await.json();
    let path = format!("/operations/state?id={}", started["OperationId"]);
    let mut state = read(&sandbox, &path).await;
    for _ in 0..500 {
        if state["Status"] != "InProgress" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        state = read(&sandbox, &path).await;
    }
    assert_eq!(state["Status"], "Faulted");
    let message = state["Result"]["Message"].as_str().unwrap();
    assert!(message.contains("Cannot execute bulk operation on Map-Reduce indexes"), "{message}");
    assert_eq!(run_query(&sandbox, "from Orders").await["TotalResults"], 3);
}

//! Indexes with a reduce, as clients make and query them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{put_index, query_failure, read, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn make(sandbox: &Sandbox, index: Value) {
    let reply = put_index(sandbox, index).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
}

/// Three orders of two companies, one of which is a document, and their sums.
async fn with_sums() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("companies/1", in_collection("Companies", json!({ "Name": "One" }))).await;
    for (id, company, total) in [("orders/1", 2, 10.5), ("orders/2", 1, 20.5), ("orders/3", 2, 30.0)] {
        let body = json!({ "Company": format!("companies/{company}"), "Total": total });
        sandbox.save(id, in_collection("Orders", body)).await;
    }
    make(
        &sandbox,
        json!({
            "Name": "Orders/ByCompany",
            "Type": "JavaScriptMapReduce",
            "Maps": ["map('Orders', o => ({ Company: o.Company, Count: 1, Total: o.Total }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
                       Count: g.values.reduce((n, x) => n + x.Count, 0), Total: g.values.reduce((n, x) => n + x.Total, 0) }))",
        }),
    )
    .await;
    sandbox
}

#[tokio::test]
async fn results_look_as_on_a_real_server() {
    let sandbox = with_sums().await;
    let metadata = json!({ "@change-vector": null });
    let whole = run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    assert_eq!(
        whole["Results"],
        json!([
            { "Company": "companies/2", "Count": 2, "Total": 40.5, "@metadata": metadata },
            { "Company": "companies/1", "Count": 1, "Total": 20.5, "@metadata": metadata },
        ])
    );
    assert_eq!((&whole["TotalResults"], &whole["IndexName"]), (&json!(2), &json!("Orders/ByCompany")));
    let projected = json!({ "@projection": true, "@change-vector": null });
    let page = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' order by Total as double desc select Count limit 1",
    )
    .await;
    assert_eq!(page["Results"], json!([{ "Count": 2, "@metadata": projected }]));
    assert_eq!((&page["TotalResults"], &page["CappedMaxResults"]), (&json!(2), &json!(1)));
    let loaded = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' as x where x.Count = 1 load x.Company as c select c.Name, x.Total",
    )
    .await;
    assert_eq!(loaded["Results"], json!([{ "Name": "One", "Total": 20.5, "@metadata": projected }]));
    let scripted = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' as x where Count = 2 select { Half: x.Total / 2 }",
    )
    .await;
    assert_eq!(scripted["Results"], json!([{ "Half": 20.25, "@metadata": projected }]));
    let included = run_query(&sandbox, "from index 'Orders/ByCompany' include Company").await;
    assert_eq!(included["Includes"]["companies/1"]["Name"], "One");
    let path = sandbox.db("/streams/queries?query=from%20index%20'Orders/ByCompany'");
    assert_eq!(sandbox.get(&path).await.json()["Results"], whole["Results"]);
    let path = sandbox.db("/queries?metadataOnly=true&query=from%20index%20'Orders/ByCompany'");
    assert_eq!(sandbox.get(&path).await.json()["Results"][0], json!({ "@metadata": metadata }));
}

#[tokio::test]
async fn wait_accepts_milliseconds_or_a_time_span() {
    let sandbox = with_sums().await;
    for timeout in [json!(15_000), json!("00:00:15"), json!(u64::MAX), json!("99999.00:00:00")] {
        let body = json!({
            "Query": "from index 'Orders/ByCompany'", "WaitForNonStaleResults": true,
            "WaitForNonStaleResultsTimeout": timeout,
        });
        let reply = sandbox.post(&sandbox.db("/queries"), body).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["TotalResults"]), (200, &json!(2)), "{timeout}");
    }
}

#[tokio::test]
async fn the_index_reports_its_type_and_definition() {
    let sandbox = with_sums().await;
    run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    let shown = read(&sandbox, "/indexes?name=Orders/ByCompany").await["Results"][0].clone();
    assert_eq!(shown["Type"], "JavaScriptMapReduce");
    assert!(shown["Reduce"].as_str().unwrap().starts_with("groupBy("), "{shown}");
    let stats = read(&sandbox, "/indexes/stats?name=Orders/ByCompany").await["Results"][0].clone();
    assert_eq!((&stats["EntriesCount"], &stats["MapAttempts"]), (&json!(2), &json!(3)));
    assert_eq!((&stats["ReduceAttempts"], &stats["ReduceErrors"]), (&json!(2), &json!(0)));
    let terms = read(&sandbox, "/indexes/terms?name=Orders/ByCompany&field=Company").await;
    assert_eq!(terms["Terms"], json!(["companies/1", "companies/2"]));
}

#[tokio::test]
async fn hours_rolled_up_a_chain_of_parents_follow_a_moved_node() {
    let sandbox = Sandbox::new().await;
    for (id, parent) in
        [("nodes/root", Value::Null), ("nodes/a", json!("nodes/root")), ("nodes/b", json!("nodes/root"))]
    {
        sandbox.save(id, in_collection("Nodes", json!({ "Parent": parent, "Hours": 1 }))).await;
    }
    sandbox.save("nodes/leaf", in_collection("Nodes", json!({ "Parent": "nodes/a", "Hours": 5 }))).await;
    make(
        &sandbox,
        json!({
            "Name": "Nodes/Hours",
            "Maps": ["map('Nodes', n => {
                const found = [{ Node: id(n), Hours: n.Hours }];
                for (let up = load(n.Parent, 'Nodes'); up !== null; up = load(up.Parent, 'Nodes'))
                    found.push({ Node: id(up), Hours: n.Hours });
                return found;
            })"],
            "Reduce": "groupBy(x => x.Node).aggregate(g => ({ Node: g.key, Hours: g.values.reduce((n, x) => n + x.Hours, 0) }))",
        }),
    )
    .await;
    async fn hours(sandbox: &Sandbox) -> Vec<(String, i64)> {
        let answer = run_query(sandbox, "from index 'Nodes/Hours' order by Node").await;
        let one = |one: &Value| (one["Node"].as_str().unwrap().to_owned(), one["Hours"].as_i64().unwrap());
        answer["Results"].as_array().unwrap().iter().map(one).collect()
    }
    let reported = |hours: [i64; 4]| {
        ["nodes/a", "nodes/b", "nodes/leaf", "nodes/root"]
            .map(str::to_owned)
            .into_iter()
            .zip(hours)
            .collect::<Vec<_>>()
    };
    assert_eq!(hours(&sandbox).await, reported([6, 1, 5, 8]));
    sandbox.save("nodes/leaf", in_collection("Nodes", json!({ "Parent": "nodes/b", "Hours": 5 }))).await;
    assert_eq!(hours(&sandbox).await, reported([1, 6, 5, 8]));
    // What is above is moved: everything below goes with it.
    sandbox.save("nodes/b", in_collection("Nodes", json!({ "Parent": "nodes/a", "Hours": 1 }))).await;
    assert_eq!(hours(&sandbox).await, reported([7, 6, 5, 8]));
}

#[tokio::test]
async fn a_failing_reduce_is_reported_with_key_and_line() {
    let sandbox = with_sums().await;
    sandbox.save("orders/4", in_collection("Orders", json!({ "Company": "companies/2", "Total": 1 }))).await;
    make(
        &sandbox,
        json!({
            "Name": "Bad",
            "Maps": ["map('Orders', o => ({ Company: o.Company }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => {\n if (g.key === 'companies/1') throw new Error('boo');\n return { Company: g.key }; })",
        }),
    )
    .await;
    // One of six attempts fails, which is more than 15 %: the index gets into the state `Error`.
    let (_, _, refused) = query_failure(&sandbox, "from index 'Bad'").await;
    assert!(refused.contains("1 of 2 reduce attempts"), "{refused}");
    let errors = read(&sandbox, "/indexes/errors?name=Bad").await["Results"][0]["Errors"].clone();
    assert_eq!(
        (&errors[0]["Action"], &errors[0]["Document"]),
        (&json!("Reduce"), &json!("Reduce key: \"companies/1\""))
    );
    let text = errors[0]["Error"].as_str().unwrap();
    assert!(text.contains("boo") && text.contains("line 2"), "{text}");
    let (status, _, message) = sandbox
        .send(
            Method::PUT,
            &sandbox.db("/indexes"),
            &[],
            json!({ "Indexes": [{ "Name": "X", "Maps": ["map('Orders', o => ({ A: 1 }))"], "Reduce": "1 + 1" }] })
                .to_string(),
        )
        .await
        .failure();
    assert_eq!(status, 500, "{message}");
    assert!(message.contains("groupBy("), "{message}");
}

async fn debug(sandbox: &Sandbox, query: &str) -> Value {
    let reply = sandbox.get(&sandbox.db(&format!("/indexes/debug?{query}"))).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

#[tokio::test]
async fn groups_of_a_document_name_their_members_and_results() {
    let sandbox = with_sums().await;
    run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    let answer =
        debug(&sandbox, "name=orders/bycompany&op=map-reduce-tree&docId=ORDERS/1&docId=orders/3").await;
    let name = answer["Results"][0]["Name"].clone();
    assert_eq!(
        answer,
        json!({ "Results": [{
            "Name": name,
            "DisplayName": r#"{"Company":"companies/2"}"#,
            "Depth": 1,
            "PageCount": 1,
            "NumberOfEntries": 2,
            "Root": {
                "PageNumber": 1,
                "AggregationResult": { "Company": "companies/2", "Count": 2, "Total": 40.5 },
                "Children": null,
                "Entries": [
                    { "Data": { "Company": "companies/2", "Count": 1, "Total": 10.5 }, "Source": "orders/1" },
                    { "Data": { "Company": "companies/2", "Count": 1, "Total": 30 }, "Source": "orders/3" },
                ],
            },
        }] })
    );
    let none = debug(&sandbox, "name=Orders/ByCompany&op=map-reduce-tree&docId=companies/1").await;
    assert_eq!(none, json!({ "Results": [] }));
}

#[tokio::test]
async fn groups_of_an_automatic_index_have_named_keys() {
    let sandbox = with_sums().await;
    run_query(&sandbox, "from Orders group by Company select Company, count(), sum(Total)").await;
    let index = "Auto/Orders/ByCountAndTotalReducedByCompany";
    let answer = debug(&sandbox, &format!("name={index}&op=map-reduce-tree&docId=orders/2")).await;
    let group = &answer["Results"][0];
    assert_eq!(group["DisplayName"], r#"{"Company":"companies/1"}"#);
    let sums = json!({ "Company": "companies/1", "Count": 1, "Total": 20.5 });
    assert_eq!(group["Root"]["AggregationResult"], sums);
    assert_eq!(group["Root"]["Entries"], json!([{ "Data": sums, "Source": "orders/2" }]));
    let fields = debug(&sandbox, &format!("name={index}&op=entries-fields")).await;
    let names: Vec<&str> =
        fields.as_array().unwrap().iter().filter_map(|field| field["Name"].as_str()).collect();
    assert_eq!(names, ["Company", "Count", "Total"]);
}

#[tokio::test]
async fn documents_of_a_map_reduce_index_are_paged_and_skip_deleted_ones() {
    let sandbox = with_sums().await;
    run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    let ids = async |rest: &str| {
        let answer = debug(&sandbox, &format!("name=Orders/ByCompany&op=source-doc-ids{rest}")).await;
        assert_eq!(answer["Count"], answer["Results"].as_array().unwrap().len());
        answer["Results"].clone()
    };
    assert_eq!(ids("").await, json!(["orders/1", "orders/2", "orders/3"]));
    assert_eq!(ids("&start=1&pageSize=1").await, json!(["orders/2"]));
    assert_eq!(ids("&startsWith=Orders/3").await, json!(["orders/3"]));
    assert_eq!(ids("&startsWith=x").await, json!([]));
    let deleted = sandbox.send(Method::DELETE, &sandbox.db("/docs?id=orders/2"), &[], "").await;
    assert_eq!(deleted.status, 204);
    run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    assert_eq!(ids("").await, json!(["orders/1", "orders/3"]));
}

#[tokio::test]
async fn a_large_group_has_pages_with_partial_results() {
    let sandbox = Sandbox::new().await;
    let count = 5_000;
    let order = |number: i32| {
        let document = in_collection("Orders", json!({ "Company": "companies/1", "Total": 2 }));
        json!({ "Id": format!("orders/{number:04}"), "Type": "PUT", "Document": document })
    };
    // Two commits make two segments.
    for part in [0..3_000, 3_000..count] {
        let commands: Vec<Value> = part.map(order).collect();
        let reply = sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": commands })).await;
        assert_eq!(reply.status, 201);
        run_query(&sandbox, "from Orders group by Company select Company, sum(Total), count()").await;
    }
    let answer = debug(
        &sandbox,
        "name=Auto/Orders/ByCountAndTotalReducedByCompany&op=map-reduce-tree&docId=orders/4999",
    )
    .await;
    let group = &answer["Results"][0];
    assert_eq!((&group["NumberOfEntries"], &group["Depth"]), (&json!(count), &json!(2)));
    assert_eq!(group["Root"]["AggregationResult"]["Total"], 2 * count);
    let pages = group["Root"]["Children"].as_array().unwrap();
    let sum: i64 = pages.iter().map(|page| page["AggregationResult"]["Count"].as_i64().unwrap()).sum();
    let listed: usize = pages.iter().map(|page| page["Entries"].as_array().unwrap().len()).sum();
    assert_eq!((sum, listed), (i64::from(count), usize::try_from(count).unwrap()));
    assert_eq!(group["PageCount"], pages.len() + 1);
}

#[tokio::test]
async fn requests_for_groups_that_cannot_be_answered_fail_as_on_a_real_server() {
    let sandbox = with_sums().await;
    let map = json!({ "Name": "Map", "Maps": ["map('Orders', o => ({ Company: o.Company }))"] });
    make(&sandbox, map).await;
    let status = async |query: &str| {
        let reply = sandbox.get(&sandbox.db(&format!("/indexes/debug?{query}"))).await;
        (reply.status.as_u16(), String::from_utf8_lossy(&reply.body).into_owned())
    };
    assert_eq!(status("name=none&op=source-doc-ids").await, (404, String::new()));
    let (code, body) = status("name=Map&op=map-reduce-tree&docId=orders/1").await;
    assert_eq!((code, body.as_str()), (400, r#"{"Error":"Map is not map-reduce index"}"#));
    let (code, body) = status("name=Map&op=source-doc-ids").await;
    assert!(code == 500 && body.contains("System.NotSupportedException") && body.contains("Map"), "{body}");
    let (code, body) = status("name=Map&op=other").await;
    assert!(code == 500 && body.contains("other is not supported"), "{body}");
    let (code, body) = status("name=Map").await;
    assert!(code == 400 && body.contains("op is mandatory"), "{body}");
}

#[tokio::test]
async fn statistics_name_the_most_entries_of_a_document() {
    let sandbox = with_sums().await;
    let map = "map('Orders', o => Array.from({ length: o.Total / 10 }, (_, n) => ({ N: n })))";
    make(&sandbox, json!({ "Name": "Fan", "Maps": [map] })).await;
    run_query(&sandbox, "from index 'Fan'").await;
    let stats = read(&sandbox, "/indexes/stats?name=Fan").await["Results"][0].clone();
    assert_eq!((&stats["EntriesCount"], &stats["MaxNumberOfOutputsPerDocument"]), (&json!(6), &json!(3)));
}

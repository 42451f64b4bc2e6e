//! The query core over a real database, flushed or not.

use rookery_engine::{QueryOptions, QueryRequest, ResultItem};
use serde_json::json;

use crate::fixture::{delete, put, test_engine, user};

#[test]
fn a_collection_query_sees_exactly_the_current_documents() {
    let test = test_engine();
    for n in 0..20 {
        put(&test.shop, &format!("users/{n}"), &user(&format!("n{n:02}")));
    }
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "users/5", &user("changed"));
    delete(&test.shop, "users/6");
    put(&test.shop, "orders/1", &json!({"@metadata": {"@collection": "Orders"}}));

    let all = test.shop.query(&QueryRequest::new("from Users"), &QueryOptions::default()).unwrap();
    assert_eq!((all.total, all.results.len()), (19, 19));
    assert_eq!(all.index_name, "collection/Users");
    let some = test
        .shop
        .query(&QueryRequest::new("from Users where Name = 'changed'"), &QueryOptions::default())
        .unwrap();
    let ids: Vec<_> = some.results.iter().map(ResultItem::id).collect();
    assert_eq!(ids, ["users/5"]);
    let everything = test.shop.query(&QueryRequest::new("from @all_docs"), &QueryOptions::default()).unwrap();
    assert_eq!(everything.total, 20);
}

#[test]
fn queries_run_javascript() {
    let test = test_engine();
    put(
        &test.shop,
        "users/1",
        &json!({"Name": "Ann", "Boss": "users/2", "@metadata": {"@collection": "Users"}}),
    );
    put(&test.shop, "users/2", &json!({"Name": "Bob", "@metadata": {"@collection": "Users"}}));
    let fields = |text: &str| {
        let request = QueryRequest::new(text).with("greeting", "Hi");
        let answer = test
            .shop
            .query(&request, &QueryOptions::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let only = |item: &ResultItem| match item {
            ResultItem::Projection { fields, .. } => {
                let mut fields = fields.clone();
                fields.remove("@metadata");
                serde_json::Value::Object(fields)
            }
            ResultItem::Document(document) => panic!("{} is whole", document.id),
        };
        answer.results.iter().map(only).collect::<Vec<_>>()
    };
    assert_eq!(
        fields(
            "from Users as u select { Text: $greeting + ' ' + u.Name, Id: id(u), At: getMetadata(u)['@collection'] }"
        ),
        [
            json!({"Text": "Hi Ann", "Id": "users/1", "At": "Users"}),
            json!({"Text": "Hi Bob", "Id": "users/2", "At": "Users"})
        ]
    );
    assert_eq!(
        fields(
            "from Users as u load u.Boss as b select { Name: u.Name, Boss: b ? b.Name : null, Again: load(u.Boss) ? 1 : 0 }"
        ),
        [json!({"Name": "Ann", "Boss": "Bob", "Again": 1}), json!({"Name": "Bob", "Boss": null, "Again": 0})]
    );
    assert_eq!(
        fields(
            "declare function named(u, word) {\n  // a comment at the end\n  return { N: word + u.Name.toUpperCase() } // here\n}\nfrom Users as u where u.Name = 'Bob' select named(u, 'x')"
        ),
        [json!({"N": "xBOB"})]
    );
    assert_eq!(
        fields(
            "declare function twice(x) { return x + x } from Users as u select { T: twice(u.Name) } limit 1"
        ),
        [json!({"T": "AnnAnn"})]
    );
}

#[test]
fn scripts_of_queries_end_with_the_line_of_their_author() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let failure =
        |text: &str| test.shop.query(&QueryRequest::new(text), &QueryOptions::default()).unwrap_err();
    let thrown = failure("from Users as u\nselect {\n  A: 1,\n  B: u.Name.nope()\n}");
    assert!(thrown.to_string().starts_with("4:"), "{thrown}");
    let inside = failure(
        "declare function f(u) {\n  var a = 1;\n  return nothing(a);\n}\nfrom Users as u select { X: f(u) }",
    );
    assert!(inside.to_string().starts_with("3:"), "{inside}");
    let start = std::time::Instant::now();
    let runaway = failure(
        "declare function forever(u) {\n  let n = 0;\n  while (true) {\n    n++;\n  }\n}\nfrom Users as u select forever(u)",
    );
    let text = runaway.to_string();
    assert!(text.contains("cut off"), "{text}");
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
    // The thread's engine is as good as before.
    test.shop.query(&QueryRequest::new("from Users as u select { A: 1 }"), &QueryOptions::default()).unwrap();
}

#[test]
fn streams_run_javascript_too() {
    let test = test_engine();
    for n in 0..5 {
        put(&test.shop, &format!("users/{n}"), &user(&format!("n{n}")));
    }
    let mut found = Vec::new();
    let request = QueryRequest::new("from Users as u where Name != 'n1' select { N: u.Name + '!' }");
    test.shop
        .query_streamed(&request, &mut |start| start.total == 4, &mut |item| {
            let ResultItem::Projection { fields, .. } = item else { return false };
            found.push(fields["N"].as_str().unwrap().to_owned());
            true
        })
        .unwrap();
    assert_eq!(found, ["n0!", "n2!", "n3!", "n4!"]);
}

//! Why results have the scores they have.

use serde_json::json;

use crate::query_fixture::{put_index, run_query, run_query_as};
use crate::sandbox::{Sandbox, in_collection};

#[tokio::test]
async fn scores_are_explained_by_id_with_what_they_are_made_of() {
    let sandbox = Sandbox::new().await;
    for (id, text) in [("items/1", "brown fox"), ("items/2", "lazy dog"), ("items/3", "fox, fox and bear")] {
        sandbox.save(id, in_collection("Items", json!({ "Text": text, "City": "Rome" }))).await;
    }
    let query =
        "from Items where search(Text, 'fox bear') and City = 'Rome' order by score() include explanations()";
    let answer = run_query(&sandbox, query).await;
    let reported = answer["Explanations"].as_object().unwrap();
    assert_eq!(reported.keys().collect::<Vec<_>>(), ["items/3", "items/1"]);
    let text = |id: &str| reported[id][0].as_str().unwrap().to_owned();
    let score = |text: &str| -> f64 { text.trim().split(' ').next().unwrap().parse().unwrap() };
    assert!(score(&text("items/3")) > score(&text("items/1")), "{reported:?}");
    for text in [text("items/1"), text("items/3")] {
        let top = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let sum: f64 = top.map(score).sum();
        assert!((sum - score(&text)).abs() < 1e-9, "{text}");
    }
    assert!(
        text("items/3").contains("in 2 of 3 entries") && text("items/3").contains("2 times"),
        "{reported:?}"
    );
    assert!(run_query(&sandbox, "from Items where City = 'Rome'").await.get("Explanations").is_none());
}

#[tokio::test]
async fn groups_are_explained_by_key_and_scans_are_not_explained() {
    let sandbox = Sandbox::new().await;
    for (id, city) in [("items/1", "Rome"), ("items/2", "Rome"), ("items/3", "Lyon")] {
        sandbox.save(id, in_collection("Items", json!({ "City": city }))).await;
    }
    let index = json!({
        "Name": "ByCity", "Maps": ["map('Items', i => ({ City: i.City, Count: 1 }))"],
        "Reduce": "groupBy(x => x.City).aggregate(g => ({ City: g.key, Count: g.values.reduce((n, x) => n + x.Count, 0) }))",
    });
    assert_eq!(put_index(&sandbox, index).await.status, 201);
    let answer = run_query_as(
        &sandbox,
        json!({
            "Query": "from index 'ByCity' where City = 'rome' include explanations($o)",
            "QueryParameters": { "o": { "GroupKey": "City" } }, "WaitForNonStaleResults": true,
        }),
    )
    .await;
    assert!(answer["Explanations"]["Rome"][0].as_str().unwrap().contains("TermMatch"), "{answer}");
    let query = json!({ "Query": "from Items include explanations()" });
    let (status, _, message) = sandbox.post(&sandbox.db("/queries"), query).await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("explanations()"), "{message}");
}

//! Facets and suggestions count what the index has, not what the documents say.

use serde_json::{Value, json};

use crate::query_fixture::{put_index, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for (number, city, amount) in [
        (1, json!("Paris"), 10.0),
        (2, json!("Rome"), 25.0),
        (3, json!("Paris"), 7.0),
        (4, Value::Null, 55.5),
    ] {
        let body = json!({ "City": city, "Amount": amount, "Text": "the quick fox", "Tags": ["a", "B"] });
        sandbox.save(&format!("items/{number}"), in_collection("Items", body)).await;
    }
    for index in [
        json!({
            "Name": "Items/ByAll",
            "Maps": ["map('Items', i => ({ City: i.City, Kind: i.City ? 'K' + i.City : 'none', Twice: i.Amount * 2, Text: i.Text, Tags: i.Tags }))"],
            "Fields": {
                "Kind": { "Indexing": "Exact", "Suggestions": true }, "Text": { "Indexing": "Search", "Suggestions": true },
            },
        }),
        json!({
            "Name": "Items/Sums", "Maps": ["map('Items', i => ({ City: i.City, Amount: i.Amount, Count: 1 }))"],
            "Reduce": "groupBy(x => x.City).aggregate(g => ({ City: g.key, Amount: g.values.reduce((n, x) => n + x.Amount, 0), Count: g.values.reduce((n, x) => n + x.Count, 0) }))",
        }),
    ] {
        assert_eq!(put_index(&sandbox, index).await.status, 201);
    }
    sandbox
}

/// Range and count of every value, and what was computed.
fn values(answer: &Value, place: usize) -> Vec<Value> {
    let values = answer["Results"][place]["Values"].as_array().unwrap();
    values.iter().map(|value| json!([value["Range"], value["Count"], value["Sum"].as_f64()])).collect()
}

#[tokio::test]
async fn facets_count_computed_fields_words_and_exact_values() {
    let sandbox = filled().await;
    let answer = run_query(
        &sandbox,
        "from index 'Items/ByAll' select facet(City, sum(Twice)), facet(Kind), facet(Text), facet(Tags), facet(Twice)",
    )
    .await;
    assert_eq!(
        values(&answer, 0),
        [json!(["NULL_VALUE", 1, 111.0]), json!(["paris", 2, 34.0]), json!(["rome", 1, 50.0])]
    );
    assert_eq!(
        values(&answer, 1),
        [json!(["KParis", 2, null]), json!(["KRome", 1, null]), json!(["none", 1, null])]
    );
    assert_eq!(values(&answer, 2), [json!(["fox", 4, null]), json!(["quick", 4, null])]);
    assert_eq!(values(&answer, 3), [json!(["a", 4, null]), json!(["b", 4, null])]);
    let twice: Vec<Value> = values(&answer, 4).into_iter().map(|value| value[0].clone()).collect();
    assert_eq!(twice, ["111", "14", "20", "50"]);
    let ranges = run_query(
        &sandbox,
        "from index 'Items/ByAll' where City = 'paris' select facet(Twice < 20, Twice >= 20 and Twice < 60, sum(Twice))",
    )
    .await;
    assert_eq!(
        values(&ranges, 0),
        [json!(["Twice < 20", 1, 14.0]), json!(["Twice >= 20 and Twice < 60", 1, 20.0])]
    );
}

#[tokio::test]
async fn facets_go_over_groups_as_well() {
    let sandbox = filled().await;
    let query = "from index 'Items/Sums' select facet(City, sum(Count)), facet(Amount < 20, Amount >= 20)";
    let answer = run_query(&sandbox, query).await;
    assert_eq!(
        values(&answer, 0),
        [json!(["NULL_VALUE", 1, 1.0]), json!(["paris", 1, 2.0]), json!(["rome", 1, 1.0])]
    );
    assert_eq!(values(&answer, 1), [json!(["Amount < 20", 1, null]), json!(["Amount >= 20", 2, null])]);
}

#[tokio::test]
async fn suggestions_are_the_terms_of_fields_that_have_them() {
    let sandbox = filled().await;
    let answer = run_query(&sandbox, "from index 'Items/ByAll' select suggest(Text, 'quik')").await;
    assert_eq!(answer["Results"][0]["Suggestions"], json!(["quick"]));
    for (query, says) in [
        ("select suggest(City, 'pari')", "suggestions configured for field 'City'"),
        ("select facet(Nope)", "'Nope' is not indexed"),
    ] {
        let query = json!({ "Query": format!("from index 'Items/ByAll' {query}") });
        let (status, _, message) = sandbox.post(&sandbox.db("/queries"), query).await.failure();
        assert!(status >= 400 && message.contains(says), "{message}");
    }
}

#[tokio::test]
async fn exact_matches_unanalyzed_terms() {
    let sandbox = filled().await;
    for (condition, found) in [
        ("exact(City = 'Paris')", 0),
        ("exact(City = 'paris')", 2),
        ("exact(City in ('Paris', 'rome'))", 1),
        ("exact(startsWith(City, 'Pa'))", 0),
        ("exact(City != 'Paris')", 4),
        ("exact(Text = 'fox')", 4),
        ("exact(Kind = 'KParis')", 2),
        ("exact(Kind = 'kparis')", 0),
    ] {
        let answer = run_query(&sandbox, &format!("from index 'Items/ByAll' where {condition}")).await;
        assert_eq!(answer["TotalResults"], found, "{condition}");
    }
}

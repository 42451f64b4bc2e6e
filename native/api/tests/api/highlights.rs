//! Texts shown with what was found in them marked.

use serde_json::{Value, json};

use crate::query_fixture::{put_index, run_query, run_query_as};
use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for (id, city, text) in [
        ("items/1", "Paris", "the quick brown fox"),
        ("items/2", "Rome", "lazy dog and a quick dog"),
        (
            "items/3",
            "Paris",
            "fox and bear and fox again with a long tail of words until the Fox is found once more",
        ),
    ] {
        sandbox.save(id, in_collection("Items", json!({ "City": city, "Text": text }))).await;
    }
    let index = json!({
        "Name": "Texts", "Maps": ["map('Items', i => ({ Text: i.Text, Twice: i.Text + ' ' + i.Text, Lost: i.Text + '!', City: i.City }))"],
        "Fields": {
            "Text": { "Indexing": "Search" }, "Lost": { "Indexing": "Search" },
            "Twice": { "Indexing": "Search", "Storage": "Yes" },
        },
    });
    assert_eq!(put_index(&sandbox, index).await.status, 201);
    sandbox
}

fn marked(word: &str, colour: &str) -> String {
    format!("<b style=\"background:{colour}\">{word}</b>")
}

#[tokio::test]
async fn fragments_come_by_field_and_id() {
    let sandbox = filled().await;
    let (fox, bear) = (marked("fox", "yellow"), marked("bear", "lawngreen"));
    for source in ["Items", "index 'Texts'"] {
        let query = format!("from {source} where search(Text, 'fox bear') include highlight(Text, 24, 2)");
        let answer = run_query(&sandbox, &query).await;
        assert_eq!(
            answer["Highlightings"],
            json!({ "Text": {
                "items/1": [format!("brown {fox}")],
                "items/3": [format!("{fox} and {bear} and {fox}"), format!("until the {} is found", marked("Fox", "yellow"))],
            } }),
            "{query}"
        );
    }
    let phrase =
        run_query(&sandbox, "from Items where search(Text, '\"brown fox\"') include highlight(Text, 60, 9)")
            .await;
    assert_eq!(
        phrase["Highlightings"]["Text"],
        json!({ "items/1": [format!("the quick {}", marked("brown fox", "yellow"))] })
    );
    let whole =
        run_query(&sandbox, "from Items where City = 'paris' select Text include highlight(City, 60, 9)")
            .await;
    assert_eq!(whole["Highlightings"]["City"]["items/3"], json!([marked("Paris", "yellow")]));
    assert_eq!(whole["Results"][0]["Text"], "the quick brown fox");
}

#[tokio::test]
async fn a_kept_field_counts_more_than_the_document_and_a_field_nobody_keeps_has_none() {
    let sandbox = filled().await;
    let kept =
        run_query(&sandbox, "from index 'Texts' where search(Twice, 'dog') include highlight(Twice, 200, 9)")
            .await;
    let dog = marked("dog", "yellow");
    let once = format!("lazy {dog} and a quick {dog}");
    assert_eq!(kept["Highlightings"]["Twice"]["items/2"], json!([format!("{once} {once}")]));
    assert!(kept["Results"][0].get("Twice").is_none(), "the result is the document: {kept}");
    for query in [
        "from index 'Texts' where search(Lost, 'dog') include highlight(Lost, 200, 9)",
        "from index 'Texts' where search(Text, 'dog') include highlight(Text, 200, 0)",
    ] {
        let lost = run_query(&sandbox, query).await;
        let fields = lost["Highlightings"].as_object().unwrap();
        assert!(fields.values().all(|found| *found == json!({})) && fields.len() == 1, "{query}: {lost}");
    }
    let elsewhere =
        run_query(&sandbox, "from Items where City = 'Rome' include highlight(Text, 200, 9)").await;
    assert_eq!(elsewhere["Highlightings"], json!({}));
}

#[tokio::test]
async fn tags_and_the_key_are_options() {
    let sandbox = filled().await;
    let requested = |options: Value| {
        json!({
            "Query": "from Items where search(Text, 'dog lazy') include highlight(Text, 100, 9, $options)",
            "QueryParameters": { "options": options },
        })
    };
    let answer = run_query_as(
        &sandbox,
        requested(json!({ "PreTags": ["[", "{"], "PostTags": ["]", "}"], "GroupKey": "City" })),
    )
    .await;
    assert_eq!(answer["Highlightings"], json!({ "Text": { "Rome": ["{lazy} [dog] and a quick [dog]"] } }));
    for (options, says) in [
        (json!({ "PreTags": ["["], "PostTags": [] }), "as many PreTags as PostTags"),
        (json!({ "PreTags": "[" }), "PreTags"),
        (json!("x"), "JSON object"),
    ] {
        let reply = sandbox.post(&sandbox.db("/queries"), requested(options)).await;
        let (status, _, message) = reply.failure();
        assert_eq!(status, 400, "{message}");
        assert!(message.contains(says), "{message}");
    }
    for query in
        ["highlight(Text, 'a', 1)", "highlight(Text, 0, 1)", "highlight(Text, 9, 1), highlight(Text, 8, 1)"]
    {
        let query = json!({ "Query": format!("from Items where search(Text, 'dog') include {query}") });
        assert_eq!(sandbox.post(&sandbox.db("/queries"), query).await.status, 400);
    }
}

//! Imports of more items than one transaction has.

use serde_json::{Value, json};

use crate::dump_fixture::{document, dump_of};
use crate::sandbox::{DB, Sandbox};

/// Documents of another collection than the stored ones, each in another batch.
const REFUSED: [i32; 3] = [1_001, 9_001, 19_001];

#[tokio::test]
async fn batches_are_saved_in_their_order_and_rejected_items_of_each_are_named() {
    let sandbox = Sandbox::new().await;
    for number in REFUSED {
        let stored = json!({ "@metadata": { "@collection": "Elsewhere" } });
        sandbox.save(&format!("moved/{number}"), stored).await;
    }
    let body = "x".repeat(400);
    let documents: Vec<Value> = (0..20_000)
        .map(|number| {
            let id = match number {
                _ if REFUSED.contains(&number) => format!("moved/{number}"),
                // The same document in every batch.
                _ if number % 500 == 0 => "again/1".to_owned(),
                _ => format!("a/{number}"),
            };
            let mut document = document(&id, "X");
            document["Body"] = body.clone().into();
            document["Number"] = number.into();
            document
        })
        .collect();
    let reply = sandbox.import(DB, json!({}), &dump_of(&documents, "")).await;
    let result = reply.json();
    assert_eq!(reply.status, 200, "{result:#}");
    assert_eq!(result["Documents"]["ReadCount"], 19_997);
    assert_eq!(result["Documents"]["ErroredCount"], 3);
    let messages = result["Messages"].to_string();
    for number in REFUSED {
        assert!(messages.contains(&format!("Document 'moved/{number}' at byte ")), "{messages}");
    }
    let again = sandbox.get(&sandbox.db("/docs?id=again/1")).await.json();
    assert_eq!(again["Results"][0]["Number"], 19_500, "the last one in the dump");
}

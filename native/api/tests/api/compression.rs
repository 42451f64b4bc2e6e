use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn compressed() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let settings =
        json!({ "Collections": ["Orders"], "CompressAllCollections": false, "CompressRevisions": false });
    sandbox.post(&sandbox.db("/admin/documents-compression/config"), settings).await;
    for number in 0..3 {
        let order = json!({ "Lines": "the same words again and again ".repeat(20), "Number": number });
        sandbox.save(&format!("orders/{number}"), in_collection("Orders", order)).await;
    }
    sandbox.save("users/1", in_collection("Users", json!({ "Name": "A" }))).await;
    sandbox
}

#[tokio::test]
async fn a_database_without_dictionaries_says_so_in_the_servers_shape() {
    let sandbox = compressed().await;
    let body = sandbox.get(&sandbox.db("/debug/storage/compression-dictionaries")).await.json();
    let none = json!({ "NumberOfEntries": 0, "Entries": [] });
    assert_eq!((&body["InMemory"], &body["InStorage"]), (&none, &none));
    assert!(body["DatabaseName"].is_string() && body["@metadata"]["NodeTag"] == "A");
    assert_eq!(body["TrainingFailure"], Value::Null);
    assert_eq!(body["Collections"]["Users"]["Enabled"], false);
    assert_eq!(body["Collections"]["Orders"]["CountOfCompressedDocuments"], 3);
}

#[tokio::test]
async fn the_detailed_statistics_report_compression_totals() {
    let sandbox = compressed().await;
    let body = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    let orders = &body["Collections"]["Orders"]["Compression"];
    assert_eq!((&orders["Enabled"], &orders["CountOfCompressedDocuments"]), (&json!(true), &json!(3)));
    let before = orders["SizeBeforeCompression"]["SizeInBytes"].as_u64().unwrap();
    let after = orders["SizeAfterCompression"]["SizeInBytes"].as_u64().unwrap();
    assert!(before > 3 * 600 && after < before / 2, "{before} {after}");
    assert_eq!(orders["Ratio"].as_f64().unwrap(), after as f64 / before as f64);
    assert_eq!(body["Collections"]["Users"]["Compression"]["Ratio"], Value::Null);
}

//! Settings of the database record in dumps, and the report of an import.

use axum::http::Method;
use serde_json::{Value, json};

use crate::dump_fixture::{dump_of, items_of};
use crate::sandbox::{DB, Sandbox};

/// A sandbox whose database has settings that only its record has.
async fn configured() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let client = json!({ "MaxNumberOfRequestsPerSession": 77, "ReadBalanceBehavior": "RoundRobin" });
    let path = sandbox.db("/admin/configuration/client");
    assert!(sandbox.send(Method::PUT, &path, &[], client.to_string()).await.status.is_success());
    let conflicts = json!({ "PurgeOnDelete": true });
    let reply = sandbox.post(&sandbox.db("/admin/revisions/conflicts/config"), conflicts).await;
    assert!(reply.status.is_success(), "{}", String::from_utf8_lossy(&reply.body));
    let lock = json!({ "DatabaseNames": [DB], "Mode": "PreventDeletesIgnore" });
    assert_eq!(sandbox.post("/admin/databases/set-lock", lock).await.status, 204);
    let task = json!({
        "Name": "nightly", "BackupType": "Backup", "FullBackupFrequency": "0 2 * * *",
        "LocalSettings": { "FolderPath": "nightly" },
    });
    let reply = sandbox.post(&sandbox.db("/admin/periodic-backup"), task).await;
    assert!(reply.status.is_success(), "{}", String::from_utf8_lossy(&reply.body));
    sandbox
}

async fn record(sandbox: &Sandbox, database: &str) -> Value {
    sandbox.get(&format!("/admin/databases?name={database}")).await.json()
}

#[tokio::test]
async fn settings_of_the_record_come_back_and_backup_tasks_are_disabled() {
    let sandbox = configured().await;
    let dump = sandbox.export(json!({})).await;
    sandbox.create("copy").await;
    let result = sandbox.import("copy", json!({}), &dump).await.json();
    for member in ["LockModeUpdated", "ClientConfigurationUpdated", "PeriodicBackupsUpdated"] {
        assert_eq!(result["DatabaseRecord"][member], true, "{result:#}");
    }
    assert!(!result["Messages"].to_string().contains("WARNING"), "{result:#}");
    let (before, after) = (record(&sandbox, DB).await, record(&sandbox, "copy").await);
    assert_eq!(after["LockMode"], "PreventDeletesIgnore");
    assert_eq!(after["RevisionsForConflicts"], before["RevisionsForConflicts"]);
    for member in ["MaxNumberOfRequestsPerSession", "ReadBalanceBehavior"] {
        assert_eq!(after["Client"][member], before["Client"][member], "{member}");
    }
    let (task, original) = (&after["PeriodicBackups"][0], &before["PeriodicBackups"][0]);
    assert_eq!((&task["Name"], &task["Disabled"]), (&json!("nightly"), &json!(true)));
    assert_eq!(task["FullBackupFrequency"], original["FullBackupFrequency"]);
    // Again: the task replaces the one of its name, and the protection stays without one in the dump.
    let unlocked = br#"{"BuildVersion":71028,"DatabaseRecord":{"LockMode":"Unlock"},"Docs":[]}"#;
    sandbox.import("copy", json!({}), &dump).await;
    sandbox.import("copy", json!({}), unlocked).await;
    let again = record(&sandbox, "copy").await;
    assert_eq!(again["PeriodicBackups"].as_array().map(Vec::len), Some(1));
    assert_eq!(again["LockMode"], "PreventDeletesIgnore");
}

#[tokio::test]
async fn only_the_chosen_settings_are_exported_and_imported() {
    let sandbox = configured().await;
    let only = json!({ "OperateOnDatabaseRecordTypes": "Client, Revisions" });
    let exported = items_of(&sandbox.export(only.clone()).await);
    let record_in_dump = &exported.iter().find(|(name, _)| name == "DatabaseRecord").unwrap().1[0];
    assert_eq!(record_in_dump["Client"]["MaxNumberOfRequestsPerSession"], 77);
    assert_eq!(record_in_dump["RevisionsForConflicts"]["PurgeOnDelete"], true);
    assert_eq!(
        (&record_in_dump["LockMode"], &record_in_dump["PeriodicBackups"]),
        (&Value::Null, &Value::Null)
    );
    let dump = sandbox.export(json!({})).await;
    sandbox.create("some").await;
    let result = sandbox.import("some", only, &dump).await.json();
    assert_eq!(result["DatabaseRecord"]["ClientConfigurationUpdated"], true);
    let some = record(&sandbox, "some").await;
    assert_eq!(some["Client"]["MaxNumberOfRequestsPerSession"], 77);
    assert_eq!(some["PeriodicBackups"].as_array().map_or(0, Vec::len), 0);
    assert_ne!(some["LockMode"], "PreventDeletesIgnore");
}

#[tokio::test]
async fn a_client_configuration_that_the_server_would_refuse_is_not_imported() {
    let sandbox = Sandbox::new().await;
    let dump =
        br#"{"BuildVersion":71028,"DatabaseRecord":{"Client":{"IdentityPartsSeparator":"_"}},"Docs":[]}"#;
    let result = sandbox.import(DB, json!({}), dump).await.json();
    assert!(
        result["Messages"].to_string().contains("Client was not imported: The sandbox separates"),
        "{result:#}"
    );
    assert_eq!(record(&sandbox, DB).await["Client"], Value::Null);
}

#[tokio::test]
async fn an_option_that_is_not_used_is_in_the_report() {
    let sandbox = Sandbox::new().await;
    let of = async |steps: u64| {
        let options = json!({ "MaxStepsForTransformScript": steps });
        sandbox.import(DB, options, &dump_of(&[], "")).await.json()["Messages"].to_string()
    };
    assert!(of(50).await.contains("MaxStepsForTransformScript was not used"));
    // The value that clients send by default.
    assert!(!of(10_000).await.contains("MaxSteps"));
}

#[tokio::test]
async fn an_import_stops_at_many_rejected_items_and_names_each() {
    let sandbox = Sandbox::new().await;
    let rejected = 50_000;
    let documents: Vec<Value> = (0..rejected + 10).map(|number| json!({ "No": number })).collect();
    let reply = sandbox.import(DB, json!({}), &dump_of(&documents, "")).await;
    let (status, kind, message) = reply.failure();
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"), "{message}");
    assert!(message.contains("stopped at 50000 rejected items"), "{message}");
    let messages = &reply.json()["Result"]["Messages"];
    let named = messages.as_array().unwrap().iter().filter(|one| one.as_str().unwrap().contains(" ERROR] "));
    assert_eq!(named.count(), rejected);
}

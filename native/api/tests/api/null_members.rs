//! Official clients write `null` for members that they leave out: every optional member accepts it.

use axum::http::Method;

use crate::sandbox::{DB, Sandbox};

/// Method, path below the database (or from `/admin` on), body, expected status.
const REQUESTS: &[(&str, &str, &str, u16)] = &[
    (
        "POST",
        "/queries",
        r#"{"Query":"from Users","QueryParameters":null,"WaitForNonStaleResults":null,"WaitForNonStaleResultsTimeout":null}"#,
        200,
    ),
    (
        "PATCH",
        "/queries",
        r#"{"Query":{"Query":"from Users update {}","QueryParameters":null,"WaitForNonStaleResults":null}}"#,
        200,
    ),
    (
        "POST",
        "/bulk_docs",
        r#"{"TransactionMode":null,"Commands":[
            {"Id":"users/1","Type":"PUT","ChangeVector":null,"Document":{},"IdPrefixed":null,"Name":null,"ContentType":null,"DestinationId":null,
             "DestinationName":null,"ForceRevisionCreationStrategy":null,"Counters":null,"Patch":null,"PatchIfMissing":null,"CreateIfMissing":null,
             "ReturnDocument":null,"Ids":null},
            {"Id":"users/1","Type":"PATCH","ChangeVector":null,"Patch":{"Script":"this.a=1","Values":null},"PatchIfMissing":null,"ReturnDocument":null},
            {"Type":"BatchPATCH","Ids":[{"Id":"users/1","ChangeVector":null}],"Patch":{"Script":"this.b=1","Values":null}},
            {"Id":"users/1","Type":"Counters","Counters":{"DocumentId":"users/1","Operations":[{"Type":"Increment","CounterName":"c","Delta":1}]}},
            {"Id":"users/2","Type":"DELETE","ChangeVector":null,"IdPrefixed":null}]}"#,
        201,
    ),
    (
        "POST",
        "/bulk_insert?id=1",
        r#"[{"Id":"users/3","Type":"PUT","Document":{},"Counters":null,"Name":null,"ContentType":null,"ContentLength":null}]"#,
        201,
    ),
    (
        "PATCH",
        "/docs?id=users/1",
        r#"{"Patch":{"Script":"this.c=1","Values":null},"PatchIfMissing":null,"CreateIfMissing":null}"#,
        200,
    ),
    (
        "POST",
        "/counters",
        r#"{"ReplyWithAllNodesValues":null,"Documents":[{"DocumentId":"users/1","Operations":null}]}"#,
        200,
    ),
    (
        "POST",
        "/counters",
        r#"{"ReplyWithAllNodesValues":null,"Documents":[{"DocumentId":"users/1","Operations":[{"Type":"Get","CounterName":"c","Delta":null}]}]}"#,
        200,
    ),
    (
        "POST",
        "/multi_get",
        r#"{"Requests":[{"Url":"/databases/shop/docs","Query":"?id=users/1","Method":null,"Headers":null,"Content":null}]}"#,
        200,
    ),
    ("PUT", "/attachments?id=users/1&name=a", "x", 201),
    ("POST", "/attachments?id=users/1&name=a", r#"{"Type":"Document","ChangeVector":null}"#, 200),
    (
        "POST",
        "/attachments/bulk",
        r#"{"AttachmentType":null,"Attachments":[{"DocumentId":"users/1","Name":"a"}]}"#,
        200,
    ),
    (
        "PUT",
        "/indexes",
        r#"{"Indexes":[{"Name":"i","Maps":["map('Users', u => ({ a: u.a }))"],"Reduce":null,"Fields":null,"AdditionalSources":null,
            "ArchivedDataProcessingBehavior":null,"Configuration":null,"OutputReduceToCollection":null,"SourceType":null,"LockMode":null,
            "Priority":null,"Disabled":null,"State":null,"Build":null,"CreatedAt":null}]}"#,
        201,
    ),
    (
        "PUT",
        "/indexes",
        r#"{"Indexes":[{"Name":"j","Maps":["map('Users', u => ({ a: u.a }))"],"Fields":{"a":{"Storage":null,"Indexing":null,"Analyzer":null}}}]}"#,
        201,
    ),
    ("POST", "/indexes/set-lock", r#"{"IndexNames":["i"],"Mode":null}"#, 204),
    ("POST", "/indexes/set-priority", r#"{"IndexNames":["i"],"Priority":null}"#, 204),
    (
        "POST",
        "/admin/documents-compression/config",
        r#"{"Collections":null,"CompressAllCollections":null,"CompressRevisions":null}"#,
        200,
    ),
    (
        "POST",
        "/admin/data-archival/config",
        r#"{"Disabled":null,"ArchiveFrequencyInSec":null,"MaxItemsToProcess":null}"#,
        200,
    ),
    (
        "POST",
        "/admin/expiration/config",
        r#"{"Disabled":null,"DeleteFrequencyInSec":null,"MaxItemsToProcess":null}"#,
        200,
    ),
    (
        "POST",
        "/admin/refresh/config",
        r#"{"Disabled":null,"RefreshFrequencyInSec":null,"MaxItemsToProcess":null}"#,
        200,
    ),
    (
        "POST",
        "/admin/revisions/config",
        r#"{"Default":null,"Collections":{"Users":{"Disabled":null,"MinimumRevisionsToKeep":null,"MinimumRevisionAgeToKeep":null,
            "PurgeOnDelete":null,"MaximumRevisionsToDeleteUponDocumentUpdate":null}}}"#,
        200,
    ),
    ("POST", "/admin/revisions/config", r#"{"Default":null,"Collections":null}"#, 200),
    ("POST", "/admin/revisions/conflicts/config", r#"{"Disabled":null,"PurgeOnDelete":null}"#, 200),
    ("POST", "/admin/revisions/config/enforce", r#"{"IncludeForceCreated":null,"Collections":null}"#, 200),
    (
        "DELETE",
        "/admin/revisions",
        r#"{"DocumentIds":["users/1"],"From":null,"To":null,"RevisionsChangeVectors":null,"RemoveForceCreatedRevisions":null}"#,
        200,
    ),
    ("POST", "/revisions/revert", r#"{"Time":"2030-01-01T00:00:00.0000000Z","Collections":null}"#, 200),
    ("POST", "/revisions/revert/docs", r#"{"IdToChangeVector":null}"#, 200),
    ("PUT", "/docs?id=Raven/Hilo/users", r#"{"Max":null,"@metadata":{"@collection":"@hilo"}}"#, 201),
    ("GET", "/hilo/next?tag=users&lastBatchSize=0&lastMax=0", "", 201),
    (
        "PUT",
        "/admin/databases?name=second",
        r#"{"DatabaseName":null,"Settings":null,"Disabled":null,"Topology":null,"Expiration":null,"Revisions":null}"#,
        201,
    ),
    (
        "PUT",
        "/admin/databases?name=third",
        r#"{"Settings":{"Storage.JournalsPath":null,"Rookery.JournalSizeInKb":null},"DocumentsCompression":{"CompressRevisions":null},
            "Refresh":{"Disabled":null},"Expiration":{"Disabled":null},"DataArchival":{"Disabled":null},"Revisions":{"Collections":null}}"#,
        201,
    ),
    ("DELETE", "/admin/databases", r#"{"DatabaseNames":["second"],"HardDelete":null,"FromNodes":null}"#, 200),
    ("POST", "/admin/compact", r#"{"DatabaseName":"shop","Documents":null,"Indexes":["i"]}"#, 200),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn null_is_accepted_for_every_optional_member() {
    let sandbox = Sandbox::new().await;
    let mut refused = Vec::new();
    for (method, path, body, expected) in REQUESTS {
        let server_wide = path.starts_with("/admin/databases") || *path == "/admin/compact";
        let path = if server_wide { (*path).to_owned() } else { format!("/databases/{DB}{path}") };
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let reply = sandbox.send(method.clone(), &path, &[], *body).await;
        if reply.status != *expected {
            refused.push(format!(
                "{method} {path}: {} {}",
                reply.status,
                String::from_utf8_lossy(&reply.body)
            ));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

//! Endless scripts: their caller gets an error, other requests are served.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// Each comparison reads 10 MB, and the interrupt handler is polled after ten thousand of them.
const HARDLY_POLLED: &str =
    "const a = 'x'.repeat(5000000), b = 'x'.repeat(5000000); while (a === b) {} return 1;";

async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let body = r#"{"V":1,"@metadata":{"@collection":"Items"}}"#;
    let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=items/1"), &[], body).await;
    assert_eq!(reply.status, 201);
    sandbox
}

fn reported(body: &Value) -> String {
    assert!(body["Type"].as_str().unwrap().ends_with("JavaScriptException"), "{body}");
    body["Message"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_native_call_in_a_patch_is_refused() {
    let sandbox = sandbox().await;
    let endless = "Array.prototype.values.call({ length: 2 ** 53 - 1 }).drop(2 ** 52).next()";
    let body = json!({ "Patch": { "Script": endless } }).to_string();
    let reply = sandbox.send(Method::PATCH, &sandbox.db("/docs?id=items/1"), &[], body).await;
    assert_eq!(reply.status, 500);
    assert!(!reported(&reply.json()).is_empty());
    // The length is read once, so this one ends on its own.
    let bounded =
        "let c = 0; Array.prototype.reverse.call({ get length() { return c++ ? 2 ** 53 - 1 : 0 } })";
    let body = json!({ "Patch": { "Script": bounded } }).to_string();
    let reply = sandbox.send(Method::PATCH, &sandbox.db("/docs?id=items/1"), &[], body).await;
    assert_eq!(reply.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_projection_that_does_not_stop_is_an_error_of_its_query() {
    let sandbox = sandbox().await;
    let query = format!("declare function stuck(i) {{ {HARDLY_POLLED} }} from Items as i select stuck(i)");
    let body = json!({ "Query": query }).to_string();
    let reply = sandbox.send(Method::POST, &sandbox.db("/queries"), &[], body).await;
    assert_eq!(reply.status, 500);
    let message = reported(&reply.json());
    assert!(message.contains("did not stop"), "{message}");
    // Others are served.
    let plain = json!({ "Query": "from Items as i select { V: i.V + 1 }" }).to_string();
    let reply = sandbox.send(Method::POST, &sandbox.db("/queries"), &[], plain).await;
    assert_eq!(reply.json()["Results"][0]["V"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_sticks_after_its_first_result_ends_with_the_error() {
    let sandbox = sandbox().await;
    let body = r#"{"V":2,"@metadata":{"@collection":"Items"}}"#;
    sandbox.send(Method::PUT, &sandbox.db("/docs?id=items/2"), &[], body).await;
    let script = format!("if (i.V == 1) return {{ V: i.V }}; {HARDLY_POLLED}");
    let query = format!("declare function stuck(i) {{ {script} }} from Items as i select stuck(i)");
    let path = sandbox.db("/streams/queries?format=jsonl");
    let reply = sandbox.send(Method::POST, &path, &[], json!({ "Query": query }).to_string()).await;
    assert_eq!(reply.status, 200);
    let text = String::from_utf8(reply.body).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[1]["Item"]["V"]), (4, &json!(1)), "{text}");
    assert!(lines[2]["Error"].as_str().unwrap().contains("did not stop"), "{text}");
    assert!(reported(&lines[3]).contains("did not stop"));
}

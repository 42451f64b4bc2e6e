//! Batches with attachments, and the metadata that names them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

/// A batch with streams behind it, as clients send it.
pub async fn batch(sandbox: &Sandbox, commands: Value, streams: &[&str]) -> Reply {
    let mut body = format!(
        "--x7\r\nContent-Disposition: form-data; name=\"main\"; filename=\"blob\"\r\n\
         Content-Type: application/json\r\n\r\n{}\r\n",
        json!({ "Commands": commands })
    );
    for (index, stream) in streams.iter().enumerate() {
        body.push_str(&format!(
            "--x7\r\nContent-Disposition: form-data; name=\"attachment_{index}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n{stream}\r\n"
        ));
    }
    body.push_str("--x7--\r\n");
    let headers = [("content-type", "multipart/form-data; boundary=x7")];
    sandbox.send(Method::POST, &sandbox.db("/bulk_docs"), &headers, body).await
}

pub async fn metadata(sandbox: &Sandbox, id: &str) -> Value {
    sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await.json()["Results"][0]["@metadata"].clone()
}

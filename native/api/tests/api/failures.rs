//! What happens when things below the API fail: a full disk, a defect.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::Method;
use rookery_api::ApiOptions;
use rookery_api::threads::{StackReport, ThreadInspector, ThreadsReport};
use rookery_engine::{Disk as _, DiskFile, DiskLayer, EngineOptions, FileLayer, Purpose, RealDisk};
use serde_json::json;

use crate::sandbox::Sandbox;

/// Real files on a disk that can be full.
#[derive(Debug, Default)]
struct FillingDisk(Arc<AtomicBool>);

#[derive(Debug)]
struct File {
    full: Arc<AtomicBool>,
    real: Box<dyn DiskFile>,
}

fn space(full: &AtomicBool) -> io::Result<()> {
    match full.load(Ordering::SeqCst) {
        true => Err(io::ErrorKind::StorageFull.into()),
        false => Ok(()),
    }
}

impl DiskLayer for FillingDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(File { full: self.0.clone(), real: RealDisk.open(path, purpose)? }))
    }
}

impl FileLayer for File {
    fn below(&self) -> &dyn DiskFile {
        &*self.real
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        space(&self.full)?;
        self.real.write_all_at(offset, bytes)
    }
}

#[tokio::test]
async fn a_full_disk_fails_writes_with_the_reason_while_reads_go_on() {
    let full = Arc::new(AtomicBool::new(false));
    let disk = Arc::new(FillingDisk(full.clone()));
    let sandbox =
        Sandbox::over(ApiOptions::default(), |folder| EngineOptions { disk, ..EngineOptions::new(folder) })
            .await;
    sandbox.save("a/1", json!({ "v": 1 })).await;
    full.store(true, Ordering::SeqCst);
    let path = sandbox.db("/docs?id=a/1");
    let (status, kind, message) = sandbox.send(Method::PUT, &path, &[], r#"{"v":2}"#).await.failure();
    assert_eq!((status, kind.as_str()), (503, "IOException"), "{message}");
    assert!(message.contains("read-only") && message.contains("space"), "{message}");
    assert_eq!(sandbox.get(&path).await.json()["Results"][0]["v"], 1);
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(stats["Rookery"]["Health"], "ReadOnly");
    assert!(stats["Rookery"]["ReadOnlyReason"].as_str().unwrap().contains("space"));
    full.store(false, Ordering::SeqCst);
    assert_eq!(sandbox.send(Method::PUT, &path, &[], r#"{"v":3}"#).await.status, 201);
    assert_eq!(sandbox.get(&path).await.json()["Results"][0]["v"], 3);
    assert_eq!(sandbox.get(&sandbox.db("/stats")).await.json()["Rookery"]["Health"], "ReadWrite");
}

struct Defect;

impl ThreadInspector for Defect {
    fn runaway(&self, _: Duration) -> Result<ThreadsReport, String> {
        panic!("a defect in the sampler")
    }

    fn stack_trace(&self, _: &[u32], _: std::time::Duration) -> Result<StackReport, String> {
        panic!("a defect in the capture")
    }
}

#[tokio::test]
async fn a_panic_fails_its_request_and_no_other() {
    let sandbox =
        Sandbox::with(ApiOptions { inspector: Some(Arc::new(Defect)), ..ApiOptions::default() }).await;
    let (status, _, message) = sandbox.get("/admin/debug/threads/runaway").await.failure();
    assert_eq!(status, 500);
    assert!(message.contains("a defect in the sampler"), "{message}");
    assert_eq!(sandbox.get("/build/version").await.status, 200);
}

#[tokio::test]
async fn a_closed_engine_says_so() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    sandbox.engine.close().unwrap();
    let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=a/1"), &[], "{}").await;
    let (status, _, message) = reply.failure();
    assert_eq!(status, 503, "{message}");
    assert!(message.contains("closed"), "{message}");
}

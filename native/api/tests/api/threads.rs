use std::sync::Arc;
use std::time::Duration;

use rookery_api::ApiOptions;
use rookery_api::threads::{
    CaptureSummary, StackReport, ThreadInspector, ThreadStack, ThreadUsage, ThreadsReport,
};
use serde_json::json;
use time::OffsetDateTime;

use crate::sandbox::Sandbox;

/// An inspector with three known threads; it replaces rookery-stacks, which the programs use.
pub struct ThreeThreads;

fn usage(id: u32, name: &str, cpu: f64) -> ThreadUsage {
    ThreadUsage {
        id,
        name: name.into(),
        cpu,
        started_at: Some(OffsetDateTime::UNIX_EPOCH),
        user_time: Duration::from_millis(650),
        kernel_time: Duration::from_millis(40),
        state: if cpu > 0.0 { "Running".into() } else { "Wait".into() },
        wait_channel: None,
        syscall: (cpu == 0.0).then(|| "futex".into()),
        job: (cpu > 20.0).then(|| ("Shop: decide a group, 3 requests".into(), Duration::from_millis(12))),
        io: None,
    }
}

impl ThreadInspector for ThreeThreads {
    fn runaway(&self, _: Duration) -> Result<ThreadsReport, String> {
        Ok(ThreadsReport {
            taken_at: OffsetDateTime::UNIX_EPOCH,
            machine_cpu: 40.0,
            process_cpu: 30.0,
            active_cores: 2,
            threads: vec![usage(1, "writer", 25.0), usage(2, "flush", 5.0), usage(3, "idle", 0.0)],
        })
    }

    fn stack_trace(&self, ids: &[u32], sample: Duration) -> Result<StackReport, String> {
        if ids.contains(&666) {
            return Err("The kernel does not allow it; run as the same user.".into());
        }
        let stack = |id: u32, top: &str| ThreadStack { id, frames: vec![top.into(), "main".into()] };
        let mut stacks = vec![stack(1, "write"), stack(2, "park"), stack(3, "park")];
        stacks.retain(|stack| ids.is_empty() || ids.contains(&stack.id));
        Ok(StackReport {
            stacks,
            threads: vec![usage(1, "writer", 25.0)],
            facts: CaptureSummary {
                pause_ms: 0.9,
                total_ms: sample.as_secs_f64() * 1000.0,
                method: "test".into(),
                partial: false,
                notes: vec![],
            },
        })
    }
}

async fn inspected() -> Sandbox {
    Sandbox::with(ApiOptions { inspector: Some(Arc::new(ThreeThreads)), ..ApiOptions::default() }).await
}

#[tokio::test]
async fn runaway_is_one_object_or_a_list_of_samples() {
    let sandbox = inspected().await;
    let one = sandbox.get("/admin/debug/threads/runaway?maxTopThreads=2").await.json();
    let info = &one["Runaway Threads"];
    assert_eq!(info["ThreadsCount"], 3);
    assert_eq!(info["List"].as_array().unwrap().len(), 2);
    assert_eq!(info["List"][0]["Name"], "writer");
    assert_eq!(info["List"][0]["TotalProcessorTime"], "00:00:00.6900000");
    assert_eq!(info["List"][0]["Duration"], 690.0);
    assert_eq!(info["List"][0]["Job"], "Shop: decide a group, 3 requests");
    assert_eq!(info["List"][0]["JobMs"], 12.0);
    assert_eq!(info["List"][0]["Syscall"], json!(null));
    assert_eq!(info["List"][1]["Job"], json!(null));
    let several = sandbox.get("/admin/debug/threads/runaway?samplesCount=3&intervalInMs=1").await.json();
    assert_eq!(several["Results"].as_array().unwrap().len(), 3);
    for bad in ["samplesCount=0", "intervalInMs=0", "samplesCount=100&intervalInMs=100000", "samplesCount=x"]
    {
        assert_eq!(
            sandbox.get(&format!("/admin/debug/threads/runaway?{bad}")).await.failure().0,
            400,
            "{bad}"
        );
    }
}

#[tokio::test]
async fn stacks_are_merged_and_the_pause_is_reported() {
    let sandbox = inspected().await;
    let all = sandbox.get("/admin/debug/threads/stack-trace").await.json();
    assert_eq!(
        all["Results"][1],
        json!({ "ThreadIds": [2, 3], "NativeThreads": true, "StackTrace": ["park", "main"] })
    );
    assert_eq!(all["Rookery"]["PauseMs"], 0.9);
    assert_eq!(all["Rookery"]["TotalMs"], 100.0, "the measuring time of this inspector");
    let brief = sandbox.get("/admin/debug/threads/stack-trace?cpuSampleInMs=1").await.json();
    assert_eq!(brief["Rookery"]["TotalMs"], 1.0);
    for bad in ["0", "61000", "-1", "x"] {
        let path = format!("/admin/debug/threads/stack-trace?cpuSampleInMs={bad}");
        assert_eq!(sandbox.get(&path).await.failure().0, 400, "{bad}");
    }
    let one = sandbox.get("/admin/debug/threads/stack-trace?threadId=2").await.json();
    assert_eq!(one["Results"].as_array().unwrap().len(), 1);
    assert_eq!(one["Results"][0]["OSThreadId"], 2);
    let none = sandbox.get("/admin/debug/threads/stack-trace?threadId=77").await.json();
    assert!(none["Rookery"]["Notes"][0].as_str().unwrap().contains("77"));
    let (status, _, message) = sandbox.get("/admin/debug/threads/stack-trace?threadId=666").await.failure();
    assert_eq!(status, 500);
    assert!(message.contains("kernel"), "{message}");
    assert_eq!(sandbox.get("/admin/debug/threads/stack-trace?threadId=x").await.failure().0, 400);
    assert_eq!(
        sandbox.get("/admin/debug/threads/stack-trace?includeStackObjects=true").await.failure().0,
        501
    );
}

#[tokio::test]
async fn without_an_inspector_the_routes_say_so() {
    let sandbox = Sandbox::new().await;
    for path in ["/admin/debug/threads/runaway", "/admin/debug/threads/stack-trace", "/threads-info/watch"] {
        let (status, _, message) = sandbox.get(path).await.failure();
        assert_eq!(status, 500, "{path}");
        assert!(message.contains("inspector"), "{message}");
    }
}

use std::sync::Arc;
use std::time::Duration;

use rookery_api::ApiOptions;
use rookery_api::processes::{CaptureAvailability, ProcessEntry, ProcessInspector, ProcessList};
use rookery_api::threads::{StackReport, ThreadInspector, ThreadsReport};
use serde_json::json;

use crate::sandbox::Sandbox;
use crate::threads::ThreeThreads;

/// Knows one process, number 7.
struct OneProcess;

impl ProcessInspector for OneProcess {
    fn processes(&self) -> Result<ProcessList, String> {
        Ok(ProcessList {
            processes: vec![ProcessEntry {
                id: 7,
                name: "postgres".into(),
                command: "postgres -D /data".into(),
                threads: 1,
                is_own: false,
            }],
            possible: CaptureAvailability {
                holds: false,
                sentence: "only children and consenting processes".into(),
                facts: vec![("yama".into(), true, "the level is 1".into())],
                grant: Some("sudo sh /opt/postinstall.sh /opt/stackcap".into()),
            },
        })
    }

    fn runaway(&self, process: u32, sample: Duration) -> Result<ThreadsReport, String> {
        if process == 7 { ThreeThreads.runaway(sample) } else { Err(format!("Process {process} is gone.")) }
    }

    fn stack_trace(&self, process: u32, ids: &[u32], sample: Duration) -> Result<StackReport, String> {
        if process == 7 {
            ThreeThreads.stack_trace(ids, sample)
        } else {
            Err(format!("Process {process} is gone."))
        }
    }
}

#[tokio::test]
async fn processes_are_listed_with_what_is_possible() {
    let sandbox =
        Sandbox::with(ApiOptions { processes: Some(Arc::new(OneProcess)), ..ApiOptions::default() }).await;
    let list = sandbox.get("/rookery/processes").await.json();
    assert_eq!(
        list,
        json!({
            "Results": [{
                "Id": 7, "Name": "postgres", "Command": "postgres -D /data", "ThreadsCount": 1, "IsOwn": false,
            }],
            "Capture": {
                "Possible": false,
                "Sentence": "only children and consenting processes",
                "Facts": [{ "Code": "yama", "Holds": true, "Sentence": "the level is 1" }],
                "GrantCommand": "sudo sh /opt/postinstall.sh /opt/stackcap",
            },
        })
    );
    let all = sandbox.get("/rookery/processes/stack-trace?processId=7").await.json();
    assert_eq!(all["Rookery"]["ProcessId"], 7);
    assert_eq!(all["Results"][1]["ThreadIds"], json!([2, 3]));
    let one = sandbox.get("/rookery/processes/stack-trace?processId=7&threadId=2").await.json();
    assert_eq!(one["Results"][0]["OSThreadId"], 2);
    let (status, _, message) = sandbox.get("/rookery/processes/stack-trace?processId=8").await.failure();
    assert_eq!((status, message.as_str()), (500, "Process 8 is gone."));
    for bad in ["", "?processId=", "?processId=-1", "?processId=7&threadId=x"] {
        let path = format!("/rookery/processes/stack-trace{bad}");
        assert_eq!(sandbox.get(&path).await.failure().0, 400, "{bad}");
    }
}

#[tokio::test]
async fn threads_of_another_process_have_the_shape_of_own_threads() {
    let sandbox =
        Sandbox::with(ApiOptions { processes: Some(Arc::new(OneProcess)), ..ApiOptions::default() }).await;
    let sample = sandbox.get("/rookery/processes/runaway?processId=7&intervalInMs=5").await.json();
    assert_eq!(sample["ProcessId"], 7);
    let info = &sample["Runaway Threads"];
    assert_eq!((&info["ThreadsCount"], &info["ProcessCpuUsage"]), (&json!(3), &json!(30.0)));
    assert_eq!(info["List"][0]["Name"], "writer");
    assert_eq!(info["List"][2]["Syscall"], "futex");
    let (status, _, message) =
        sandbox.get("/rookery/processes/runaway?processId=8&intervalInMs=5").await.failure();
    assert_eq!((status, message.as_str()), (500, "Process 8 is gone."));
    for bad in ["", "?processId=-1", "?processId=7&intervalInMs=0", "?processId=7&intervalInMs=60001"] {
        let path = format!("/rookery/processes/runaway{bad}");
        assert_eq!(sandbox.get(&path).await.failure().0, 400, "{bad}");
    }
}

#[tokio::test]
async fn processes_are_hidden_unless_enabled() {
    let sandbox = Sandbox::new().await;
    for path in [
        "/rookery/processes",
        "/rookery/processes/runaway?processId=1",
        "/rookery/processes/stack-trace?processId=1",
    ] {
        let (status, _, message) = sandbox.get(path).await.failure();
        assert_eq!(status, 501, "{path}");
        assert!(message.contains("--other-processes"), "{message}");
    }
}

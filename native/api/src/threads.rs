//! What the threads of this process are doing, in the shapes of `runaway`, `threads-info` and `stack-trace`.
//!
//! The API defines the interface and the JSON; the embedding program provides a [`ThreadInspector`] that can
//! inspect the process (`rookeryd` and the addon do, with the crate rookery-stacks).

use std::time::Duration;

use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::dto::text::{date, time_span};

/// Looks at the threads of the process the engine runs in. Calls block for as long as they sample.
pub trait ThreadInspector: Send + Sync {
    /// CPU use per thread over `sample`.
    fn runaway(&self, sample: Duration) -> Result<ThreadsReport, String>;
    /// The stacks of the threads in `ids` (all when empty), and their CPU use over `cpu_sample` after the
    /// capture.
    fn stack_trace(&self, ids: &[u32], cpu_sample: Duration) -> Result<StackReport, String>;
}

/// One sample of all threads.
#[derive(Debug, Clone)]
pub struct ThreadsReport {
    /// When the sample ended.
    pub taken_at: OffsetDateTime,
    /// Whole machine, percent of all cores.
    pub machine_cpu: f64,
    /// This process, percent of all cores.
    pub process_cpu: f64,
    /// Cores in use.
    pub active_cores: usize,
    /// The threads, busiest first.
    pub threads: Vec<ThreadUsage>,
}

/// One thread in a sample.
#[derive(Debug, Clone)]
pub struct ThreadUsage {
    /// The operating system's thread id.
    pub id: u32,
    /// The thread's name, as the kernel keeps it or as the engine gave it.
    pub name: String,
    /// Percent of all cores during the sample.
    pub cpu: f64,
    /// When the thread started, when that is known.
    pub started_at: Option<OffsetDateTime>,
    /// CPU time spent in user mode since it started.
    pub user_time: Duration,
    /// CPU time spent in the kernel since it started.
    pub kernel_time: Duration,
    /// `Running`, `Wait`, …
    pub state: String,
    /// The kernel function it sleeps in (on Windows the reason of the wait), if available.
    pub wait_channel: Option<String>,
    /// The system call it is in, if available.
    pub syscall: Option<String>,
    /// Its job and for how long, if the engine has registered one.
    pub job: Option<(String, Duration)>,
    /// Cumulative I/O counters, if available.
    pub io: Option<ThreadIo>,
}

/// Cumulative I/O counters of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadIo {
    /// Read system calls.
    pub read_calls: u64,
    /// Write system calls.
    pub write_calls: u64,
    /// Bytes fetched from storage.
    pub read_bytes: u64,
    /// Bytes sent to storage.
    pub write_bytes: u64,
}

/// One capture of stacks.
#[derive(Debug, Clone)]
pub struct StackReport {
    /// The captured stacks, one entry per thread.
    pub stacks: Vec<ThreadStack>,
    /// The same threads' CPU use.
    pub threads: Vec<ThreadUsage>,
    /// How the capture went.
    pub facts: CaptureSummary,
}

/// One thread's stack.
#[derive(Debug, Clone)]
pub struct ThreadStack {
    /// The operating system's thread id.
    pub id: u32,
    /// Frames, innermost first.
    pub frames: Vec<String>,
}

/// Facts about a capture; sent in addition to RavenDB's members as `Rookery`.
#[derive(Debug, Clone)]
pub struct CaptureSummary {
    /// How long the process was stopped, in milliseconds.
    pub pause_ms: f64,
    /// The whole capture including unwinding and naming, in milliseconds.
    pub total_ms: f64,
    /// How the stacks were taken.
    pub method: String,
    /// Set when some stacks are cut or missing.
    pub partial: bool,
    /// Notes for the user about this capture.
    pub notes: Vec<String>,
}

/// The info object of `runaway` and `threads-info/watch`; at most `top` threads.
pub fn info_object(report: &ThreadsReport, top: usize) -> Value {
    json!({
        "Date": date(report.taken_at),
        "CpuUsage": report.machine_cpu,
        "ProcessCpuUsage": report.process_cpu,
        "ActiveCores": report.active_cores,
        "ThreadsCount": report.threads.len(),
        "DedicatedThreadsCount": report.threads.len(),
        "List": report.threads.iter().take(top).map(thread_object).collect::<Vec<_>>(),
    })
}

/// One thread object.
pub fn thread_object(thread: &ThreadUsage) -> Value {
    let total = thread.user_time + thread.kernel_time;
    json!({
        "Id": thread.id,
        "CpuUsage": thread.cpu,
        "Name": thread.name,
        "ManagedThreadId": null,
        "UnmanagedAllocationsInBytes": null,
        "StartingTime": thread.started_at.map(date),
        "Duration": total.as_secs_f64() * 1000.0,
        "TotalProcessorTime": time_span(total),
        "PrivilegedProcessorTime": time_span(thread.kernel_time),
        "UserProcessorTime": time_span(thread.user_time),
        "State": thread.state,
        "Priority": "Normal",
        "WaitReason": (thread.state == "Wait").then_some("Unknown"),
        "WaitChannel": thread.wait_channel,
        "Syscall": thread.syscall,
        "Job": thread.job.as_ref().map(|(text, _)| text),
        "JobMs": thread.job.as_ref().map(|(_, running_for)| running_for.as_secs_f64() * 1000.0),
        "IoStats": thread.io.map(|io| json!({
            "Syscr": io.read_calls,
            "Syscw": io.write_calls,
            "ReadBytes": io.read_bytes,
            "WriteBytes": io.write_bytes,
        })),
    })
}

/// The answer of `stack-trace`: threads with the same stack share one entry unless `ids` names threads.
pub fn stack_object(report: &StackReport, ids: &[u32]) -> Value {
    let results: Vec<Value> = if ids.is_empty() {
        let mut groups: Vec<(Vec<u32>, &[String])> = Vec::new();
        for stack in &report.stacks {
            match groups.iter_mut().find(|(_, frames)| *frames == stack.frames.as_slice()) {
                Some((members, _)) => members.push(stack.id),
                None => groups.push((vec![stack.id], &stack.frames)),
            }
        }
        groups
            .into_iter()
            .map(|(members, frames)| {
                json!({ "ThreadIds": members, "NativeThreads": true, "StackTrace": frames })
            })
            .collect()
    } else {
        report
            .stacks
            .iter()
            .map(|stack| {
                json!({
                    "OSThreadId": stack.id,
                    "ManagedThreadId": null,
                    "IsNative": true,
                    "ThreadType": "Native",
                    "StackTrace": stack.frames,
                })
            })
            .collect()
    };
    json!({
        "Results": results,
        "Threads": report.threads.iter().map(thread_object).collect::<Vec<_>>(),
        "Rookery": {
            "PauseMs": report.facts.pause_ms,
            "TotalMs": report.facts.total_ms,
            "Method": report.facts.method,
            "Partial": report.facts.partial,
            "Notes": report.facts.notes,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> StackReport {
        let stack = |id, frames: &[&str]| ThreadStack {
            id,
            frames: frames.iter().map(|frame| (*frame).to_owned()).collect(),
        };
        StackReport {
            stacks: vec![
                stack(1, &["park", "main"]),
                stack(2, &["read", "main"]),
                stack(3, &["park", "main"]),
            ],
            threads: Vec::new(),
            facts: CaptureSummary {
                pause_ms: 0.8,
                total_ms: 20.0,
                method: "ptrace".into(),
                partial: false,
                notes: Vec::new(),
            },
        }
    }

    #[test]
    fn equal_stacks_are_merged_unless_single_threads_are_requested() {
        let merged = stack_object(&report(), &[]);
        assert_eq!(merged["Results"].as_array().unwrap().len(), 2);
        assert_eq!(merged["Results"][0]["ThreadIds"], json!([1, 3]));
        assert_eq!(merged["Results"][0]["StackTrace"], json!(["park", "main"]));
        assert_eq!(merged["Rookery"]["PauseMs"], json!(0.8));
        let single = stack_object(&report(), &[1, 3]);
        assert_eq!(single["Results"].as_array().unwrap().len(), 3);
        assert_eq!(single["Results"][0]["OSThreadId"], json!(1));
    }
}

//! The thread inspector of programs that embed the engine: this process, read by the crate rookery-stacks.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rookery_engine::thread_jobs;
use rookery_stacks::{
    Capture, CaptureOptions, StackError, ThreadInfo, ThreadSample, capture, keep_names_in, sample_threads,
};
use time::OffsetDateTime;

use crate::threads::{
    CaptureSummary, StackReport, ThreadInspector, ThreadIo, ThreadStack, ThreadUsage, ThreadsReport,
};

/// Inspects the process it runs in.
#[derive(Debug)]
pub struct OwnProcess {
    helper: Option<PathBuf>,
}

impl OwnProcess {
    /// `helper` is the stack capture program; without it only samples are available.
    pub fn new(helper: Option<PathBuf>) -> Self {
        if let Some(folder) = names_folder() {
            keep_names_in(&folder);
        }
        Self { helper }
    }

    /// The capture program, where one was named.
    pub(crate) fn helper(&self) -> Option<&Path> {
        self.helper.as_deref()
    }
}

impl ThreadInspector for OwnProcess {
    fn runaway(&self, sample: Duration) -> Result<ThreadsReport, String> {
        let sample = sample_threads(std::process::id(), sample).map_err(|error| sentence(&error))?;
        Ok(threads_report(sample, &jobs()))
    }

    fn stack_trace(&self, ids: &[u32], cpu_sample: Duration) -> Result<StackReport, String> {
        let helper = self.helper.clone().ok_or_else(|| {
            "Stacks cannot be captured: the path of the capture program (stackcap) is not set.".to_owned()
        })?;
        let options =
            CaptureOptions { pid: std::process::id(), threads: ids.to_vec(), helper, own_process: true };
        // Read before the stop, like the states: afterwards the threads run something else.
        capture_with_usage(&options, cpu_sample, &jobs())
    }
}

/// Captures the stacks of a process and measures its threads' CPU use. `jobs`: what the threads of this
/// process work on.
pub(crate) fn capture_with_usage(
    options: &CaptureOptions,
    cpu_sample: Duration,
    jobs: &HashMap<u32, Job>,
) -> Result<StackReport, String> {
    let taken = capture(options).map_err(|error| sentence(&error))?;
    // Sampled afterwards: the capture stops every thread, which would show in the sample.
    let mut notes = Vec::new();
    let threads = match sample_threads(options.pid, cpu_sample) {
        Ok(sample) => {
            let requested =
                |usage: &ThreadUsage| options.threads.is_empty() || options.threads.contains(&usage.id);
            usages(sample, jobs).into_iter().filter(requested).collect()
        }
        Err(error) => {
            notes.push(format!("The threads' CPU use could not be read with the stacks: {error}."));
            Vec::new()
        }
    };
    Ok(report(taken, threads, notes))
}

pub(crate) fn threads_report(sample: ThreadSample, jobs: &HashMap<u32, Job>) -> ThreadsReport {
    ThreadsReport {
        taken_at: utc(sample.taken_at),
        machine_cpu: sample.machine_cpu_percent,
        process_cpu: sample.process_cpu_percent / f64::from(sample.processors.max(1)),
        active_cores: sample.processors as usize,
        threads: usages(sample, jobs),
    }
}

/// The folder for cached symbol names: in the user's cache folder, by the XDG rules.
fn names_folder() -> Option<PathBuf> {
    let absolute = |path: std::ffi::OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .and_then(absolute)
        .or_else(|| Some(std::env::var_os("HOME").and_then(absolute)?.join(".cache")))?;
    Some(cache.join("rookery/symbols"))
}

fn report(taken: Capture, threads: Vec<ThreadUsage>, mut notes: Vec<String>) -> StackReport {
    let partial: Vec<&rookery_stacks::ThreadStack> =
        taken.threads.iter().filter(|thread| thread.partial.is_some()).collect();
    let is_partial = !partial.is_empty();
    notes.extend(partial.into_iter().filter_map(|thread| {
        thread.partial.as_ref().map(|why| format!("Thread {} ({}): {why}.", thread.tid, thread.name))
    }));
    StackReport {
        facts: CaptureSummary {
            pause_ms: taken.pause.as_secs_f64() * 1000.0,
            total_ms: taken.total.as_secs_f64() * 1000.0,
            method: "ptrace snapshot, unwound after resume".to_owned(),
            partial: is_partial,
            notes,
        },
        stacks: taken
            .threads
            .into_iter()
            .map(|thread| ThreadStack {
                id: thread.tid,
                frames: thread.frames.iter().map(rookery_stacks::Frame::label).collect(),
            })
            .collect(),
        threads,
    }
}

pub(crate) fn sentence(error: &StackError) -> String {
    let text = error.to_string();
    let mut characters = text.chars();
    let capital: String = characters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{capital}{} (code {})", characters.as_str(), error.code())
}

/// The job of a thread, and how long it has run.
pub(crate) type Job = (String, Duration);

fn jobs() -> HashMap<u32, Job> {
    thread_jobs().into_iter().map(|job| (job.tid, (job.text, job.running_for))).collect()
}

fn usages(sample: ThreadSample, jobs: &HashMap<u32, Job>) -> Vec<ThreadUsage> {
    // The protocol counts against the whole machine, the sample against one processor.
    let processors = f64::from(sample.processors.max(1));
    sample.threads.into_iter().map(|thread| usage(thread, processors, jobs)).collect()
}

fn usage(thread: ThreadInfo, processors: f64, jobs: &HashMap<u32, Job>) -> ThreadUsage {
    let state = match thread.state.letter() {
        'R' => "Running",
        'K' | 'W' => "Ready",
        'Z' | 'X' | 'x' => "Terminated",
        _ => "Wait",
    };
    ThreadUsage {
        id: thread.tid,
        name: thread.name,
        cpu: thread.cpu_percent / processors,
        started_at: thread.started_at.map(utc),
        user_time: thread.user_time,
        kernel_time: thread.kernel_time,
        state: state.to_owned(),
        wait_channel: thread.wait_channel,
        syscall: thread.syscall,
        job: jobs.get(&thread.tid).cloned(),
        io: thread.io.map(|io| ThreadIo {
            read_calls: io.read_syscalls,
            write_calls: io.write_syscalls,
            read_bytes: io.read_bytes,
            write_bytes: io.write_bytes,
        }),
    }
}

fn utc(moment: SystemTime) -> OffsetDateTime {
    moment.into()
}

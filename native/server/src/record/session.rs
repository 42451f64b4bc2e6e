//! One recording from its start to its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rookery_recording::Ending;
use rookery_recording::tables::{Event, Rows};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::arguments::{Length, Task};
use super::collector::{Shared, collect, get};
use super::output::Output;
use super::progress::Progress;
use super::reports::{Reporter, Reports};
use super::sources::{Capture, MARK, sources, stack_rows};
use super::start::manifest;
use super::summary::Summary;
use super::triggers::{Fired, Triggers};
use super::values::now;
use crate::remote::{Failure, Remote, sign_in};

/// How often rows go to the file.
const WRITE: Duration = Duration::from_secs(5);
/// The time for sources to end.
const GRACE: Duration = Duration::from_secs(2);
/// The least time between two captures of stacks: a capture pauses the server's threads.
const BETWEEN_CAPTURES: Duration = Duration::from_secs(30);
/// Most captures of a recording.
const CAPTURES: u64 = 20;
/// The longest time for a capture.
const CAPTURE: Duration = Duration::from_secs(60);
const STACKS: &str = "/admin/debug/threads/stack-trace";

/// Records until the time is over, a trigger has fired, the file is full or `stop` completes.
pub async fn record(task: &Task, stop: impl Future<Output = ()>) -> Result<Summary, Failure> {
    let mut remote = Remote::new(&task.url, &task.tls)?;
    if let Some(code) = task.code {
        sign_in(&mut remote, code).await?;
    }
    let manifest = manifest(&remote, task).await?;
    let mut progress = Progress::new(task, &manifest);
    let sources = sources(&manifest.databases, manifest.started + manifest.clock_offset, &task.log_level);
    let output = Output::create(task, manifest)?;
    let (fired, fires) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared {
        remote,
        sink: super::sink::Sink::default(),
        triggers: Mutex::new(Triggers::new(task.triggers.clone())),
        fired,
    });
    let reports = Reports::default();
    let (end, ended) = watch::channel(false);
    let mut collectors = JoinSet::new();
    for source in sources {
        let report = reports.add(&source.route, &source.database);
        collectors.spawn(collect(shared.clone(), source, report, ended.clone()));
    }
    let captures = (!task.triggers.is_empty()).then(|| reports.add(STACKS, ""));
    let mut session = Session {
        task,
        shared: shared.clone(),
        output,
        captures: Captures::new(captures),
        written: Counts::default(),
    };
    let reason = session.run(stop, fires, &mut progress).await?;
    end.send_replace(true);
    // A source that does not end in time has nothing more to add.
    let _ = tokio::time::timeout(GRACE, async { while collectors.join_next().await.is_some() {} }).await;
    session.captures.running.shutdown().await;
    session.write(now())?;
    progress.end();
    let ending = Ending { ended: now(), reason, sources: reports.all(), left_out: shared.sink.left_out() };
    let sources = ending.sources.clone();
    let bytes = session.output.finish(ending)?;
    Ok(Summary {
        file: task.out.clone(),
        bytes,
        rows: session.written.rows,
        triggers: session.written.triggers,
        sources,
    })
}

struct Session<'a> {
    task: &'a Task,
    shared: Arc<Shared>,
    output: Output,
    captures: Captures,
    written: Counts,
}

#[derive(Default)]
struct Counts {
    rows: u64,
    triggers: u64,
}

struct Captures {
    report: Option<Arc<Reporter>>,
    last: Option<Instant>,
    number: u64,
    running: JoinSet<()>,
}

impl Captures {
    fn new(report: Option<Reporter>) -> Self {
        Self { report: report.map(Arc::new), last: None, number: 0, running: JoinSet::new() }
    }
}

impl Session<'_> {
    /// Why it ended.
    async fn run(
        &mut self,
        stop: impl Future<Output = ()>,
        mut fires: mpsc::UnboundedReceiver<Fired>,
        progress: &mut Progress,
    ) -> Result<String, Failure> {
        let mut stop = std::pin::pin!(stop);
        let mut writes = tokio::time::interval(WRITE);
        let far = Duration::from_secs(100 * 365 * 86_400);
        let length = if let Length::Next(length) = self.task.length { length } else { far };
        let mut over = std::pin::pin!(tokio::time::sleep(length));
        let mut reason = "The time is over.".to_owned();
        loop {
            tokio::select! {
                () = &mut stop => return Ok("It was stopped.".to_owned()),
                () = &mut over => return Ok(reason),
                _ = writes.tick() => {
                    self.write(now())?;
                    progress.at(self.output.bytes(), self.written.rows);
                    if self.output.is_full(self.task.size) {
                        return Ok(format!("The file reached {} MiB.", self.task.size >> 20));
                    }
                }
                Some(fired) = fires.recv() => {
                    if !self.trigger(&fired) {
                        continue;
                    }
                    progress.say(&format!("{}: {}", fired.name, fired.text));
                    if let Length::Last { after, .. } = self.task.length && reason.starts_with("The time") {
                        reason = format!("The trigger {} fired: {}", fired.name, fired.text);
                        over.as_mut().reset(tokio::time::Instant::now() + after);
                    }
                }
            }
        }
    }

    /// Marks the moment and captures stacks. `false` while the last time was a moment ago.
    fn trigger(&mut self, fired: &Fired) -> bool {
        if self.captures.last.is_some_and(|last| last.elapsed() < BETWEEN_CAPTURES) {
            return false;
        }
        self.captures.last = Some(Instant::now());
        self.written.triggers += 1;
        let event = Event {
            time: now(),
            kind: "trigger".to_owned(),
            subject: fired.name.to_owned(),
            text: fired.text.clone(),
        };
        self.shared.sink.add(Rows { events: vec![event], ..Rows::default() });
        if self.captures.number < CAPTURES
            && let Some(report) = self.captures.report.clone()
        {
            self.captures.number += 1;
            let (number, trigger) = (self.captures.number, format!("{}: {}", fired.name, fired.text));
            self.captures.running.spawn(capture(self.shared.clone(), number, trigger, report));
        }
        true
    }

    fn write(&mut self, now: i64) -> Result<(), Failure> {
        let rows = self.shared.sink.take();
        self.written.rows += rows.total() as u64;
        self.output.add(&rows, now)
    }
}

async fn capture(shared: Arc<Shared>, number: u64, trigger: String, report: Arc<Reporter>) {
    let answer = tokio::time::timeout(CAPTURE, get(&shared.remote, &format!("{STACKS}?{MARK}"))).await;
    let json = match answer {
        Ok(Ok(reply)) => reply.json(),
        Ok(Err(failure)) => Err(failure),
        Err(_) => Err(Failure::new(format!("No answer in {} s.", CAPTURE.as_secs()))),
    };
    match json {
        Ok(json) => {
            let stacks = stack_rows(&Capture { time: now(), number, trigger }, &json);
            report.add_rows(stacks.len());
            shared.sink.add(Rows { stacks, ..Rows::default() });
        }
        Err(failure) => {
            report.problem(&failure.to_string());
        }
    }
}

//! Runs a patch with a deadline: the script runs on a helper thread, its calls to the database are
//! executed by the waiting thread, and after the deadline the waiting thread continues without it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;

use crate::error::{HostError, Refusal, ScriptError};
use crate::host::{ScriptHost, TimeSeriesChange};
use crate::limits::Limits;
use crate::patch::{PatchInput, PatchScript, Patched};

/// A thread that runs patches for its owner.
#[derive(Debug, Default)]
pub struct PatchThread {
    jobs: Option<Sender<Job>>,
}

struct Job {
    script: PatchScript,
    id: String,
    document: Vec<u8>,
    arguments: Vec<u8>,
    debug: bool,
    limits: Limits,
    cancel: CancelToken,
    calls: SyncSender<Call>,
}

/// Work for the thread that has the real host.
type HostCall = Box<dyn FnOnce(&mut dyn ScriptHost) + Send>;

enum Call {
    /// A call for the real host.
    Host(HostCall),
    Done(Result<Patched, ScriptError>),
}

impl PatchThread {
    /// Runs a patch. `None`: it took longer than `most`, or no thread could be started; the script has no
    /// effect then.
    pub fn run(
        &mut self,
        script: &PatchScript,
        host: &mut dyn ScriptHost,
        input: PatchInput<'_>,
        most: Duration,
    ) -> Option<Result<Patched, ScriptError>> {
        let end = Instant::now() + most;
        let (calls, incoming) = sync_channel(1);
        let job = Job {
            script: script.clone(),
            id: input.id.to_owned(),
            document: input.document.to_vec(),
            arguments: input.arguments.to_vec(),
            debug: input.debug,
            limits: Limits { time: input.limits.time.min(most) },
            cancel: CancelToken::current(),
            calls,
        };
        self.send(job)?;
        loop {
            match incoming.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Call::Host(call)) => call(host),
                // Interrupted at `most`, which is not its limit.
                Ok(Call::Done(Err(ScriptError::Limit { .. }))) if input.limits.time > most => return None,
                Ok(Call::Done(result)) => return Some(result),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    // The thread ends when its script does; the next run starts another one.
                    self.jobs = None;
                    return None;
                }
            }
        }
    }

    fn send(&mut self, job: Job) -> Option<()> {
        let job = match &self.jobs {
            Some(jobs) => match jobs.send(job) {
                Ok(()) => return Some(()),
                Err(unsent) => unsent.0,
            },
            None => job,
        };
        let (jobs, incoming) = channel();
        // Without a thread the caller gets the same result as for a slow script, and retries elsewhere.
        std::thread::Builder::new().name("rk-script-now".to_owned()).spawn(move || serve(&incoming)).ok()?;
        jobs.send(job).ok()?;
        self.jobs = Some(jobs);
        Some(())
    }
}

fn serve(jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let Job { script, id, document, arguments, debug, limits, cancel, calls } = job;
        let _entered = cancel.enter();
        let input = PatchInput { id: &id, document: &document, arguments: &arguments, debug, limits };
        let result = script.run(&mut Remote { calls: calls.clone() }, input);
        // Nobody receives it when the waiting thread continued.
        let _ = calls.send(Call::Done(result));
    }
}

/// The host on the helper thread.
struct Remote {
    calls: SyncSender<Call>,
}

impl Remote {
    fn call_host<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn ScriptHost) -> Result<T, HostError> + Send + 'static,
    ) -> Result<T, HostError> {
        let (sender, answer) = sync_channel(1);
        let call = move |host: &mut dyn ScriptHost| {
            // The calling thread waits for it, unless it has ended.
            let _ = sender.send(question(host));
        };
        let gone = || -> HostError { Box::new(Refusal("The patch is run again later.".to_owned())) };
        self.calls.send(Call::Host(Box::new(call))).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

impl ScriptHost for Remote {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        let id = id.to_owned();
        self.call_host(move |host| host.load(&id))
    }

    fn load_untracked(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        let id = id.to_owned();
        self.call_host(move |host| host.load_untracked(&id))
    }

    fn put(&mut self, id: &str, document: Vec<u8>, change_vector: Option<&str>) -> Result<String, HostError> {
        let (id, change_vector) = (id.to_owned(), change_vector.map(str::to_owned));
        self.call_host(move |host| host.put(&id, document, change_vector.as_deref()))
    }

    fn delete(&mut self, id: &str, change_vector: Option<&str>) -> Result<bool, HostError> {
        let (id, change_vector) = (id.to_owned(), change_vector.map(str::to_owned));
        self.call_host(move |host| host.delete(&id, change_vector.as_deref()))
    }

    fn compare_exchange(&mut self, key: &str) -> Result<Option<Vec<u8>>, HostError> {
        let key = key.to_owned();
        self.call_host(move |host| host.compare_exchange(&key))
    }

    fn counter(&mut self, id: &str, name: &str) -> Result<Option<i64>, HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.call_host(move |host| host.counter(&id, &name))
    }

    fn increment_counter(&mut self, id: &str, name: &str, by: i64) -> Result<(Option<i64>, i64), HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.call_host(move |host| host.increment_counter(&id, &name, by))
    }

    fn delete_counter(&mut self, id: &str, name: &str) -> Result<(), HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.call_host(move |host| host.delete_counter(&id, &name))
    }

    fn time_series(
        &mut self,
        id: &str,
        name: &str,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<u8>, HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        let (from, to) = (from.map(str::to_owned), to.map(str::to_owned));
        self.call_host(move |host| host.time_series(&id, &name, from.as_deref(), to.as_deref()))
    }

    fn time_series_stats(&mut self, id: &str, name: &str) -> Result<Vec<u8>, HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.call_host(move |host| host.time_series_stats(&id, &name))
    }

    fn change_time_series(
        &mut self,
        id: &str,
        name: &str,
        change: TimeSeriesChange,
    ) -> Result<(), HostError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.call_host(move |host| host.change_time_series(&id, &name, change))
    }

    fn unarchive(&mut self, id: &str) -> Result<(), HostError> {
        let id = id.to_owned();
        self.call_host(move |host| host.unarchive(&id))
    }

    fn include(&mut self, id: &str) -> Result<(), HostError> {
        let id = id.to_owned();
        self.call_host(move |host| host.include(&id))
    }
}

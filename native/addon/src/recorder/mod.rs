//! A recorder: the caller reads a server, a thread of the recorder makes rows and writes the file.

mod options;
mod running;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

use napi::bindgen_prelude::{Env, Object, Result};
use napi_derive::napi;
use rookery_recording::{RecordingError, read_manifest};
use running::Running;
use serde_json::{Value, json};

use crate::failure::{Failure, Promised};
use crate::recording;

type Done = std::result::Result<(), Failure>;
type Answered = std::result::Result<String, Failure>;

/// Work for the thread.
enum Work {
    Add { source: usize, text: String, took_us: u64, done: Promised<bool> },
    Opened { source: usize, done: Promised<()> },
    SampleEnded { source: usize, done: Promised<()> },
    Lost { source: usize, reason: String, done: Promised<()> },
    Refused { source: usize, reason: String, done: Promised<()> },
    Capture { number: u64, trigger: String, text: Option<String>, reason: String, done: Promised<()> },
    Tick(Promised<String>),
    Finish { reason: String, done: Promised<String> },
}

/// A recorder. Its thread ends after `finish`, or when the handle is freed: the file is then left without an ending.
#[napi]
pub struct RecorderHandle {
    sources: String,
    work: Sender<Work>,
}

/// `{manifest}` of a file as JSON.
#[napi(ts_return_type = "Promise<string>")]
pub fn describe_recording<'env>(env: &'env Env, path: String) -> Result<Object<'env>> {
    let (promised, promise) = Promised::<String>::new(env)?;
    on_thread(promise, move || {
        let described = read_manifest(&PathBuf::from(path)).map(|manifest| json!({ "manifest": manifest }));
        promised.settle(
            described
                .map(|value| value.to_string())
                .map_err(|error: RecordingError| recording::failure(&error)),
        );
    })
}

/// Makes the file and a recorder that writes it.
#[napi(ts_return_type = "Promise<RecorderHandle>")]
pub fn start_recorder<'env>(env: &'env Env, path: String, options_json: String) -> Result<Object<'env>> {
    let (promised, promise) = Promised::<RecorderHandle>::new(env)?;
    on_thread(promise, move || {
        let running = match Running::start(PathBuf::from(path), &options_json) {
            Ok(running) => running,
            Err(failure) => return promised.settle(Err(failure)),
        };
        let (sender, receiver) = channel();
        promised.settle(Ok(RecorderHandle { sources: running.sources().to_string(), work: sender }));
        serve(running, &receiver);
    })
}

#[napi]
impl RecorderHandle {
    /// What the caller reads from the server.
    #[napi]
    pub fn sources(&self) -> &str {
        &self.sources
    }

    /// An answer or a message.
    #[napi(ts_return_type = "Promise<boolean>")]
    pub fn add<'env>(&self, env: &'env Env, source: u32, text: String, took_us: f64) -> Result<Object<'env>> {
        // A cast of a float saturates.
        let (source, took_us) = (source as usize, took_us as u64);
        self.send(env, |done| Work::Add { source, text, took_us, done })
    }

    /// The socket of a source is open.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn opened<'env>(&self, env: &'env Env, source: u32) -> Result<Object<'env>> {
        self.send(env, |done| Work::Opened { source: source as usize, done })
    }

    /// The socket of a sampled source is closed until the next sample.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn sample_ended<'env>(&self, env: &'env Env, source: u32) -> Result<Object<'env>> {
        self.send(env, |done| Work::SampleEnded { source: source as usize, done })
    }

    /// The source failed and is read again.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn lost<'env>(&self, env: &'env Env, source: u32, reason: String) -> Result<Object<'env>> {
        self.send(env, |done| Work::Lost { source: source as usize, reason, done })
    }

    /// The source cannot be read.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn refused<'env>(&self, env: &'env Env, source: u32, reason: String) -> Result<Object<'env>> {
        self.send(env, |done| Work::Refused { source: source as usize, reason, done })
    }

    /// The answer to a requested capture.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn capture<'env>(
        &self,
        env: &'env Env,
        number: u32,
        trigger: String,
        text: Option<String>,
        reason: String,
    ) -> Result<Object<'env>> {
        self.send(env, |done| Work::Capture { number: number.into(), trigger, text, reason, done })
    }

    /// Writes what is due and answers the state.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn tick<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        self.send(env, Work::Tick)
    }

    /// Completes the file.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn finish<'env>(&self, env: &'env Env, reason: String) -> Result<Object<'env>> {
        self.send(env, |done| Work::Finish { reason, done })
    }

    /// After the end of the thread the work comes back, and dropping its promise rejects it.
    fn send<'env, T: napi::bindgen_prelude::ToNapiValue + Send + 'static>(
        &self,
        env: &'env Env,
        work: impl FnOnce(Promised<T>) -> Work,
    ) -> Result<Object<'env>> {
        let (promised, promise) = Promised::new(env)?;
        if let Err(unsent) = self.work.send(work(promised)) {
            unsent.0.fail();
        }
        Ok(promise)
    }
}

impl Work {
    fn fail(self) {
        let ended = || Failure::new("closed", "The recording has ended.");
        match self {
            Self::Add { done, .. } => done.settle(Err(ended())),
            Self::Opened { done, .. }
            | Self::SampleEnded { done, .. }
            | Self::Lost { done, .. }
            | Self::Refused { done, .. }
            | Self::Capture { done, .. } => done.settle(Err(ended())),
            Self::Tick(done) | Self::Finish { done, .. } => done.settle(Err(ended())),
        }
    }
}

/// Works until the recording ends.
fn serve(mut running: Running, receiver: &Receiver<Work>) {
    while let Ok(work) = receiver.recv() {
        let (outcome, done): (Done, _) = match work {
            Work::Add { source, text, took_us, done } => {
                done.settle(running.add(source, text, took_us));
                continue;
            }
            Work::Opened { source, done } => (running.opened(source), done),
            Work::SampleEnded { source, done } => (running.sample_ended(source), done),
            Work::Lost { source, reason, done } => (running.lost(source, &reason), done),
            Work::Refused { source, reason, done } => (running.refused(source, &reason), done),
            Work::Capture { number, trigger, text, reason, done } => {
                running.capture(number, &trigger, text.as_deref(), &reason);
                (Ok(()), done)
            }
            Work::Tick(done) => {
                done.settle(text(running.tick()));
                continue;
            }
            Work::Finish { reason, done } => {
                done.settle(text(running.finish(&reason)));
                break;
            }
        };
        done.settle(outcome);
    }
    while let Ok(work) = receiver.try_recv() {
        work.fail();
    }
}

fn text(outcome: std::result::Result<Value, Failure>) -> Answered {
    outcome.map(|value| value.to_string())
}

/// Runs work on a thread of its own, which settles the promise.
fn on_thread<'env>(promise: Object<'env>, work: impl FnOnce() + Send + 'static) -> Result<Object<'env>> {
    std::thread::Builder::new().name("rookery-recorder".to_owned()).spawn(work).map(|_| promise).map_err(
        |error| napi::Error::from_reason(format!("No thread could be started for the recording: {error}.")),
    )
}

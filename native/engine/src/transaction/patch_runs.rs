//! Batches with patches: their scripts run on a thread of the script pool against a snapshot, then the writer
//! checks what they read and applies what they did. Scripts whose reads have changed run again, off the
//! writer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rookery_script::ScriptError;
use rookery_script::threads::{watch, workers};

use super::filtered_reader::FilteredReader;
use super::prepared::Prepared;
use super::request::{Answer, Request, WriterQueue};
use super::resolve::{Resolver, Scripts};
use crate::base::thread_jobs::begin_job;
use crate::error::EngineError;
use crate::state::core::Core;

/// A batch whose reads change on every run is rejected after this many tries …
const MOST_TRIES: u32 = 100;

/// … or after this time.
const LONGEST: Duration = Duration::from_secs(60);

/// Whether a batch has patches.
pub(crate) fn has_patches(commands: &[Prepared]) -> bool {
    commands.iter().any(|command| matches!(command, Prepared::Patch(_)))
}

/// Runs the scripts of a batch on this thread, against the published state. Returns the outcomes of all
/// commands if `whole` is set, else up to the last patch.
fn run_scripts(core: &Core, commands: &mut [Prepared], whole: bool) -> Answer {
    let snapshot = core.snapshot()?;
    let old = FilteredReader { store: snapshot.store, filter: &core.id_filter };
    let numbers = &core.script_numbers;
    let revisions = core.file.revisions();
    let resolver =
        Resolver::new(core, &snapshot.view, &[], &old, revisions.as_deref(), Scripts::Record { numbers });
    resolver.run_scripts(commands, whole)
}

/// Resolves a batch without committing it. Waits for its scripts.
pub(crate) fn test(core: &Arc<Core>, mut commands: Vec<Prepared>) -> Answer {
    if !has_patches(&commands) {
        return run_scripts(core, &mut commands, true);
    }
    let name = core.name.clone();
    let core = core.clone();
    let tested = workers::run(move || {
        let _job = begin_job(core.name.as_str(), "try patch scripts", None);
        run_scripts(&core, &mut commands, true)
    });
    tested.unwrap_or_else(|error| Err(EngineError::ScriptThread { what: name, error: Box::new(error) }))
}

/// Receives the reply to a batch.
type Done = Box<dyn FnOnce(Answer) + Send>;

/// A batch whose scripts run.
pub(crate) struct PatchRun {
    core: Arc<Core>,
    writer: WriterQueue,
    outcomes: bool,
    begun: Instant,
    /// Taken by the first reply: the end of the batch, or the abandonment of its thread.
    done: Mutex<Option<Done>>,
}

impl PatchRun {
    /// Starts; `done` gets the reply as described at [`Request::new`].
    pub(crate) fn start(
        core: Arc<Core>,
        writer: WriterQueue,
        commands: Vec<Prepared>,
        outcomes: bool,
        done: impl FnOnce(Answer) + Send + 'static,
    ) {
        let done = Mutex::new(Some(Box::new(done) as _));
        let run = Arc::new(Self { core, writer, outcomes, begun: Instant::now(), done });
        run.try_once(commands, 1);
    }

    fn try_once(self: Arc<Self>, commands: Vec<Prepared>, tries: u32) {
        let (work, failed, refused) = (self.clone(), self.clone(), self);
        let spawned = workers::spawn(move || work.work(commands, tries), move |error| failed.fail(error));
        if let Err(error) = spawned {
            refused.fail(error);
        }
    }

    /// Runs on a thread of the pool.
    fn work(self: Arc<Self>, mut commands: Vec<Prepared>, tries: u32) {
        let amount = (commands.len() as u64, "commands");
        let _job = begin_job(self.core.name.as_str(), "run patch scripts", Some(amount));
        if let Err(error) = run_scripts(&self.core, &mut commands, false) {
            return self.answer(Err(error));
        }
        if watch::is_abandoned() {
            // The caller already got the reply that nothing was saved.
            return;
        }
        let (run, again) = (self.clone(), commands.clone());
        let request = Request::new(commands, self.outcomes, move |answer| match answer {
            Err(EngineError::PatchConflict { .. }) if run.may_try_again(tries) => {
                run.try_once(again, tries + 1)
            }
            answer => run.answer(answer),
        });
        if let Err(error) = self.writer.send(request) {
            self.answer(Err(error));
        }
    }

    fn may_try_again(&self, tries: u32) -> bool {
        tries < MOST_TRIES && self.begun.elapsed() < LONGEST
    }

    fn fail(&self, error: ScriptError) {
        let what = self.core.name.clone();
        self.answer(Err(EngineError::ScriptThread { what, error: Box::new(error) }));
    }

    fn answer(&self, answer: Answer) {
        let done = self.done.lock().take();
        if let Some(done) = done {
            done(answer);
        }
    }
}

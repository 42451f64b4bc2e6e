//! Runs a patch script again while the writer waits: for fast scripts whose documents changed since they ran.
//! Without it many patches of one document would each need a separate journal write.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use rookery_script::patch_thread::PatchThread;
use rookery_script::{PatchInput, PatchScript, Patched, ScriptError, ScriptHost};

use crate::transaction::recorded_run::Effort;

/// Scripts that took longer before are not run while the writer waits: per discarded run.
const QUICK: Duration = Duration::from_millis(10);

/// The longest wait for one script, per discarded run. All scripts of a group of requests get twice
/// the time.
const MOST: Duration = Duration::from_millis(50);

/// The longest wait, however often a run was discarded.
const LIMIT: Duration = Duration::from_millis(500);

/// The writer's interface to the script pool.
#[derive(Debug, Default)]
pub(crate) struct Reruns {
    helper: RefCell<PatchThread>,
    waited: Cell<Duration>,
}

impl Reruns {
    /// A new group of requests begins.
    pub(crate) fn begin_group(&self) {
        self.waited.set(Duration::ZERO);
    }

    /// Runs a script that ran off the writer before. `None`: it is too slow to wait for.
    ///
    /// The wait grows with the number of runs. A script that is slow, or a machine that is busy, then
    /// delays a patch of a document under constant change but never prevents it, and the writer waits for a
    /// small part of the time that the script has already spent.
    pub(crate) fn run(
        &self,
        Effort { shortest, runs }: Effort,
        script: &PatchScript,
        host: &mut dyn ScriptHost,
        input: PatchInput<'_>,
    ) -> Option<Result<Patched, ScriptError>> {
        let most = (MOST * runs).min(LIMIT);
        let left = (most * 2).min(LIMIT).checked_sub(self.waited.get()).filter(|left| !left.is_zero())?;
        if shortest > QUICK * runs {
            return None;
        }
        let start = Instant::now();
        let outcome = self.helper.borrow_mut().run(script, host, input, most.min(left));
        self.waited.set(self.waited.get() + start.elapsed());
        outcome
    }
}

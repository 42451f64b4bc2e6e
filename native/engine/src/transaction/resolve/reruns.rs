//! Runs a patch script again while the writer waits: for fast scripts whose documents changed since they ran.
//! Without it many patches of one document would each need a separate journal write.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use rookery_script::patch_thread::PatchThread;
use rookery_script::{PatchInput, PatchScript, Patched, ScriptError, ScriptHost};

/// Scripts that took longer before are not run while the writer waits.
const QUICK: Duration = Duration::from_millis(10);

/// The longest wait for one script.
const MOST: Duration = Duration::from_millis(50);

/// The longest wait in one group of requests, all scripts together.
const MOST_IN_GROUP: Duration = Duration::from_millis(100);

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

    /// Runs a script that took `took` before. `None`: it is too slow to wait for.
    pub(crate) fn run(
        &self,
        took: Duration,
        script: &PatchScript,
        host: &mut dyn ScriptHost,
        input: PatchInput<'_>,
    ) -> Option<Result<Patched, ScriptError>> {
        let left = MOST_IN_GROUP.checked_sub(self.waited.get()).filter(|left| !left.is_zero())?;
        if took > QUICK {
            return None;
        }
        let start = Instant::now();
        let outcome = self.helper.borrow_mut().run(script, host, input, MOST.min(left));
        self.waited.set(self.waited.get() + start.elapsed());
        outcome
    }
}

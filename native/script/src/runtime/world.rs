//! The one place where a script's calls meet the host of its present run.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ptr::NonNull;

use crate::actions::Actions;
use crate::entry::Reference;
use crate::error::{HostError, Refusal};
use crate::host::ScriptHost;
use crate::json::numbers::Numbers;

/// What the functions a script calls share, and what its runs leave behind.
#[derive(Default)]
pub(crate) struct World {
    host: Cell<Option<NonNull<dyn ScriptHost>>>,
    /// The first failure of the host. A script that catches it does not make it undone.
    failure: RefCell<Option<HostError>>,
    pub(crate) actions: RefCell<Actions>,
    /// Documents an index has to be told about.
    pub(crate) references: RefCell<Vec<Reference>>,
    /// Oddly spelled numbers by the id (in lower case) of the document they are in.
    pub(crate) numbers: RefCell<HashMap<String, Numbers>>,
}

impl World {
    /// Runs `work` with this host behind the functions scripts call.
    pub(crate) fn with_host<T>(&self, host: &mut (dyn ScriptHost + '_), work: impl FnOnce() -> T) -> T {
        struct Restore<'a>(&'a World, Option<NonNull<dyn ScriptHost>>);
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.0.host.set(self.1);
            }
        }
        let pointer: NonNull<dyn ScriptHost + '_> = NonNull::from(host);
        // SAFETY: only the lifetime changes. The pointer is taken away by `Restore` before this call returns or
        // unwinds, so it is never used after the borrow it was made from has ended.
        let pointer: NonNull<dyn ScriptHost> = unsafe { std::mem::transmute(pointer) };
        let _restore = Restore(self, self.host.replace(Some(pointer)));
        work()
    }

    /// Asks the host. The error is kept for whoever started the script; the script itself gets its text.
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&mut dyn ScriptHost) -> Result<T, HostError>,
    ) -> Result<T, String> {
        // Taken while it is in use: nobody else can reach the same host through another path meanwhile.
        let Some(mut pointer) = self.host.take() else {
            return Err("This cannot be used while the definition is read.".to_owned());
        };
        // SAFETY: `with_host` put it here from an exclusive borrow that lasts until it takes it back, and it was
        // just taken out of the cell, so this is the only reference.
        let answer = question(unsafe { pointer.as_mut() });
        self.host.set(Some(pointer));
        answer.map_err(|error| {
            let text = error.to_string();
            // A refusal is the script's own business; what went wrong in the database is not.
            if !error.is::<Refusal>() {
                self.failure.borrow_mut().get_or_insert(error);
            }
            text
        })
    }

    /// What went wrong on the host's side since the last time it was asked.
    pub(crate) fn take_failure(&self) -> Option<HostError> {
        self.failure.take()
    }

    /// Forgets what the last run left.
    pub(crate) fn clear(&self) {
        self.failure.take();
        self.actions.take();
        self.numbers.take();
        self.references.take();
    }
}

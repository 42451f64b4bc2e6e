//! Connects a script's calls to the host of its current run.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ptr::NonNull;

use rquickjs::{Ctx, Exception};

use crate::actions::Actions;
use crate::entry::Reference;
use crate::error::{HostError, Refusal};
use crate::host::ScriptHost;
use crate::json::numbers::Numbers;

/// State shared by the host functions, and the results of a run.
#[derive(Default)]
pub(crate) struct HostBridge {
    host: Cell<Option<NonNull<dyn ScriptHost>>>,
    /// The first failure of the host. It remains if the script catches the exception.
    failure: RefCell<Option<HostError>>,
    pub(crate) actions: RefCell<Actions>,
    /// Documents whose changes require mapping again.
    pub(crate) references: RefCell<Vec<Reference>>,
    /// Keys of compare-exchange values whose changes require mapping again.
    pub(crate) exchanges: RefCell<Vec<String>>,
    /// Numbers with unusual spelling, by the id (in lower case) of their document.
    pub(crate) numbers: RefCell<HashMap<String, Numbers>>,
}

impl HostBridge {
    /// Runs `work` with this host for the functions that scripts call.
    pub(crate) fn with_host<T>(&self, host: &mut (dyn ScriptHost + '_), work: impl FnOnce() -> T) -> T {
        struct Restore<'a>(&'a HostBridge, Option<NonNull<dyn ScriptHost>>);
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.0.host.set(self.1);
            }
        }
        let pointer: NonNull<dyn ScriptHost + '_> = NonNull::from(host);
        // SAFETY: only the lifetime changes. The pointer is taken away by `Restore` before this call returns
        // or unwinds, so it is never used after the end of the borrow.
        let pointer: NonNull<dyn ScriptHost> = unsafe { std::mem::transmute(pointer) };
        let _restore = Restore(self, self.host.replace(Some(pointer)));
        work()
    }

    /// Calls the host. The error is stored for the caller of the script; the script receives its text.
    pub(crate) fn call_host<T>(
        &self,
        request: impl FnOnce(&mut dyn ScriptHost) -> Result<T, HostError>,
    ) -> Result<T, String> {
        // Taken while it is in use, so that no other reference to the host exists.
        let Some(mut pointer) = self.host.take() else {
            return Err("This cannot be used while the definition is read.".to_owned());
        };
        // SAFETY: `with_host` put it here from an exclusive borrow that lasts until it takes it back, and it
        // was just taken out of the cell, so this is the only reference.
        let answer = request(unsafe { pointer.as_mut() });
        self.host.set(Some(pointer));
        answer.map_err(|error| {
            let text = error.to_string();
            // A refusal is an ordinary exception; a failure of the database is stored.
            if !error.is::<Refusal>() {
                self.failure.borrow_mut().get_or_insert(error);
            }
            text
        })
    }

    /// Takes the host's failure of this run.
    pub(crate) fn take_host_failure(&self) -> Option<HostError> {
        self.failure.take()
    }

    /// Clears the results of the last run.
    pub(crate) fn clear(&self) {
        self.failure.take();
        self.actions.take();
        self.numbers.take();
        self.references.take();
        self.exchanges.take();
    }
}

/// Converts the host's result for the script: a value or an exception.
pub(super) fn call_host<T>(ctx: &Ctx<'_>, answer: Result<T, String>) -> rquickjs::Result<T> {
    answer.map_err(|text| Exception::throw_message(ctx, &text))
}

//! Failures as JavaScript errors with a stable `code`, and promises that are always settled.

use napi::bindgen_prelude::{Env, JsObjectValue, JsValue, Object, Result, ToNapiValue};
use napi::{Error, JsDeferred, Status};
use rookery_cancel::CancelToken;

/// What went wrong, for a program and for a person.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Stable name, such as `locked` or `closed`.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
}

impl Failure {
    /// A failure with its code.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The handle was closed before or while the call was made.
    pub fn closed() -> Self {
        Self::new("closed", "The engine has been closed, so it accepts no more calls. Open it again.")
    }

    /// The request was aborted; its work may continue for a while.
    pub fn aborted() -> Self {
        Self::new(
            "aborted",
            "The request was aborted, but the engine did not stop its work within a second. It will end on its own; if the \
             request changes something, look at the data before it is sent again.",
        )
    }

    /// The error object, with `code` and `message`.
    fn to_js(&self, env: &Env) -> Error {
        let build = || {
            let mut object = env.create_error(Error::new(Status::GenericFailure, self.message.clone()))?;
            object.set_named_property("code", self.code)?;
            Ok(Error::from(object.to_unknown()))
        };
        build().unwrap_or_else(|error: Error| error)
    }
}

type Resolver<T> = Box<dyn FnOnce(Env) -> Result<T> + Send>;

/// The Rust side of a promise. Dropping it unsettled (a runtime that shuts down drops its tasks) rejects it.
pub struct Promised<T: ToNapiValue + Send + 'static>(Option<JsDeferred<T, Resolver<T>>>);

impl<T: ToNapiValue + Send + 'static> Promised<T> {
    /// A new promise and its Rust side.
    pub fn new(env: &Env) -> Result<(Self, Object<'_>)> {
        let (deferred, promise) = env.create_deferred()?;
        Ok((Self(Some(deferred)), promise))
    }

    /// Settles the promise.
    pub fn settle(mut self, outcome: std::result::Result<T, Failure>) {
        self.finish(outcome);
    }

    fn finish(&mut self, outcome: std::result::Result<T, Failure>) {
        let Some(deferred) = self.0.take() else { return };
        deferred.resolve(match outcome {
            Ok(value) => Box::new(move |_| Ok(value)),
            Err(failure) => Box::new(move |env| Err(failure.to_js(&env))),
        });
    }
}

impl<T: ToNapiValue + Send + 'static> Drop for Promised<T> {
    fn drop(&mut self) {
        self.finish(Err(Failure::closed()));
    }
}

/// Work in progress as an object: its promise under `name`, and `abort`, which cancels the token.
pub fn pending<'env>(
    env: &'env Env,
    name: &str,
    promise: Object<'_>,
    cancel: CancelToken,
) -> Result<Object<'env>> {
    let mut pending = Object::new(env)?;
    pending.set_named_property(name, promise)?;
    let abort = env.create_function_from_closure::<(), (), _>("abort", move |_| {
        cancel.cancel();
        Ok(())
    })?;
    pending.set_named_property("abort", abort)?;
    Ok(pending)
}

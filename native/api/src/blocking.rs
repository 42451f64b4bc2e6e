//! Runs blocking engine calls; all routes call the engine through it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;
use rookery_cancel::CancelToken;
use rookery_engine::{ScriptError, begin_job, observe_scripts};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;

use crate::body_memory::HELD;
use crate::client_watch::{self, Client};
use crate::error::ApiError;

tokio::task_local! {
    /// The request this task answers.
    pub static REQUEST: RequestContext;
}

/// The context of a request for its work on other threads.
#[derive(Clone)]
pub struct RequestContext {
    /// Method and path, shown with captured stacks.
    job: Arc<str>,
    /// Cancelled when the caller no longer waits.
    pub cancel: CancelToken,
    client: Option<Arc<dyn Client>>,
}

impl RequestContext {
    /// Of a request from outside, or of one inside another, which is cancelled with that.
    pub fn of(request: &Request) -> Self {
        let outer = REQUEST.try_with(Clone::clone).ok();
        let given = request.extensions().get::<CancelToken>().cloned();
        let inherited = || outer.as_ref().map(|outer| outer.cancel.child());
        let client = request.extensions().get::<Arc<dyn Client>>().cloned();
        Self {
            job: format!("{} {}", request.method(), request.uri().path()).into(),
            cancel: given.or_else(inherited).unwrap_or_default(),
            client: client.or_else(|| outer.as_ref().and_then(|outer| outer.client.clone())),
        }
    }
}

/// The token of the request that this task answers.
pub fn request_token() -> CancelToken {
    REQUEST.try_with(|request| request.cancel.clone()).unwrap_or_default()
}

/// A call of the engine. Boxed, so that the functions below are compiled once per result, not once per closure:
/// there are about a hundred.
type Work<T> = Box<dyn FnOnce() -> Result<T, ApiError> + Send>;

/// Runs `work` on the blocking pool. A panic inside becomes the error of this request only. The request's
/// token is the thread's current one during the work.
pub fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> impl Future<Output = Result<T, ApiError>> + Send {
    on_blocking_pool(Box::new(work))
}

/// As [`blocking`], on this very thread where another can take over what else it had to do. What is over in a
/// fraction of a millisecond is answered sooner without waking a thread and being woken by it. The connection
/// notices nothing during that time, so the client is watched from another thread.
pub fn blocking_here<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> impl Future<Output = Result<T, ApiError>> + Send {
    on_this_thread(Box::new(work))
}

async fn on_blocking_pool<T: Send + 'static>(work: Work<T>) -> Result<T, ApiError> {
    let (abandoned, on_abandoned) = oneshot::channel();
    let work = in_request(watched(abandoned, work));
    let joined = tokio::select! {
        joined = tokio::task::spawn_blocking(work) => joined,
        // Not taken when the work ends, which drops the sender.
        Ok(error) = on_abandoned => return Err(ApiError::from_script(&error)),
    };
    match joined {
        Ok(outcome) => outcome,
        Err(error) if error.is_panic() => Err(ApiError::panicked(&panic_text(&*error.into_panic()))),
        Err(_) => Err(ApiError::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "System.OperationCanceledException",
            "The engine is shutting down, so this request was not carried out.",
        )),
    }
}

async fn on_this_thread<T: Send + 'static>(work: Work<T>) -> Result<T, ApiError> {
    if !Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread) {
        return on_blocking_pool(work).await;
    }
    let request = REQUEST.try_with(Clone::clone).ok();
    let watching = request.and_then(|request| Some(client_watch::watch(request.client?, request.cancel)));
    // The state of `work` is not used after a panic.
    let outcome = tokio::task::block_in_place(|| catch_unwind(AssertUnwindSafe(in_request(work))))
        .unwrap_or_else(|panic| Err(ApiError::panicked(&panic_text(&*panic))));
    drop(watching);
    outcome
}

/// The work, which sends to `abandoned` when a script of it does not stop and its thread is abandoned.
fn watched<T: 'static>(abandoned: oneshot::Sender<ScriptError>, work: Work<T>) -> Work<T> {
    let abandoned = Mutex::new(Some(abandoned));
    Box::new(move || {
        let _observed = observe_scripts(move |error| {
            let abandoned = abandoned.lock().unwrap_or_else(PoisonError::into_inner).take();
            // The caller may have disconnected.
            drop(abandoned.map(|abandoned| abandoned.send(error)));
        });
        work()
    })
}

/// The work, under the request's name and with its token as the thread's current one. Work for a request that
/// was cancelled while it waited for a thread is not begun.
fn in_request<T>(work: Work<T>) -> impl FnOnce() -> Result<T, ApiError> {
    let request = REQUEST.try_with(Clone::clone).ok();
    // The bytes that `work` reads stay counted until it ends, even if the client disconnects.
    let held = HELD.try_with(|held| held.borrow().clone()).ok().flatten();
    move || {
        let _held = held;
        let Some(RequestContext { job, cancel, .. }) = request else { return work() };
        if cancel.is_cancelled() {
            return Err(ApiError::cancelled());
        }
        let _job = begin_job(job, "", None);
        let _entered = cancel.enter();
        work()
    }
}

/// The text of a panic, if it has one.
pub fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_an_error_with_its_text() {
        let error = blocking::<()>(|| panic!("broken invariant 7")).await.unwrap_err();
        assert_eq!(error.status.as_u16(), 500);
        assert!(error.message.contains("broken invariant 7"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn here_too_and_the_thread_goes_on() {
        let error = blocking_here::<()>(|| panic!("broken invariant 8")).await.unwrap_err();
        assert!(error.message.contains("broken invariant 8"));
        assert_eq!(blocking_here(|| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn here_is_elsewhere_where_nobody_could_take_over() {
        let this = std::thread::current().id();
        let there = blocking_here(|| Ok(std::thread::current().id())).await.unwrap();
        assert_ne!(there, this);
    }
}

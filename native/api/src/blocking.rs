//! Engine calls block; this is the one door through which routes reach them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rookery_engine::begin_job;
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::error::ApiError;

tokio::task_local! {
    /// Method and path of the request this task answers: a captured stack alone does not tell for whom it runs.
    pub static REQUEST: Arc<str>;
}

/// Runs `work` on the blocking pool. A panic inside becomes this request's error and nobody else's.
pub async fn blocking<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    match tokio::task::spawn_blocking(named(work)).await {
        Ok(outcome) => outcome,
        Err(error) if error.is_panic() => Err(ApiError::panicked(&panic_text(&*error.into_panic()))),
        Err(_) => Err(ApiError::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "System.OperationCanceledException",
            "The engine is shutting down, so this request was not carried out.",
        )),
    }
}

/// As [`blocking`], on this very thread where another can take over what else it had to do. What is over in a fraction
/// of a millisecond is answered sooner without waking a thread and being woken by it. Nothing else this task waits for
/// is heard of meanwhile.
pub async fn blocking_here<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    if !Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread) {
        return blocking(work).await;
    }
    // Nothing of `work` is looked at after a panic.
    tokio::task::block_in_place(|| catch_unwind(AssertUnwindSafe(named(work))))
        .unwrap_or_else(|panic| Err(ApiError::panicked(&panic_text(&*panic))))
}

/// The work, which tells while it runs for which request it does.
fn named<T>(work: impl FnOnce() -> Result<T, ApiError>) -> impl FnOnce() -> Result<T, ApiError> {
    let request = REQUEST.try_with(Clone::clone).ok();
    move || {
        let _job = request.map(|request| begin_job(request, "", None));
        work()
    }
}

/// What a panic said, when it said something.
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
        let error = blocking::<(), _>(|| panic!("broken invariant 7")).await.unwrap_err();
        assert_eq!(error.status.as_u16(), 500);
        assert!(error.message.contains("broken invariant 7"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn here_too_and_the_thread_goes_on() {
        let error = blocking_here::<(), _>(|| panic!("broken invariant 8")).await.unwrap_err();
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

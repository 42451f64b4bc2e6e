//! Engine calls block; this is the one door through which routes reach them.

use std::sync::Arc;

use rookery_engine::begin_job;

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
    let request = REQUEST.try_with(Clone::clone).ok();
    let named = move || {
        let _job = request.map(|request| begin_job(request, "", None));
        work()
    };
    match tokio::task::spawn_blocking(named).await {
        Ok(outcome) => outcome,
        Err(error) if error.is_panic() => Err(ApiError::panicked(&panic_text(&*error.into_panic()))),
        Err(_) => Err(ApiError::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "System.OperationCanceledException",
            "The engine is shutting down, so this request was not carried out.",
        )),
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
}

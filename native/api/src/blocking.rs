//! Engine calls block; this is the one door through which routes reach them.

use crate::error::ApiError;

/// Runs `work` on the blocking pool. A panic inside becomes this request's error and nobody else's.
pub async fn blocking<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
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

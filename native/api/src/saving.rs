//! Saves a batch without keeping a thread waiting for the disk.

use std::sync::Arc;

use rookery_engine::{Command, CommandResult, Database, EngineError};
use tokio::sync::oneshot;

use crate::blocking::{blocking, request_token};
use crate::error::ApiError;

/// Batches up to this size are checked where they arrive; handing them to another thread would cost more.
pub const SMALL: usize = 32 * 1024;

/// Saves what `read` gives in one transaction. `size` is roughly how many bytes that is.
pub async fn save(
    database: Arc<Database>,
    size: usize,
    read: impl FnOnce() -> Result<Vec<Command>, ApiError> + Send + 'static,
) -> Result<Vec<CommandResult>, ApiError> {
    save_with(database, size, move || Ok((read()?, ()))).await.map(|(results, ())| results)
}

/// The same; the second result of `read` is returned with the results.
pub async fn save_with<T: Send + 'static>(
    database: Arc<Database>,
    size: usize,
    read: impl FnOnce() -> Result<(Vec<Command>, T), ApiError> + Send + 'static,
) -> Result<(Vec<CommandResult>, T), ApiError> {
    let (done, answer) = oneshot::channel();
    let token = request_token();
    let submit = move || {
        // What the commands run for long (the scripts of patches) ends with the request.
        let _entered = token.enter();
        let (commands, besides) = read()?;
        database
            .submit(commands, move |results| {
                // The caller may have disconnected; the change remains.
                let _ = done.send(results);
            })
            .map_err(ApiError::from)?;
        Ok(besides)
    };
    let besides = if size <= SMALL { submit()? } else { blocking(submit).await? };
    match answer.await {
        Ok(results) => Ok((results?, besides)),
        Err(_) => Err(lost().into()),
    }
}

fn lost() -> EngineError {
    EngineError::Internal {
        database: String::new(),
        what: "the database was closed before it said what became of a batch".to_owned(),
    }
}

//! The options with which a worker opens a subscription.

use serde::Deserialize;

use crate::error::ApiError;
use crate::subscription_workers::Strategy;

/// Most documents of one batch.
const MOST_DOCUMENTS: i64 = 1 << 16;

/// The options of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerOptions {
    /// The name of the subscription.
    pub name: String,
    /// The worker's own id.
    pub worker_id: Option<String>,
    /// What to do when another worker uses it.
    pub strategy: Strategy,
    /// Most documents of a batch.
    pub documents: usize,
    /// Close when there are no further documents.
    pub close_when_done: bool,
}

/// The options as they are sent. Others concern the client only.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SentOptions {
    #[serde(default)]
    subscription_name: Option<String>,
    #[serde(default)]
    worker_id: Option<String>,
    #[serde(default)]
    strategy: Option<String>,
    #[serde(default)]
    max_docs_per_batch: Option<i64>,
    #[serde(default)]
    close_when_no_docs_left: Option<bool>,
}

impl SentOptions {
    /// Checks them.
    pub fn read(self) -> Result<WorkerOptions, ApiError> {
        let strategy = match self.strategy.as_deref() {
            None => Strategy::OpenIfFree,
            Some(name) => {
                let all =
                    [Strategy::OpenIfFree, Strategy::TakeOver, Strategy::WaitForFree, Strategy::Concurrent];
                all.into_iter().find(|strategy| strategy.name().eq_ignore_ascii_case(name)).ok_or_else(
                    || {
                        ApiError::new(
                            axum::http::StatusCode::BAD_REQUEST,
                            "System.FormatException",
                            format!("'{name}' is not a strategy for opening a subscription."),
                        )
                    },
                )?
            }
        };
        let documents = self.max_docs_per_batch.unwrap_or(4096).clamp(1, MOST_DOCUMENTS);
        Ok(WorkerOptions {
            name: self.subscription_name.unwrap_or_default(),
            worker_id: self.worker_id.filter(|id| !id.is_empty()),
            strategy,
            documents: usize::try_from(documents).unwrap_or(1),
            close_when_done: self.close_when_no_docs_left.unwrap_or(false),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_is_needed_and_sizes_are_bounded() {
        let read = |text: &str| serde_json::from_str::<SentOptions>(text).unwrap().read();
        let options = read(r#"{"SubscriptionName":"p"}"#).unwrap();
        assert_eq!((options.strategy, options.documents), (Strategy::OpenIfFree, 4096));
        assert!(!options.close_when_done);
        for (sent, used) in [(0, 1), (-5, 1), (7, 7), (i64::MAX, 1 << 16)] {
            assert_eq!(read(&format!(r#"{{"MaxDocsPerBatch":{sent}}}"#)).unwrap().documents, used);
        }
        assert_eq!(read(r#"{"Strategy":"takeover"}"#).unwrap().strategy, Strategy::TakeOver);
        assert!(read(r#"{"Strategy":"Nope"}"#).unwrap_err().message.contains("'Nope'"));
    }
}

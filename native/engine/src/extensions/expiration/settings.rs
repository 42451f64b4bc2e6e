//! How often due documents are processed, and how many per run, as spelled in the record.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::null_as_default::null_as_default;
use crate::error::EngineError;

/// Seconds between two sweeps by default.
const DEFAULT_FREQUENCY_IN_SEC: i64 = 60;

/// Deleting documents when their `@expires` has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Expiration {
    /// Nothing is deleted while this is set.
    #[serde(deserialize_with = "null_as_default")]
    pub disabled: bool,
    /// Seconds between two sweeps; 60 when absent.
    pub delete_frequency_in_sec: Option<i64>,
    /// Most documents to delete in one sweep; unlimited when absent.
    pub max_items_to_process: Option<i64>,
}

/// Documents are saved again when their `@refresh` date has come, so that subscribers see a change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Refresh {
    /// Nothing is refreshed while this is set.
    #[serde(deserialize_with = "null_as_default")]
    pub disabled: bool,
    /// Seconds between two sweeps; 60 when absent.
    pub refresh_frequency_in_sec: Option<i64>,
    /// Most documents to refresh in one sweep; unlimited when absent.
    pub max_items_to_process: Option<i64>,
}

impl Expiration {
    /// The time between two sweeps.
    pub fn frequency(&self) -> Duration {
        seconds(self.delete_frequency_in_sec)
    }

    pub(crate) fn check(&self) -> Result<(), EngineError> {
        positive("expiration", "DeleteFrequencyInSec", self.delete_frequency_in_sec)?;
        positive("expiration", "MaxItemsToProcess", self.max_items_to_process)
    }
}

impl Refresh {
    /// The time between two sweeps.
    pub fn frequency(&self) -> Duration {
        seconds(self.refresh_frequency_in_sec)
    }

    pub(crate) fn check(&self) -> Result<(), EngineError> {
        positive("refresh", "RefreshFrequencyInSec", self.refresh_frequency_in_sec)?;
        positive("refresh", "MaxItemsToProcess", self.max_items_to_process)
    }
}

fn seconds(said: Option<i64>) -> Duration {
    let seconds = said.unwrap_or(DEFAULT_FREQUENCY_IN_SEC);
    Duration::from_secs(u64::try_from(seconds).unwrap_or(0).max(1))
}

fn positive(setting: &'static str, member: &str, value: Option<i64>) -> Result<(), EngineError> {
    match value.filter(|value| *value <= 0) {
        Some(value) => Err(EngineError::BadConfiguration {
            setting,
            reason: format!("{member} must be greater than 0, but is {value}"),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_spelling_is_pascal_case_and_bad_numbers_are_named() {
        let text = serde_json::to_string(&Expiration::default()).unwrap();
        assert_eq!(text, r#"{"Disabled":false,"DeleteFrequencyInSec":null,"MaxItemsToProcess":null}"#);
        let text = serde_json::to_string(&Refresh::default()).unwrap();
        assert_eq!(text, r#"{"Disabled":false,"RefreshFrequencyInSec":null,"MaxItemsToProcess":null}"#);
        let error =
            Expiration { delete_frequency_in_sec: Some(0), ..Default::default() }.check().unwrap_err();
        assert!(error.to_string().contains("DeleteFrequencyInSec"), "{error}");
        let error = Refresh { max_items_to_process: Some(-1), ..Default::default() }.check().unwrap_err();
        assert!(error.to_string().contains("MaxItemsToProcess"), "{error}");
        assert_eq!(Refresh::default().frequency(), Duration::from_secs(60));
    }
}

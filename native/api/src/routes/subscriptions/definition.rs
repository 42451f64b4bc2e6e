//! A definition as clients send it.

use rookery_engine::{
    ArchivedDocuments, NewSubscription, Subscription, SubscriptionChange, SubscriptionQuery,
    SubscriptionStart,
};
use serde::Deserialize;
use serde_json::Value;

use crate::error::ApiError;

/// The body of a creation, an update or a trial. Other members are ignored.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SentDefinition {
    #[serde(default)]
    pub id: Option<i64>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub query: Option<String>,
    #[serde(default)]
    pub change_vector: Option<String>,
    #[serde(default)]
    mentor_node: Option<String>,
    #[serde(default)]
    pin_to_mentor_node: Option<bool>,
    #[serde(default)]
    disabled: Option<bool>,
    #[serde(default)]
    archived_data_processing_behavior: Option<Value>,
    #[serde(default)]
    pub create_new: Option<bool>,
}

impl SentDefinition {
    /// The query, checked.
    pub fn compiled(&self) -> Result<SubscriptionQuery, ApiError> {
        Ok(SubscriptionQuery::parse(self.query.as_deref().unwrap_or_default())?)
    }

    /// Which documents it covers.
    pub fn archived(&self) -> Result<Option<ArchivedDocuments>, ApiError> {
        let Some(value) = self.archived_data_processing_behavior.as_ref().filter(|value| !value.is_null())
        else {
            return Ok(None);
        };
        serde_json::from_value(value.clone()).map(Some).map_err(|_| {
            ApiError::bad_argument(format!(
                "'ArchivedDataProcessingBehavior' is {value}, which is not ExcludeArchived, IncludeArchived or \
                 ArchivedOnly"
            ))
        })
    }

    /// Where it starts.
    pub fn start(&self) -> Option<SubscriptionStart> {
        self.change_vector.as_deref().map(SubscriptionStart::from_text)
    }

    /// The subscription to create on this node.
    pub fn create(self, node_tag: &str) -> Result<NewSubscription, ApiError> {
        self.compiled()?;
        let archived = self.archived()?.unwrap_or_default();
        let start = self.start().unwrap_or_default();
        Ok(NewSubscription {
            name: self.name.filter(|name| !name.trim().is_empty()),
            query: self.query.unwrap_or_default(),
            start,
            disabled: self.disabled.unwrap_or(false),
            archived,
            // Another node is not known here.
            mentor_node: self.mentor_node.filter(|node| node == node_tag),
            pinned: self.pin_to_mentor_node.unwrap_or(false),
        })
    }

    /// The change of an existing one; `None` when nothing changes.
    pub fn change(self, existing: &Subscription) -> Result<Option<SubscriptionChange>, ApiError> {
        if self.query.is_some() {
            self.compiled()?;
        }
        let (archived, start) = (self.archived()?, self.start());
        let change = SubscriptionChange {
            name: self.name.filter(|name| !name.trim().is_empty() && *name != existing.name),
            query: self.query.filter(|query| *query != existing.query),
            start: start.filter(|start| *start != SubscriptionStart::Unchanged),
            disabled: self.disabled.filter(|disabled| *disabled != existing.disabled),
            archived: archived.filter(|archived| *archived != existing.archived),
        };
        Ok((change != SubscriptionChange::default()).then_some(change))
    }
}

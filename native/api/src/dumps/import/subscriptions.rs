//! Subscriptions. One begins with the first document again: positions of another database mean nothing here.

use rookery_dump::items::subscription::SubscriptionItem;
use rookery_dump::{Item, ItemType};
use rookery_engine::{
    ArchivedDocuments, Database, EngineError, NewSubscription, SubscriptionChange, SubscriptionQuery,
};
use serde_json::Value;

use super::definitions::refusal;
use super::{Import, ImportFailure};

impl Import<'_> {
    pub(super) fn subscription(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::Subscriptions;
        let (name, outcome) = match SubscriptionItem::read(&item.json) {
            Err(reason) => (None, Err(reason)),
            Ok(read) => {
                let name = read.subscription_name.clone();
                let outcome = match archived(&read).and_then(|archived| checked(&read).map(|()| archived)) {
                    Ok(archived) => refusal(put(self.database, read, archived))?,
                    Err(reason) => Err(reason),
                };
                (Some(name), outcome)
            }
        };
        let what = match name {
            Some(name) => format!("Subscription '{name}' at byte {}", item.offset),
            None => format!("The subscription at byte {}", item.offset),
        };
        self.count(kind, &what, item, outcome);
        Ok(())
    }
}

fn archived(item: &SubscriptionItem) -> Result<ArchivedDocuments, String> {
    let Some(text) = &item.archived_data_processing_behavior else { return Ok(ArchivedDocuments::default()) };
    serde_json::from_value(Value::from(text.as_str())).map_err(|_| {
        format!(
            "its ArchivedDataProcessingBehavior is '{text}', which is not ExcludeArchived, IncludeArchived or ArchivedOnly"
        )
    })
}

fn checked(item: &SubscriptionItem) -> Result<(), String> {
    SubscriptionQuery::parse(&item.query).map(|_| ()).map_err(|error| error.to_string())
}

/// Creates the subscription, or gives the one of its name this definition.
fn put(database: &Database, item: SubscriptionItem, archived: ArchivedDocuments) -> Result<(), EngineError> {
    let SubscriptionItem { subscription_name: name, query, disabled, pin_to_mentor_node, .. } = item;
    let Some(existing) = database.subscription_named(&name)? else {
        let new = NewSubscription {
            name: Some(name).filter(|name| !name.trim().is_empty()),
            query,
            disabled,
            archived,
            pinned: pin_to_mentor_node,
            ..NewSubscription::default()
        };
        return database.create_subscription(new).map(|_| ());
    };
    let change = SubscriptionChange {
        query: Some(query).filter(|query| *query != existing.query),
        disabled: Some(disabled).filter(|disabled| *disabled != existing.disabled),
        archived: Some(archived).filter(|archived| *archived != existing.archived),
        ..SubscriptionChange::default()
    };
    if change == SubscriptionChange::default() {
        return Ok(());
    }
    database.change_subscription(existing.id, change).map(|_| ())
}

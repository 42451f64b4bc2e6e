//! Subscriptions as clients and dumps have them.

use rookery_engine::{Database, Subscription};
use serde_json::{Value, json};

/// A subscription without its workers.
pub fn state_object(database: &Database, subscription: &Subscription) -> Value {
    json!({
        "Query": subscription.query,
        "ChangeVectorForNextBatchStartingPoint": database.subscription_vector(subscription.position),
        "SubscriptionId": subscription.id,
        "SubscriptionName": subscription.name,
        "MentorNode": subscription.mentor_node,
        "PinToMentorNode": subscription.pinned,
        "NodeTag": null,
        "LastBatchAckTime": subscription.last_acknowledged,
        "LastClientConnectionTime": subscription.last_connected,
        "Disabled": subscription.disabled,
        "ArchivedDataProcessingBehavior": subscription.archived,
        "RaftCommandIndex": subscription.index,
    })
}

//! The state of a subscription as clients get it.

use std::sync::Arc;

use rookery_engine::{Database, Subscription};
use serde_json::{Value, json};

use crate::state::ApiState;
use crate::subscription_workers::Worker;

/// One item of the list: the state with the workers.
pub fn listed_object(state: &ApiState, database: &Database, subscription: &Subscription) -> Value {
    let (holder, waiting) = workers(state, database, subscription);
    json!({
        "SubscriptionId": subscription.id,
        "SubscriptionName": subscription.name,
        "ChangeVectorForNextBatchStartingPoint": database.subscription_vector(subscription.position),
        "ShardingState": null,
        "Query": subscription.query,
        "Disabled": subscription.disabled,
        "LastClientConnectionTime": subscription.last_connected,
        "LastBatchAckTime": subscription.last_acknowledged,
        "MentorNode": subscription.mentor_node,
        "PinToMentorNode": subscription.pinned,
        "ArchivedDataProcessingBehavior": subscription.archived,
        "Connections": holder.iter().map(connection).collect::<Vec<_>>(),
        "RecentConnections": [],
        "RecentRejectedConnections": [],
        "CurrentPendingConnections": waiting.iter().map(connection).collect::<Vec<_>>(),
    })
}

/// One item of the list of tasks.
pub fn task_object(state: &ApiState, database: &Database, url: &str, subscription: &Subscription) -> Value {
    let is_active = workers(state, database, subscription).0.is_some();
    let node = state.engine().node_tag();
    json!({
        "TaskId": subscription.id,
        "TaskType": "Subscription",
        "ResponsibleNode": { "NodeTag": node, "NodeUrl": url, "ResponsibleNode": null },
        "TaskState": if subscription.disabled { "Disabled" } else { "Enabled" },
        "TaskConnectionStatus": if is_active { "Active" } else { "NotActive" },
        "TaskName": subscription.name,
        "MentorNode": subscription.mentor_node,
        "PinToMentorNode": subscription.pinned,
        "Error": null,
        "Query": subscription.query,
        "SubscriptionName": subscription.name,
        "SubscriptionId": subscription.id,
        "ArchivedDataProcessingBehavior": subscription.archived,
        "ChangeVectorForNextBatchStartingPoint": database.subscription_vector(subscription.position),
        "ChangeVectorForNextBatchStartingPointPerShard": null,
        "LastBatchAckTime": subscription.last_acknowledged,
        "Disabled": subscription.disabled,
        "LastClientConnectionTime": subscription.last_connected,
    })
}

/// The worker that holds a subscription, and those that wait for it.
pub fn workers(
    state: &ApiState,
    database: &Database,
    subscription: &Subscription,
) -> (Option<Arc<Worker>>, Vec<Arc<Worker>>) {
    state.subscription_connections().of(&(database.id().to_owned(), subscription.id))
}

fn connection(worker: &Arc<Worker>) -> Value {
    json!({ "ClientUri": worker.client, "Strategy": worker.strategy.name(), "ConnectionException": null })
}

/// One item of `GET /subscriptions/connection-details`.
pub fn detail(worker: &Arc<Worker>) -> Value {
    json!({ "ClientUri": worker.client, "WorkerId": worker.id, "Strategy": worker.strategy.name() })
}

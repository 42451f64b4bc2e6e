//! The state of a subscription as clients get it.

use std::collections::VecDeque;
use std::sync::Arc;

use rookery_engine::{Database, Subscription};
use serde_json::{Value, json};

use crate::dto::text::date;
use crate::state::ApiState;
use crate::subscription_workers::{ConnectedWorkers, History, PastConnection, SubscriptionKey, Worker};

/// One item of the list: the state with the workers, and with `history` those of the last time.
pub fn listed_object(
    state: &ApiState,
    database: &Database,
    subscription: &Subscription,
    history: bool,
) -> Value {
    let ConnectedWorkers { holders, waiting } = workers(state, database, subscription);
    let past = match history {
        true => state.subscription_connections().history(&key(database, subscription)),
        false => History::default(),
    };
    let list = |past: &VecDeque<PastConnection>| {
        past.iter().map(|one| past_connection(database, one)).collect::<Vec<_>>()
    };
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
        "Connections": holders.iter().map(connection).collect::<Vec<_>>(),
        "RecentConnections": list(&past.recent),
        "RecentRejectedConnections": list(&past.rejected),
        "CurrentPendingConnections": waiting.iter().map(connection).collect::<Vec<_>>(),
    })
}

/// One item of the list of tasks.
pub fn task_object(state: &ApiState, database: &Database, url: &str, subscription: &Subscription) -> Value {
    let is_active = !workers(state, database, subscription).holders.is_empty();
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

/// The workers of a subscription.
pub fn workers(state: &ApiState, database: &Database, subscription: &Subscription) -> ConnectedWorkers {
    state.subscription_connections().of(&key(database, subscription))
}

fn key(database: &Database, subscription: &Subscription) -> SubscriptionKey {
    (database.id().to_owned(), subscription.id)
}

fn connection(worker: &Arc<Worker>) -> Value {
    json!({
        "ClientUri": worker.client,
        "Strategy": worker.strategy.name(),
        "ConnectionException": null,
        "TcpConnectionStats": tcp(worker),
    })
}

fn past_connection(database: &Database, past: &PastConnection) -> Value {
    let PastConnection { worker, ended, reason, position } = past;
    json!({
        "ClientUri": worker.client,
        "Query": worker.subscription.query,
        "LatestChangeVector": database.subscription_vector(*position),
        "Strategy": worker.strategy.name(),
        "Date": date(*ended),
        "ConnectionException": reason,
        "TcpConnectionStats": tcp(worker),
        "ArchivedDataProcessingBehavior": worker.subscription.archived,
    })
}

fn tcp(worker: &Worker) -> Value {
    json!({
        "Operation": "Subscription",
        "ClientUri": worker.client,
        "ConnectedAt": date(worker.connected),
    })
}

/// One item of `GET /subscriptions/connection-details`.
pub fn detail(worker: &Arc<Worker>) -> Value {
    json!({ "ClientUri": worker.client, "WorkerId": worker.id, "Strategy": worker.strategy.name() })
}

//! The workers of subscriptions that are connected, those of the last time, how their connections end, and their limits. Independent of the protocol.

mod connections;
mod ending;
mod history;
mod strategy;
mod worker;

use std::time::Duration;

pub(crate) use self::connections::{ConnectedWorkers, Place, SubscriptionConnections};
pub(crate) use self::ending::Ending;
pub(crate) use self::history::{History, PastConnection};
pub(crate) use self::strategy::Strategy;
pub(crate) use self::worker::{SubscriptionKey, Worker};

/// The exception of a subscription that does not exist.
pub(crate) const UNKNOWN: &str =
    "Raven.Client.Exceptions.Documents.Subscriptions.SubscriptionDoesNotExistException";
/// The exception of a subscription that was changed while it was used.
pub(crate) const CHANGED: &str =
    "Raven.Client.Exceptions.Documents.Subscriptions.SubscriptionChangeVectorUpdateConcurrencyException";

/// The exception of a subscription that cannot be used in its present state.
pub(crate) const INVALID: &str =
    "Raven.Client.Exceptions.Documents.Subscriptions.SubscriptionInvalidStateException";

/// How a program reaches the port for subscriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TcpAddress {
    /// The port.
    pub port: u16,
    /// The certificate of the server, base64 of its DER form, when the port uses TLS.
    pub certificate: Option<String>,
}

/// The times of one connection.
#[derive(Debug, Clone, Copy)]
pub struct SubscriptionTimes {
    /// From its beginning to the last byte of the client's options.
    pub handshake: Duration,
    /// Silence after which the client gets a heartbeat.
    pub heartbeat: Duration,
    /// How long a client may leave what was sent unread.
    pub stall: Duration,
}

impl Default for SubscriptionTimes {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            heartbeat: Duration::from_secs(3),
            stall: Duration::from_secs(300),
        }
    }
}

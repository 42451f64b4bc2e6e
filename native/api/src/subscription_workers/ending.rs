//! How a connection ends, in the protocol's words.

use serde_json::json;

const PACKAGE: &str = "Raven.Client.Exceptions.Documents.Subscriptions";

/// The end of a subscription's connection, with the name of the subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// There is no subscription of that name.
    Unknown(String),
    /// It was deleted.
    Deleted(String),
    /// Another worker uses it.
    InUse(String),
    /// Concurrent workers share it, and this one is not concurrent.
    Shared(String),
    /// A worker uses it that is not concurrent, and this one is.
    HeldByOne(String),
    /// Another worker uses it, which was opened to take over.
    HeldByTakeOver(String),
    /// Another worker took over.
    TakenOver,
    /// Workers are disconnected on request.
    Dropped(String),
    /// It is disabled.
    Disabled(String),
    /// Its definition changed.
    Changed(String),
    /// There are no further documents.
    NoDocumentsLeft(String),
    /// It cannot be used in its present state; with the reason.
    Invalid(String),
}

impl Ending {
    /// The reason as a sentence.
    pub fn sentence(&self) -> String {
        self.parts().2
    }

    /// Status, exception and sentence.
    fn parts(&self) -> (&'static str, &'static str, String) {
        match self {
            Self::Unknown(name) => (
                "NotFound",
                "SubscriptionDoesNotExistException",
                format!("Cannot find any Subscription Task with name: {name}"),
            ),
            Self::Deleted(name) => (
                "NotFound",
                "SubscriptionDoesNotExistException",
                format!("The subscription {name} had been deleted"),
            ),
            Self::InUse(name) => (
                "InUse",
                "SubscriptionInUseException",
                format!("Subscription {name} is occupied, connection cannot be opened"),
            ),
            Self::Shared(name) => (
                "InUse",
                "SubscriptionInUseException",
                format!(
                    "Subscription {name} is used by concurrent workers, connection cannot be opened. Use the strategy \
                     Concurrent, or wait with WaitForFree"
                ),
            ),
            Self::HeldByOne(name) => (
                "InUse",
                "SubscriptionInUseException",
                format!(
                    "Subscription {name} is occupied by a worker that is not concurrent, connection cannot be opened"
                ),
            ),
            Self::HeldByTakeOver(name) => (
                "InUse",
                "SubscriptionInUseException",
                format!(
                    "Subscription {name} is already occupied by a TakeOver connection, connection cannot be opened"
                ),
            ),
            Self::TakenOver => ("InUse", "SubscriptionInUseException", "Closed by TakeOver".to_owned()),
            Self::Dropped(name) => {
                ("Closed", "SubscriptionClosedException", format!("The subscription {name} was dropped"))
            }
            Self::Disabled(name) => (
                "Closed",
                "SubscriptionClosedException",
                format!("The subscription {name} is disabled and cannot be used until enabled"),
            ),
            Self::Changed(name) => (
                "Closed",
                "SubscriptionClosedException",
                format!("The subscription {name} query has been modified, connection must be restarted"),
            ),
            Self::NoDocumentsLeft(name) => (
                "Closed",
                "SubscriptionClosedException",
                format!(
                    "Closing subscription {name} because there were no documents left and client connected in \
                     'CloseWhenNoDocsLeft' mode"
                ),
            ),
            Self::Invalid(sentence) => ("Invalid", "SubscriptionInvalidStateException", sentence.clone()),
        }
    }

    /// The message to the client.
    pub fn message(&self) -> String {
        let (status, kind, sentence) = self.parts();
        let mut message = json!({
            "Type": "ConnectionStatus",
            "Status": status,
            "Message": sentence,
            "Exception": format!("{PACKAGE}.{kind}: {sentence}"),
        });
        if status == "Closed" {
            message["Data"] = json!({
                "CanReconnect": matches!(self, Self::Changed(_)),
                "NoDocsLeft": matches!(self, Self::NoDocumentsLeft(_)),
            });
        }
        message.to_string()
    }
}

//! The first messages: what the client wants, in which version of the protocol.

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};

use super::stream::{Failure, MessageStream, invalid};
use crate::error::ApiError;

/// The versions of the subscription protocol, newest first: compression, time series includes, counter includes,
/// includes, the first one.
const VERSIONS: [i64; 5] = [53_000, 51_000, 50_000, 41_400, 40];
/// A client proposes at most so many versions.
const PROPOSALS: usize = 8;

/// What a client wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Operation {
    /// An answer, nothing else.
    Ping,
    /// To open a subscription.
    Subscription {
        /// The database's name.
        database: String,
    },
}

/// The first message of a client.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Header {
    #[serde(default)]
    database_name: Option<String>,
    #[serde(default)]
    operation: Option<String>,
    #[serde(default)]
    operation_version: i64,
    #[serde(default)]
    licensed_features: Value,
}

/// Reads headers until one has a version that this server knows.
pub async fn negotiate<S>(stream: &mut MessageStream<S>) -> Result<Operation, Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    for _ in 0..PROPOSALS {
        let header: Header = stream.receive_as("The header of the connection").await.map_err(refused)?;
        match answer(&header)? {
            Answer::Accepted { text, operation } => {
                stream.send(text.as_bytes()).await?;
                return Ok(operation);
            }
            Answer::OtherVersion(text) => stream.send(text.as_bytes()).await?,
        }
    }
    Err(Failure::Refused(invalid(format!("A client may propose {PROPOSALS} versions at most."))))
}

/// Errors before the answer have another form.
pub fn refused(failure: Failure) -> Failure {
    match failure {
        Failure::Error(error) => Failure::Refused(error),
        other => other,
    }
}

/// What follows from a header.
pub enum Answer {
    /// Its version is known.
    Accepted {
        /// The message for the client.
        text: String,
        /// What the client wants.
        operation: Operation,
    },
    /// The client gets the next version that is known.
    OtherVersion(String),
}

/// The answer to a header.
pub fn answer(header: &Header) -> Result<Answer, Failure> {
    let name = header.operation.as_deref().unwrap_or("None");
    let version = header.operation_version;
    // Nothing is compressed.
    let features = match &header.licensed_features {
        Value::Null => Value::Null,
        _ => json!({ "DataCompression": false }),
    };
    let accepted = |operation| Answer::Accepted {
        text: json!({ "Status": "Ok", "Version": version, "LicensedFeatures": features }).to_string(),
        operation,
    };
    match name {
        "Ping" => Ok(accepted(Operation::Ping)),
        "Subscription" if VERSIONS.contains(&version) => Ok(accepted(Operation::Subscription {
            database: header.database_name.clone().unwrap_or_default(),
        })),
        "Subscription" => match VERSIONS.iter().find(|known| **known < version) {
            Some(known) => Ok(Answer::OtherVersion(
                json!({
                    "Status": "TcpVersionMismatch",
                    "Version": known,
                    "LicensedFeatures": null,
                    "Message": format!("Not supporting version {version} for Subscription"),
                })
                .to_string(),
            )),
            None => Err(Failure::Refused(ApiError::bad_argument(format!(
                "Protocol '{version}' for 'Subscription' was not found."
            )))),
        },
        other => Err(Failure::Refused(ApiError::not_supported(format!(
            "This server takes connections for subscriptions, not for the operation '{other}'."
        )))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(header: Value) -> Result<(Option<Operation>, Value), String> {
        match answer(&serde_json::from_value(header).unwrap()) {
            Ok(Answer::Accepted { text, operation }) => {
                Ok((Some(operation), serde_json::from_str(&text).unwrap()))
            }
            Ok(Answer::OtherVersion(text)) => Ok((None, serde_json::from_str(&text).unwrap())),
            Err(failure) => Err(failure.message().unwrap()),
        }
    }

    #[test]
    fn versions_are_accepted_or_answered_with_the_next_lower_one() {
        let subscription = |version: i64| {
            json!({ "DatabaseName": "t", "Operation": "Subscription", "OperationVersion": version,
                    "LicensedFeatures": { "DataCompression": true } })
        };
        let (operation, text) = of(subscription(51_000)).unwrap();
        assert_eq!(operation, Some(Operation::Subscription { database: "t".into() }));
        assert_eq!(
            text,
            json!({ "Status": "Ok", "Version": 51_000, "LicensedFeatures": { "DataCompression": false } })
        );
        for (proposed, answered) in [(99_999, 53_000), (41_399, 40), (50_001, 50_000)] {
            let (operation, text) = of(subscription(proposed)).unwrap();
            assert_eq!((operation, &text["Version"]), (None, &json!(answered)));
            assert_eq!(text["Status"], "TcpVersionMismatch");
        }
        assert!(of(subscription(3)).unwrap_err().contains("'3'"));
        let (operation, text) = of(json!({ "Operation": "Ping", "OperationVersion": -1 })).unwrap();
        assert_eq!((operation, &text["LicensedFeatures"]), (Some(Operation::Ping), &Value::Null));
        assert!(of(json!({ "Operation": "Replication" })).unwrap_err().contains("'Replication'"));
    }
}

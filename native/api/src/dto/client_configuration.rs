//! The configuration that the clients of a database read from the server and follow.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Why a configuration cannot be used.
#[derive(Debug)]
pub enum Problem {
    /// A member has an unexpected type.
    Json(serde_json::Error),
    /// The engine has one separator.
    Separator(char),
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(out, "it cannot be read: {error}"),
            Self::Separator(separator) => write!(
                out,
                "The sandbox separates the parts of ids with '/', not with '{separator}'; leave 'IdentityPartsSeparator' out."
            ),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

/// The members that clients know; others are not kept.
#[derive(Deserialize, Serialize, Default)]
#[serde(rename_all = "PascalCase", default)]
pub struct ClientConfiguration {
    disabled: Option<bool>,
    /// Given by the engine.
    #[serde(skip_deserializing)]
    etag: Option<i64>,
    max_number_of_requests_per_session: Option<i32>,
    read_balance_behavior: Option<ReadBalance>,
    load_balance_behavior: Option<LoadBalance>,
    load_balancer_context_seed: Option<i32>,
    identity_parts_separator: Option<char>,
}

#[derive(Deserialize, Serialize)]
enum ReadBalance {
    None,
    RoundRobin,
    FastestNode,
}

#[derive(Deserialize, Serialize)]
enum LoadBalance {
    None,
    UseSessionContext,
}

/// The members that clients know, with valid values.
///
/// # Errors
/// The first member that cannot be used.
pub fn checked(object: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    let wanted = ClientConfiguration::deserialize(Value::Object(object))?;
    if let Some(separator) = wanted.identity_parts_separator.filter(|separator| *separator != '/') {
        return Err(Problem::Separator(separator));
    }
    match serde_json::to_value(&wanted)? {
        Value::Object(configuration) => Ok(configuration),
        _ => Ok(Map::new()),
    }
}

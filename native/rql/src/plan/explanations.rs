//! `include explanations()` bound to its option.

use serde_json::Value;

use super::bind::Binder;
use super::options::members_of;
use crate::ast::{Include, Path, Query};
use crate::error::QueryError;

/// How explanations are keyed.
#[derive(Debug, Default)]
pub(crate) struct Explanations {
    /// By this member of the result instead of its id.
    pub(crate) group_key: Option<Path>,
}

impl Explanations {
    pub(super) fn new(query: &Query, binder: &Binder<'_>) -> Result<Option<Self>, QueryError> {
        let requested = query.include.iter().find_map(|item| match item {
            Include::Explanations(options) => Some(options),
            _ => None,
        });
        let Some(options) = requested else { return Ok(None) };
        let Some(operand) = options else { return Ok(Some(Self::default())) };
        let members = members_of(operand, binder)?;
        let key = members.get("GroupKey").and_then(Value::as_str).filter(|key| !key.is_empty());
        Ok(Some(Self { group_key: key.map(Path::from_text) }))
    }
}

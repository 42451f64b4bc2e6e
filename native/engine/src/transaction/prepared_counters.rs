//! Operations on counters, checked and with keys.

use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::counters::{CounterOperation, MAX_COUNTER_NAME};

/// Checked operations on the counters of one document.
#[derive(Debug, Clone)]
pub(crate) struct PreparedCounters {
    /// The document's id as given.
    pub id: String,
    /// The same in lower case.
    pub document: String,
    /// Each with its counter's name in lower case.
    pub operations: Vec<(CounterOperation, String)>,
}

impl PreparedCounters {
    pub(super) fn new(id: String, operations: Vec<CounterOperation>) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let with_key = |operation: CounterOperation| {
            let reason = match operation.name.len() {
                0 => "its name is empty".to_owned(),
                length if length > MAX_COUNTER_NAME => {
                    format!("its name is {length} bytes long, and {MAX_COUNTER_NAME} is the most")
                }
                _ => {
                    let key = ids::key_of(&operation.name);
                    return Ok((operation, key));
                }
            };
            Err(EngineError::BadCounter { id: id.clone(), reason })
        };
        let operations = operations.into_iter().map(with_key).collect::<Result<_, _>>()?;
        Ok(Self { document: ids::key_of(&id), operations, id })
    }
}

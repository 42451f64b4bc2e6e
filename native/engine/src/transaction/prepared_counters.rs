//! Operations on counters, checked and with keys.

use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::counters::{CounterOperation, check_name};

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
        let with_key = |operation: CounterOperation| -> Result<_, EngineError> {
            check_name(&operation.name)
                .map_err(|reason| EngineError::BadCounter { id: id.clone(), reason })?;
            let key = ids::key_of(&operation.name);
            Ok((operation, key))
        };
        let operations = operations.into_iter().map(with_key).collect::<Result<_, EngineError>>()?;
        Ok(Self { document: ids::key_of(&id), operations, id })
    }
}

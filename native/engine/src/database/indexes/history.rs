//! The former definitions of an index.

use crate::database::Database;
use crate::document::ids;
use crate::indexes::history::PastDefinition;
use crate::indexes::history::RECORD_MEMBERS;
use serde::Deserialize as _;
use serde_json::Value;
impl Database {
    /// The former definitions of an index, newest first; none of an automatic or missing index.
    pub fn index_history(&self, name: &str) -> Vec<PastDefinition> {
        let record = self.core.file.contents().record;
        let all = record.get(RECORD_MEMBERS[2]).and_then(Value::as_object);
        let one = all.and_then(|all| all.iter().find(|(known, _)| ids::same_ignoring_case(known, name)));
        let past = one.and_then(|(_, past)| past.as_array()).into_iter().flatten();
        past.filter_map(|past| PastDefinition::deserialize(past).ok()).collect()
    }
}

//! The last batches of indexes, for diagnostics.

use crate::database::Database;
use crate::document::ids;
use crate::indexes::performance::IndexingBatch;
use crate::indexes::performance::next_change;
use std::sync::Arc;
impl Database {
    /// What the last batches of indexes did, by name: of all indexes, or of those named; only those published
    /// since `change`, and the number to ask with next. 0 asks for everything.
    pub fn index_performance(&self, names: &[String], change: u64) -> (Vec<IndexPerformance>, u64) {
        // Before looking: what comes meanwhile is told again, not missed.
        let next = next_change();
        let mut found = Vec::new();
        for handle in self.indexes.all() {
            let name = handle.name();
            if !names.is_empty() && !names.iter().any(|wanted| ids::same_ignoring_case(wanted, &name)) {
                continue;
            }
            let batches = handle.performance.since(change);
            if change == 0 || !batches.is_empty() {
                found.push(IndexPerformance { name, batches });
            }
        }
        (found, next)
    }
}

/// The batches of one index, for those who show them.
#[derive(Debug, Clone)]
pub struct IndexPerformance {
    /// The index's name.
    pub name: String,
    /// Oldest first.
    pub batches: Vec<Arc<IndexingBatch>>,
}

//! The last batches of indexes, for diagnostics.

use crate::database::Database;
use crate::document::ids;
use crate::indexes::performance::IndexingBatch;
use crate::indexes::performance::next_change;
use std::sync::Arc;
impl Database {
    /// The last batches of indexes, by name: of all indexes, or of the named ones; only those published since
    /// `change`, and the number for the next call. 0 returns all.
    pub fn index_performance(&self, names: &[String], change: u64) -> (Vec<IndexPerformance>, u64) {
        // Read first: changes published meanwhile are returned twice rather than missed.
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

/// The batches of one index.
#[derive(Debug, Clone)]
pub struct IndexPerformance {
    /// The index's name.
    pub name: String,
    /// Oldest first.
    pub batches: Vec<Arc<IndexingBatch>>,
}

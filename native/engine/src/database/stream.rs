//! Reads many documents from one snapshot, one at a time, with bounded memory.

use rookery_cancel::CancelToken;

use super::Database;
use crate::document::Document;
use crate::document::ids;
use crate::error::EngineError;
use crate::state::prefix_query::PrefixQuery;
use crate::state::snapshot::{Row, Snapshot};

/// Ids per page of a walk by prefix.
const PAGE: u64 = 2_048;

/// Which documents, in which order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentWalk {
    /// All, newest change first.
    Newest {
        /// How many to skip.
        start: u64,
        /// How many to visit at most.
        take: u64,
    },
    /// Those whose id has a prefix, in id order.
    Prefix(PrefixQuery),
}

impl Database {
    /// Visits documents until `visit` returns false. The snapshot stays open meanwhile and keeps overwritten
    /// versions on disk, so keep the walk short. Stops with [`EngineError::Cancelled`] when the thread's
    /// current token is cancelled.
    pub fn walk(
        &self,
        walk: &DocumentWalk,
        visit: &mut dyn FnMut(Document) -> bool,
    ) -> Result<(), EngineError> {
        let snapshot = self.snapshot()?;
        let cancel = CancelToken::current();
        match walk {
            DocumentWalk::Newest { start, take } => {
                let mut left = *take;
                let mut failure = None;
                if left == 0 {
                    return Ok(());
                }
                snapshot.newest(None, *start, &mut |row| {
                    if cancel.is_cancelled() {
                        failure = Some(EngineError::Cancelled);
                        return false;
                    }
                    left -= 1;
                    match snapshot.to_document(row) {
                        Ok(document) => visit(document) && left > 0,
                        Err(error) => {
                            failure = Some(error);
                            false
                        }
                    }
                })?;
                match failure {
                    Some(error) => Err(error),
                    // While documents were skipped.
                    None if left == *take && cancel.is_cancelled() => Err(EngineError::Cancelled),
                    None => Ok(()),
                }
            }
            DocumentWalk::Prefix(query) => by_prefix(&snapshot, query, visit),
        }
    }
}

fn by_prefix(
    snapshot: &Snapshot,
    query: &PrefixQuery,
    visit: &mut dyn FnMut(Document) -> bool,
) -> Result<(), EngineError> {
    let mut page = query.clone();
    let mut left = query.take;
    while left > 0 {
        page.take = left.min(PAGE);
        let rows: Vec<Row> = snapshot.by_prefix(&page)?;
        let found = rows.len() as u64;
        page.start = 0;
        page.start_after = rows.last().map(|(_, value)| ids::key_of(value.id()));
        left -= found;
        for row in rows {
            if !visit(snapshot.to_document(row)?) {
                return Ok(());
            }
        }
        if found < page.take {
            return Ok(());
        }
    }
    Ok(())
}

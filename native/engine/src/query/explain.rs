//! Explains which automatic index answers a query.

use rookery_rql::{PreparedQuery, QueryError, QueryRequest};

use super::choose::need_of;
use crate::database::Database;
use crate::indexes::automatic::{RequiredIndex, same_collection};
use crate::query::scripts::QueryScripts;

/// Which automatic index answers a query, and why the others do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The index; `None`: there is none yet, or the query needs none.
    pub index: Option<String>,
    /// The source that answers without an index: `collection/Orders`.
    pub source: String,
    /// The other automatic indexes of the collection, each with a reason.
    pub others: Vec<(String, String)>,
}

impl Database {
    /// Returns which automatic index would answer the query now. Creates none. `None`: the query names its
    /// index.
    pub fn explain_query(&self, request: &QueryRequest) -> Result<Option<Explained>, QueryError> {
        let scripts = QueryScripts::default();
        let request = self.with_compare_exchange(request)?;
        let query = PreparedQuery::new(&request)?.with_scripting(&scripts);
        if query.source().index().is_some() {
            return Ok(None);
        }
        let collection = query.source().collection();
        let source = query.source().index_name();
        let Some(need) = need_of(&query) else {
            return Ok(Some(Explained { index: None, source, others: Vec::new() }));
        };
        let last = self.last_change_in(collection)?;
        let chosen = self.indexes.find_matching(collection, &need, last).map(|handle| handle.name());
        let RequiredIndex::Fields(fields) = need else {
            // For groups, the reasons of the other indexes are not computed.
            return Ok(Some(Explained { index: chosen, source, others: Vec::new() }));
        };
        let mut others = Vec::new();
        for handle in self.indexes.all() {
            let Some(auto) = handle.definition.auto() else { continue };
            let is_of = same_collection(auto.collection.as_deref(), collection);
            if !is_of || chosen.as_ref() == Some(&auto.name) {
                continue;
            }
            let lacking = fields.iter().find_map(|(name, wanted)| auto.lacks(name, wanted));
            let is_stale = handle.state.lock().progress.complete < last;
            let reason = lacking.unwrap_or_else(|| match is_stale {
                true => "It has not seen every change, and another one that has all fields has.".to_owned(),
                false => "Another one that has all fields has fewer of them.".to_owned(),
            });
            others.push((auto.name.clone(), reason));
        }
        Ok(Some(Explained { index: chosen, source, others }))
    }
}

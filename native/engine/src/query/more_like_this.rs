//! The index side of `moreLikeThis`: which fields are used, how they are analyzed, and the stop words. The
//! index chooses words and their weights.

use std::collections::HashSet;

use rookery_index::{MoreLikeThisClause, MoreLikeThisField, MoreLikeThisRequest};
use rookery_rql::plan::{ColumnSource, MoreLikeThisPlan, Reading};
use rookery_rql::search::Analyzer;
use rookery_rql::values::fold;
use rookery_rql::{IndexQuery, QueryError, SourceError};
use serde_json::Value;

use super::matches::{IndexAnswer, failed};
use crate::index_definition::IndexDefinition;
use crate::index_definition::field_names::ID;

impl IndexAnswer<'_> {
    /// The terms of the results, in addition to their condition.
    pub(crate) fn more_like_this(
        &self,
        like: &MoreLikeThisPlan,
        query: &IndexQuery<'_>,
    ) -> Result<MoreLikeThisClause, QueryError> {
        let known = self.more_like_this_fields();
        let fields = if like.options.fields.is_empty() {
            known
        } else {
            let named = |name: &String| {
                let field = known.iter().find(|field| field.name == name).copied();
                field.ok_or_else(|| QueryError::NotIndexed { field: name.clone(), index: self.handle.name() })
            };
            like.options.fields.iter().map(named).collect::<Result<_, _>>()?
        };
        let stop_words = match &like.options.stop_words {
            Some(id) => self.stop_words(id, like)?,
            None => HashSet::new(),
        };
        let request = MoreLikeThisRequest {
            like,
            columns: query.columns,
            // Every entry of a document is indexed by its id, whatever its fields.
            field_of: &|column| match column {
                ColumnSource::Id if !self.handle.reduces() => Some(ID),
                column => self.number_of(column),
            },
            location_of: &|column, longitude| self.number_of_place(column, longitude),
            fields: &fields,
            stop_words: &stop_words,
            cancel: query.cancel,
        };
        self.reader.more_like_this(&request).map_err(failed)?.ok_or_else(|| {
            let name = self.handle.name();
            refused(like, format!("moreLikeThis() found no document in '{name}' that others could be compared with. Check the id, or the condition that is to find it."))
        })
    }

    /// Every field with words, in the order of the index.
    fn more_like_this_fields(&self) -> Vec<MoreLikeThisField<'_>> {
        let made = |(name, reading), number| MoreLikeThisField { name, number, reading };
        match &self.handle.definition {
            IndexDefinition::Static(index) => {
                let all = self.committed.fields.numbered();
                all.map(|(name, number)| made((name, self.committed.reading(index, name)), number)).collect()
            }
            IndexDefinition::Auto(index) => {
                let all = index.map_fields.iter().map(|(name, field)| {
                    let reading = match (field.spatial, field.search) {
                        (true, _) => Reading::Places { unit: 1.0 },
                        (false, true) => Reading::Words(Analyzer::Standard),
                        (false, false) => Reading::Values,
                    };
                    (name.as_str(), reading)
                });
                all.zip(1..).map(|(field, number)| made(field, number)).collect()
            }
            IndexDefinition::Grouped(index) => {
                let all = index.work.members().map(|name| (name, Reading::Values));
                all.zip(1..).map(|(field, number)| made(field, number)).collect()
            }
        }
    }

    /// The stop words from their document.
    fn stop_words(&self, id: &str, like: &MoreLikeThisPlan) -> Result<HashSet<String>, QueryError> {
        let Some(row) = self.snapshot.document(id).map_err(SourceError::caused_by)? else {
            return Err(refused(like, format!("The stop words document '{id}' could not be found.")));
        };
        let document = self.snapshot.to_document(row).map_err(SourceError::caused_by)?;
        let body: Value = serde_json::from_slice(&document.body).map_err(|error| {
            QueryError::UnreadableDocument { id: id.to_owned(), reason: error.to_string() }
        })?;
        match body.get("StopWords") {
            None | Some(Value::Null) => Ok(HashSet::new()),
            Some(Value::Array(words)) => Ok(words.iter().filter_map(Value::as_str).map(fold).collect()),
            Some(_) => {
                let message =
                    format!("The member StopWords of the document '{id}' is not an array of words.");
                Err(refused(like, message))
            }
        }
    }
}

fn refused(like: &MoreLikeThisPlan, message: String) -> QueryError {
    QueryError::at(like.at, message)
}

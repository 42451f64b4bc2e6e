//! The results of one index reader, with their documents or stored values.

use std::collections::HashSet;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_index::{Hit, IndexError, IndexedValue, Reader, SearchRequest};
use rookery_rql::plan::{ColumnSource, Columns, SortBy, SortValue};
use rookery_rql::values::Number;
use rookery_rql::{
    GroupKey, IndexQuery, IndexResult, IndexedSource, OwnedDocument, PreparedQuery, QueryError, SourceError,
};
use serde_json::Value;

use crate::document::ids;
use crate::document::scan_item::with_scan_item;
use crate::error::EngineError;
use crate::index_definition::field_names;
use crate::index_definition::{IndexDefinition, name_of};
use crate::indexes::handle::IndexHandle;
use crate::indexes::progress::Committed;
use crate::indexes::reduce::dirty_groups::NO_DOCUMENT;
use crate::state::snapshot::Snapshot;

/// One index reader together with one snapshot of documents.
pub(crate) struct IndexAnswer<'a> {
    pub handle: &'a IndexHandle,
    pub reader: Arc<Reader>,
    pub committed: Committed,
    /// The query's group keys, in its order.
    pub keys: Vec<GroupKey>,
    pub snapshot: &'a Snapshot,
}

impl IndexedSource for IndexAnswer<'_> {
    fn has_groups(&self) -> bool {
        self.handle.definition.grouped().is_some()
    }

    fn find(&self, query: &IndexQuery<'_>) -> Result<IndexResult, QueryError> {
        // Of several entries of a document the first counts, when the query returns documents.
        let are_groups = self.handle.answers_entries();
        let once = query.whole && self.committed.fans_out && !are_groups;
        let (skip, take) = if once { (0, None) } else { (query.skip, query.take) };
        // Without another order, boosted entries come first.
        let by_boost = [SortBy::by_score()];
        let sort = if query.sort.is_empty() && self.committed.boosted { &by_boost } else { query.sort };
        let more_like_this = query.more_like_this.map(|like| self.more_like_this(like, query)).transpose()?;
        let request = SearchRequest {
            columns: query.columns,
            field_of: &|column| self.number_of(column),
            location_of: &|column, longitude| self.number_of_place(column, longitude),
            condition: query.condition,
            more_like_this: more_like_this.as_ref(),
            sort,
            skip,
            take,
            cancel: query.cancel,
        };
        let hits = self.reader.search(&request).map_err(failed)?;
        let (page, skipped) = if once { first_of_each(&hits.hits, query) } else { (hits.hits, 0) };
        let are_values =
            query.facet_columns.is_some() && matches!(self.handle.definition, IndexDefinition::Static(_));
        let (mut documents, mut kept) = (Vec::with_capacity(page.len()), Vec::new());
        if let Some(columns) = query.facet_columns.filter(|_| are_values) {
            documents = self.values(&page, columns, query.cancel)?;
        }
        for hit in page.iter().filter(|_| !are_values) {
            if query.cancel.is_cancelled() {
                return Err(QueryError::Cancelled { scanned: documents.len() as u64 });
            }
            // A document deleted since is omitted; the total is the index's.
            let result = if are_groups {
                self.group(hit, query.fields).map(Some)
            } else {
                self.result(hit, query.fields)
            };
            documents.extend(result.map_err(SourceError::caused_by)?);
            if query.kept && !are_groups {
                kept.push(self.reader.stored_text(hit).map_err(SourceError::caused_by)?);
            }
        }
        let mut explanations = Vec::new();
        if query.explanations {
            for (hit, text) in page.iter().zip(self.reader.explain(&request, &page).map_err(failed)?) {
                let id = self.reader.id(hit).map_err(SourceError::caused_by)?;
                explanations.push((id.trim_start_matches(NO_DOCUMENT).to_owned(), text));
            }
        }
        Ok(IndexResult {
            documents,
            kept,
            explanations,
            total: hits.total,
            skipped,
            plan: hits.plan,
            index_name: self.handle.name(),
            are_groups,
            are_values,
            is_stale: self.is_stale(),
            result_etag: self.result_etag(),
        })
    }
}

fn json_of(value: IndexedValue) -> Value {
    match value {
        IndexedValue::Null => Value::Null,
        IndexedValue::Text(text) => text.into(),
        IndexedValue::Number(Number::Integer(value)) => value.into(),
        IndexedValue::Number(Number::Double(value)) => value.into(),
    }
}

/// Sets a member at a path of names.
fn put_at(object: &mut serde_json::Map<String, Value>, names: &[String], value: Value) {
    match names {
        [] => {}
        [name] => {
            object.insert(name.clone(), value);
        }
        [name, rest @ ..] => {
            let inside = object.entry(name.clone()).or_insert_with(|| Value::Object(serde_json::Map::new()));
            if let Value::Object(inside) = inside {
                put_at(inside, rest, value);
            }
        }
    }
}

pub(crate) fn failed(error: IndexError) -> QueryError {
    match error {
        IndexError::Cancelled => QueryError::Cancelled { scanned: 0 },
        error => SourceError::caused_by(error).into(),
    }
}

/// A group with its keys as one more member, in the order of the query.
fn with_all_keys(body: &[u8], keys: &[GroupKey]) -> Option<Vec<u8>> {
    let mut members: serde_json::Map<String, Value> = serde_json::from_slice(body).ok()?;
    let all = keys.iter().map(|key| Some((key.path.clone(), members.get(&key.path)?.clone())));
    let all: serde_json::Map<String, Value> = all.collect::<Option<_>>()?;
    members.insert(ALL_KEYS.to_owned(), Value::Object(all));
    Some(Value::Object(members).to_string().into_bytes())
}

/// The member of a group with all its keys.
const ALL_KEYS: &str = "key()";

/// The page of distinct documents, and how many further entries of them were skipped until it was full.
fn first_of_each(hits: &[Hit], query: &IndexQuery<'_>) -> (Vec<Hit>, u64) {
    let (mut met, mut page, mut skipped, mut numbered) = (HashSet::new(), Vec::new(), 0, 0);
    for hit in hits {
        if query.take.is_some_and(|take| page.len() as u64 >= take) {
            break;
        }
        if !met.insert(hit.etag) {
            skipped += 1;
            continue;
        }
        if numbered >= query.skip {
            page.push(*hit);
        }
        numbered += 1;
    }
    (page, skipped)
}

impl IndexAnswer<'_> {
    /// Whether there are changes that are not indexed.
    pub(crate) fn is_stale(&self) -> bool {
        !self.committed.progress.covers(self.handle.last_change(self.snapshot))
    }

    /// Changes whenever an answer may have changed.
    pub(crate) fn result_etag(&self) -> i64 {
        // The folder too: another index may get this name.
        let files = self.handle.index.folder().display();
        let tag = format!("{files}|{}|{}", self.reader.text(), self.snapshot.view.last_etag);
        xxhash_rust::xxh3::xxh3_64(tag.as_bytes()).cast_signed()
    }

    pub(crate) fn number_of(&self, column: &ColumnSource) -> Option<u16> {
        match &self.handle.definition {
            IndexDefinition::Auto(auto) => auto.number_of(column),
            IndexDefinition::Grouped(index) => index.work.number_of(&name_of(column)?),
            IndexDefinition::Static(_) => match column {
                // A group has no id.
                ColumnSource::Id => (!self.handle.reduces()).then_some(field_names::ID),
                column => self.committed.fields.known(&name_of(column)?),
            },
        }
    }

    pub(crate) fn number_of_place(
        &self,
        column: &ColumnSource,
        longitude: Option<&ColumnSource>,
    ) -> Option<u16> {
        match &self.handle.definition {
            IndexDefinition::Auto(auto) => auto.number_of_place(column, longitude),
            IndexDefinition::Grouped(_) => None,
            // A spatial field of a static index has its own name.
            IndexDefinition::Static(_) if longitude.is_some() => None,
            IndexDefinition::Static(_) => self.number_of(column),
        }
    }

    /// Rejects fields that no entry of a static index has.
    pub(crate) fn check_fields(&self, query: &PreparedQuery<'_>) -> Result<(), QueryError> {
        let IndexDefinition::Static(index) = &self.handle.definition else { return Ok(()) };
        if self.committed.fields.is_empty() || self.committed.dynamic {
            return Ok(());
        }
        for column in query.suggested() {
            let field = name_of(column).unwrap_or_default();
            let enabled = index.options(&field).others.get("Suggestions").and_then(Value::as_bool);
            if enabled != Some(true) {
                let message = format!(
                    "Index '{}' does not have suggestions configured for field '{field}'; set 'Suggestions' in the field's options.",
                    index.name
                );
                return Err(QueryError::Invalid { line: 1, column: 1, message });
            }
        }
        let summed = query.facet_columns().map_or(&[][..], |columns| &columns.sources);
        // The column of `order by score()` is the id, which a group does not have.
        let by_score = query.sort().iter().any(|by| by.value == SortValue::Score);
        let is_score = |column: &ColumnSource| by_score && *column == ColumnSource::Id;
        for column in query.columns().sources.iter().chain(summed).filter(|column| !is_score(column)) {
            if self.number_of(column).is_none()
                && let Some(field) = name_of(column)
            {
                return Err(QueryError::NotIndexed { field, index: index.name.clone() });
            }
        }
        Ok(())
    }

    /// Documents with only the values of these fields, as stored in the index.
    fn values(
        &self,
        hits: &[Hit],
        columns: &Columns,
        cancel: &CancelToken,
    ) -> Result<Vec<OwnedDocument>, QueryError> {
        let fields: Vec<Option<u16>> = columns.sources.iter().map(|column| self.number_of(column)).collect();
        let of_hits = self.reader.values(hits, &fields, cancel).map_err(failed)?;
        let document = |values: Vec<Vec<IndexedValue>>| {
            if cancel.is_cancelled() {
                return Err(QueryError::Cancelled { scanned: 0 });
            }
            let mut body = serde_json::Map::new();
            for (column, values) in columns.sources.iter().zip(values) {
                if let (ColumnSource::Body(names), false) = (column, values.is_empty()) {
                    put_at(&mut body, names, values.into_iter().map(json_of).collect());
                }
            }
            let body = Value::Object(body).to_string().into_bytes();
            Ok(OwnedDocument { body, ..OwnedDocument::default() })
        };
        of_hits.into_iter().map(document).collect()
    }

    /// The result of a group, or the entry of a counter or a time series; with `fields` also the member with all its keys.
    fn group(&self, hit: &Hit, fields: bool) -> Result<OwnedDocument, EngineError> {
        let (id, mut body) = self.reader.stored_text(hit).map_err(EngineError::Index)?;
        if let ([_, _, ..], true) = (self.keys.as_slice(), fields) {
            body = with_all_keys(&body, &self.keys).unwrap_or(body);
        }
        // The query core expects metadata at the end of a document.
        body.truncate(body.trim_ascii_end().len().saturating_sub(1));
        body.extend_from_slice(match body.as_slice() {
            b"{" => b"\"@metadata\":{}}".as_slice(),
            _ => b",\"@metadata\":{}}",
        });
        // An entry of a counter or a time series has no id for queries, unlike a group.
        let id = match self.handle.reduces() {
            true => id.trim_start_matches(NO_DOCUMENT).to_owned(),
            false => String::new(),
        };
        Ok(OwnedDocument { id, body, etag: hit.etag, ..OwnedDocument::default() })
    }

    /// The result of a hit: the document, overridden by stored values of the index if `fields` is set.
    fn result(&self, hit: &Hit, fields: bool) -> Result<Option<OwnedDocument>, EngineError> {
        let Some(mut document) = self.document(hit)? else { return Ok(None) };
        if fields && matches!(self.handle.definition, IndexDefinition::Static(_)) {
            let (_, kept) = self.reader.stored_text(hit).map_err(EngineError::Index)?;
            let of = |text: &[u8]| serde_json::from_slice::<serde_json::Map<String, Value>>(text).ok();
            if let (false, Some(mut body), Some(kept)) = (kept.is_empty(), of(&document.body), of(&kept)) {
                body.extend(kept);
                document.body = Value::Object(body).to_string().into_bytes();
            }
        }
        Ok(Some(document))
    }

    /// The current document of a hit.
    fn document(&self, hit: &Hit) -> Result<Option<OwnedDocument>, EngineError> {
        let stored = self.snapshot.store.document(hit.etag)?;
        let row = match stored {
            // The usual case: the indexed version is the newest, and in the data file.
            Some(value) if !self.snapshot.view.hides(&ids::key_of(value.id())) => {
                let value = self.snapshot.view.newest_bytes(hit.etag, value);
                Some((hit.etag, value))
            }
            Some(value) => self.snapshot.document(value.id())?,
            None => self.snapshot.document(&self.reader.id(hit).map_err(EngineError::Index)?)?,
        };
        // A deleted id that is now in another collection does not belong to this index.
        let row = row.filter(|(_, value)| self.handle.covered.has(value.collection()));
        let document = row.map(|row| self.snapshot.to_document(row)).transpose()?;
        Ok(document.map(|document| with_scan_item(&document, |item| item.to_owned_document())))
    }
}

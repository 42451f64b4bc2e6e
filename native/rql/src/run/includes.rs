//! Includes of the results: documents by the ids in them, and counters, revisions and compare-exchange values by name. Read from the
//! results as they are sent, not from the documents.

use std::collections::{HashMap, HashSet};

use rookery_cancel::CancelToken;
use serde_json::Value;

use super::project::value_at;
use crate::answer::ResultItem;
use crate::ast::Path;
use crate::error::QueryError;
use crate::included_extensions::{CountersOf, IncludedExtensions, RevisionOf, SeriesOf};
use crate::plan::Included as Requested;
use crate::source::{DocumentSource, OwnedDocument};
use crate::values::fold;

/// Included documents, ids without a document, and what else is included by name.
#[derive(Debug, Default)]
pub(crate) struct Included {
    pub(crate) documents: Vec<OwnedDocument>,
    pub(crate) missing: Vec<String>,
    pub(crate) included_extensions: IncludedExtensions,
}

/// Loads what the paths name in these results. A document that is itself among whole results is not repeated.
pub(crate) fn load(
    source: &dyn DocumentSource,
    requested: &Requested,
    results: &[ResultItem],
    are_groups: bool,
    cancel: &CancelToken,
) -> Result<Included, QueryError> {
    let mut included = Included::default();
    if requested.is_empty() {
        return Ok(included);
    }
    let mut known: HashSet<String> = HashSet::new();
    let mut included_extensions = CollectedExtensions::new(requested);
    for result in results {
        if let ResultItem::Document(document) = result {
            known.insert(fold(&document.id));
        }
    }
    for result in results {
        if cancel.is_cancelled() {
            return Err(QueryError::Cancelled { scanned: results.len() as u64 });
        }
        let body = body_of(result)?;
        for path in &requested.paths {
            for id in value_at(&body, &path.segments).iter().flat_map(texts) {
                if id.is_empty() || !known.insert(fold(id)) {
                    continue;
                }
                if cancel.is_cancelled() {
                    return Err(QueryError::Cancelled { scanned: results.len() as u64 });
                }
                match source.load(id)? {
                    Some(document) => included.documents.push(document),
                    None => included.missing.push(id.to_owned()),
                }
            }
        }
        included_extensions.add((!are_groups).then(|| result.id()), &body)?;
    }
    included.included_extensions = included_extensions.of;
    Ok(included)
}

fn body_of(result: &ResultItem) -> Result<Value, QueryError> {
    match result {
        ResultItem::Document(document) => super::project::body_of(document).map(Value::Object),
        ResultItem::Projection { fields, .. } => Ok(Value::Object(fields.clone())),
    }
}

/// Counters, revisions and compare-exchange keys met so far.
struct CollectedExtensions<'a> {
    requested: &'a Requested,
    of: IncludedExtensions,
    /// The position of a document in the list of counters.
    documents: HashMap<String, usize>,
    revisions: HashSet<RevisionOf>,
    series: HashSet<SeriesOf>,
    /// Compare-exchange keys, without case.
    keys: HashSet<String>,
}

impl<'a> CollectedExtensions<'a> {
    fn new(requested: &'a Requested) -> Self {
        let counters = (!requested.counters.is_empty()).then(Vec::new);
        let revisions = requested.has_revisions().then(Vec::new);
        let compare_exchange = (!requested.compare_exchange.is_empty()).then(Vec::new);
        let time_series = (!requested.time_series.is_empty()).then(Vec::new);
        let of = IncludedExtensions { counters, revisions, time_series, compare_exchange };
        Self {
            requested,
            of,
            documents: HashMap::new(),
            revisions: HashSet::new(),
            series: HashSet::new(),
            keys: HashSet::new(),
        }
    }

    /// `id` is `None` for a group, which has no counters or revisions.
    fn add(&mut self, id: Option<&str>, body: &Value) -> Result<(), QueryError> {
        for (path, names) in &self.requested.counters {
            let of = match path {
                Some(path) => named_by(path, "counters", id, body)?,
                None => id.map(str::to_owned).into_iter().collect(),
            };
            of.into_iter().for_each(|document| self.add_counters(document, names));
        }
        if let Some(series) = &mut self.of.time_series {
            for included in &self.requested.time_series {
                let of = match &included.of {
                    Some(path) => named_by(path, "timeseries", id, body)?,
                    None => id.map(str::to_owned).into_iter().collect(),
                };
                for document in of {
                    let one = SeriesOf { document, name: included.name.clone(), part: included.part };
                    if self.series.insert(one.clone()) {
                        series.push(one);
                    }
                }
            }
        }
        if let Some(keys) = &mut self.of.compare_exchange {
            for path in &self.requested.compare_exchange {
                let found = value_at(body, &path.segments);
                let named = found.iter().flat_map(scalars).filter(|key| self.keys.insert(fold(key)));
                keys.extend(named);
            }
        }
        let Some(revisions) = &mut self.of.revisions else { return Ok(()) };
        let mut add = |revision: RevisionOf| {
            if self.revisions.insert(revision.clone()) {
                revisions.push(revision);
            }
        };
        for path in &self.requested.revisions_at {
            named_by(path, "revisions", id, body)?.into_iter().for_each(|vector| add(RevisionOf::At(vector)));
        }
        for moment in &self.requested.revisions_before {
            let before = |id: &str| RevisionOf::Before { document: id.to_owned(), moment: moment.clone() };
            id.map(before).into_iter().for_each(&mut add);
        }
        Ok(())
    }

    fn add_counters(&mut self, document: String, names: &[String]) {
        let counters = self.of.counters.get_or_insert_default();
        let names = (!names.is_empty()).then(|| names.to_vec());
        let place = *self.documents.entry(fold(&document)).or_insert(counters.len());
        let Some(known) = counters.get_mut(place) else {
            counters.push(CountersOf { document, names });
            return;
        };
        match (&mut known.names, names) {
            (Some(known), Some(names)) => {
                let new: Vec<String> = names.into_iter().filter(|name| !known.contains(name)).collect();
                known.extend(new);
            }
            // A request for all counters replaces a list.
            (all, _) => *all = None,
        }
    }
}

/// The texts at a path of a result, which must have it.
fn named_by(path: &Path, method: &str, id: Option<&str>, body: &Value) -> Result<Vec<String>, QueryError> {
    match value_at(body, &path.segments) {
        Some(value) => Ok(texts(&value).into_iter().filter(|id| !id.is_empty()).map(str::to_owned).collect()),
        // A group may lack what others have; nothing is lost by that.
        None if id.is_none() => Ok(Vec::new()),
        None => Err(QueryError::Invalid {
            line: 1,
            column: 1,
            message: format!(
                "The field '{path}', which {method}() names, is missing in the result '{}'. Select it, or leave out \
                 documents without it by 'where exists({path})'.",
                id.unwrap_or_default()
            ),
        }),
    }
}

/// Every text and number in a value and, where it is an array, in its elements, as text.
fn scalars(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if !text.is_empty() => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Array(elements) => elements.iter().flat_map(scalars).collect(),
        _ => Vec::new(),
    }
}

/// Every text in a value and, where it is an array, in its elements.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(elements) => elements.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

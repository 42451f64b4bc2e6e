//! Revisions loaded along with documents: those a document's field names, or the newest up to a moment.

use rookery_engine::{Database, Document, date_to_text, parse_date};
use serde_json::Value;

use crate::dto::json_writer::{write_document, write_list, write_text};
use crate::error::ApiError;
use crate::parameters::Parameters;

/// The revisions found, in the requested order, each once.
pub struct IncludedRevisions(Vec<Found>);

struct Found {
    revision: Document,
    /// The requested date.
    before: Option<String>,
}

impl IncludedRevisions {
    /// The revisions that `revisions=<field>` and `revisionsBefore=<date>` request; `None` without these.
    pub fn read(
        database: &Database,
        documents: &[Option<Document>],
        query: &Parameters,
    ) -> Result<Option<Self>, ApiError> {
        let paths: Vec<&str> = query.all("revisions").filter(|path| !path.is_empty()).collect();
        let before = query.filled("revisionsBefore");
        if paths.is_empty() && before.is_none() {
            return Ok(None);
        }
        let mut found: Vec<Found> = Vec::new();
        if !paths.is_empty() {
            let mut vectors: Vec<String> = Vec::new();
            for document in documents.iter().flatten() {
                for vector in named(document, &paths)? {
                    if !vectors.contains(&vector) {
                        vectors.push(vector);
                    }
                }
            }
            let requested: Vec<&str> = vectors.iter().map(String::as_str).collect();
            let revisions = database.revisions_at(&requested)?.into_iter().flatten();
            found.extend(revisions.map(|revision| Found { revision, before: None }));
        }
        if let Some(text) = before {
            let moment = parse_date(text).ok_or_else(|| {
                ApiError::bad_argument(format!(
                    "Could not parse query string 'revisionsBefore' as date, val '{text}'; write it in UTC like \
                     2030-01-31T18:30:00.0000000Z"
                ))
            })?;
            for document in documents.iter().flatten() {
                let revision = database.revision_before(&document.id, moment)?;
                let before = date_to_text(moment);
                found.extend(revision.map(|revision| Found { revision, before: Some(before) }));
            }
        }
        Ok(Some(Self(found)))
    }

    /// These, with the requested dates.
    pub fn of(found: Vec<(Document, Option<String>)>) -> Self {
        Self(found.into_iter().map(|(revision, before)| Found { revision, before }).collect())
    }

    /// The versions that the answer's tag depends on.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|found| found.revision.change_vector.as_str())
    }

    /// Appends the list.
    pub fn write(&self, out: &mut Vec<u8>) {
        write_list(out, &self.0, |out, found| {
            out.push(b'{');
            if let Some(before) = &found.before {
                out.extend_from_slice(b"\"Before\":");
                write_text(out, before);
                out.push(b',');
            }
            out.extend_from_slice(b"\"ChangeVector\":");
            write_text(out, &found.revision.change_vector);
            out.extend_from_slice(b",\"Id\":");
            write_text(out, &found.revision.id);
            out.extend_from_slice(b",\"Revision\":");
            write_document(out, &found.revision, false);
            out.push(b'}');
        });
    }
}

/// The change vectors in a document's fields: one each, or a list.
fn named(document: &Document, paths: &[&str]) -> Result<Vec<String>, ApiError> {
    let body: Value = serde_json::from_slice(&document.body)
        .map_err(|error| ApiError::bad_json(&format!("The stored document '{}'", document.id), &error))?;
    let mut vectors = Vec::new();
    for path in paths {
        let mut value = &body;
        for part in path.split('.') {
            value = value.get(part).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "Field '{path}', which 'revisions' names, is missing in the document '{}'.",
                    document.id
                ))
            })?;
        }
        match value {
            Value::String(vector) => vectors.push(vector.clone()),
            Value::Array(items) => vectors.extend(items.iter().filter_map(Value::as_str).map(str::to_owned)),
            _ => {}
        }
    }
    Ok(vectors)
}

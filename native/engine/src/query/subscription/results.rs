//! The results of one part of a batch, as a worker gets them.

use std::cell::RefCell;
use std::collections::HashMap;

use rookery_rql::{
    DocumentSource, OwnedDocument, Projection, ProjectionScript, ResultItem, ScriptArgument, ScriptError,
    Scripting,
};
use serde_json::{Map, Value, json};

use super::revisions;
use crate::query::scripts::{QueryScripts, completed};

const METADATA: &str = "@metadata";

/// One document or projection as a worker gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionItem {
    /// The document's id.
    pub id: String,
    /// Its etag.
    pub etag: i64,
    /// The complete object.
    pub json: Vec<u8>,
    /// Why the script failed; the object has only the metadata then.
    pub exception: Option<String>,
}

/// Runs the scripts of a query and remembers which of them returned no object: those documents are left out.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    scripts: QueryScripts,
    is_object: RefCell<Vec<bool>>,
}

struct Watched<'q> {
    projection: Box<dyn Projection + 'q>,
    is_object: &'q RefCell<Vec<bool>>,
}

impl Scripting for Scripts {
    fn compile<'q>(&'q self, script: &ProjectionScript<'_>) -> Result<Box<dyn Projection + 'q>, ScriptError> {
        let projection = self.scripts.compile(script)?;
        Ok(Box::new(Watched { projection, is_object: &self.is_object }))
    }
}

impl Projection for Watched<'_> {
    fn run(
        &mut self,
        arguments: &[ScriptArgument<'_>],
        documents: &dyn DocumentSource,
    ) -> Result<Value, ScriptError> {
        let made = self.projection.run(arguments, documents)?;
        self.is_object.borrow_mut().push(made.is_object());
        Ok(made)
    }
}

impl Scripts {
    /// The items of the results of `documents`; one query was run with these scripts.
    pub(super) fn items(
        &self,
        results: Vec<ResultItem>,
        documents: &HashMap<String, OwnedDocument>,
        of_revisions: bool,
    ) -> Vec<SubscriptionItem> {
        let is_object = self.is_object.borrow();
        let mut items = Vec::with_capacity(results.len());
        for (number, result) in results.into_iter().enumerate() {
            match result {
                ResultItem::Document(document) => items.push(SubscriptionItem {
                    etag: document.etag,
                    json: match of_revisions {
                        true => revisions::object(&document, &metadata(&document, of_revisions)),
                        false => completed(&document),
                    },
                    id: document.id,
                    exception: None,
                }),
                ResultItem::Projection { id, fields } => {
                    let Some(document) = documents.get(&id).filter(|_| is_object.get(number) != Some(&false))
                    else {
                        continue;
                    };
                    items.push(SubscriptionItem {
                        etag: document.etag,
                        json: projected(fields, document, of_revisions),
                        id,
                        exception: None,
                    });
                }
            }
        }
        items
    }
}

/// Id, change vector and time of a document; of a revision the flags too.
fn metadata(document: &OwnedDocument, revisions: bool) -> Value {
    let mut metadata = json!({ "@change-vector": document.change_vector });
    if revisions {
        metadata["@flags"] = document.flags.as_str().into();
    }
    metadata["@id"] = document.id.as_str().into();
    metadata["@last-modified"] = document.last_modified.as_str().into();
    metadata
}

fn projected(mut fields: Map<String, Value>, document: &OwnedDocument, revisions: bool) -> Vec<u8> {
    fields.shift_remove(METADATA);
    let mut made = json!({ "@projection": true });
    if let (Value::Object(made), Value::Object(own)) = (&mut made, metadata(document, revisions)) {
        made.extend(own);
    }
    fields.insert(METADATA.to_owned(), made);
    Value::Object(fields).to_string().into_bytes()
}

/// The item of a document whose script failed.
pub(super) fn failed(document: &OwnedDocument, message: &str, revisions: bool) -> SubscriptionItem {
    let mut made = json!({ "@collection": document.collection });
    if let (Value::Object(made), Value::Object(own)) = (&mut made, metadata(document, revisions)) {
        made.extend(own);
    }
    SubscriptionItem {
        id: document.id.clone(),
        etag: document.etag,
        json: json!({ METADATA: made }).to_string().into_bytes(),
        exception: Some(message.to_owned()),
    }
}

//! The results of one part of a batch, as a worker gets them.

use std::cell::RefCell;
use std::collections::HashMap;

use rookery_rql::{
    DocumentSource, OwnedDocument, Projection, ProjectionScript, ResultItem, ScriptArgument, ScriptError,
    Scripting,
};
use serde_json::{Map, Value, json};

use crate::query::scripts::{QueryScripts, completed};

const METADATA: &str = "@metadata";

/// One document or projection as a worker gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionItem {
    /// Of the document.
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
    ) -> Vec<SubscriptionItem> {
        let is_object = self.is_object.borrow();
        let mut items = Vec::with_capacity(results.len());
        for (number, result) in results.into_iter().enumerate() {
            match result {
                ResultItem::Document(document) => items.push(SubscriptionItem {
                    etag: document.etag,
                    json: completed(&document),
                    exception: None,
                }),
                ResultItem::Projection { id, fields } => {
                    let Some(document) = documents.get(&id).filter(|_| is_object.get(number) != Some(&false))
                    else {
                        continue;
                    };
                    items.push(SubscriptionItem {
                        etag: document.etag,
                        json: projected(fields, document),
                        exception: None,
                    });
                }
            }
        }
        items
    }
}

fn projected(mut fields: Map<String, Value>, document: &OwnedDocument) -> Vec<u8> {
    fields.shift_remove(METADATA);
    let metadata = json!({
        "@projection": true,
        "@change-vector": document.change_vector,
        "@id": document.id,
        "@last-modified": document.last_modified,
    });
    fields.insert(METADATA.to_owned(), metadata);
    Value::Object(fields).to_string().into_bytes()
}

/// The item of a document whose script failed.
pub(super) fn failed(document: &OwnedDocument, message: &str) -> SubscriptionItem {
    let json = json!({ METADATA: {
        "@collection": document.collection,
        "@id": document.id,
        "@change-vector": document.change_vector,
        "@last-modified": document.last_modified,
    } });
    SubscriptionItem {
        etag: document.etag,
        json: json.to_string().into_bytes(),
        exception: Some(message.to_owned()),
    }
}

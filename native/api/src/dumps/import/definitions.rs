//! Identities, indexes and the database record.

use rookery_dump::items::identity::Identity;
use rookery_dump::items::index::IndexItem;
use rookery_dump::{Item, ItemType};
use rookery_engine::{EngineError, StaticIndex};
use serde_json::{Map, Value};

use super::failure::concerns_one_item;
use super::{Import, ImportFailure};
use crate::dumps::automatic_index;

impl Import<'_> {
    pub(super) fn identity(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::Identities;
        let outcome = match Identity::read(&item.json) {
            Ok(Identity { name, value }) => match self.database.seed_identity(&name, value, false) {
                Ok(_) => Ok(()),
                Err(error) if concerns_one_item(&error) => Err(format!("{error}")),
                Err(error) => return Err(error.into()),
            },
            Err(reason) => Err(reason),
        };
        self.count(kind, &format!("The identity at byte {}", item.offset), item, outcome);
        Ok(())
    }

    pub(super) fn index(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::Indexes;
        let (name, outcome) = match IndexItem::read(&item.json) {
            Err(reason) => (None, Err(reason)),
            Ok(IndexItem::Static(mut definition)) => {
                if self.options.remove_analyzers {
                    remove_analyzers(&mut definition);
                }
                let name = definition.get("Name").and_then(Value::as_str).map(str::to_owned);
                let index = serde_json::from_value::<StaticIndex>(definition);
                let outcome = match index.map_err(|error| format!("its definition cannot be read: {error}")) {
                    Ok(index) => refusal(self.database.put_index(index))?,
                    Err(reason) => Err(reason),
                };
                (name, outcome)
            }
            Ok(IndexItem::Automatic(index)) => {
                let outcome = match automatic_index::fields_of(&index) {
                    Ok(fields) => {
                        let put = self.database.put_automatic_index(index.collection.as_deref(), fields);
                        refusal(put.map(|_| ()))?
                    }
                    Err(reason) => Err(reason),
                };
                (Some(index.name), outcome)
            }
        };
        let what = match name {
            Some(name) => format!("Index '{name}' at byte {}", item.offset),
            None => format!("The index at byte {}", item.offset),
        };
        self.count(kind, &what, item, outcome);
        Ok(())
    }

    pub(super) fn database_record(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::DatabaseRecord;
        if !self.options.types.contains(kind) {
            self.report.skip(kind);
            return Ok(());
        }
        self.report.start(kind);
        let text = &item.json;
        let record = rookery_nesting::json::check("The database record", text)
            .map_err(|error| error.to_string())
            .and_then(|()| {
                serde_json::from_slice::<Map<String, Value>>(text).map_err(|error| error.to_string())
            });
        match record {
            Err(reason) => {
                let what = format!("The database record at byte {}", item.offset);
                self.report.reject(kind, &what, &format!("{reason}."));
            }
            Ok(record) => {
                self.settings(&record)?;
                self.report.of(kind).read += 1;
            }
        }
        self.report.finish(kind);
        Ok(())
    }

    pub(super) fn count(&mut self, kind: ItemType, what: &str, item: &Item, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => {
                let counts = self.report.of(kind);
                counts.read += 1;
                counts.bytes += item.json.len() as u64;
            }
            Err(reason) => {
                self.report.reject(kind, what, &format!("{}.", reason.trim_end_matches('.')));
            }
        }
    }
}

/// A refused definition or setting is rejected; a database that does not work ends the import.
pub(super) fn refusal(outcome: Result<(), EngineError>) -> Result<Result<(), String>, ImportFailure> {
    match outcome {
        Ok(()) => Ok(Ok(())),
        Err(error @ (EngineError::Closed(_) | EngineError::ReadOnly { .. } | EngineError::Cancelled)) => {
            Err(error.into())
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}

fn remove_analyzers(definition: &mut Value) {
    let fields = definition.get_mut("Fields").and_then(Value::as_object_mut);
    for options in fields.into_iter().flatten().filter_map(|(_, options)| options.as_object_mut()) {
        options.remove("Analyzer");
    }
}

//! Settings and indexes.

use std::io::Write;

use rookery_dump::Section;
use rookery_dump::items::index::static_item;
use rookery_engine::{BACKUPS, IndexDefinition};
use serde_json::{Value, json};

use super::{Export, ExportFailure};
use crate::dto::index;
use crate::dumps::automatic_index;

/// Members of the record that clients can leave out.
const SETTINGS: [&str; 10] = [
    "LockMode",
    "Revisions",
    "RevisionsForConflicts",
    "TimeSeries",
    "DocumentsCompression",
    "Expiration",
    "DataArchival",
    "Refresh",
    "Client",
    "PeriodicBackups",
];

impl<W: Write> Export<'_, W> {
    /// The settings that this server has, in the form of servers.
    pub(super) fn database_record(&self) -> Value {
        let database = self.database;
        let member = |name: &str| database.record_member(name);
        let mut record = json!({
            "DatabaseName": database.name(),
            "Encrypted": false,
            "UnusedDatabaseIds": [],
            "LockMode": member("LockMode").unwrap_or_else(|| "Unlock".into()),
            "ConflictSolverConfig": null,
            "Settings": [],
            "Revisions": database.revisions_configuration(),
            "RevisionsForConflicts": member("RevisionsForConflicts"),
            "TimeSeries": database.time_series_configuration(),
            "DocumentsCompression": database.documents_compression(),
            "Expiration": database.expiration(),
            "DataArchival": database.data_archival(),
            "Refresh": database.refresh(),
            "Client": member("Client"),
            "PeriodicBackups": member(BACKUPS).unwrap_or_else(|| json!([])),
            "Sorters": {},
            "Analyzers": {},
        });
        for (name, value) in record.as_object_mut().into_iter().flatten() {
            if SETTINGS.contains(&name.as_str()) && !self.options.takes_setting(name) {
                *value = Value::Null;
            }
        }
        record
    }

    pub(super) fn indexes(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::Indexes)? else { return Ok(()) };
        for stats in self.database.index_stats()? {
            let definition = stats.definition;
            // A replacement in progress becomes the index when its import is complete.
            if definition.name().starts_with("ReplacementOf/") {
                continue;
            }
            let item = match &definition {
                IndexDefinition::Auto(auto) => automatic_index::item_of(auto).to_item(),
                IndexDefinition::Grouped(grouped) => automatic_index::item_of_grouped(grouped).to_item(),
                IndexDefinition::Static(_) => {
                    let mut object = index::definition(&definition);
                    if self.options.remove_analyzers {
                        let fields = object.get_mut("Fields").and_then(Value::as_object_mut);
                        for (_, options) in fields.into_iter().flatten() {
                            options["Analyzer"] = Value::Null;
                        }
                    }
                    static_item(index::kind(&definition), &object)
                }
            };
            self.output.item(kind, &item)?;
        }
        self.output.report.finish(kind);
        Ok(())
    }
}

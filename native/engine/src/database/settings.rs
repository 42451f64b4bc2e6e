//! Settings of the database record.

use serde_json::{Map, Value};

use super::Database;
use crate::error::EngineError;
use crate::extensions::time_series::configuration::TimeSeriesConfiguration;
use crate::files::database_file;
use crate::files::settings::{DataArchival, DocumentsCompression};
use crate::state::sweep::Sweep;

impl Database {
    /// The compression setting, `None` when it was never set.
    pub fn documents_compression(&self) -> Option<DocumentsCompression> {
        self.core.file.documents_compression()
    }

    /// Changes the compression setting; it holds for documents written from now on.
    pub fn set_documents_compression(&self, settings: DocumentsCompression) -> Result<(), EngineError> {
        self.set("DocumentsCompression", serde_json::to_value(settings))
    }

    /// The archival setting, `None` when it was never set.
    pub fn data_archival(&self) -> Option<DataArchival> {
        self.core.file.data_archival()
    }

    /// Changes the archival setting.
    pub fn set_data_archival(&self, settings: DataArchival) -> Result<(), EngineError> {
        settings.check()?;
        self.set("DataArchival", serde_json::to_value(settings))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    /// The time series configuration, `None` when it was never set.
    pub fn time_series_configuration(&self) -> Option<TimeSeriesConfiguration> {
        self.core.file.time_series()
    }

    /// Replaces the time series configuration; its policies are carried out from now on.
    pub fn set_time_series_configuration(
        &self,
        configuration: TimeSeriesConfiguration,
    ) -> Result<(), EngineError> {
        let mut configuration = configuration.completed();
        configuration.check()?;
        if let Some(former) = self.core.file.time_series() {
            configuration = configuration.succeeding(&former, self.core.now_in_milliseconds());
        }
        self.set("TimeSeries", serde_json::to_value(configuration))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    /// Carries out the policies of time series now; returns the number of series that changed, rollups not counted.
    pub fn carry_out_time_series_policies(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::TimeSeries, &self.sender()?)
    }

    /// Names the values of a series of a collection. Returns false, and changes nothing, if it has other names and
    /// `replace` is not set.
    pub fn name_time_series_values(
        &self,
        collection: &str,
        series: &str,
        names: &[String],
        replace: bool,
    ) -> Result<bool, EngineError> {
        self.check_open()?;
        let mut named = true;
        let etag = self.raft.next_index()?;
        self.core.file.update(etag, |contents| {
            let stored = contents.record.get("TimeSeries").cloned().unwrap_or_default();
            let mut configuration: TimeSeriesConfiguration =
                serde_json::from_value(stored).unwrap_or_default();
            named = configuration.name_values(collection, series, names.to_vec(), replace);
            if named {
                let value = serde_json::to_value(configuration).unwrap_or_default();
                contents.record.insert("TimeSeries".to_owned(), value);
            }
            Ok(())
        })?;
        Ok(named)
    }

    /// A member of the record; `None` when it was never set.
    pub fn record_member(&self, name: &str) -> Option<Value> {
        self.core.file.member(name).filter(|value| !value.is_null())
    }

    /// Changes the record; the new etag is passed to the change. An invalid record is refused.
    pub fn change_record(
        &self,
        change: impl FnOnce(&mut Map<String, Value>, i64),
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let etag = self.raft.next_index()?;
        self.core.file.update(etag, |contents| {
            change(&mut contents.record, etag);
            database_file::check_record(&contents.record)
        })
    }

    pub(crate) fn set(
        &self,
        member: &str,
        value: Result<Value, serde_json::Error>,
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let value = value.map_err(|error| self.internal(&error.to_string()))?;
        let etag = self.raft.next_index()?;
        self.core.file.update(etag, |contents| {
            contents.record.insert(member.to_owned(), value);
            Ok(())
        })
    }
}

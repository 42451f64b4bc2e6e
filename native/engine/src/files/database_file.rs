//! `database.json`: a database's name, identity, record and settings. Read without opening the database.

use crate::files::database_record::{BACKUP_STATUS, BACKUPS, Contents};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use parking_lot::{Mutex, RwLock};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::error::EngineError;
use crate::extensions::expiration::{Expiration, Refresh};
use crate::extensions::revisions::{RevisionsConfiguration, RevisionsOfCollection};
use crate::extensions::time_series::configuration::TimeSeriesConfiguration;
use crate::files::settings::{DataArchival, DocumentsCompression};
use crate::index_definition::IndexDefinition;
use rookery_storage::Disk;
use rookery_storage::IoRecorder;
use rookery_storage::StorageError;
use rookery_storage::replace_file;

/// The file's name in the database's folder.
pub(crate) const FILE_NAME: &str = "database.json";
const VERSION: u32 = 1;

/// The file and its current contents.
pub(crate) struct DatabaseFile {
    path: PathBuf,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    contents: Mutex<Contents>,
    /// Read for every batch of changes, so it is kept as read from the record.
    revisions: RwLock<Option<Arc<RevisionsConfiguration>>>,
}

impl DatabaseFile {
    /// Writes the file of a new database.
    pub(crate) fn create(
        folder: &Path,
        contents: Contents,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
    ) -> Result<Self, EngineError> {
        let file = Self::over(folder.join(FILE_NAME), disk, recorder, contents.clone());
        file.write(&contents)?;
        Ok(file)
    }

    /// Reads the file of an existing database.
    pub(crate) fn read(
        folder: &Path,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
    ) -> Result<Self, EngineError> {
        let path = folder.join(FILE_NAME);
        let bytes = disk.read(&path).map_err(EngineError::io(&path, "read"))?;
        let corrupt = |error: serde_json::Error| StorageError::Corrupt {
            path: path.clone(),
            reason: format!("{error}. Restore it from a copy; the data next to it is unchanged"),
        };
        #[derive(Deserialize)]
        struct OnlyVersion {
            version: u32,
        }
        let OnlyVersion { version } = serde_json::from_slice(&bytes).map_err(corrupt)?;
        if version > VERSION {
            return Err(StorageError::TooNew { path, found: version, supported: VERSION }.into());
        }
        let contents: Contents = serde_json::from_slice(&bytes).map_err(corrupt)?;
        Ok(Self::over(path, disk, recorder, contents))
    }

    fn over(path: PathBuf, disk: Arc<dyn Disk>, recorder: IoRecorder, contents: Contents) -> Self {
        let revisions = RwLock::new(revisions_of(&contents));
        Self { path, disk, recorder, contents: Mutex::new(contents), revisions }
    }

    pub(crate) fn contents(&self) -> Contents {
        self.contents.lock().clone()
    }

    pub(crate) fn name(&self) -> String {
        self.contents.lock().name.clone()
    }

    /// The database's id as change vectors carry it: 22 characters.
    pub(crate) fn id_text(&self) -> String {
        base64::engine::general_purpose::STANDARD_NO_PAD.encode(self.contents.lock().id.as_bytes())
    }

    pub(crate) fn disabled(&self) -> bool {
        self.contents.lock().record.get("Disabled").and_then(Value::as_bool).unwrap_or(false)
    }

    /// A member of the record.
    pub(crate) fn member(&self, name: &str) -> Option<Value> {
        self.contents.lock().record.get(name).cloned()
    }

    /// The `Etag` of a member of the record.
    pub(crate) fn member_etag(&self, name: &str) -> Option<i64> {
        self.contents.lock().record.get(name)?.get("Etag")?.as_i64()
    }

    pub(crate) fn documents_compression(&self) -> Option<DocumentsCompression> {
        self.setting("DocumentsCompression")
    }

    pub(crate) fn data_archival(&self) -> Option<DataArchival> {
        self.setting("DataArchival")
    }

    pub(crate) fn expiration(&self) -> Option<Expiration> {
        self.setting("Expiration")
    }

    pub(crate) fn refresh(&self) -> Option<Refresh> {
        self.setting("Refresh")
    }

    pub(crate) fn time_series(&self) -> Option<TimeSeriesConfiguration> {
        self.setting("TimeSeries")
    }

    pub(crate) fn compresses_revisions(&self) -> bool {
        self.documents_compression().is_some_and(|settings| settings.compress_revisions)
    }

    /// The indexes; those with unreadable definitions are skipped.
    pub(crate) fn indexes(&self) -> Vec<IndexDefinition> {
        let all = |member| self.setting::<serde_json::Map<String, Value>>(member).unwrap_or_default();
        let auto = all("AutoIndexes").into_iter().filter_map(|(_, index)| {
            if index.get("GroupBy").is_some() {
                return serde_json::from_value(index).map(IndexDefinition::Grouped).ok();
            }
            serde_json::from_value(index).map(IndexDefinition::Auto).ok()
        });
        let written = all("Indexes").into_iter().filter_map(|(_, index)| serde_json::from_value(index).ok());
        auto.chain(written.map(|index| IndexDefinition::Static(Box::new(index)))).collect()
    }

    pub(crate) fn revisions_for_conflicts(&self) -> Option<RevisionsOfCollection> {
        self.setting("RevisionsForConflicts")
    }

    pub(crate) fn revisions(&self) -> Option<Arc<RevisionsConfiguration>> {
        self.revisions.read().clone()
    }

    /// Changes the record; it is durable when this returns. `change` may fail.
    pub(crate) fn update(
        &self,
        etag: i64,
        change: impl FnOnce(&mut Contents) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let mut contents = self.contents.lock();
        let mut changed = contents.clone();
        change(&mut changed)?;
        changed.etag = etag;
        self.write(&changed)?;
        *self.revisions.write() = revisions_of(&changed);
        *contents = changed;
        Ok(())
    }

    /// As [`DatabaseFile::update`] without a new etag: for members that clients neither read nor write.
    pub(crate) fn note(&self, member: &str, value: Value) -> Result<(), EngineError> {
        let mut contents = self.contents.lock();
        let mut changed = contents.clone();
        changed.record.insert(member.to_owned(), value);
        self.write(&changed)?;
        *contents = changed;
        Ok(())
    }

    fn setting<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        setting(&self.contents.lock(), name)
    }

    fn write(&self, contents: &Contents) -> Result<(), EngineError> {
        let mut text = serde_json::to_vec_pretty(contents).expect("maps with text keys always become JSON");
        text.push(b'\n');
        Ok(replace_file(&self.path, &text, &*self.disk, &self.recorder)?)
    }
}

fn setting<T: serde::de::DeserializeOwned>(contents: &Contents, name: &str) -> Option<T> {
    let value = contents.record.get(name).filter(|value| !value.is_null())?;
    // Checked when the record was accepted.
    T::deserialize(value.clone()).ok()
}

fn revisions_of(contents: &Contents) -> Option<Arc<RevisionsConfiguration>> {
    setting(contents, "Revisions").map(Arc::new)
}

/// A new database's contents.
pub(crate) fn new_contents(
    name: &str,
    mut record: serde_json::Map<String, Value>,
    etag: i64,
    now: time::OffsetDateTime,
) -> Contents {
    record.insert("DatabaseName".to_owned(), Value::String(name.to_owned()));
    Contents {
        version: VERSION,
        name: name.to_owned(),
        id: Uuid::new_v4(),
        journal_id: Uuid::new_v4(),
        created_at: crate::document::date::to_text(now),
        etag,
        record,
    }
}

/// The contents of a database that is restored under `name`: with its id, which its change vectors contain, and a
/// journal of its own. Its journals are next to its data file, since the former path may be in use or elsewhere.
pub(crate) fn restored_contents(
    path: &Path,
    mut contents: Contents,
    name: &str,
    etag: i64,
) -> Result<Contents, EngineError> {
    if contents.version > VERSION {
        let path = path.to_owned();
        return Err(StorageError::TooNew { path, found: contents.version, supported: VERSION }.into());
    }
    contents.record.insert("DatabaseName".to_owned(), Value::String(name.to_owned()));
    contents.record.remove("Disabled");
    // A copy does not write backups where the first database does.
    contents.record.remove(BACKUPS);
    contents.record.remove(BACKUP_STATUS);
    crate::files::journals_path::forget(&mut contents.record);
    check_record(&contents.record)?;
    Ok(Contents { name: name.to_owned(), journal_id: Uuid::new_v4(), etag, ..contents })
}

/// The valid values of `LockMode` in a record.
const LOCK_MODES: [&str; 3] = ["Unlock", "PreventDeletesIgnore", "PreventDeletesError"];

/// Rejects a record with unsupported settings.
pub(crate) fn check_record(record: &serde_json::Map<String, Value>) -> Result<(), EngineError> {
    let refuse = |setting: &'static str, error: serde_json::Error| EngineError::BadConfiguration {
        setting,
        reason: error.to_string(),
    };
    let part = |name: &str| record.get(name).filter(|value| !value.is_null()).cloned();
    if let Some(value) = part("DocumentsCompression") {
        DocumentsCompression::deserialize(value).map_err(|error| refuse("documents compression", error))?;
    }
    if let Some(mode) = part("LockMode")
        && !mode.as_str().is_some_and(|mode| LOCK_MODES.contains(&mode))
    {
        return Err(EngineError::BadConfiguration {
            setting: "lock mode",
            reason: format!("{mode} is not one of {}", LOCK_MODES.join(", ")),
        });
    }
    crate::files::journals_path::check(record)?;
    crate::files::journal_size::check(record)?;
    if let Some(value) = part("DataArchival") {
        DataArchival::deserialize(value).map_err(|error| refuse("data archival", error))?.check()?;
    }
    if let Some(value) = part("Expiration") {
        Expiration::deserialize(value).map_err(|error| refuse("expiration", error))?.check()?;
    }
    if let Some(value) = part("Refresh") {
        Refresh::deserialize(value).map_err(|error| refuse("refresh", error))?.check()?;
    }
    if let Some(value) = part("RevisionsForConflicts") {
        let of = RevisionsOfCollection::deserialize(value).map_err(|error| refuse("revisions", error))?;
        of.check("conflicts")?;
    }
    if let Some(value) = part("Revisions") {
        RevisionsConfiguration::deserialize(value).map_err(|error| refuse("revisions", error))?.check()?;
    }
    if let Some(value) = part("TimeSeries") {
        TimeSeriesConfiguration::deserialize(value).map_err(|error| refuse("time series", error))?.check()?;
    }
    Ok(())
}

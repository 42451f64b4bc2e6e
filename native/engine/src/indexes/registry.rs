//! The indexes of one database: finds, creates and removes them, starts and ends their threads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

use parking_lot::{Mutex, RwLock};
use rookery_index::Index;
use rookery_storage::{EnvironmentType, is_in_use};

use super::build;
use super::folder_name::{self, folder_name};
use super::folder_removal::{self, FolderRemoval};
use super::handle::{IndexFiles, IndexHandle};
use super::map_errors::MapErrors;
use super::scripts::Scripts;
use crate::base::changes::IndexChangeKind;
use crate::document::ids;
use crate::error::EngineError;
use crate::files::server_file::ServerFile;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::IndexAdminState;
use crate::index_definition::replacement_name::{replaced_by, replacement_of};
use crate::state::core::{Core, thread_name};

/// The indexes of one database.
pub(crate) struct Indexes {
    me: Weak<Self>,
    raft: Arc<ServerFile>,
    /// By name in lower case.
    pub(crate) handles: RwLock<BTreeMap<String, Arc<IndexHandle>>>,
    threads: Mutex<Vec<(JoinHandle<()>, Weak<IndexHandle>)>>,
    /// New indexes are refused. Changed while `handles` is locked.
    is_closed: AtomicBool,
    /// Definitions whose files could not be opened, and why.
    faulty: Mutex<Vec<(IndexDefinition, String)>>,
    /// Held while indexes are created, replaced or removed.
    pub(crate) changing: Mutex<()>,
    /// All are paused; new ones start paused.
    pub(crate) paused: AtomicBool,
}

impl Indexes {
    pub(crate) fn new(raft: Arc<ServerFile>) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            me: me.clone(),
            raft,
            handles: RwLock::default(),
            threads: Mutex::default(),
            is_closed: AtomicBool::new(false),
            faulty: Mutex::default(),
            changing: Mutex::default(),
            paused: AtomicBool::new(false),
        })
    }

    pub(crate) fn next_raft_index(&self) -> Result<i64, EngineError> {
        self.raft.next_index()
    }

    /// Opens the defined indexes and removes the files of deleted ones.
    pub(crate) fn open(
        &self,
        core: &Arc<Core>,
        definitions: Vec<IndexDefinition>,
    ) -> Result<(), EngineError> {
        let _changing = self.changing.lock();
        let folder = folder(core);
        if core.disk.has_real_files() && folder.is_dir() {
            let entries = core.disk.list(&folder).map_err(EngineError::io(&folder, "list"))?;
            let names: Vec<_> = entries.into_iter().map(|entry| entry.name).collect();
            for definition in definitions.iter().map(under_its_name) {
                folder_name::rename_former(&*core.disk, &folder, &names, &definition)?;
            }
            let wanted: Vec<PathBuf> =
                definitions.iter().map(|known| folder.join(folder_name(&under_its_name(known)))).collect();
            for entry in core.disk.list(&folder).map_err(EngineError::io(&folder, "list"))? {
                let path = folder.join(&entry.name);
                // A mark that cannot be read is an error of the index, reported when it opens below.
                let is_marked = folder_removal::is_marked(&*core.disk, &path).unwrap_or(false);
                if entry.is_folder && (is_marked || !wanted.contains(&folder_removal::base_of(&path))) {
                    match core.disk.remove_folder(&path) {
                        Err(error) if is_marked && is_in_use(&error) => {}
                        removed => removed.map_err(EngineError::io(&path, "delete"))?,
                    }
                }
            }
            for base in &wanted {
                folder_removal::take_base_name(&*core.disk, base)?;
            }
        }
        for definition in definitions {
            // Documents do not depend on an index: a failed one stays listed, with its error.
            if let Err(error) = self.begin(core, definition.clone()) {
                self.faulty.lock().push((definition, error.to_string()));
            }
        }
        Ok(())
    }

    /// Removes an index with its files, and with its replacement. Returns whether there was one.
    pub(crate) fn remove(&self, core: &Arc<Core>, name: &str) -> Result<bool, EngineError> {
        let _changing = self.changing.lock();
        let found = self.get(name);
        let lock = found.as_ref().map(|handle| handle.admin_state.lock().lock_mode).unwrap_or_default();
        // Spelled as the index is.
        let spelled = found.map(|handle| handle.name()).or_else(|| {
            let faulty = self.faulty();
            let faulty = faulty.iter().find(|(known, _)| ids::same_ignoring_case(known.name(), name));
            faulty.map(|(known, _)| known.name().to_owned())
        });
        let spelled = spelled.unwrap_or_else(|| name.to_owned());
        let name = spelled.as_str();
        if !lock.check_allows(name, "deleted")? {
            return Ok(true);
        }
        let mut left = self.definitions();
        let count = left.len();
        let beside = replacement_of(name);
        left.retain(|known| !is_same_index(known.name(), name));
        if left.len() == count {
            return Ok(false);
        }
        left.retain(|known| !ids::same_ignoring_case(known.name(), &beside));
        // Without the replacement, the history still records it.
        let again =
            replaced_by(name).and_then(|replaced| self.get(replaced)).map(|handle| handle.definition_now());
        let noted = match &again {
            Some(IndexDefinition::Static(index)) => Some(&**index),
            _ => None,
        };
        self.save(core, &left, noted)?;
        self.forget_faulty(name);
        let handle = self.handles.write().remove(&key_of_index(name));
        if let Some(handle) = &handle {
            core.notify_index_change(IndexChangeKind::IndexRemoved, &handle.name());
        }
        self.drop_replacement(core, name)?;
        handle.map_or(Ok(()), |handle| self.end(core, &handle))?;
        Ok(true)
    }

    /// Rebuilds an index from scratch. Returns whether there is one of that name.
    pub(crate) fn reset(
        &self,
        core: &Arc<Core>,
        name: &str,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<bool, EngineError> {
        let _changing = self.changing.lock();
        let Some(handle) = self.get(name) else { return Ok(false) };
        self.handles.write().remove(&key_of_index(&handle.name()));
        self.end(core, &handle)?;
        // Resetting an index enables it.
        let before = *handle.admin_state.lock();
        let admin_state = IndexAdminState { disabled: false, ..before };
        self.begin(core, handle.definition_now().with_admin_state(admin_state))?;
        if before != admin_state {
            save(&self.definitions())?;
        }
        Ok(true)
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<IndexHandle>> {
        let handles = self.handles.read();
        let of_any_case = || handles.values().find(|handle| ids::same_ignoring_case(&handle.name(), name));
        handles.get(&key_of_index(name)).or_else(of_any_case).cloned()
    }

    pub(crate) fn definitions(&self) -> Vec<IndexDefinition> {
        let mut all: Vec<_> = self.handles.read().values().map(|handle| handle.definition_now()).collect();
        all.extend(self.faulty().into_iter().map(|(definition, _)| definition));
        all
    }

    /// Indexes whose files could not be opened, and why.
    pub(crate) fn faulty(&self) -> Vec<(IndexDefinition, String)> {
        self.faulty.lock().clone()
    }

    pub(crate) fn forget_faulty(&self, name: &str) {
        self.faulty.lock().retain(|(known, _)| !ids::same_ignoring_case(known.name(), name));
    }

    pub(crate) fn all(&self) -> Vec<Arc<IndexHandle>> {
        self.handles.read().values().cloned().collect()
    }

    /// Ends every thread and waits for it. Uncommitted changes are indexed again after the next opening.
    pub(crate) fn close(&self, core: &Core) {
        {
            // From here on no thread is begun.
            let _handles = self.handles.write();
            self.is_closed.store(true, Ordering::Release);
        }
        let threads = std::mem::take(&mut *self.threads.lock());
        for handle in threads.iter().filter_map(|(_, handle)| handle.upgrade()) {
            handle.stop.store(true, Ordering::Release);
        }
        core.signal.call();
        for (thread, handle) in threads {
            if handle.upgrade().is_some_and(|handle| !handle.wait_for_end()) {
                continue;
            }
            // A thread that panicked has printed it on stderr.
            let _ = thread.join();
        }
    }

    pub(crate) fn begin(
        &self,
        core: &Arc<Core>,
        definition: IndexDefinition,
    ) -> Result<Arc<IndexHandle>, EngineError> {
        let is_side_by_side = replaced_by(definition.name()).is_some();
        let definition = under_its_name(&definition);
        let scripts = match &definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => None,
            IndexDefinition::Static(index) => Some(Scripts::read(index).map_err(|error| {
                EngineError::BadIndex { index: index.name.clone(), reason: error.to_string() }
            })?),
        };
        let base = folder(core).join(folder_name(&definition));
        let folder = folder_removal::unmarked(&*core.disk, &base).map_err(EngineError::io(&base, "open"))?;
        let hold = core.tombstone_holds.hold(definition.name(), None);
        let recorder = core.metrics.environment(&folder, EnvironmentType::Index);
        let (index, rebuilt) = match Index::open_recorded(&folder, recorder.clone()) {
            Ok(index) => (index, None),
            // The files of an index can always be rebuilt.
            Err(error) if folder.is_dir() => {
                core.disk.remove_folder(&folder).map_err(EngineError::io(&folder, "delete"))?;
                let index = Index::open_recorded(&folder, recorder).map_err(EngineError::Index)?;
                (index, Some(error.to_string()))
            }
            Err(error) => return Err(EngineError::Index(error)),
        };
        let paused = self.paused.load(Ordering::Acquire);
        let errors = MapErrors::open(&*core.disk, index.folder());
        let removal = FolderRemoval::new(core.disk.clone(), &folder);
        let files = IndexFiles { index, removal, errors, rebuilt };
        let handle = Arc::new(IndexHandle::new(definition, is_side_by_side, scripts, files, hold, paused));
        let (shared, shared_core, me) = (handle.clone(), core.clone(), self.me.clone());
        let caught_up = move |core: &Core, handle: &Arc<IndexHandle>| match me.upgrade() {
            Some(indexes) => indexes.take_place_if_caught_up(core, handle),
            None => Ok(()),
        };
        let name = thread_name("index", &core.name);
        // Closing stops the threads of the indexes that it finds: a query can begin one at the same time.
        let mut handles = self.handles.write();
        if self.is_closed.load(Ordering::Acquire) {
            return Err(EngineError::Closed(core.name.clone()));
        }
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || build::run(&shared_core, &shared, caught_up))
            .map_err(EngineError::io(&folder, "start a thread for"))?;
        self.threads.lock().push((thread, Arc::downgrade(&handle)));
        let former = handles.insert(key_of_index(&handle.name()), handle.clone());
        debug_assert!(former.is_none(), "two indexes are named {}", handle.name());
        Ok(handle)
    }

    /// Ends an index's thread and deletes its files. Queries that still hold it can read it where open files
    /// stay readable.
    pub(crate) fn end(&self, core: &Core, handle: &IndexHandle) -> Result<(), EngineError> {
        handle.stop.store(true, Ordering::Release);
        core.signal.call();
        handle.wait_for_end();
        // Its thread may keep the handle a moment longer.
        handle.hold.release_hold();
        let folder = handle.index.folder();
        handle.removal.request().map_err(EngineError::io(folder, "delete"))?;
        core.metrics.environment(folder, EnvironmentType::Index).forget();
        Ok(())
    }
}

/// The key of an index in the registry, which is in the order of names without case. Names of automatic indexes keep their
/// case behind it: fields that differ only in case are different fields.
pub(crate) fn key_of_index(name: &str) -> String {
    let key = ids::key_of(name);
    if name.starts_with("Auto/") { format!("{key}\0{name}") } else { key }
}

/// Whether both names are of one index.
fn is_same_index(one: &str, other: &str) -> bool {
    key_of_index(one) == key_of_index(other)
}

/// The folder of the indexes' files.
pub(crate) fn folder(core: &Core) -> PathBuf {
    core.folder.join("indexes")
}

/// A definition with the present or future name of its index.
fn under_its_name(definition: &IndexDefinition) -> IndexDefinition {
    let definition = definition.clone();
    match replaced_by(definition.name()).map(str::to_owned) {
        Some(name) => definition.named(name),
        None => definition,
    }
}

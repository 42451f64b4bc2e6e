//! The indexes of one database: found, made, removed, their threads begun and ended.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

use parking_lot::{Mutex, RwLock};
use rookery_index::Index;

use super::build;
use super::definition::{AutoField, AutoIndex, IndexDefinition};
use super::grouped_index::{GroupWork, GroupedIndex};
use super::replacing::{replaced_by, replacement_of};
use super::scripts::Scripts;
use super::slot::Slot;
use super::standing::{IndexPriority, Standing};
use crate::changes::IndexChangeKind;
use crate::database::{Core, thread_name};
use crate::error::EngineError;
use crate::server_file::ServerFile;
use crate::{date, ids};

/// The indexes of one database.
pub(crate) struct Indexes {
    me: Weak<Self>,
    raft: Arc<ServerFile>,
    /// By name in lower case.
    pub(super) slots: RwLock<BTreeMap<String, Arc<Slot>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Definitions whose files could not be opened, and why.
    faulty: Mutex<Vec<(IndexDefinition, String)>>,
    /// Held while indexes come and go.
    pub(super) changing: Mutex<()>,
    /// All were stopped; those made from now on are too.
    pub(super) paused: AtomicBool,
}

impl Indexes {
    pub(crate) fn new(raft: Arc<ServerFile>) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            me: me.clone(),
            raft,
            slots: RwLock::default(),
            threads: Mutex::default(),
            faulty: Mutex::default(),
            changing: Mutex::default(),
            paused: AtomicBool::new(false),
        })
    }

    pub(super) fn next_raft_index(&self) -> Result<i64, EngineError> {
        self.raft.next_index()
    }

    /// Opens what the definitions speak of, and clears away files of indexes that are no more.
    pub(crate) fn open(
        &self,
        core: &Arc<Core>,
        definitions: Vec<IndexDefinition>,
    ) -> Result<(), EngineError> {
        let _changing = self.changing.lock();
        let folder = folder(core);
        if core.disk.has_real_files() && folder.is_dir() {
            let wanted: Vec<PathBuf> =
                definitions.iter().map(|known| folder.join(folder_name(&under_its_name(known)))).collect();
            for entry in core.disk.list(&folder).map_err(EngineError::io(&folder, "list"))? {
                let path = folder.join(&entry.name);
                if entry.is_folder && !wanted.contains(&path) {
                    core.disk.remove_folder(&path).map_err(EngineError::io(&path, "delete"))?;
                }
            }
        }
        for definition in definitions {
            // Documents do not wait for an index: it stays known, with what is in its way.
            if let Err(error) = self.begin(core, definition.clone()) {
                self.faulty.lock().push((definition, error.to_string()));
            }
        }
        Ok(())
    }

    /// An automatic index that has these fields: the smallest that is up to date, or else the smallest.
    pub(crate) fn covering(
        &self,
        collection: Option<&str>,
        fields: &BTreeMap<String, AutoField>,
        last: i64,
    ) -> Option<Arc<Slot>> {
        let slots = self.slots.read();
        let fitting = slots.values().filter(|slot| {
            slot.definition.auto().is_some_and(|auto| {
                same_collection(auto.collection.as_deref(), collection) && auto.covers(fields)
            })
        });
        let width = |slot: &Slot| slot.definition.auto().map_or(0, |auto| auto.map_fields.len());
        fitting.min_by_key(|slot| (slot.state.lock().progress.complete < last, width(slot))).cloned()
    }

    /// Makes an automatic index with these fields and those of the widest one the collection has, unless one is
    /// there by now. `save` writes all definitions down.
    pub(crate) fn make(
        &self,
        core: &Arc<Core>,
        collection: Option<&str>,
        fields: BTreeMap<String, AutoField>,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<Slot>, EngineError> {
        let _changing = self.changing.lock();
        if let Some(slot) = self.covering(collection, &fields, 0) {
            return Ok(slot);
        }
        let mut fields = fields;
        let definitions = self.definitions();
        let widest = definitions
            .iter()
            .filter_map(IndexDefinition::auto)
            .filter(|known| same_collection(known.collection.as_deref(), collection))
            .max_by_key(|known| known.map_fields.len());
        let widest = widest.cloned();
        for (name, field) in widest.iter().flat_map(|widest| &widest.map_fields) {
            match fields.get_mut(name) {
                Some(known) if known.is_like(field) => {
                    known.exact |= field.exact;
                    known.search |= field.search;
                }
                Some(_) => {}
                None => {
                    fields.insert(name.clone(), field.clone());
                }
            }
        }
        let definition = IndexDefinition::Auto(AutoIndex {
            name: auto_name(collection, &fields),
            collection: collection.map(str::to_owned),
            map_fields: fields,
            created_at: date::to_text(core.clock.now()),
            priority: IndexPriority::default(),
            disabled: false,
            disabled_in_definition: false,
        });
        self.begin_automatic(core, definition, definitions, save)
    }

    /// Begins an index that a query asked for, beside those there are.
    fn begin_automatic(
        &self,
        core: &Arc<Core>,
        definition: IndexDefinition,
        mut definitions: Vec<IndexDefinition>,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<Slot>, EngineError> {
        // What could not be opened before is tried again.
        self.forget_faulty(definition.name());
        definitions.retain(|known| known.name() != definition.name());
        definitions.push(definition.clone());
        save(&definitions)?;
        let slot = self.begin(core, definition)?;
        core.tell_index(IndexChangeKind::IndexAdded, &slot.name());
        Ok(slot)
    }

    /// An automatic index that does this with groups: one that is up to date if there is one, of several the widest.
    pub(crate) fn grouping(
        &self,
        collection: Option<&str>,
        wanted: &GroupWork,
        last: i64,
    ) -> Option<Arc<Slot>> {
        let slots = self.slots.read();
        let fitting = slots.values().filter_map(|slot| {
            let index = slot.definition.grouped()?;
            let fits = same_collection(index.collection.as_deref(), collection) && index.work.covers(wanted);
            fits.then_some((slot, index.work.sums.len()))
        });
        let best = fitting.max_by_key(|(slot, width)| (slot.state.lock().progress.complete >= last, *width));
        best.map(|(slot, _)| slot.clone())
    }

    /// Makes an automatic index that does this and what the widest one with the same groups does, unless one is there
    /// by now. `save` writes all definitions down.
    pub(crate) fn make_grouping(
        &self,
        core: &Arc<Core>,
        collection: Option<&str>,
        wanted: &GroupWork,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<Slot>, EngineError> {
        let _changing = self.changing.lock();
        if let Some(slot) = self.grouping(collection, wanted, 0) {
            return Ok(slot);
        }
        let definitions = self.definitions();
        let alike = definitions.iter().filter_map(IndexDefinition::grouped).filter(|known| {
            same_collection(known.collection.as_deref(), collection) && known.work.groups_like(wanted)
        });
        let widest = alike.max_by_key(|known| known.work.computed().len());
        let index = GroupedIndex::new(collection, wanted, widest, date::to_text(core.clock.now()));
        self.begin_automatic(core, IndexDefinition::Grouped(index), definitions, save)
    }

    /// Takes automatic indexes away that this one can do the work of. Called when it is up to date.
    pub(crate) fn supersede(
        &self,
        core: &Arc<Core>,
        by: &Slot,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let _changing = self.changing.lock();
        let narrower = |slot: &Slot| match (&by.definition, &slot.definition) {
            (IndexDefinition::Auto(wide), IndexDefinition::Auto(auto)) => {
                auto.name != wide.name
                    && same_collection(auto.collection.as_deref(), wide.collection.as_deref())
                    && wide.covers(&auto.map_fields)
            }
            (IndexDefinition::Grouped(wide), IndexDefinition::Grouped(other)) => {
                other.name != wide.name
                    && same_collection(other.collection.as_deref(), wide.collection.as_deref())
                    && wide.work.covers(&other.work)
            }
            _ => false,
        };
        let superseded: Vec<Arc<Slot>> =
            self.slots.read().values().filter(|slot| narrower(slot)).cloned().collect();
        if superseded.is_empty() {
            return Ok(());
        }
        let gone: Vec<&str> = superseded.iter().map(|slot| slot.definition.name()).collect();
        let mut left = self.definitions();
        left.retain(|known| !gone.contains(&known.name()));
        save(&left)?;
        for slot in &superseded {
            self.slots.write().remove(&ids::key_of(slot.definition.name()));
            core.tell_index(IndexChangeKind::IndexRemoved, &slot.name());
            self.end(core, slot)?;
        }
        Ok(())
    }

    /// Removes an index with its files, and with one that is built to replace it. Says whether there was one.
    pub(crate) fn remove(&self, core: &Arc<Core>, name: &str) -> Result<bool, EngineError> {
        let _changing = self.changing.lock();
        let lock = self.get(name).map(|slot| slot.standing.lock().lock_mode).unwrap_or_default();
        if !lock.lets(name, "deleted")? {
            return Ok(true);
        }
        let mut left = self.definitions();
        let count = left.len();
        let beside = replacement_of(name);
        left.retain(|known| !ids::same_ignoring_case(known.name(), name));
        if left.len() == count {
            return Ok(false);
        }
        left.retain(|known| !ids::same_ignoring_case(known.name(), &beside));
        // What was to come is no more: the history says so.
        let again =
            replaced_by(name).and_then(|replaced| self.get(replaced)).map(|slot| slot.definition_now());
        let noted = match &again {
            Some(IndexDefinition::Static(index)) => Some(&**index),
            _ => None,
        };
        self.save(core, &left, noted)?;
        self.forget_faulty(name);
        let slot = self.slots.write().remove(&ids::key_of(name));
        if let Some(slot) = &slot {
            core.tell_index(IndexChangeKind::IndexRemoved, &slot.name());
        }
        self.drop_replacement(core, name)?;
        slot.map_or(Ok(()), |slot| self.end(core, &slot))?;
        Ok(true)
    }

    /// Builds an index again from nothing. Says whether there is one of that name.
    pub(crate) fn reset(
        &self,
        core: &Arc<Core>,
        name: &str,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<bool, EngineError> {
        let _changing = self.changing.lock();
        let Some(slot) = self.get(name) else { return Ok(false) };
        self.slots.write().remove(&ids::key_of(name));
        self.end(core, &slot)?;
        // Whoever builds an index anew wants it to work.
        let before = *slot.standing.lock();
        let standing = Standing { disabled: false, ..before };
        self.begin(core, slot.definition_now().standing_as(standing))?;
        if before != standing {
            save(&self.definitions())?;
        }
        Ok(true)
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<Slot>> {
        self.slots.read().get(&ids::key_of(name)).cloned()
    }

    pub(super) fn definitions(&self) -> Vec<IndexDefinition> {
        let mut all: Vec<_> = self.slots.read().values().map(|slot| slot.definition_now()).collect();
        all.extend(self.faulty().into_iter().map(|(definition, _)| definition));
        all
    }

    /// Those whose files could not be opened, and why.
    pub(crate) fn faulty(&self) -> Vec<(IndexDefinition, String)> {
        self.faulty.lock().clone()
    }

    pub(super) fn forget_faulty(&self, name: &str) {
        self.faulty.lock().retain(|(known, _)| !ids::same_ignoring_case(known.name(), name));
    }

    pub(crate) fn all(&self) -> Vec<Arc<Slot>> {
        self.slots.read().values().cloned().collect()
    }

    /// Ends every thread and waits for it. What was not committed is indexed again after the next opening.
    pub(crate) fn close(&self, core: &Core) {
        for slot in self.slots.read().values() {
            slot.stop.store(true, Ordering::Release);
        }
        core.signal.call();
        for thread in std::mem::take(&mut *self.threads.lock()) {
            // A thread that panicked has told so on stderr.
            let _ = thread.join();
        }
    }

    pub(super) fn begin(
        &self,
        core: &Arc<Core>,
        definition: IndexDefinition,
    ) -> Result<Arc<Slot>, EngineError> {
        let replacing = replaced_by(definition.name()).is_some();
        let definition = under_its_name(&definition);
        let scripts = match &definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => None,
            IndexDefinition::Static(index) => Some(Scripts::read(index).map_err(|error| {
                EngineError::BadIndex { index: index.name.clone(), reason: error.to_string() }
            })?),
        };
        let folder = folder(core).join(folder_name(&definition));
        let hold = core.hold_tombstones(definition.name(), None);
        let (index, rebuilt) = match Index::open(&folder) {
            Ok(index) => (index, None),
            // Files of an index can always be made again.
            Err(error) if folder.is_dir() => {
                core.disk.remove_folder(&folder).map_err(EngineError::io(&folder, "delete"))?;
                (Index::open(&folder).map_err(EngineError::Index)?, Some(error.to_string()))
            }
            Err(error) => return Err(EngineError::Index(error)),
        };
        let paused = self.paused.load(Ordering::Acquire);
        let slot = Arc::new(Slot::new(definition, replacing, scripts, index, hold, rebuilt, paused));
        let (shared, core, me) = (slot.clone(), core.clone(), self.me.clone());
        let name = thread_name("index", &core.name);
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || build::run(&core, &shared, &me))
            .map_err(EngineError::io(&folder, "start a thread for"))?;
        self.threads.lock().push(thread);
        self.slots.write().insert(ids::key_of(&slot.name()), slot.clone());
        Ok(slot)
    }

    /// Ends an index's thread and deletes its files. Queries that hold it still can read it where files stay readable
    /// while they are open.
    pub(super) fn end(&self, core: &Core, slot: &Slot) -> Result<(), EngineError> {
        slot.stop.store(true, Ordering::Release);
        core.signal.call();
        let mut state = slot.state.lock();
        while !state.ended {
            slot.news.wait(&mut state);
        }
        drop(state);
        // Its thread may keep the slot a moment longer.
        slot.hold.let_go();
        let folder = slot.index.folder();
        core.disk.remove_folder(folder).map_err(EngineError::io(folder, "delete"))
    }
}

fn folder(core: &Core) -> PathBuf {
    core.folder.join("indexes")
}

/// A definition with the name its index has, or is to have.
fn under_its_name(definition: &IndexDefinition) -> IndexDefinition {
    let definition = definition.clone();
    match replaced_by(definition.name()).map(str::to_owned) {
        Some(name) => definition.named(name),
        None => definition,
    }
}

/// Letters and digits of the name, and a checksum of name and definition: another definition has other files.
fn folder_name(definition: &IndexDefinition) -> String {
    let text = match definition {
        IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => {
            definition.clone().standing_as(Standing::default()).to_json().to_string()
        }
        IndexDefinition::Static(index) if index.build == 0 => index.essence().to_string(),
        IndexDefinition::Static(index) => format!("{}{}", index.essence(), index.build),
    };
    let plain: String = definition
        .name()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(60)
        .collect();
    format!("{plain}-{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

pub(super) fn same_collection(left: Option<&str>, right: Option<&str>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => ids::same_ignoring_case(left, right),
        (None, None) => true,
        _ => false,
    }
}

/// `Auto/Orders/ByCompanyAndSearch(Name)AndExact(Name)AndSpatial.point(Lat|Lng)`.
fn auto_name(collection: Option<&str>, fields: &BTreeMap<String, AutoField>) -> String {
    let mut parts: Vec<String> = fields
        .iter()
        .map(|(name, field)| match (field.search, field.exact) {
            _ if field.spatial => name.replacen('s', "S", 1).replace(", ", "|"),
            (false, false) => name.clone(),
            (false, true) => format!("Exact({name})"),
            (true, false) => format!("Search({name})"),
            (true, true) => format!("Search({name})AndExact({name})"),
        })
        .collect();
    parts.sort_unstable();
    format!("Auto/{}/By{}", collection.unwrap_or("AllDocs"), parts.join("And"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_the_server_gives_them() {
        let field = |path: &str, exact| {
            let path_of = |path: &str| path.split('.').map(str::to_owned).collect();
            (path.to_owned(), AutoField { exact, ..AutoField::plain(path_of(path)) })
        };
        let fields = BTreeMap::from([field("Name", false), field("Lines.Count", false)]);
        assert_eq!(auto_name(Some("Orders"), &fields), "Auto/Orders/ByLines.CountAndName");
        assert_eq!(auto_name(None, &BTreeMap::from([field("Name", true)])), "Auto/AllDocs/ByExact(Name)");
        let (name, mut text) = field("Text", true);
        text.search = true;
        let lng = Some(vec!["Lng".to_owned()]);
        let place = AutoField { spatial: true, longitude: lng, ..AutoField::plain(vec!["Lat".to_owned()]) };
        let fields = BTreeMap::from([
            ("spatial.point(Lat, Lng)".to_owned(), place),
            field("Code", false),
            field("Zed", false),
            (name, text),
        ]);
        assert_eq!(
            auto_name(Some("Items"), &fields),
            "Auto/Items/ByCodeAndSearch(Text)AndExact(Text)AndSpatial.point(Lat|Lng)AndZed"
        );
    }
}

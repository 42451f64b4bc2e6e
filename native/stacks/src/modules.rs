//! Maps an address in a process to its file, and caches the files read so far.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use crate::elf::NameCache;
use crate::elf::{FileIdentity, Image, Source, open_regular, read_file};
use crate::maps::{Mapping, Maps};

/// The kernel's own small library, mapped into every process from no file.
const VDSO: &str = "[vdso]";
const MOST_VDSO_BYTES: u64 = 1 << 20;
/// Line tables and symbols kept in memory between captures, all files together.
const MOST_KEPT_BYTES: usize = 192 << 20;
/// Files names at all.
const MOST_IMAGES: usize = 512;

/// Which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ImageKey {
    File(FileIdentity),
    Vdso,
}

/// The files read so far; lives as long as the program.
#[derive(Default)]
pub(crate) struct ImageStore {
    images: HashMap<ImageKey, Stored>,
    round: u64,
    /// What earlier runs of the program worked out.
    cache: Option<NameCache>,
}

struct Stored {
    image: Image,
    last_used: u64,
}

impl ImageStore {
    /// An empty store that also remembers what earlier runs worked out.
    pub fn with_cache(cache: Option<NameCache>) -> Self {
        Self { cache, ..Self::default() }
    }

    /// Forgets everything in memory.
    pub fn clear(&mut self) {
        *self = Self::with_cache(self.cache.take());
    }

    /// Sets the cache of names.
    pub fn set_cache(&mut self, cache: Option<NameCache>) {
        self.cache = cache;
    }

    /// A file read before.
    pub fn get(&mut self, key: ImageKey) -> Option<&mut Image> {
        let round = self.round;
        self.images.get_mut(&key).map(|stored| {
            stored.last_used = round;
            &mut stored.image
        })
    }

    fn open(&mut self, pid: u32, mapping: &Mapping) -> io::Result<ImageKey> {
        let (key, source) = locate(pid, mapping)?;
        if self.get(key).is_none() {
            let mut image = Image::read(source)?;
            if let Some(cache) = &self.cache {
                image.load_names(cache);
            }
            self.images.insert(key, Stored { image, last_used: self.round });
        }
        Ok(key)
    }

    /// Ends a capture: frees the tables of the files used longest ago until the rest fits the budget.
    pub fn end_round(&mut self) {
        self.round += 1;
        if let Some(cache) = &self.cache {
            self.images.values_mut().for_each(|stored| stored.image.save_names(cache));
        }
        let mut kept = 0usize;
        let mut order: Vec<_> = self.images.iter().map(|(key, stored)| (stored.last_used, *key)).collect();
        order.sort_unstable_by_key(|(last_used, _)| std::cmp::Reverse(*last_used));
        for (place, (_, key)) in order.into_iter().enumerate() {
            if place >= MOST_IMAGES {
                self.images.remove(&key);
                continue;
            }
            let Some(stored) = self.images.get_mut(&key) else { continue };
            let weight = stored.image.weight();
            if kept + weight > MOST_KEPT_BYTES {
                stored.image.forget_tables();
            } else {
                kept += weight;
            }
        }
    }
}

/// One mapped piece of code.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    /// The path as the process sees it; absent for code that comes from no file.
    pub path: Option<String>,
    /// The mapping's addresses.
    pub start: u64,
    pub end: u64,
    /// The file's content, if it could be had, and what to take from a process address to get a file address.
    pub image: Option<(ImageKey, u64)>,
    /// Why its content could not be had.
    pub error: Option<ModuleError>,
}

/// Why nothing is known of a piece of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ModuleError {
    /// It was made at run time, by a just-in-time compiler.
    MadeAtRunTime,
    /// Its file could not be used, for this reason.
    Unreadable(String),
}

/// The modules of one process during one capture, looked up on demand.
pub(crate) struct Modules<'a> {
    pid: u32,
    maps: &'a Maps,
    found: HashMap<usize, Module>,
}

impl<'a> Modules<'a> {
    pub fn new(pid: u32, maps: &'a Maps) -> Self {
        Self { pid, maps, found: HashMap::new() }
    }

    /// The code that holds an address; absent if the process has no code there.
    pub fn at(&mut self, address: u64, store: &mut ImageStore) -> Option<&Module> {
        let index = self.maps.index_of(address)?;
        if !self.found.contains_key(&index) {
            let mapping = self.maps.get(index).filter(|mapping| mapping.executable)?;
            self.found.insert(index, describe(self.pid, mapping, store));
        }
        self.found.get(&index)
    }
}

fn describe(pid: u32, mapping: &Mapping, store: &mut ImageStore) -> Module {
    let mut module = Module {
        path: (!mapping.path.is_empty()).then(|| mapping.path.clone()),
        start: mapping.start,
        end: mapping.end,
        image: None,
        error: None,
    };
    if mapping.inode == 0 && mapping.path != VDSO {
        module.error = Some(ModuleError::MadeAtRunTime);
        return module;
    }
    match store.open(pid, mapping) {
        Ok(key) => {
            let bias = store.get(key).and_then(|image| {
                // The vdso is one piece, mapped from its first byte.
                let offset = if key == ImageKey::Vdso { 0 } else { mapping.offset };
                image.bias(mapping.start, offset, mapping.end - mapping.start)
            });
            match bias {
                Some(bias) => module.image = Some((key, bias)),
                None => {
                    module.error = Some(ModuleError::Unreadable("it has no code where it was mapped".into()))
                }
            }
        }
        Err(error) => module.error = Some(ModuleError::Unreadable(error.to_string())),
    }
    module
}

/// Finds the very file that was mapped: by the process's own view of the file system, checked by inode, since
/// a file put in its place later would yield wrong names, which are worse than none.
fn locate(pid: u32, mapping: &Mapping) -> io::Result<(ImageKey, Source)> {
    if mapping.path == VDSO {
        return Ok((ImageKey::Vdso, own_vdso()?));
    }
    let mut candidates = vec![
        PathBuf::from(format!("/proc/{pid}/map_files/{:x}-{:x}", mapping.start, mapping.end)),
        PathBuf::from(format!("/proc/{pid}/exe")),
    ];
    if !mapping.deleted {
        candidates.insert(0, PathBuf::from(format!("/proc/{pid}/root{}", mapping.path)));
        candidates.insert(1, PathBuf::from(&mapping.path));
    }
    for candidate in candidates {
        let Ok(file) = open_regular(&candidate) else { continue };
        let identity = FileIdentity::of(&file.metadata()?);
        if identity.has_inode(mapping.inode) {
            return Ok((ImageKey::File(identity), Source::File(file)));
        }
    }
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        "the file was replaced or removed after the process had loaded it, or may not be opened",
    ))
}

/// The kernel gives every process the same vdso, so our own will do.
fn own_vdso() -> io::Result<Source> {
    let maps = Maps::parse(&std::fs::read("/proc/self/maps")?);
    let vdso =
        maps.named(VDSO).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "this process has none"))?;
    // `/proc/self/mem` has size 0, so its size is not used.
    let memory = std::fs::File::open("/proc/self/mem")?;
    let bytes = read_file(&memory, vdso.start, (vdso.end - vdso.start).min(MOST_VDSO_BYTES))?;
    Ok(Source::Memory(bytes.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn a_function_to_be_named() -> usize {
        std::hint::black_box(2)
    }

    /// Names that function as a capture would; returns its name and the bytes read for it.
    fn named(cache: &NameCache) -> (Option<String>, usize) {
        let address = a_function_to_be_named as fn() -> usize as usize as u64;
        let maps = Maps::parse(&std::fs::read("/proc/self/maps").unwrap());
        let mut store = ImageStore::with_cache(Some(cache.clone()));
        let (key, bias) =
            Modules::new(std::process::id(), &maps).at(address, &mut store).unwrap().image.unwrap();
        let image = store.get(key).unwrap();
        let frames = image.frames_at(address - bias);
        let weight = image.weight();
        store.end_round();
        (frames.last().unwrap().function.clone(), weight)
    }

    #[test]
    fn a_second_start_names_what_the_first_one_named_without_reading_any_table() {
        let folder = std::env::temp_dir().join(format!("rookery-second-start-{}", std::process::id()));
        let cache = NameCache::at(&folder).unwrap();
        let (first, read_first) = named(&cache);
        let (second, read_second) = named(&cache);
        assert!(first.as_deref().is_some_and(|name| name.ends_with("::a_function_to_be_named")), "{first:?}");
        assert_eq!(second, first);
        assert!(read_first > 0 && read_second == 0, "{read_first} and {read_second} bytes of tables");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

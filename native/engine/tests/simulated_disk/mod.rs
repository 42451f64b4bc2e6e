//! An in-memory disk that loses what was not synced when its power is cut.
//!
//! Writes, sizes and names are visible immediately and durable after a sync: of the file for its bytes and
//! size, of the folder for its names. Journals are durable when the write returns, or, when the disk is
//! created that way, after the following sync (as on macOS and Windows). Each call that changes something
//! counts as one operation; at the operation of the cut the power fails: that call and all later ones fail,
//! and [`SimulatedDisk::after_the_cut`] is what the device has then. Of what was not durable each sector,
//! size and name survives or not, independently. The disk can also inject failures: calls that sometimes fail
//! after doing nothing, half or all of their work.

#![allow(dead_code, reason = "each test program uses its part")]

mod content;
mod dice;
mod names;
mod trouble;

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_engine::{Disk, DiskEntry, DiskFile, Purpose};

use content::Content;
pub use content::Survival;
pub use dice::Dice;
use names::{Names, Node};
pub use trouble::Trouble;
use trouble::{Done, Failure};

#[derive(Debug, Clone)]
pub struct SimulatedDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    nodes: Vec<Kept>,
    power: Power,
    /// Operations so far, and a number that depends on every one of them.
    operations: u64,
    trace: u64,
    journals_need_sync: bool,
    trouble: Option<Trouble>,
    read_trouble: Option<Trouble>,
}

#[derive(Debug)]
enum Kept {
    Folder(Names),
    File {
        content: Content,
        locked: bool,
    },
    /// Lost in a power cut.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Power {
    On,
    /// The power fails at the operation after this many.
    GoesAfter(u64),
    Off,
}

const ROOT: Node = 0;

impl SimulatedDisk {
    pub fn new(journals_need_sync: bool) -> Self {
        let nodes = vec![Kept::Folder(Names::default())];
        Self::of(State {
            nodes,
            power: Power::On,
            operations: 0,
            trace: 0,
            journals_need_sync,
            trouble: None,
            read_trouble: None,
        })
    }

    fn of(state: State) -> Self {
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Cuts the power in the middle of an operation, after `operations` more of them.
    pub fn cut_after(&self, operations: u64) {
        let mut state = self.state.lock();
        state.power = Power::GoesAfter(state.operations + operations);
    }

    /// Cuts it now, between two operations.
    pub fn cut_now(&self) {
        self.state.lock().power = Power::Off;
    }

    pub fn is_off(&self) -> bool {
        self.state.lock().power == Power::Off
    }

    pub fn operations(&self) -> u64 {
        self.state.lock().operations
    }

    /// Equal numbers mean the same operations in the same order.
    pub fn trace(&self) -> u64 {
        self.state.lock().trace
    }

    /// From now on calls that change something fail like this; `None` ends the failures.
    pub fn set_trouble(&self, trouble: Option<Trouble>) {
        self.state.lock().trouble = trouble;
    }

    /// From now on calls that read bytes or list names fail like this; `None` ends the failures.
    pub fn set_read_trouble(&self, trouble: Option<Trouble>) {
        self.state.lock().read_trouble = trouble;
    }

    /// The disk after the power is restored.
    pub fn after_the_cut(&self, dice: &mut Dice, survival: &Survival) -> Self {
        let state = self.state.lock();
        assert_eq!(state.power, Power::Off, "the power is still on");
        let mut nodes: Vec<Kept> = state
            .nodes
            .iter()
            .map(|node| match node {
                Kept::Folder(names) => Kept::Folder(names.survivor(dice, survival)),
                Kept::File { content, .. } => {
                    Kept::File { content: content.survivor(dice, survival), locked: false }
                }
                Kept::Gone => Kept::Gone,
            })
            .collect();
        let mut reached = vec![false; nodes.len()];
        let mut to_look_at = vec![ROOT];
        while let Some(node) = to_look_at.pop() {
            reached[node] = true;
            if let Kept::Folder(names) = &nodes[node] {
                to_look_at.extend(names.iter().map(|(_, node)| node));
            }
        }
        for (node, reached) in nodes.iter_mut().zip(reached) {
            if !reached {
                *node = Kept::Gone;
            }
        }
        Self::of(State {
            nodes,
            power: Power::On,
            operations: 0,
            trace: state.trace,
            journals_need_sync: state.journals_need_sync,
            trouble: None,
            read_trouble: None,
        })
    }
}

fn power_is_off() -> io::Error {
    io::Error::other("the power is off")
}

impl State {
    fn check_power(&self) -> io::Result<()> {
        if self.power == Power::Off { Err(power_is_off()) } else { Ok(()) }
    }

    /// Whether bytes and names can be read now.
    fn check_reading(&mut self) -> io::Result<()> {
        self.check_power()?;
        match self.read_trouble.as_mut().and_then(Trouble::strikes) {
            Some(Failure::Nothing(error) | Failure::Half(error) | Failure::All(error)) => Err(error),
            None => Ok(()),
        }
    }

    /// Counts an operation and returns how much of it happens. When the power is cut in the middle of this
    /// one, its changes may reach the device or not, and the caller gets an error.
    fn operation(&mut self, kind: u64, node: Node, size: usize) -> io::Result<Done> {
        self.check_power()?;
        for part in [kind, node as u64, size as u64] {
            self.trace = (self.trace ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
        if self.power == Power::GoesAfter(self.operations) {
            self.power = Power::Off;
            return Ok(Done::Unconfirmed(power_is_off()));
        }
        self.operations += 1;
        match self.trouble.as_mut().and_then(Trouble::strikes) {
            Some(Failure::Nothing(error)) => Err(error),
            Some(Failure::Half(error)) => Ok(Done::Half(error)),
            Some(Failure::All(error)) => Ok(Done::Unconfirmed(error)),
            None => Ok(Done::All),
        }
    }

    fn find(&self, path: &Path) -> io::Result<Node> {
        let mut node = ROOT;
        for part in parts(path) {
            let Kept::Folder(names) = &self.nodes[node] else {
                return Err(io::ErrorKind::NotADirectory.into());
            };
            node = names.find(part).ok_or(io::ErrorKind::NotFound)?;
        }
        Ok(node)
    }

    fn names(&mut self, node: Node) -> io::Result<&mut Names> {
        match &mut self.nodes[node] {
            Kept::Folder(names) => Ok(names),
            _ => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    fn content(&mut self, node: Node) -> io::Result<&mut Content> {
        match &mut self.nodes[node] {
            Kept::File { content, .. } => Ok(content),
            _ => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    /// The folder a path is in, and its last name.
    fn place<'path>(&mut self, path: &'path Path) -> io::Result<(Node, &'path OsStr)> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        Ok((self.find(path.parent().unwrap_or(Path::new("")))?, name))
    }

    fn make(&mut self, path: &Path, made: Kept) -> io::Result<Node> {
        let (folder, name) = self.place(path)?;
        if self.names(folder)?.find(name).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let node = self.nodes.len();
        let done = self.operation(1, node, 0)?;
        self.nodes.push(made);
        self.names(folder)?.add(name, node);
        done.answer().map(|()| node)
    }
}

fn parts(path: &Path) -> impl Iterator<Item = &OsStr> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name),
        _ => None,
    })
}

impl Disk for SimulatedDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state.lock();
        state.check_power()?;
        let node = match (state.find(path), purpose) {
            (Ok(_), Purpose::NewJournal) => return Err(io::ErrorKind::AlreadyExists.into()),
            (Err(error), Purpose::Read | Purpose::Journal) => return Err(error),
            (Err(error), _) if error.kind() == io::ErrorKind::NotFound => {
                state.make(path, Kept::File { content: Content::default(), locked: false })?
            }
            (found, _) => found?,
        };
        if purpose == Purpose::Replacement && state.content(node)?.size() > 0 {
            let done = state.operation(2, node, 0)?;
            state.content(node)?.set_size(0);
            done.answer()?;
        }
        state.content(node)?;
        let is_journal = matches!(purpose, Purpose::NewJournal | Purpose::Journal);
        let writes_are_durable = is_journal && !state.journals_need_sync;
        drop(state);
        Ok(Box::new(SimulatedFile {
            disk: self.clone(),
            node,
            writes_are_durable,
            has_lock: Mutex::new(false),
        }))
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.state.lock().make(folder, Kept::Folder(Names::default())).map(|_| ())
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        let mut above: Vec<&Path> = folder.ancestors().filter(|path| path.file_name().is_some()).collect();
        above.reverse();
        let mut state = self.state.lock();
        state.check_power()?;
        for path in above {
            match state.find(path) {
                Ok(node) => drop(state.names(node)?),
                Err(_) => drop(state.make(path, Kept::Folder(Names::default()))?),
            }
        }
        Ok(())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DiskEntry>> {
        let mut state = self.state.lock();
        state.check_reading()?;
        let node = state.find(folder)?;
        let names: Vec<_> = state.names(node)?.iter().map(|(name, node)| (name.clone(), node)).collect();
        let entry = |(name, node): (_, Node)| match &state.nodes[node] {
            Kept::File { content, .. } => DiskEntry { name, is_folder: false, size: content.size() },
            _ => DiskEntry { name, is_folder: true, size: 0 },
        };
        Ok(names.into_iter().map(entry).collect())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        assert_eq!(from.parent(), to.parent(), "the engine renames within a folder only");
        let mut state = self.state.lock();
        let node = state.find(from)?;
        let (folder, name) = state.place(to)?;
        if let Ok(there) = state.find(to)
            && state.names(there).is_ok_and(|names| names.iter().next().is_some())
        {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        let done = state.operation(3, node, 0)?;
        let old = from.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        state.names(folder)?.rename(old, name, node);
        done.answer()
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state.lock();
        let node = state.find(path)?;
        state.content(node)?;
        let (folder, name) = state.place(path)?;
        let done = state.operation(4, node, 0)?;
        state.names(folder)?.remove(name);
        done.answer()
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        // One name after the other, like a real file system: a power cut leaves half a folder.
        for entry in self.list(folder)? {
            let path = folder.join(&entry.name);
            if entry.is_folder { self.remove_folder(&path)? } else { self.remove_file(&path)? }
        }
        let mut state = self.state.lock();
        let node = state.find(folder)?;
        let (above, name) = state.place(folder)?;
        let done = state.operation(4, node, 0)?;
        state.names(above)?.remove(name);
        done.answer()
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state.lock();
        let node = state.find(folder)?;
        state.operation(5, node, 0)?.answer()?;
        state.names(node)?.sync();
        Ok(())
    }
}

#[derive(Debug)]
struct SimulatedFile {
    disk: SimulatedDisk,
    node: Node,
    writes_are_durable: bool,
    has_lock: Mutex<bool>,
}

impl DiskFile for SimulatedFile {
    fn size(&self) -> io::Result<u64> {
        let mut state = self.disk.state.lock();
        state.check_power()?;
        Ok(state.content(self.node)?.size())
    }

    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        state.check_reading()?;
        match state.content(self.node)?.read(offset, bytes) {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        let done = state.operation(6, self.node, offset as usize ^ bytes.len() << 40)?;
        let content = state.content(self.node)?;
        let bytes = if matches!(done, Done::Half(_)) { &bytes[..bytes.len() / 2] } else { bytes };
        content.write(offset, bytes);
        if self.writes_are_durable && !matches!(done, Done::Unconfirmed(_)) {
            content.sync();
        }
        done.answer()
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        let done = state.operation(7, self.node, size as usize)?;
        state.content(self.node)?.set_size(size);
        done.answer()
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        if self.writes_are_durable {
            return state.check_power();
        }
        let done = state.operation(8, self.node, 0)?;
        match (&done, state.power) {
            (Done::All, _) => state.content(self.node)?.sync(),
            (_, Power::Off) => {}
            _ => {
                let mut dice = Dice::new(state.operations);
                state.content(self.node)?.sync_badly(&mut dice);
            }
        }
        done.answer()
    }

    fn try_lock(&self) -> io::Result<bool> {
        let mut state = self.disk.state.lock();
        state.check_power()?;
        let Kept::File { locked, .. } = &mut state.nodes[self.node] else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let free = !std::mem::replace(locked, true);
        *self.has_lock.lock() |= free;
        Ok(free)
    }
}

impl Drop for SimulatedFile {
    fn drop(&mut self) {
        if *self.has_lock.lock()
            && let Kept::File { locked, .. } = &mut self.disk.state.lock().nodes[self.node]
        {
            *locked = false;
        }
    }
}

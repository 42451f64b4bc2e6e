//! An entry point for the fuzzer (`native/fuzz`) and for its quick, deterministic variant in the unit tests:
//! any bytes in, a result or an error out, never a panic. Not part of this crate's API.

#[cfg(test)]
pub(crate) mod allocations;
#[cfg(test)]
#[path = "../../../fuzz/mutations/mod.rs"]
pub(crate) mod mutations;
#[cfg(test)]
mod quick;

use crate::StackError;
use crate::modules::{ImageStore, Modules};
use crate::snapshot;
use crate::unwind::Walker;

/// Reads a snapshot and walks every stack in it; returns the number of addresses.
///
/// The files that its mapping list names are not opened: a made-up list may name anything on this machine.
pub fn snapshot(bytes: &[u8]) -> Result<usize, StackError> {
    let snapshot = snapshot::decode(bytes)?;
    let maps = snapshot.maps.without_files();
    let mut store = ImageStore::default();
    let mut modules = Modules::new(snapshot.pid, &maps);
    let mut walker = Walker::new(snapshot.architecture, &maps);
    let walks = snapshot.threads.iter().filter_map(|thread| {
        let registers = thread.registers?;
        Some(walker.walk(thread, registers, &mut modules, &mut store).addresses.len())
    });
    Ok(walks.sum())
}

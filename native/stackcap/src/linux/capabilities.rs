//! This process's own capabilities: lowered while it checks, raised for the seize, thrown away before it
//! writes.
//!
//! With the capability lowered the kernel's ordinary rules apply to us, so a file of the target that opens
//! then is a check made by the kernel itself.

use rustix::process::getuid;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

use super::outcome::{Outcome, failed};

/// No capability.
pub const NOTHING: CapabilitySet = CapabilitySet::empty();
/// The one that this program may be given.
pub const TRACING: CapabilitySet = CapabilitySet::SYS_PTRACE;
const NONE: CapabilitySets = CapabilitySets { effective: NOTHING, permitted: NOTHING, inheritable: NOTHING };

/// Our capabilities as they are.
pub fn ours() -> Result<CapabilitySets, Outcome> {
    capabilities(None).map_err(failed("reading our own capabilities"))
}

/// Puts in force, of what we have the right to, just this; the right stays.
pub fn put_in_force(wanted: CapabilitySet) -> Result<(), Outcome> {
    // Root keeps its capabilities: the kernel compares them with the target's, so that a root without them
    // may not read another root process, which would make the check meaningless instead of strict.
    if getuid().is_root() {
        return Ok(());
    }
    let now = ours()?;
    let then = CapabilitySets { effective: now.permitted & wanted, ..now };
    set_capabilities(None, then).map_err(failed("changing which capabilities are in force"))
}

/// Gives up every capability of this thread for good, and makes sure of it.
pub fn drop_all() -> Result<(), Outcome> {
    // The kernel takes from the ambient set, too, what is no longer permitted.
    set_capabilities(None, NONE).map_err(failed("dropping capabilities"))?;
    match ours()? {
        NONE => Ok(()),
        _ => Err(failed("dropping capabilities")("some remained")),
    }
}

/// The same for signal handlers: allocates nothing. Returns whether it was done.
pub fn are_dropped() -> bool {
    set_capabilities(None, NONE).is_ok() && capabilities(None).is_ok_and(|now| now == NONE)
}

//! This process's own capabilities: lowered while it checks, raised for the seize, thrown away before it writes.
//!
//! With the capability lowered the kernel's ordinary rules apply to us, so a file of the target that opens then
//! is a check made by the kernel itself.

use std::io;

use rustix::process::getuid;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

const NONE: CapabilitySets = CapabilitySets {
    effective: CapabilitySet::empty(),
    permitted: CapabilitySet::empty(),
    inheritable: CapabilitySet::empty(),
};

/// May the ptrace capability be put in force?
pub fn may_trace() -> io::Result<bool> {
    Ok(capabilities(None)?.permitted.contains(CapabilitySet::SYS_PTRACE))
}

/// Puts nothing in force, keeping the right to raise it again.
pub fn lower() -> io::Result<()> {
    put_in_force(CapabilitySet::empty())
}

/// Puts the ptrace capability, and only that, in force where we have it.
pub fn raise_tracing() -> io::Result<()> {
    put_in_force(CapabilitySet::SYS_PTRACE)
}

fn put_in_force(wanted: CapabilitySet) -> io::Result<()> {
    // Root is left as it is: the kernel compares root's capabilities with the target's, so that a root without
    // them may not even look at another root process, which would make the check meaningless instead of strict.
    if getuid().is_root() {
        return Ok(());
    }
    let now = capabilities(None)?;
    Ok(set_capabilities(None, CapabilitySets { effective: now.permitted & wanted, ..now })?)
}

/// Gives up every capability for good, and makes sure of it.
pub fn drop_all() -> io::Result<()> {
    // Kernels without ambient capabilities answer EINVAL, which is as good.
    let _no_such_thing = rustix::thread::clear_ambient_capability_set();
    set_capabilities(None, NONE)?;
    if capabilities(None)? == NONE {
        Ok(())
    } else {
        Err(io::Error::other("capabilities remained after they were dropped"))
    }
}

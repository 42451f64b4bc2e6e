//! How many files and sockets this process may have open.

/// Files that are not connections: databases, journals, indexes, what the runtime needs.
#[cfg(unix)]
const RESERVED: u64 = 512;

/// A connection's socket, and the second handle by which its client is watched.
#[cfg(unix)]
const HANDLES: u64 = 2;

/// Raises the limit as far as the system allows without privileges, and returns how many connections it
/// allows.
#[cfg(unix)]
pub fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    // Fails where a container allows less than it reports; the limit in force is read afterwards.
    let _ = setrlimit(Resource::Nofile, raised);
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let connections = files.saturating_sub(RESERVED).max(files / 2) / HANDLES;
    usize::try_from(connections).unwrap_or(usize::MAX)
}

/// Sockets are not counted as files.
#[cfg(not(unix))]
pub fn connections() -> usize {
    usize::MAX
}

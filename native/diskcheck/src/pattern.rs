//! One way to use a disk.

use std::fmt;

use serde::Serialize;

use crate::units::block;

/// How bytes reach the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Method {
    /// A commit: one record appended by the engine's own journal.
    Journal,
    /// One write that is on the device when it returns, as the journal makes it: `O_DIRECT | O_DSYNC` on Linux, a
    /// write and a data sync elsewhere.
    Durable,
    /// A write into the page cache and `fdatasync` after it.
    WriteSync,
    /// A write into the page cache, without a sync.
    Buffered,
    /// A read around the page cache.
    Read,
}

/// The order of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Access {
    /// One block after the other; each thread in its own part of the file.
    Sequential,
    /// Any block of the file, in no order.
    Random,
}

/// Method, order, size and number of operations at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Pattern {
    /// How.
    pub method: Method,
    /// Where.
    pub access: Access,
    /// Bytes of one operation; a multiple of 4096.
    pub block_size: u32,
    /// Threads that each have one operation running: the queue depth.
    pub threads: u32,
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Journal => "journal commit",
            Self::Durable => "durable write",
            Self::WriteSync => "write + fdatasync",
            Self::Buffered => "buffered write",
            Self::Read => "read",
        })
    }
}

impl fmt::Display for Access {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, access, block_size, threads } = self;
        write!(out, "{method}, {access}, {}, {threads} thread{}", block(*block_size), plural(*threads))
    }
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_named_by_its_parts() {
        let pattern =
            Pattern { method: Method::WriteSync, access: Access::Random, block_size: 4096, threads: 4 };
        assert_eq!(pattern.to_string(), "write + fdatasync, random, 4 KB, 4 threads");
        assert_eq!(
            Pattern { threads: 1, ..pattern }.to_string(),
            "write + fdatasync, random, 4 KB, 1 thread"
        );
    }
}

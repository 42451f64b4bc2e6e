//! Names of code made at run time, from the `/tmp/perf-PID.map` that a just-in-time compiler writes when
//! enabled (`node --perf-basic-prof`, `DOTNET_PerfMapEnabled=1`): lines of start, size (both hexadecimal) and
//! name.

use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crate::elf::open_regular;

/// A longer map is read up to here.
const MOST_BYTES: u64 = 32 << 20;
const MOST_NAME_BYTES: usize = 512;

/// The names of one process's run-time code.
#[derive(Debug, Default)]
pub(crate) struct JitNames(Vec<Entry>);

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    start: u64,
    end: u64,
    /// Later lines describe newer code at the same address.
    line: usize,
    name: String,
}

impl JitNames {
    /// Reads the map of a process. A missing map, or one that another user could have written, is empty.
    pub fn of(pid: u32) -> Self {
        let path = PathBuf::from(format!("/proc/{pid}/root/tmp/perf-{pid}.map"));
        let Ok(file) = open_regular(&path) else { return Self::default() };
        let owner = file.metadata().map(|metadata| metadata.uid());
        // SAFETY: reads our own user id.
        let us = unsafe { libc::geteuid() };
        if !owner.is_ok_and(|owner| owner == us) {
            return Self::default();
        }
        let mut text = Vec::new();
        // What was read before an error is still true.
        let _cut_short = file.take(MOST_BYTES).read_to_end(&mut text);
        Self::parse(&text)
    }

    fn parse(text: &[u8]) -> Self {
        let mut entries: Vec<_> =
            text.split(|byte| *byte == b'\n').enumerate().filter_map(Entry::of).collect();
        entries.sort_by_key(|entry| (entry.start, entry.line));
        Self(entries)
    }

    /// The newest code at an address.
    pub fn name_of(&self, address: u64) -> Option<&str> {
        const MOST_STEPS: usize = 32;
        let end = self.0.partition_point(|entry| entry.start <= address);
        let before = self.0.get(..end)?.iter().rev().take(MOST_STEPS);
        before
            .filter(|entry| address < entry.end)
            .max_by_key(|entry| entry.line)
            .map(|entry| entry.name.as_str())
    }
}

impl Entry {
    fn of((line, text): (usize, &[u8])) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let mut parts = text.splitn(3, ' ');
        let mut number = || {
            let digits = parts.next()?;
            u64::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16).ok()
        };
        let start = number()?;
        let end = start.checked_add(number()?)?;
        let name: String = parts.next()?.chars().take(MOST_NAME_BYTES).collect();
        (!name.is_empty()).then_some(Self { start, end, line, name })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_newest_name_at_an_address_wins() {
        let names = JitNames::parse(
            b"1000 100 JS:~old file.js:1\nnonsense\n0x2000 10 other\n1000 80 JS:*new file.js:1\n",
        );
        assert_eq!(names.name_of(0x1010), Some("JS:*new file.js:1"));
        assert_eq!(names.name_of(0x10f0), Some("JS:~old file.js:1"));
        assert_eq!(names.name_of(0x200f), Some("other"));
        assert_eq!(names.name_of(0x2010), None);
        assert_eq!(names.name_of(0), None);
    }

    proptest! {
        #[test]
        fn random_maps_never_panic(text in "([0-9a-fx]{0,17} [0-9a-f]{0,17} .{0,9}\n){0,9}", address in any::<u64>()) {
            let _ = JitNames::parse(text.as_bytes()).name_of(address);
        }
    }
}

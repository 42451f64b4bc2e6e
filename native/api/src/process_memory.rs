//! The memory of the own process as the kernel reports it. Independent of HTTP.

use std::collections::BTreeMap;

/// One mapped file, or one kind of memory without a file. Bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Mapped {
    pub mappings: u64,
    /// Address space, resident or not.
    pub size: u64,
    pub resident: u64,
    pub shared_clean: u64,
    pub shared_dirty: u64,
    pub private_clean: u64,
    pub private_dirty: u64,
    pub swap: u64,
}

impl Mapped {
    pub fn clean(&self) -> u64 {
        self.shared_clean + self.private_clean
    }

    pub fn dirty(&self) -> u64 {
        self.shared_dirty + self.private_dirty
    }

    fn add(&mut self, other: &Self) {
        self.mappings += other.mappings;
        self.size += other.size;
        self.resident += other.resident;
        self.shared_clean += other.shared_clean;
        self.shared_dirty += other.shared_dirty;
        self.private_clean += other.private_clean;
        self.private_dirty += other.private_dirty;
        self.swap += other.swap;
    }
}

/// The name of memory without a file and without a name of the kernel.
const ANONYMOUS: &str = "[anonymous]";

/// By path, or by the kernel's name in brackets.
pub type ByFile = BTreeMap<String, Mapped>;

pub fn total(files: &ByFile) -> Mapped {
    let mut sum = Mapped::default();
    for each in files.values() {
        sum.add(each);
    }
    sum
}

pub fn is_file(name: &str) -> bool {
    name.starts_with('/')
}

/// Parses `/proc/<pid>/smaps`. Lines of newer kernels that it does not know are skipped.
pub fn parse_smaps(text: &str) -> ByFile {
    let mut files = ByFile::new();
    let mut name = String::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        let Some(member) = first.strip_suffix(':') else {
            // `55d0-55e0 r--p 00000000 08:01 1234   /path with blanks`
            let path = line.splitn(6, ' ').nth(5).unwrap_or_default().trim();
            name = if path.is_empty() { ANONYMOUS.into() } else { path.into() };
            files.entry(name.clone()).or_default().mappings += 1;
            continue;
        };
        let Some(kilobytes) = words.next().and_then(|number| number.parse::<u64>().ok()) else { continue };
        let Some(mapped) = files.get_mut(&name) else { continue };
        let counter = match member {
            "Size" => &mut mapped.size,
            "Rss" => &mut mapped.resident,
            "Shared_Clean" => &mut mapped.shared_clean,
            "Shared_Dirty" => &mut mapped.shared_dirty,
            "Private_Clean" => &mut mapped.private_clean,
            "Private_Dirty" => &mut mapped.private_dirty,
            "Swap" => &mut mapped.swap,
            _ => continue,
        };
        *counter += kilobytes * 1024;
    }
    files
}

/// A line such as `MemTotal:  24684420 kB` of `/proc/meminfo`, in bytes.
pub fn parse_meminfo(text: &str, member: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(member)?.strip_prefix(':'))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
55d000000000-55d000002000 r--p 00000000 08:01 1234                       /opt/my data/rookeryd
Size:                  8 kB
KernelPageSize:        4 kB
Rss:                   8 kB
Shared_Clean:          4 kB
Shared_Dirty:          0 kB
Private_Clean:         4 kB
Private_Dirty:         0 kB
Swap:                  0 kB
VmFlags: rd mr mw me
55d000002000-55d000003000 rw-p 00002000 08:01 1234                       /opt/my data/rookeryd
Size:                  4 kB
Rss:                   4 kB
Private_Dirty:         4 kB
7f0000000000-7f0000100000 rw-p 00000000 00:00 0
Size:               1024 kB
Rss:                  64 kB
Private_Dirty:        64 kB
Swap:                 12 kB
7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
Size:                132 kB
Rss:                   huge kB
";

    #[test]
    fn mappings_of_one_file_are_added() {
        let files = parse_smaps(SMAPS);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["/opt/my data/rookeryd", "[anonymous]", "[stack]"]);
        let program = files["/opt/my data/rookeryd"];
        assert_eq!((program.mappings, program.size, program.resident), (2, 12_288, 12_288));
        assert_eq!((program.clean(), program.dirty()), (8_192, 4_096));
        assert_eq!(files["[anonymous]"].swap, 12_288);
        assert_eq!(files["[stack]"].resident, 0);
        assert_eq!(total(&files).resident, 12_288 + 65_536);
    }

    #[test]
    fn foreign_text_has_no_mappings() {
        assert!(parse_smaps("Rss: 4 kB\n\n").is_empty());
    }

    #[test]
    fn meminfo_is_read_by_its_exact_names() {
        let text = "MemTotal:       24684420 kB\nMemAvailable:   18161664 kB\n";
        assert_eq!(parse_meminfo(text, "MemTotal"), Some(24_684_420 * 1024));
        assert_eq!(parse_meminfo(text, "Mem"), None);
        assert_eq!(parse_meminfo(text, "SwapFree"), None);
    }
}

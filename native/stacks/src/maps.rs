//! The memory map of a process: the file of each address range.

/// One line of `/proc/PID/maps`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub start: u64,
    pub end: u64,
    pub executable: bool,
    /// Offset in the file.
    pub offset: u64,
    pub inode: u64,
    /// The path in the process's namespace; empty for anonymous memory.
    pub path: String,
    /// The file was removed or replaced after it was mapped.
    pub deleted: bool,
}

/// A mapping list, in order of address.
#[derive(Debug, Default)]
pub(crate) struct Maps(Vec<Mapping>);

/// Further lines are ignored.
const MOST_LINES: usize = 200_000;

impl Maps {
    /// Reads a list; a line of another form is passed over.
    pub fn parse(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut mappings: Vec<_> = text.lines().take(MOST_LINES).filter_map(line).collect();
        mappings.sort_by_key(|mapping| mapping.start);
        Self(mappings)
    }

    /// The same addresses as if no file had ever been mapped.
    #[cfg(any(test, feature = "fuzzing"))]
    pub fn without_files(mut self) -> Self {
        for mapping in &mut self.0 {
            mapping.inode = 0;
            mapping.path.clear();
        }
        self
    }

    /// The index of the mapping that holds an address.
    pub fn index_of(&self, address: u64) -> Option<usize> {
        let index = self.0.partition_point(|mapping| mapping.start <= address).checked_sub(1)?;
        (address < self.0.get(index)?.end).then_some(index)
    }

    /// The mapping at an index.
    pub fn get(&self, index: usize) -> Option<&Mapping> {
        self.0.get(index)
    }

    /// The highest executable address.
    pub fn highest_code_address(&self) -> u64 {
        self.0
            .iter()
            .rev()
            .find(|mapping| mapping.executable && mapping.path != "[vsyscall]")
            .map_or(0, |mapping| mapping.end)
    }

    /// The first mapping with this path.
    pub fn named(&self, path: &str) -> Option<&Mapping> {
        self.0.iter().find(|mapping| mapping.path == path)
    }
}

/// `start-end perms offset device inode path`, the path padded with spaces and perhaps followed by `
/// (deleted)`.
fn line(line: &str) -> Option<Mapping> {
    let mut rest = line;
    let mut field = || {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after;
        word
    };
    let (start, end) = field().split_once('-')?;
    let permissions = field();
    let offset = field();
    let _device = field();
    let inode = field();
    let path = rest.trim_start_matches(' ');
    let (path, deleted) = match path.strip_suffix(" (deleted)") {
        Some(path) => (path, true),
        None => (path, false),
    };
    let mapping = Mapping {
        start: u64::from_str_radix(start, 16).ok()?,
        end: u64::from_str_radix(end, 16).ok()?,
        executable: permissions.as_bytes().get(2) == Some(&b'x'),
        offset: u64::from_str_radix(offset, 16).ok()?,
        inode: inode.parse().ok()?,
        path: path.replace("\\012", "\n"),
        deleted,
    };
    (mapping.start < mapping.end).then_some(mapping)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIST: &str = "\
55e0-55f0 r-xp 00001000 fe:00 4711                       /opt/a b/rookeryd (deleted)
6000-7000 rw-p 00000000 00:00 0 
7f00-7f10 r-xp 00000000 00:00 0                          [vdso]
bad line
8000-7000 r-xp 00000000 00:00 0 
";

    #[test]
    fn lines_are_understood_and_nonsense_is_passed_over() {
        let maps = Maps::parse(LIST.as_bytes());
        assert_eq!(maps.0.len(), 3);
        let code = maps.get(maps.index_of(0x55ef).unwrap()).unwrap();
        assert_eq!((code.path.as_str(), code.deleted, code.inode), ("/opt/a b/rookeryd", true, 4711));
        assert_eq!((code.executable, code.offset), (true, 0x1000));
        assert_eq!(maps.index_of(0x55f0), None);
        assert_eq!(maps.index_of(0), None);
        assert_eq!(maps.named("[vdso]").map(|mapping| mapping.start), Some(0x7f00));
        assert_eq!(maps.highest_code_address(), 0x7f10);
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in ".{0,400}", address in any::<u64>()) {
            let _ = Maps::parse(text.as_bytes()).index_of(address);
        }
    }
}

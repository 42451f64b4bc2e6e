//! One ELF file with everything that was learnt from it: kept across captures, so that a second one is quick.

use std::io;
use std::sync::Arc;

use framehop::ExplicitModuleSectionInfo;
use rookery_cancel::CancelToken;

use super::headers::{Headers, Segment};
use super::lines::Lines;
use super::name_file::{MOST_ADDRESSES, Names};
use super::source::check_cancelled;
use super::symbols::Symbols;
use super::{Bytes, NameCache, NamedFrame, Source, debug_file};

const MOST_UNWIND_BYTES: u64 = 128 << 20;
/// The number of new names that justifies a write.
const MIN_NEW_NAMES: usize = 32;

/// An ELF file.
pub(crate) struct Image {
    source: Source,
    headers: Headers,
    unwind: Unwind,
    symbols: Option<Symbols>,
    lines: Lookup<Lines>,
    names: Names,
    /// How many of them are in the cache on disk.
    kept: usize,
}

/// The sections from which framehop unwinds.
struct Unwind {
    eh_frame: Option<Bytes>,
    eh_frame_hdr: Option<Bytes>,
}

/// Something that is read when first needed, and may turn out not to exist.
enum Lookup<T> {
    NotTried,
    Absent,
    Found(Box<T>),
}

impl Image {
    /// Reads the headers and the unwind tables; names are read on first use.
    pub fn read(source: Source) -> io::Result<Self> {
        let headers = Headers::read(&source)?;
        let load = |name: &str| {
            headers.section(name).and_then(|section| section.load(&source, MOST_UNWIND_BYTES).ok())
        };
        let unwind = Unwind { eh_frame: load(".eh_frame"), eh_frame_hdr: load(".eh_frame_hdr") };
        check_cancelled()?;
        Ok(Self {
            source,
            headers,
            unwind,
            symbols: None,
            lines: Lookup::NotTried,
            names: Names::new(),
            kept: 0,
        })
    }

    /// What must be taken from a process address to get an address of this file, given where a part of the
    /// file was mapped. Absent when the file has no code there, so it cannot be the file that was mapped.
    pub fn bias(&self, mapped_at: u64, offset: u64, length: u64) -> Option<u64> {
        let end = offset.checked_add(length)?;
        let overlaps = |segment: &&Segment| {
            segment.executable
                && segment.offset < end
                && segment.offset.checked_add(segment.size).is_some_and(|segment_end| offset < segment_end)
        };
        let segment = self.headers.segments.iter().find(overlaps)?;
        Some(mapped_at.wrapping_sub(offset).wrapping_sub(segment.address.wrapping_sub(segment.offset)))
    }

    /// Whether there are unwind tables.
    pub fn has_unwind_tables(&self) -> bool {
        self.unwind.eh_frame.is_some()
    }

    /// The sections for framehop; cheap, the bytes are shared.
    pub fn unwind_sections(&self) -> ExplicitModuleSectionInfo<Bytes> {
        let range = |name: &str| {
            let section = self.headers.section(name)?;
            Some(section.address..section.address.checked_add(section.size)?)
        };
        ExplicitModuleSectionInfo {
            base_svma: 0,
            text_svma: range(".text"),
            got_svma: range(".got"),
            eh_frame_svma: range(".eh_frame"),
            eh_frame: self.unwind.eh_frame.clone(),
            eh_frame_hdr_svma: range(".eh_frame_hdr"),
            eh_frame_hdr: self.unwind.eh_frame_hdr.clone(),
            ..Default::default()
        }
    }

    /// The functions at an address of this file, innermost first; never empty.
    pub fn frames_at(&mut self, address: u64) -> Arc<[NamedFrame]> {
        if let Some(known) = self.names.get(&address) {
            return Arc::clone(known);
        }
        let named: Arc<[NamedFrame]> = self.compute_names(address).into();
        // A cancelled capture has read only a part of the tables.
        if self.names.len() < MOST_ADDRESSES && !CancelToken::is_current_cancelled() {
            self.names.insert(address, Arc::clone(&named));
        }
        named
    }

    fn compute_names(&mut self, address: u64) -> Vec<NamedFrame> {
        let mut frames = match self.lines() {
            Some(lines) => lines.frames_at(address),
            None => Vec::new(),
        };
        if frames.is_empty() {
            frames.push(NamedFrame { function: None, file: None, line: None, inlined: false });
        }
        // The symbol table has the outermost function too, with its full path, which line tables often omit.
        let linked = self.symbols().and_then(|symbols| symbols.name_of(address));
        if let Some(outermost) = frames.last_mut()
            && (outermost.function.is_none() || linked.as_deref().is_some_and(|name| name.contains("::")))
        {
            outermost.function = linked.or(outermost.function.take());
        }
        frames
    }

    fn lines(&mut self) -> Option<&Lines> {
        if matches!(self.lines, Lookup::NotTried) {
            let lines = Lines::read(&self.source, &self.headers).or_else(|| {
                let (source, headers) = debug_file::find(self.headers.build_id.as_deref()?, &self.source)?;
                Lines::read(&source, &headers)
            });
            if lines.is_none() && CancelToken::is_current_cancelled() {
                return None;
            }
            self.lines = lines.map_or(Lookup::Absent, |lines| Lookup::Found(Box::new(lines)));
        }
        match &self.lines {
            Lookup::Found(lines) => Some(lines),
            _ => None,
        }
    }

    /// Absent when the capture is cancelled before the table is read.
    fn symbols(&mut self) -> Option<&Symbols> {
        if self.symbols.is_none() {
            let symbols = self.read_symbols();
            if CancelToken::is_current_cancelled() {
                return None;
            }
            self.symbols = Some(symbols);
        }
        self.symbols.as_ref()
    }

    fn read_symbols(&self) -> Symbols {
        let (source, headers) = (&self.source, &self.headers);
        // A stripped file's full table may be in its separate debug file.
        if headers.section(".symtab").is_none()
            && let Some(build_id) = headers.build_id.as_deref()
            && let Some((source, headers)) = debug_file::find(build_id, source)
        {
            return Symbols::read(&source, &headers);
        }
        Symbols::read(source, headers)
    }

    /// Loads the names of an earlier run.
    pub fn load_names(&mut self, cache: &NameCache) {
        let Some(build_id) = self.headers.build_id.as_deref() else { return };
        if let Some(names) = cache.load(build_id, debug_file::mark(build_id, &self.source)) {
            self.kept = names.len();
            self.names = names;
        }
    }

    /// Writes the names to the cache, if enough of them are new.
    pub fn save_names(&mut self, cache: &NameCache) {
        let fresh = self.names.len() - self.kept;
        let Some(build_id) = self.headers.build_id.as_deref() else { return };
        if fresh > 0 && (self.kept == 0 || fresh >= MIN_NEW_NAMES) {
            cache.save(build_id, debug_file::mark(build_id, &self.source), &self.names);
            self.kept = self.names.len();
        }
    }

    /// Bytes of names and line tables held in memory, which [`Image::forget_tables`] would free.
    pub fn weight(&self) -> usize {
        let lines = match &self.lines {
            Lookup::Found(lines) => lines.weight(),
            _ => 0,
        };
        lines + self.symbols.as_ref().map_or(0, Symbols::weight)
    }

    /// Frees the tables; names already worked out stay known.
    pub fn forget_tables(&mut self) {
        self.symbols = None;
        self.lines = Lookup::NotTried;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn own_bytes() -> Vec<u8> {
        std::fs::read("/proc/self/exe").unwrap()
    }

    #[inline(never)]
    fn a_function_of_ours() -> usize {
        std::hint::black_box(1)
    }

    /// Where `a_function_of_ours` is in this test's own file.
    fn own_address(image: &Image) -> u64 {
        let function = a_function_of_ours as fn() -> usize as usize as u64;
        let maps = crate::maps::Maps::parse(&std::fs::read("/proc/self/maps").unwrap());
        let mapping = maps.get(maps.index_of(function).unwrap()).unwrap();
        function - image.bias(mapping.start, mapping.offset, mapping.end - mapping.start).unwrap()
    }

    #[test]
    fn a_function_of_ours_is_named_with_its_line_and_stays_known_without_tables() {
        let mut image = Image::read(Source::Memory(own_bytes().into())).unwrap();
        let address = own_address(&image);
        let named = image.frames_at(address);
        let outermost = named.last().unwrap();
        assert!(
            outermost.function.as_deref().is_some_and(|name| name.ends_with("::a_function_of_ours")),
            "{named:?}"
        );
        assert!(outermost.file.as_deref().is_some_and(|file| file.ends_with("elf/image.rs")), "{named:?}");
        assert!(image.weight() > 0);
        image.forget_tables();
        assert_eq!(image.weight(), 0);
        assert_eq!(image.frames_at(address), named);
        assert_eq!(image.weight(), 0, "the answer was names");
    }

    #[test]
    fn a_cancelled_lookup_keeps_nothing_and_the_next_one_finds_names() {
        let program = std::path::Path::new("/proc/self/exe");
        let open = || Source::File(super::super::open_regular(program).unwrap());
        let mut image = Image::read(open()).unwrap();
        let address = own_address(&image);
        let cancel = CancelToken::new();
        cancel.cancel();
        let entered = cancel.enter();
        assert!(image.frames_at(address).iter().all(|frame| frame.function.is_none()));
        assert_eq!(Image::read(open()).err().map(|error| error.kind()), Some(io::ErrorKind::Interrupted));
        drop(entered);
        assert!(image.frames_at(address).iter().any(|frame| frame.function.is_some()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn spoilt_tables_never_panic(seed in any::<u64>(), addresses in proptest::collection::vec(0u64..0x80_0000, 8)) {
            let mut bytes = own_bytes();
            let whole = Image::read(Source::Memory(bytes.clone().into())).unwrap();
            let address = own_address(&whole);
            drop(whole);
            // Everything but the header may be spoilt, one byte in about ten thousand.
            let mut at = 4096 + (seed % 10_000) as usize;
            let mut state = seed | 1;
            while at < bytes.len() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                bytes[at] ^= (state >> 56) as u8;
                at += 1 + (state >> 40) as usize % 20_000;
            }
            if let Ok(mut image) = Image::read(Source::Memory(bytes.into())) {
                for address in addresses.into_iter().chain([address]) {
                    prop_assert!(!image.frames_at(address).is_empty());
                }
            }
        }
    }
}

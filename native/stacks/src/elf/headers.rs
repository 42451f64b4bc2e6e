//! The tables at an ELF file's head: segments, sections, build id.

use std::io::{self, Read as _};

use flate2::read::ZlibDecoder;
use object::LittleEndian as LE;
use object::elf::{
    CompressionHeader64, ELFCLASS64, ELFCOMPRESS_ZLIB, ELFCOMPRESS_ZSTD, ELFDATA2LSB, ELFMAG, FileHeader64,
    NT_GNU_BUILD_ID, NoteHeader64, PF_X, PT_LOAD, ProgramHeader64, SHF_COMPRESSED, SHT_NOBITS, SHT_NOTE,
    SectionHeader64,
};
use object::pod::{self, Pod};
use object::read::{CompressedData, CompressionFormat};

use super::source::check_cancelled;
use super::{Bytes, Source};

const MOST_SEGMENTS: usize = 1024;
const MOST_SECTIONS: usize = 65_535;
const MOST_SECTION_NAME_BYTES: u64 = 4 << 20;
const MOST_NOTE_BYTES: u64 = 64 << 10;
/// Bytes decompressed between two checks for cancellation.
const PIECE: u64 = 1 << 20;

/// A loadable part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub address: u64,
    pub offset: u64,
    pub size: u64,
    pub executable: bool,
}

/// A named part of the file.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub name: String,
    pub address: u64,
    pub size: u64,
    pub link: usize,
    offset: u64,
    compressed: bool,
    in_file: bool,
}

/// The headers of an ELF file.
#[derive(Debug)]
pub(crate) struct Headers {
    pub segments: Vec<Segment>,
    pub sections: Vec<Section>,
    pub build_id: Option<Vec<u8>>,
}

impl Headers {
    /// Reads them; only 64-bit little-endian files are understood.
    pub fn read(source: &Source) -> io::Result<Self> {
        let head = source.read(0, size_of::<FileHeader64<LE>>() as u64, 4096)?;
        let (head, _) =
            pod::from_bytes::<FileHeader64<LE>>(&head).map_err(|()| bad("its header is cut short"))?;
        if head.e_ident.magic != ELFMAG {
            return Err(bad("it is not an ELF file"));
        }
        if head.e_ident.class != ELFCLASS64 || head.e_ident.data != ELFDATA2LSB {
            return Err(bad("it is not a 64-bit little-endian ELF file"));
        }
        let segments = table::<ProgramHeader64<LE>>(
            source,
            head.e_phoff.get(LE),
            usize::from(head.e_phnum.get(LE)),
            MOST_SEGMENTS,
        )?;
        let segments = segments
            .iter()
            .filter(|segment| segment.p_type.get(LE) == PT_LOAD)
            .map(|segment| Segment {
                address: segment.p_vaddr.get(LE),
                offset: segment.p_offset.get(LE),
                size: segment.p_filesz.get(LE),
                executable: segment.p_flags.get(LE).0 & PF_X.0 != 0,
            })
            .collect();
        // A file without section headers can still be mapped; it merely has no names to give.
        let sections = read_sections(source, head).unwrap_or_default();
        let build_id = sections.iter().find_map(|(section, is_note)| {
            (*is_note)
                .then(|| section.raw(source, MOST_NOTE_BYTES).ok())
                .flatten()
                .and_then(|note| build_id(&note))
        });
        Ok(Self { segments, sections: sections.into_iter().map(|(section, _)| section).collect(), build_id })
    }

    /// The section of that name.
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }
}

impl Section {
    /// The section's bytes, decompressed if need be, unless they are more than `most`.
    pub fn load(&self, source: &Source, most: u64) -> io::Result<Bytes> {
        let raw = self.raw(source, most)?;
        if !self.compressed {
            return Ok(raw.into());
        }
        let (head, data) = pod::from_bytes::<CompressionHeader64<LE>>(&raw)
            .map_err(|()| bad("a compressed section is cut short"))?;
        let format = match head.ch_type.get(LE) {
            ELFCOMPRESS_ZLIB => CompressionFormat::Zlib,
            ELFCOMPRESS_ZSTD => CompressionFormat::Zstandard,
            _ => return Err(bad("a section is compressed in a way not known here")),
        };
        let uncompressed_size = head.ch_size.get(LE);
        if uncompressed_size > most {
            return Err(bad("a section is too large once decompressed"));
        }
        if format == CompressionFormat::Zlib {
            return Ok(inflate(data, uncompressed_size)?.into());
        }
        let bytes =
            CompressedData { format, data, uncompressed_size }.decompress().map_err(not_decompressed)?;
        Ok(bytes.into_owned().into())
    }

    fn raw(&self, source: &Source, most: u64) -> io::Result<Vec<u8>> {
        if !self.in_file {
            return Err(bad("the section was stripped from the file"));
        }
        source.read(self.offset, self.size, most)
    }
}

/// Decompresses in pieces, so that a cancelled capture does not wait for a large section.
fn inflate(data: &[u8], size: u64) -> io::Result<Vec<u8>> {
    let mut decoder = ZlibDecoder::new(data);
    // A small file may announce a large section.
    let mut bytes =
        Vec::with_capacity(usize::try_from(size).unwrap_or(usize::MAX).min(data.len().saturating_mul(8)));
    loop {
        check_cancelled()?;
        let read = decoder.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(not_decompressed)?;
        let now = bytes.len() as u64;
        if now > size || (read == 0 && now < size) {
            return Err(not_decompressed("it has another size than announced"));
        }
        if read == 0 {
            return Ok(bytes);
        }
    }
}

fn not_decompressed(reason: impl std::fmt::Display) -> io::Error {
    bad(format!("a section cannot be decompressed: {reason}"))
}

fn read_sections(source: &Source, head: &FileHeader64<LE>) -> io::Result<Vec<(Section, bool)>> {
    let table = table::<SectionHeader64<LE>>(
        source,
        head.e_shoff.get(LE),
        usize::from(head.e_shnum.get(LE)),
        MOST_SECTIONS,
    )?;
    let names = table
        .get(usize::from(head.e_shstrndx.get(LE).0))
        .ok_or_else(|| bad("its section names are missing"))
        .and_then(|names| {
            source.read(names.sh_offset.get(LE), names.sh_size.get(LE), MOST_SECTION_NAME_BYTES)
        })?;
    let name_at = |at: u32| {
        let rest = usize::try_from(at).ok().and_then(|at| names.get(at..)).unwrap_or_default();
        let name = rest.split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(name.get(..name.len().min(256)).unwrap_or_default()).into_owned()
    };
    Ok(table
        .iter()
        .map(|section| {
            let kind = section.sh_type.get(LE);
            let read = Section {
                name: name_at(section.sh_name.get(LE)),
                address: section.sh_addr.get(LE),
                size: section.sh_size.get(LE),
                link: usize::try_from(section.sh_link.get(LE)).unwrap_or(usize::MAX),
                offset: section.sh_offset.get(LE),
                compressed: section.sh_flags.get(LE).0 & SHF_COMPRESSED.0 != 0,
                in_file: kind != SHT_NOBITS,
            };
            (read, kind == SHT_NOTE)
        })
        .collect())
}

fn table<T: Pod + Copy>(source: &Source, offset: u64, count: usize, most: usize) -> io::Result<Vec<T>> {
    if count > most {
        return Err(bad(format!("a table has {count} entries where {most} are allowed")));
    }
    let length = (count * size_of::<T>()) as u64;
    let bytes = source.read(offset, length, length)?;
    pod::slice_from_all_bytes::<T>(&bytes)
        .map(<[T]>::to_vec)
        .map_err(|()| bad("a table's entries have a size not known here"))
}

/// Notes are name size, description size, type, then both texts padded to four bytes.
fn build_id(mut notes: &[u8]) -> Option<Vec<u8>> {
    while let Ok((head, rest)) = pod::from_bytes::<NoteHeader64<LE>>(notes) {
        let padded = |size: u32| usize::try_from(size).ok()?.checked_add(3).map(|size| size & !3);
        let name_size = usize::try_from(head.n_namesz.get(LE)).ok()?;
        let id_size = usize::try_from(head.n_descsz.get(LE)).ok()?;
        let name = rest.get(..name_size)?;
        let after_name = rest.get(padded(head.n_namesz.get(LE))?..)?;
        if head.n_type.get(LE) == NT_GNU_BUILD_ID && name == b"GNU\0" {
            let id = after_name.get(..id_size)?;
            return (4..=64).contains(&id.len()).then(|| id.to_vec());
        }
        notes = after_name.get(padded(head.n_descsz.get(LE))?..)?;
    }
    None
}

fn bad(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn own_executable() -> Source {
        Source::File(std::fs::File::open("/proc/self/exe").unwrap())
    }

    #[test]
    fn our_own_executable_is_understood() {
        let headers = Headers::read(&own_executable()).unwrap();
        assert!(headers.segments.iter().any(|segment| segment.executable));
        assert!(headers.section(".eh_frame").is_some());
        assert!(headers.section(".symtab").is_some());
    }

    #[test]
    fn a_compressed_section_that_promises_too_much_is_refused() {
        let mut bytes = 1u32.to_le_bytes().to_vec();
        bytes.extend_from_slice(&0u32.to_le_bytes());
        bytes.extend_from_slice(&(1u64 << 40).to_le_bytes());
        bytes.extend_from_slice(&1u64.to_le_bytes());
        let section = Section {
            name: ".debug_info".into(),
            address: 0,
            size: bytes.len() as u64,
            link: 0,
            offset: 0,
            compressed: true,
            in_file: true,
        };
        let error = section.load(&Source::Memory(bytes.into()), 1 << 20).unwrap_err();
        assert!(error.to_string().contains("too large"), "{error}");
    }

    proptest! {
        #[test]
        fn a_spoilt_file_never_panics(at in 0usize..4096, value in any::<u8>(), save_names in 0usize..65_536) {
            let mut bytes = own_executable().read(0, 65_536, 65_536).unwrap();
            bytes[at] = value;
            bytes.truncate(save_names);
            let source = Source::Memory(bytes.into());
            if let Ok(headers) = Headers::read(&source) {
                for section in &headers.sections {
                    let _ = section.load(&source, 1 << 20);
                }
            }
        }

        #[test]
        fn random_notes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = build_id(&bytes);
        }
    }
}

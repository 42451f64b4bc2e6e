//! Function names from a file's symbol tables, for code without line tables.

use std::io;

use object::LittleEndian as LE;
use object::elf::{STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE, Sym64};
use object::pod;

use super::headers::Headers;
use super::{Bytes, Source, demangle};

const MOST_TABLE_BYTES: u64 = 256 << 20;

/// Functions of one file, in order of address.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    names: Vec<Bytes>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    address: u64,
    size: u64,
    name_at: u32,
    table: u8,
    /// Functions go before labels at the same address.
    is_function: bool,
}

impl Symbols {
    /// Reads the full table if it exists, otherwise the exported names.
    pub fn read(source: &Source, headers: &Headers) -> Self {
        let mut symbols = Self::default();
        for name in [".symtab", ".dynsym"] {
            // A table that cannot be read leaves the code nameless; the other may still help.
            let _nameless = symbols.add(source, headers, name);
        }
        // Equal addresses: the entry that should win comes last, because lookup goes backwards.
        symbols.entries.sort_by_key(|entry| (entry.address, entry.is_function, entry.size, entry.table == 0));
        symbols
    }

    fn add(&mut self, source: &Source, headers: &Headers, name: &str) -> io::Result<()> {
        let Some(section) = headers.section(name) else { return Ok(()) };
        let strings = headers.sections.get(section.link).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, "the names of the symbols are missing")
        })?;
        let table = section.load(source, MOST_TABLE_BYTES)?;
        let strings = strings.load(source, MOST_TABLE_BYTES)?;
        let whole = table.len() - table.len() % size_of::<Sym64<LE>>();
        let raw =
            pod::slice_from_all_bytes::<Sym64<LE>>(table.get(..whole).unwrap_or_default()).map_err(|()| {
                io::Error::new(io::ErrorKind::InvalidData, "the symbols have a size not known here")
            })?;
        let number = u8::try_from(self.names.len()).unwrap_or(u8::MAX);
        self.entries.extend(raw.iter().filter_map(|symbol| {
            let kind = symbol.st_type();
            let is_function = kind == STT_FUNC || kind == STT_GNU_IFUNC;
            let defined = symbol.st_shndx.get(LE).0 != 0 && symbol.st_value.get(LE) != 0;
            (defined && (is_function || kind == STT_NOTYPE)).then(|| Entry {
                address: symbol.st_value.get(LE),
                size: symbol.st_size.get(LE),
                name_at: symbol.st_name.get(LE),
                table: number,
                is_function,
            })
        }));
        self.names.push(strings);
        Ok(())
    }

    /// The function that contains an address. An address beyond a function's end has no name; it is not
    /// attributed to the function before it.
    pub fn name_of(&self, address: u64) -> Option<String> {
        /// Nested or zero-sized entries to examine before giving up.
        const MOST_STEPS: usize = 16;
        let end = self.entries.partition_point(|entry| entry.address <= address);
        let before = self.entries.get(..end)?;
        let nearest = before.last()?.address;
        let entry = before.iter().rev().take(MOST_STEPS).find(|entry| {
            let within = entry.address.checked_add(entry.size).is_some_and(|end| address < end);
            // Hand-written assembly often has no size; then only the nearest label names it.
            within || (entry.size == 0 && entry.address == nearest)
        })?;
        let names = self.names.get(usize::from(entry.table))?;
        let name = names.get(usize::try_from(entry.name_at).ok()?..)?.split(|byte| *byte == 0).next()?;
        if name.is_empty() || name.starts_with(b"$") {
            return None;
        }
        Some(demangle::readable(&String::from_utf8_lossy(name)))
    }

    /// Bytes held in memory.
    pub fn weight(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.names.iter().map(|names| names.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(address: u64, size: u64, name_at: u32) -> Entry {
        Entry { address, size, name_at, table: 0, is_function: true }
    }

    #[test]
    fn an_address_between_functions_has_no_name() {
        let symbols = Symbols {
            entries: vec![
                entry(0x100, 0x10, 0),
                entry(0x200, 0x100, 6),
                entry(0x210, 0x10, 12),
                entry(0x400, 0, 18),
            ],
            names: vec![Bytes::from(&b"first\0outer\0inner\0label\0"[..])],
        };
        assert_eq!(symbols.name_of(0x10f).as_deref(), Some("first"));
        assert_eq!(symbols.name_of(0x110), None);
        assert_eq!(symbols.name_of(0x215).as_deref(), Some("inner"));
        assert_eq!(symbols.name_of(0x220).as_deref(), Some("outer"));
        assert_eq!(symbols.name_of(0x500).as_deref(), Some("label"));
        assert_eq!(symbols.name_of(0x10), None);
    }
}

//! Source lines and inlined functions from DWARF, by addr2line.

use std::collections::HashMap;

use addr2line::{Context, FrameIter};
use gimli::{EndianArcSlice, LittleEndian, SectionId};

use super::headers::Headers;
use super::{Bytes, NamedFrame, Source, demangle};

type Reader = EndianArcSlice<LittleEndian>;

const MOST_SECTION_BYTES: u64 = 512 << 20;
/// All debug sections of one file together.
const MOST_TOTAL_BYTES: usize = 1 << 30;
/// Functions inlined into one another at one address.
const MOST_INLINED: usize = 64;
/// The sections from which addr2line works.
const NEEDED: [SectionId; 11] = [
    SectionId::DebugAbbrev,
    SectionId::DebugAddr,
    SectionId::DebugAranges,
    SectionId::DebugInfo,
    SectionId::DebugLine,
    SectionId::DebugLineStr,
    SectionId::DebugRanges,
    SectionId::DebugRngLists,
    SectionId::DebugStr,
    SectionId::DebugStrOffsets,
    SectionId::DebugTypes,
];

/// The line tables of one file.
pub(crate) struct Lines {
    context: Context<Reader>,
    weight: usize,
}

impl Lines {
    /// Reads them, if the file has any that can be read.
    pub fn read(source: &Source, headers: &Headers) -> Option<Self> {
        headers.section(".debug_info")?;
        let mut sections: HashMap<SectionId, Bytes> = HashMap::new();
        let mut weight = 0usize;
        for id in NEEDED {
            let Some(section) = headers.section(id.name()) else { continue };
            let bytes = section.load(source, MOST_SECTION_BYTES).ok()?;
            weight = weight.saturating_add(bytes.len());
            if weight > MOST_TOTAL_BYTES {
                return None;
            }
            sections.insert(id, bytes);
        }
        let dwarf = gimli::Dwarf::load(|id| {
            let bytes = sections.remove(&id).unwrap_or_else(|| Bytes::from(&[][..]));
            Ok::<_, gimli::Error>(EndianArcSlice::new(bytes, LittleEndian))
        });
        let context = Context::from_dwarf(dwarf.ok()?).ok()?;
        Some(Self { context, weight })
    }

    /// The functions at an address, innermost first; all but the last were inlined.
    pub fn frames_at(&self, address: u64) -> Vec<NamedFrame> {
        let Ok(frames) = self.context.find_frames(address).skip_all_loads() else { return Vec::new() };
        let mut named = collect(frames);
        let last = named.len().saturating_sub(1);
        for frame in named.iter_mut().take(last) {
            frame.inlined = true;
        }
        named
    }

    /// Bytes held in memory, without what the parser adds.
    pub fn weight(&self) -> usize {
        self.weight
    }
}

fn collect(mut frames: FrameIter<'_, Reader>) -> Vec<NamedFrame> {
    let mut named = Vec::new();
    while named.len() < MOST_INLINED {
        // Spoilt line tables end the list; what was read before stays true.
        let Ok(Some(frame)) = frames.next() else { break };
        let (file, line) = match frame.location {
            Some(location) => (location.file.map(str::to_owned), location.line.filter(|line| *line != 0)),
            None => (None, None),
        };
        let function = frame
            .function
            .and_then(|function| function.raw_name().ok().map(|name| demangle::readable(&name)));
        named.push(NamedFrame { function, file, line, inlined: false });
    }
    named
}

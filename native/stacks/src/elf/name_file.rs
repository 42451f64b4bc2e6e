//! The computed names of one ELF file in the cache on disk, for later starts.
//!
//! ```text
//! "RKNAMES1"  3 × u64 the separate debug file's device, inode and change, or zeros   u32 number of addresses
//! per address: u64 address, u8 number of functions, and per function
//!              u8 flags (1 name, 2 file, 4 line, 8 inlined), u32 line, u16 length and name, u16 length and file
//! u64 checksum of everything before it (FNV-1a)
//! ```
//!
//! The bytes are hostile input like everything else here: a file that is not exactly valid is ignored.

use std::collections::HashMap;
use std::sync::Arc;

use super::NamedFrame;

const MAGIC: &[u8; 8] = b"RKNAMES1";
const CHECKSUM_BYTES: usize = 8;
/// Addresses kept per file.
pub(crate) const MOST_ADDRESSES: usize = 65_536;
const MOST_FUNCTIONS: usize = 255;

/// The names at each address of a file.
pub(crate) type Names = HashMap<u64, Arc<[NamedFrame]>>;
/// Identifies the separate debug file of the names; zeros for none.
pub(crate) type DebugFileMark = [u64; 3];

/// Names as bytes. Those that do not fit the form are left out: they can be worked out again.
pub(crate) fn encode(mark: DebugFileMark, names: &Names) -> Vec<u8> {
    let mut body = Vec::with_capacity(names.len() * 96);
    let mut count = 0u32;
    for (address, frames) in names.iter().take(MOST_ADDRESSES) {
        let length = body.len();
        if entry(&mut body, *address, frames).is_some() {
            count += 1;
        } else {
            body.truncate(length);
        }
    }
    let mut bytes = MAGIC.to_vec();
    mark.iter().for_each(|part| bytes.extend_from_slice(&part.to_le_bytes()));
    bytes.extend_from_slice(&count.to_le_bytes());
    bytes.append(&mut body);
    let checksum = checksum(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

fn entry(out: &mut Vec<u8>, address: u64, frames: &[NamedFrame]) -> Option<()> {
    out.extend_from_slice(&address.to_le_bytes());
    out.push(u8::try_from(frames.len()).ok().filter(|count| *count > 0)?);
    for frame in frames {
        let flags = u8::from(frame.function.is_some())
            | u8::from(frame.file.is_some()) << 1
            | u8::from(frame.line.is_some()) << 2
            | u8::from(frame.inlined) << 3;
        out.push(flags);
        out.extend_from_slice(&frame.line.unwrap_or_default().to_le_bytes());
        for text in [&frame.function, &frame.file] {
            let text = text.as_deref().unwrap_or_default();
            out.extend_from_slice(&u16::try_from(text.len()).ok()?.to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }
    Some(())
}

/// Decodes names; none unless every byte is valid, with the same debug file.
pub(crate) fn decode(bytes: &[u8], mark: DebugFileMark) -> Option<Names> {
    let (bytes, end) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM_BYTES)?)?;
    if end != checksum(bytes).to_le_bytes() {
        return None;
    }
    let mut rest = Rest(bytes);
    if rest.take(MAGIC.len())? != MAGIC {
        return None;
    }
    for part in mark {
        if rest.number(8)? != part {
            return None;
        }
    }
    let count = usize::try_from(rest.number(4)?).ok().filter(|count| *count <= MOST_ADDRESSES)?;
    // Memory grows with the actual data, not with the announced count.
    let mut names = Names::new();
    for _ in 0..count {
        let address = rest.number(8)?;
        let functions = usize::try_from(rest.number(1)?).ok().filter(|n| (1..=MOST_FUNCTIONS).contains(n))?;
        let frames: Option<Arc<[NamedFrame]>> = (0..functions).map(|_| rest.frame()).collect();
        names.insert(address, frames?);
    }
    rest.0.is_empty().then_some(names)
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, length: usize) -> Option<u64> {
        Some(self.take(length)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number(2)?).ok()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn frame(&mut self) -> Option<NamedFrame> {
        let flags = self.number(1)?;
        let line = u32::try_from(self.number(4)?).ok()?;
        let (function, file) = (self.text()?, self.text()?);
        Some(NamedFrame {
            function: (flags & 1 != 0).then_some(function),
            file: (flags & 2 != 0).then_some(file),
            line: (flags & 4 != 0).then_some(line),
            inlined: flags & 8 != 0,
        })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::allocations::most_held;
    use crate::fuzzing::mutations::each;

    const MARK: DebugFileMark = [1, 2, 3];

    fn names() -> Names {
        let frame = |function: Option<&str>, line: Option<u32>, inlined| NamedFrame {
            function: function.map(str::to_owned),
            file: line.map(|_| "src/main.rs".to_owned()),
            line,
            inlined,
        };
        Names::from([
            (0x1000, vec![frame(Some("inner"), Some(7), true), frame(Some("outer"), Some(9), false)].into()),
            (u64::MAX, vec![frame(None, None, false)].into()),
        ])
    }

    #[test]
    fn names_come_back_as_they_went_and_only_with_the_same_debug_file() {
        let bytes = encode(MARK, &names());
        assert_eq!(decode(&bytes, MARK), Some(names()));
        assert_eq!(decode(&bytes, [0; 3]), None);
        assert_eq!(decode(&encode(MARK, &Names::new()), MARK), Some(Names::new()));
    }

    #[test]
    fn damaged_names_are_none() {
        let bytes = encode(MARK, &names());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert_eq!(decode(&damaged, MARK), None, "byte {at}");
            assert_eq!(decode(&bytes[..at], MARK), None, "cut at {at}");
        }
    }

    #[test]
    fn malformed_names_with_valid_checksums_are_read_or_rejected_in_bounded_memory() {
        let whole = encode(MARK, &names());
        let seeds = [whole[..whole.len() - CHECKSUM_BYTES].to_vec()];
        let (mut read, mut refused) = (0, 0);
        each(&seeds, 20_000, |bytes| {
            let sealed = [bytes, &checksum(bytes).to_le_bytes()].concat();
            let (names, held) = most_held(|| decode(&sealed, MARK));
            assert!(held < 16 * 1024 + 64 * sealed.len(), "{held} bytes held for {}", sealed.len());
            match names {
                Some(_) => read += 1,
                None => refused += 1,
            }
        });
        assert!(read > 500 && refused > 500, "{read} read, {refused} refused");
    }
}

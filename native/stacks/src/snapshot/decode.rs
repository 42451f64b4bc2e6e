//! Reading a snapshot. The bytes are hostile input: nothing is trusted, nothing panics, nothing is copied.

use std::collections::BTreeMap;

use super::{Architecture, RawOutcome, RawThread, Registers, Snapshot, StackBytes};
use crate::StackError;
use crate::maps::Maps;

const MAGIC: &[u8] = b"RKSTACKS";
const VERSION: u32 = 2;
const MOST_THREADS: usize = 65_536;
/// No kernel has longer names.
const MOST_NAME_BYTES: usize = 256;

/// Reads a whole snapshot.
pub(crate) fn decode(bytes: &[u8]) -> Result<Snapshot<'_>, StackError> {
    let mut input = Cursor { bytes, at: 0 };
    if input.take(MAGIC.len())? != MAGIC {
        return Err(wrong(0, "it does not begin like a snapshot"));
    }
    match input.u32()? {
        VERSION => {}
        other => {
            return Err(wrong(
                MAGIC.len(),
                format!(
                    "version {other} is not understood here (this is version {VERSION}); the capture program and Rookery must come from the same build"
                ),
            ));
        }
    }
    let architecture = match input.u32()? {
        1 => Architecture::X86_64,
        2 => Architecture::Aarch64,
        other => return Err(wrong(MAGIC.len() + 4, format!("architecture {other} is not known here"))),
    };
    let mut maps: Option<Maps> = None;
    let mut threads = BTreeMap::<u32, Parts<'_>>::new();
    loop {
        let at = input.at;
        let [tag, thread] = [input.u32()?, input.u32()?];
        let number = input.u64()?;
        let content = input.block()?;
        match tag {
            1 if maps.is_none() => maps = Some(Maps::parse(content)),
            1 => return Err(wrong(at, "the mapping list comes twice")),
            2..=5 => {
                let parts = threads.entry(thread).or_default();
                let part = match tag {
                    2 => &mut parts.stat,
                    3 => &mut parts.registers,
                    4 => &mut parts.stack,
                    _ => &mut parts.unstoppable,
                };
                if part.replace(Part { at, number, content }).is_some() {
                    return Err(wrong(at, format!("record {tag} of thread {thread} comes twice")));
                }
                if threads.len() > MOST_THREADS {
                    return Err(wrong(at, "it holds more threads than any process has"));
                }
            }
            6 => {
                let mut times = Cursor { bytes: content, at: 0 };
                let mut time = || times.u64().map_err(|error| error.moved(at + HEAD));
                let (taken_at_ns, pause_ns) = (time()?, time()?);
                if input.at != bytes.len() {
                    return Err(wrong(input.at, "bytes follow its end"));
                }
                let maps = maps.ok_or_else(|| wrong(at, "it has no mapping list"))?;
                let whole = threads.into_iter().map(|(tid, parts)| parts.thread(tid, architecture, &maps));
                let threads = whole.filter_map(Result::transpose).collect::<Result<_, _>>()?;
                return Ok(Snapshot {
                    architecture,
                    pid: thread,
                    threads_listed: u32::try_from(number).unwrap_or(u32::MAX),
                    taken_at_ns,
                    pause_ns,
                    threads,
                    maps,
                });
            }
            // A newer helper may send unknown records.
            _ => {}
        }
    }
}

/// The length of what comes before a record's content.
const HEAD: usize = 24;

/// One record of a thread.
struct Part<'a> {
    at: usize,
    number: u64,
    content: &'a [u8],
}

/// The records of one thread.
#[derive(Default)]
struct Parts<'a> {
    stat: Option<Part<'a>>,
    registers: Option<Part<'a>>,
    stack: Option<Part<'a>>,
    unstoppable: Option<Part<'a>>,
}

impl<'a> Parts<'a> {
    /// Combines the records of a thread; none for a thread that had ended.
    fn thread(
        self,
        tid: u32,
        architecture: Architecture,
        maps: &Maps,
    ) -> Result<Option<RawThread<'a>>, StackError> {
        let (outcome, registers) = match (self.registers, self.unstoppable) {
            (Some(part), None) if part.content.is_empty() => (RawOutcome::NoRegisters, None),
            (Some(part), None) => {
                let registers = Registers::of(architecture, part.content)
                    .ok_or_else(|| wrong(part.at, "a thread's registers have the wrong size"))?;
                (RawOutcome::Copied, Some(registers))
            }
            (None, Some(_)) => (RawOutcome::Unstoppable, None),
            (None, None) => return Ok(None),
            (Some(_), Some(part)) => return Err(wrong(part.at, "a thread both stopped and did not")),
        };
        let (name, state) = self.stat.and_then(|part| name_and_state(part.content)).unwrap_or((b"", b'?'));
        let stack = self.stack.map_or(StackBytes { address: 0, bytes: &[] }, |part| StackBytes {
            address: part.number,
            bytes: part.content,
        });
        let end = stack.address.saturating_add(stack.bytes.len() as u64);
        let mapping = maps.index_of(stack.address).and_then(|index| maps.get(index));
        let cut = mapping.is_none_or(|mapping| end < mapping.end);
        Ok(Some(RawThread { tid, state, outcome, cut, name, registers, stack }))
    }
}

/// Of a `stat` line: the name between the outermost parentheses, which may itself hold parentheses and
/// spaces, and the state letter after it.
fn name_and_state(line: &[u8]) -> Option<(&[u8], u8)> {
    let open = line.iter().position(|byte| *byte == b'(')?;
    let close = line.iter().rposition(|byte| *byte == b')')?;
    let name = line.get(open + 1..close)?;
    let state = *line.get(close + 2)?;
    (name.len() <= MOST_NAME_BYTES).then_some((name, state))
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], StackError> {
        let end = self.at.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| {
            wrong(
                self.at,
                format!("{length} bytes were promised and {} are left", self.bytes.len() - self.at),
            )
        })?;
        self.at += length;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StackError> {
        let at = self.at;
        self.take(N)?.try_into().map_err(|_| wrong(at, "a number is cut short"))
    }

    fn u32(&mut self) -> Result<u32, StackError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, StackError> {
        self.array().map(u64::from_le_bytes)
    }

    fn block(&mut self) -> Result<&'a [u8], StackError> {
        let at = self.at;
        let length = usize::try_from(self.u64()?);
        self.take(length.map_err(|_| wrong(at, "a length is larger than this machine's memory"))?)
    }
}

fn wrong(offset: usize, reason: impl Into<String>) -> StackError {
    StackError::Decode { offset, reason: reason.into() }
}

impl StackError {
    /// A place within a record becomes a place within the snapshot.
    fn moved(self, by: usize) -> Self {
        match self {
            Self::Decode { offset, reason } => Self::Decode { offset: offset + by, reason },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAPS: &[u8] = b"7000-8000 rw-p 0 0:0 0\n";

    fn record(tag: u32, thread: u32, number: u64, content: &[u8]) -> Vec<u8> {
        let words = [tag.to_le_bytes(), thread.to_le_bytes()].concat();
        let numbers = [number.to_le_bytes(), (content.len() as u64).to_le_bytes()].concat();
        [&words, &numbers, content].concat()
    }

    fn maps() -> Vec<u8> {
        record(1, 77, 0, MAPS)
    }

    fn end() -> Vec<u8> {
        record(6, 77, 1, &[0; 16])
    }

    fn thread_records() -> Vec<u8> {
        [
            record(2, 78, 0, b"78 (a) worker) S 1 78"),
            record(3, 78, 0, &[1; 216]),
            record(4, 78, 0x7000, &[2; 64]),
        ]
        .concat()
    }

    fn snapshot(records: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = b"RKSTACKS\x02\0\0\0\x01\0\0\0".to_vec();
        records.iter().for_each(|record| bytes.extend_from_slice(record));
        bytes
    }

    fn whole() -> Vec<u8> {
        snapshot(&[
            maps(),
            thread_records(),
            record(99, 78, 7, b"news"),
            record(2, 79, 0, b"79 (ended) R 1 78"),
            end(),
        ])
    }

    #[test]
    fn a_whole_snapshot_is_read_and_unknown_records_are_passed_over() {
        let bytes = whole();
        let snapshot = decode(&bytes).unwrap();
        assert_eq!((snapshot.pid, snapshot.threads_listed, snapshot.threads.len()), (77, 1, 1));
        assert!(snapshot.maps.index_of(0x7fff).is_some() && snapshot.maps.index_of(0x8000).is_none());
        let thread = &snapshot.threads[0];
        assert_eq!((thread.tid, thread.name, thread.state), (78, &b"a) worker"[..], b'S'));
        assert_eq!((thread.outcome, thread.cut), (RawOutcome::Copied, true));
        assert_eq!(thread.stack.word(0x7000), Some(0x0202_0202_0202_0202));
        assert_eq!(thread.stack.word(0x7000 + 57), None);
        assert_eq!(thread.stack.word(0x6fff), None);
    }

    #[test]
    fn threads_without_registers_and_threads_not_stopped_are_distinguished() {
        let bytes = snapshot(&[
            maps(),
            record(3, 3, 0, &[]),
            record(5, 2, 0, &[]),
            record(2, 2, 0, b"nonsense"),
            end(),
        ]);
        let threads = decode(&bytes).unwrap().threads;
        let reported: Vec<_> =
            threads.iter().map(|thread| (thread.tid, thread.outcome, thread.name, thread.state)).collect();
        assert_eq!(
            reported,
            [(2, RawOutcome::Unstoppable, &b""[..], b'?'), (3, RawOutcome::NoRegisters, &b""[..], b'?')]
        );
    }

    #[test]
    fn a_stack_is_cut_unless_it_reaches_the_end_of_its_mapping() {
        for (address, length, cut) in [(0x7f00, 0x100, false), (0x7f00, 0xff, true), (0x9000, 0x100, true)] {
            let stack = record(4, 78, address, &vec![0; length]);
            let bytes = snapshot(&[maps(), record(3, 78, 0, &[1; 216]), stack, end()]);
            assert_eq!(decode(&bytes).unwrap().threads[0].cut, cut, "{address:x} {length:x}");
        }
    }

    #[test]
    fn a_snapshot_cut_anywhere_is_refused() {
        let bytes = whole();
        for length in 0..bytes.len() {
            assert!(matches!(decode(&bytes[..length]), Err(StackError::Decode { .. })), "cut at {length}");
        }
    }

    #[test]
    fn a_snapshot_with_its_parts_in_the_wrong_places_is_refused() {
        for records in [
            vec![end()],
            vec![maps()],
            vec![thread_records(), end()],
            vec![maps(), maps(), end()],
            vec![maps(), thread_records(), thread_records(), end()],
            vec![maps(), thread_records(), record(5, 78, 0, &[]), end()],
            vec![maps(), record(3, 78, 0, &[1; 215]), end()],
            vec![maps(), record(6, 77, 1, &[0; 15])],
            vec![maps(), end(), end()],
        ] {
            assert!(decode(&snapshot(&records)).is_err());
        }
        let other = |at: usize| {
            let mut bytes = whole();
            bytes[at] = 9;
            decode(&bytes).unwrap_err().to_string()
        };
        assert!(other(8).contains("version 9") && other(12).contains("architecture 9"));
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2048)) {
            let _ = decode(&bytes);
        }

        #[test]
        fn random_records_never_panic(records in proptest::collection::vec(
            (0u32..8, 0u32..3, any::<u64>(), proptest::collection::vec(any::<u8>(), 0..300)), 0..8
        )) {
            let records: Vec<_> = records
                .iter()
                .map(|(tag, thread, number, content)| record(*tag, *thread, *number, content))
                .collect();
            let _ = decode(&snapshot(&records));
        }

        #[test]
        fn a_flipped_byte_never_panics(at in 0usize..600, value in any::<u8>()) {
            let mut bytes = whole();
            let length = bytes.len();
            bytes[at % length] = value;
            let _ = decode(&bytes);
        }
    }
}

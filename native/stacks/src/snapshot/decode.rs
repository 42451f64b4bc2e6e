//! Reading a snapshot. The bytes are hostile input: nothing is trusted, nothing panics, nothing is copied.

use super::{Architecture, RawOutcome, RawThread, Registers, Snapshot, StackBytes};
use crate::StackError;

const MAGIC: &[u8] = b"RKSTACKS";
const VERSION: u32 = 1;
const MOST_THREADS: usize = 65_536;
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
    let mut head = None;
    let mut maps: Option<&[u8]> = None;
    let mut threads = Vec::new();
    loop {
        let at = input.at;
        let tag = input.u32()?;
        let length = input.length()?;
        let mut record = Cursor { bytes: input.take(length)?, at: 0 };
        match tag {
            1 if head.is_none() => head = Some(Head::read(&mut record).map_err(|error| error.moved(at + 8))?),
            2 if maps.is_none() => maps = Some(record.rest()),
            3 => {
                let Some(head) = &head else { return Err(wrong(at, "a thread comes before the head")) };
                if threads.len() == MOST_THREADS {
                    return Err(wrong(at, "it holds more threads than any process has"));
                }
                threads.push(thread(&mut record, head.architecture).map_err(|error| error.moved(at + 8))?);
            }
            4 => {
                let promised = record.u32().map_err(|error| error.moved(at + 8))?;
                if usize::try_from(promised).ok() != Some(threads.len()) {
                    return Err(wrong(
                        at,
                        format!("{promised} threads were promised and {} came", threads.len()),
                    ));
                }
                if input.at != bytes.len() {
                    return Err(wrong(input.at, "bytes follow its end"));
                }
                let head = head.ok_or_else(|| wrong(at, "it has no head"))?;
                let maps = maps.ok_or_else(|| wrong(at, "it has no mapping list"))?;
                return Ok(Snapshot {
                    architecture: head.architecture,
                    pid: head.pid,
                    threads_listed: head.threads_listed,
                    taken_at_ns: head.taken_at_ns,
                    pause_ns: head.pause_ns,
                    maps,
                    threads,
                });
            }
            1 | 2 => return Err(wrong(at, format!("record {tag} comes twice"))),
            // A newer helper may say more than is understood here.
            _ => {}
        }
    }
}

struct Head {
    architecture: Architecture,
    pid: u32,
    threads_listed: u32,
    taken_at_ns: u64,
    pause_ns: u64,
}

impl Head {
    fn read(record: &mut Cursor<'_>) -> Result<Self, StackError> {
        let architecture = match record.u16()? {
            1 => Architecture::X86_64,
            2 => Architecture::Aarch64,
            other => return Err(wrong(0, format!("architecture {other} is not known here"))),
        };
        record.u16()?;
        let pid = record.u32()?;
        let threads_listed = record.u32()?;
        let _start_ticks = record.u64()?;
        let taken_at_ns = record.u64()?;
        let pause_ns = record.u64()?;
        Ok(Self { architecture, pid, threads_listed, taken_at_ns, pause_ns })
    }
}

fn thread<'a>(record: &mut Cursor<'a>, architecture: Architecture) -> Result<RawThread<'a>, StackError> {
    let tid = record.u32()?;
    let [state, outcome, cut, _] = record.array()?;
    let outcome = match outcome {
        0 => RawOutcome::Copied,
        1 => RawOutcome::Ended,
        2 => RawOutcome::Unstoppable,
        3 => RawOutcome::NoRegisters,
        other => return Err(wrong(5, format!("thread outcome {other} is not known here"))),
    };
    let address = record.u64()?;
    let name = record.block()?;
    if name.len() > MOST_NAME_BYTES {
        return Err(wrong(record.at, "a thread's name is longer than the kernel allows"));
    }
    let registers = record.block()?;
    let stack = record.block()?;
    let registers = match outcome {
        RawOutcome::Copied => Some(
            Registers::of(architecture, registers)
                .ok_or_else(|| wrong(record.at, "a thread's registers have the wrong size"))?,
        ),
        _ => None,
    };
    Ok(RawThread {
        tid,
        state,
        outcome,
        cut: cut != 0,
        name,
        registers,
        stack: StackBytes { address, bytes: stack },
    })
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

    fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at = self.bytes.len();
        rest
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StackError> {
        let at = self.at;
        self.take(N)?.try_into().map_err(|_| wrong(at, "a number is cut short"))
    }

    fn u16(&mut self) -> Result<u16, StackError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, StackError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, StackError> {
        self.array().map(u64::from_le_bytes)
    }

    fn length(&mut self) -> Result<usize, StackError> {
        let at = self.at;
        usize::try_from(self.u32()?).map_err(|_| wrong(at, "a length is larger than this machine's memory"))
    }

    fn block(&mut self) -> Result<&'a [u8], StackError> {
        let length = self.length()?;
        self.take(length)
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

    fn record(tag: u32, payload: &[u8]) -> Vec<u8> {
        let mut bytes = tag.to_le_bytes().to_vec();
        bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        bytes.extend_from_slice(payload);
        bytes
    }

    fn head() -> Vec<u8> {
        let mut payload = vec![1, 0, 0, 0];
        payload.extend_from_slice(&77u32.to_le_bytes());
        payload.extend_from_slice(&1u32.to_le_bytes());
        payload.extend_from_slice(&[0; 32]);
        record(1, &payload)
    }

    fn thread_record() -> Vec<u8> {
        let mut payload = 78u32.to_le_bytes().to_vec();
        payload.extend_from_slice(&[b'S', 0, 0, 0]);
        payload.extend_from_slice(&0x7000u64.to_le_bytes());
        for part in [&b"worker"[..], &[1; 216], &[2; 64]] {
            payload.extend_from_slice(&(part.len() as u32).to_le_bytes());
            payload.extend_from_slice(part);
        }
        record(3, &payload)
    }

    fn snapshot(records: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = b"RKSTACKS\x01\0\0\0".to_vec();
        records.iter().for_each(|record| bytes.extend_from_slice(record));
        bytes
    }

    fn whole() -> Vec<u8> {
        snapshot(&[
            head(),
            record(2, b"maps"),
            thread_record(),
            record(99, b"news"),
            record(4, &1u32.to_le_bytes()),
        ])
    }

    #[test]
    fn a_whole_snapshot_is_read_and_unknown_records_are_passed_over() {
        let bytes = whole();
        let snapshot = decode(&bytes).unwrap();
        assert_eq!((snapshot.pid, snapshot.maps, snapshot.threads.len()), (77, &b"maps"[..], 1));
        let thread = &snapshot.threads[0];
        assert_eq!((thread.tid, thread.name), (78, &b"worker"[..]));
        assert_eq!(thread.stack.word(0x7000), Some(0x0202_0202_0202_0202));
        assert_eq!(thread.stack.word(0x7000 + 57), None);
        assert_eq!(thread.stack.word(0x6fff), None);
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
        let end = record(4, &0u32.to_le_bytes());
        let maps = record(2, b"");
        for records in [
            vec![end.clone()],
            vec![head(), end.clone()],
            vec![maps.clone(), end.clone()],
            vec![head(), head(), maps.clone(), end.clone()],
            vec![thread_record(), head(), maps.clone(), end.clone()],
            vec![head(), maps.clone(), end.clone(), end.clone()],
            vec![head(), maps, thread_record(), end],
        ] {
            assert!(decode(&snapshot(&records)).is_err());
        }
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2048)) {
            let _ = decode(&bytes);
        }

        #[test]
        fn random_records_never_panic(records in proptest::collection::vec((0u32..6, proptest::collection::vec(any::<u8>(), 0..300)), 0..8)) {
            let records: Vec<_> = records.iter().map(|(tag, payload)| record(*tag, payload)).collect();
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

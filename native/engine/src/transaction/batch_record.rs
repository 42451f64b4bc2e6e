//! A journal record's payload: the changes of one group of requests, in etag order.
//!
//! Little-endian: `u32` count, then per change a kind byte and
//!
//! ```text
//! 1 document, 2 tombstone:  i64 etag, u32 length, the stored value
//! 3 identity:               i64 value, u16 length, the name in lower case
//! 4 side row, 5 deleted:    i64 number of the side table, u32 key length, u32 value length, key, value
//! 7 other bytes:           i64 etag the document has and keeps, u32 length, the stored value
//! 8 tombstone cleaned away: i64 its etag, u16 length, the id in lower case
//! 6 last etag:              i64; after side rows, which may have used further etags
//! ```

use std::sync::Arc;

use bytes::Bytes;

use super::resolve::WriteSet;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::store::mem_table::Entry;
use crate::store::side_table::{SideChange, SideTable};
use rookery_storage::RecordBuffer;

const DOCUMENT: u8 = 1;
const TOMBSTONE: u8 = 2;
const IDENTITY: u8 = 3;
const SIDE_ROW: u8 = 4;
const SIDE_ROW_GONE: u8 = 5;
const LAST_ETAG: u8 = 6;
const RECODED: u8 = 7;
const FORGOTTEN: u8 = 8;

/// Encodes the changes of all requests as the payload of one record of about `capacity` bytes.
pub(crate) fn write<'a>(
    write_set: impl Iterator<Item = &'a WriteSet> + Clone,
    capacity: usize,
    out: &mut RecordBuffer,
) {
    let count: usize = write_set.clone().map(changes_in).sum();
    out.begin(capacity);
    out.extend_from_slice(&u32::try_from(count).expect("a batch is bounded by its bytes").to_le_bytes());
    for write_set in write_set {
        for entry in &write_set.entries {
            document(out, if entry.deleted { TOMBSTONE } else { DOCUMENT }, entry.etag, &entry.value);
        }
        for (etag, value) in &write_set.recoded {
            document(out, RECODED, *etag, value);
        }
        let identities = write_set.identities.iter().map(|(name, value)| (IDENTITY, name, *value));
        let forgotten = write_set.forgotten.iter().map(|(etag, key)| (FORGOTTEN, key, *etag));
        for (kind, name, number) in identities.chain(forgotten) {
            out.push(kind);
            out.extend_from_slice(&number.to_le_bytes());
            out.extend_from_slice(
                &u16::try_from(name.len()).expect("names and ids are checked to be short").to_le_bytes(),
            );
            out.extend_from_slice(name.as_bytes());
        }
        for change in &write_set.side {
            let (table, key) = &change.key;
            out.push(if change.value.is_some() { SIDE_ROW } else { SIDE_ROW_GONE });
            out.extend_from_slice(&i64::from(*table as u8).to_le_bytes());
            let value = change.value.as_deref().unwrap_or_default();
            for length in [key.len(), value.len()] {
                let length = u32::try_from(length).expect("rows are bounded by a record");
                out.extend_from_slice(&length.to_le_bytes());
            }
            out.extend_from_slice(key);
            out.extend_from_slice(value);
        }
        if !write_set.side.is_empty() {
            out.push(LAST_ETAG);
            out.extend_from_slice(&write_set.last_etag.to_le_bytes());
        }
    }
    out.seal();
}

fn document(out: &mut RecordBuffer, kind: u8, etag: i64, value: &StoredValue) {
    let value = value.as_bytes();
    let length = u32::try_from(value.len()).expect("values are bounded by a record");
    let mut head = [kind; 13];
    head[1..9].copy_from_slice(&etag.to_le_bytes());
    head[9..].copy_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&head);
    out.extend_from_slice(value);
}

fn changes_in(write_set: &WriteSet) -> usize {
    let side = write_set.side.len();
    let documents = write_set.entries.len() + write_set.recoded.len() + write_set.forgotten.len();
    documents + write_set.identities.len() + side + usize::from(side > 0)
}

/// One change of a replayed record.
#[derive(Debug)]
pub(crate) enum Replayed {
    Entry(Entry),
    Identity(Arc<str>, i64),
    Side(SideChange),
    LastEtag(i64),
    Recoded(i64, StoredValue),
    Forgotten(i64, Arc<str>),
}

/// Decodes a payload. The error describes what is invalid.
pub(crate) fn read(payload: &[u8]) -> Result<Vec<Replayed>, String> {
    let mut rest = Reader(payload);
    let count = u32::from_le_bytes(rest.array()?);
    let mut changes = Vec::new();
    for _ in 0..count {
        let [kind] = rest.array()?;
        let number = i64::from_le_bytes(rest.array()?);
        match kind {
            DOCUMENT | TOMBSTONE => {
                let length = u32::from_le_bytes(rest.array()?) as usize;
                let value = StoredValue::from_bytes(Bytes::copy_from_slice(rest.take(length)?))?;
                changes.push(Replayed::Entry(Entry {
                    etag: number,
                    key: Arc::from(ids::key_of(value.id())),
                    value,
                    deleted: kind == TOMBSTONE,
                }));
            }
            IDENTITY | FORGOTTEN => {
                let length = usize::from(u16::from_le_bytes(rest.array()?));
                let name = std::str::from_utf8(rest.take(length)?)
                    .map_err(|_| "an identity's name or an id is not UTF-8")?;
                changes.push(match kind {
                    IDENTITY => Replayed::Identity(Arc::from(name), number),
                    _ => Replayed::Forgotten(number, Arc::from(name)),
                });
            }
            SIDE_ROW | SIDE_ROW_GONE => {
                let table = u8::try_from(number).ok().and_then(SideTable::of).ok_or_else(|| {
                    format!("a row belongs to side table {number}, which this version does not know")
                })?;
                let key = u32::from_le_bytes(rest.array()?) as usize;
                let value = u32::from_le_bytes(rest.array()?) as usize;
                let key: Arc<[u8]> = Arc::from(rest.take(key)?);
                let value = Bytes::copy_from_slice(rest.take(value)?);
                let value = (kind == SIDE_ROW).then_some(value);
                changes.push(Replayed::Side(SideChange { key: (table, key), value }));
            }
            RECODED => {
                let length = u32::from_le_bytes(rest.array()?) as usize;
                let value = StoredValue::from_bytes(Bytes::copy_from_slice(rest.take(length)?))?;
                changes.push(Replayed::Recoded(number, value));
            }
            LAST_ETAG => changes.push(Replayed::LastEtag(number)),
            other => return Err(format!("a change has kind {other}, which this version does not know")),
        }
    }
    if rest.0.is_empty() { Ok(changes) } else { Err(format!("{} bytes are left over", rest.0.len())) }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or_else(|| format!("{length} bytes are missing at the end"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::DocumentFlags;
    use crate::document::compression::encoded_body::EncodedBody;
    use crate::document::stored::Parts;

    fn write_set() -> WriteSet {
        let parts = Parts {
            id: "Users/Ä",
            collection: "Users",
            node_tag: "A",
            flags: DocumentFlags::default(),
            last_modified: 5,
            archive_at: None,
        };
        let body = EncodedBody::raw(&Bytes::from_static(b"{\"@metadata\":{}}")).unwrap();
        let entry = |etag, deleted| {
            Arc::new(Entry {
                etag, key: "users/ä".into(), value: StoredValue::build(&parts, &body), deleted
            })
        };
        WriteSet {
            entries: vec![entry(1, false), entry(2, true)],
            recoded: vec![(1, StoredValue::build(&parts, &body))],
            identities: vec![("users|".into(), 3)],
            side: vec![
                SideChange { key: (SideTable::Counters, Arc::from(&b"k"[..])), value: Some("v".into()) },
                SideChange { key: (SideTable::Revisions, Arc::from(&b"gone"[..])), value: None },
            ],
            last_etag: 4,
            outcomes: Vec::new(),
            counters: Vec::new(),
            time_series: Vec::new(),
            forgotten: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let write_set = write_set();
        let mut record = RecordBuffer::default();
        write([&write_set, &WriteSet::default()].into_iter(), 10, &mut record);
        let read = read(record.payload()).unwrap();
        assert_eq!(read.len(), 7);
        let Replayed::Entry(second) = &read[1] else { panic!("the second change is a tombstone") };
        assert_eq!((second.etag, &*second.key, second.deleted), (2, "users/ä", true));
        assert_eq!(second.value, write_set.entries[1].value);
        assert!(matches!(&read[2], Replayed::Recoded(1, value) if *value == write_set.recoded[0].1));
        assert!(matches!(&read[3], Replayed::Identity(name, 3) if &**name == "users|"));
        let Replayed::Side(row) = &read[4] else { panic!("the fifth change is a side row") };
        assert_eq!(*row, write_set.side[0]);
        let Replayed::Side(row) = &read[5] else { panic!("the sixth change is a removed side row") };
        assert_eq!(*row, write_set.side[1]);
        assert!(matches!(read[6], Replayed::LastEtag(4)));
    }

    #[test]
    fn a_cut_payload_is_refused_wherever_it_is_cut() {
        let mut record = RecordBuffer::default();
        write([&write_set()].into_iter(), 0, &mut record);
        let mut payload = record.payload().to_vec();
        for length in 0..payload.len() {
            assert!(read(&payload[..length]).is_err(), "{length}");
        }
        payload.push(0);
        assert!(read(&payload).unwrap_err().contains("left over"));
    }
}

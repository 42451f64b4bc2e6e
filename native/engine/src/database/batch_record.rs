//! A journal record's payload: the changes of one group of requests, in etag order.
//!
//! Little-endian: `u32` count, then per change a kind byte and
//!
//! ```text
//! 1 document, 2 tombstone:  i64 etag, u32 length, the stored value
//! 3 identity:               i64 value, u16 length, the name in lower case
//! ```

use std::sync::Arc;

use bytes::Bytes;

use super::resolve::Effects;
use super::view::Entry;
use crate::ids;
use crate::stored::StoredValue;

const DOCUMENT: u8 = 1;
const TOMBSTONE: u8 = 2;
const IDENTITY: u8 = 3;

/// Appends the effects of all requests to `out`, which is emptied first.
pub(crate) fn write<'a>(effects: impl Iterator<Item = &'a Effects> + Clone, out: &mut Vec<u8>) {
    let count: usize = effects.clone().map(|effects| effects.entries.len() + effects.identities.len()).sum();
    out.clear();
    out.extend_from_slice(&u32::try_from(count).expect("a batch is bounded by its bytes").to_le_bytes());
    for effects in effects {
        for entry in &effects.entries {
            let value = entry.value.as_bytes();
            out.push(if entry.deleted { TOMBSTONE } else { DOCUMENT });
            out.extend_from_slice(&entry.etag.to_le_bytes());
            out.extend_from_slice(
                &u32::try_from(value.len()).expect("values are bounded by a record").to_le_bytes(),
            );
            out.extend_from_slice(value);
        }
        for (name, value) in &effects.identities {
            out.push(IDENTITY);
            out.extend_from_slice(&value.to_le_bytes());
            out.extend_from_slice(
                &u16::try_from(name.len()).expect("names are checked to be short").to_le_bytes(),
            );
            out.extend_from_slice(name.as_bytes());
        }
    }
}

/// One change of a replayed record.
#[derive(Debug)]
pub(crate) enum Replayed {
    Entry(Entry),
    Identity(Arc<str>, i64),
}

/// Reads a payload back. The error says what does not fit.
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
            IDENTITY => {
                let length = usize::from(u16::from_le_bytes(rest.array()?));
                let name =
                    std::str::from_utf8(rest.take(length)?).map_err(|_| "an identity's name is not UTF-8")?;
                changes.push(Replayed::Identity(Arc::from(name), number));
            }
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
    use crate::stored::{EncodedBody, Parts};

    fn effects() -> Effects {
        let parts = Parts {
            id: "Users/Ä",
            collection: "Users",
            node_tag: "A",
            flags: DocumentFlags::default(),
            last_modified: 5,
            archive_at: None,
        };
        let body = EncodedBody::new(&Bytes::from_static(b"{\"@metadata\":{}}"), false).unwrap();
        let entry = |etag, deleted| {
            Arc::new(Entry {
                etag, key: "users/ä".into(), value: StoredValue::build(&parts, &body), deleted
            })
        };
        Effects {
            entries: vec![entry(1, false), entry(2, true)],
            identities: vec![("users|".into(), 3)],
            outcomes: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let effects = effects();
        let mut payload = vec![9; 10];
        write([&effects, &Effects::default()].into_iter(), &mut payload);
        let read = read(&payload).unwrap();
        assert_eq!(read.len(), 3);
        let Replayed::Entry(second) = &read[1] else { panic!("the second change is a tombstone") };
        assert_eq!((second.etag, &*second.key, second.deleted), (2, "users/ä", true));
        assert_eq!(second.value, effects.entries[1].value);
        assert!(matches!(&read[2], Replayed::Identity(name, 3) if &**name == "users|"));
    }

    #[test]
    fn a_cut_payload_is_refused_wherever_it_is_cut() {
        let mut payload = Vec::new();
        write([&effects()].into_iter(), &mut payload);
        for length in 0..payload.len() {
            assert!(read(&payload[..length]).is_err(), "{length}");
        }
        payload.push(0);
        assert!(read(&payload).unwrap_err().contains("left over"));
    }
}

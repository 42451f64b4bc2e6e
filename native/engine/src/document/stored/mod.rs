//! The bytes of a stored document or tombstone, in journal and data file alike.
//!
//! Little-endian. The first byte says how the body is encoded, so that values written under
//! different settings live side by side:
//!
//! ```text
//!  0  u8   encoding of the body: 0 raw, 1 zstd, 2 zstd with a dictionary, whose number (u32)
//!          then is between change vector and body
//!  1  u8   length of the change vector; 0: it is `<node>:<etag>-<database id>`
//!  2  u16  length of the id
//!  4  u16  length of the collection's name
//!  6  u16  length of the node tag in force when the value was written
//!  8  u32  flags
//! 12  u32  length of the body before encoding
//! 16  i64  last modified, ticks
//! 24  i64  archive at, ticks; i64::MIN: never
//! 32       id, collection, node tag, change vector, number of the dictionary if encoding is 2, body
//! ```

pub(crate) mod draft;
mod parts;

use crate::document::compression::encoded_body::EncodedBody;
use crate::document::compression::encoded_body::Encoding;
use crate::document::compression::encoded_body::NUMBER;
use bytes::{Buf, Bytes};

pub(crate) use self::draft::EncodedDraft;
use self::parts::bytes_of;
pub(crate) use self::parts::{Parts, local_change_vector};
use crate::document::DocumentFlags;
use crate::document::compression::{Dictionaries, codec};
use crate::document::date::Ticks;

const HEADER: usize = 32;
const NEVER: Ticks = Ticks::MIN;

/// One stored value; the header has been checked to fit the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredValue {
    bytes: Bytes,
}

impl StoredValue {
    /// Builds a value. Ids and collections were checked to be at most 512 bytes long.
    pub(crate) fn build(parts: &Parts<'_>, body: &EncodedBody) -> Self {
        Self { bytes: bytes_of(parts, body).into() }
    }

    /// The same version with other flags.
    pub(crate) fn with_flags(&self, flags: DocumentFlags) -> Self {
        let mut bytes = self.bytes.to_vec();
        bytes[8..12].copy_from_slice(&flags.0.to_le_bytes());
        Self { bytes: bytes.into() }
    }

    /// A new version that differs in its flags and its date. Its body is not decoded.
    pub(crate) fn touched(&self, flags: DocumentFlags, last_modified: Ticks) -> Self {
        let tag_end = HEADER + self.u16_at(2) + self.u16_at(4) + self.u16_at(6);
        let mut bytes = self.bytes[..tag_end].to_vec();
        // A stored change vector belongs to the previous version.
        bytes[1] = 0;
        bytes[8..12].copy_from_slice(&flags.0.to_le_bytes());
        bytes[16..24].copy_from_slice(&last_modified.to_le_bytes());
        bytes.extend_from_slice(&self.bytes[tag_end + usize::from(self.bytes[1])..]);
        Self { bytes: bytes.into() }
    }

    /// The same version with a stored change vector, of at most 255 bytes; the empty one is the local one.
    pub(crate) fn with_change_vector(&self, vector: &str) -> Self {
        let tag_end = HEADER + self.u16_at(2) + self.u16_at(4) + self.u16_at(6);
        let mut bytes = Vec::with_capacity(self.bytes.len() + vector.len());
        bytes.extend_from_slice(&self.bytes[..tag_end]);
        bytes[1] = u8::try_from(vector.len()).expect("a change vector has few parts of bounded length");
        bytes.extend_from_slice(vector.as_bytes());
        bytes.extend_from_slice(&self.bytes[tag_end + usize::from(self.bytes[1])..]);
        Self { bytes: bytes.into() }
    }

    /// The change vector that is stored with the version, if it is not the local one.
    pub(crate) fn stored_change_vector(&self) -> Option<&str> {
        let start = HEADER + self.u16_at(2) + self.u16_at(4) + self.u16_at(6);
        let length = usize::from(self.bytes[1]);
        (length > 0).then(|| self.text(start, length))
    }

    /// Validates bytes from disk as a value.
    pub(crate) fn from_bytes(bytes: Bytes) -> Result<Self, String> {
        if bytes.len() < HEADER {
            return Err(format!("a stored value of {} bytes is shorter than its header", bytes.len()));
        }
        let value = Self { bytes };
        let encoding = value.bytes[0];
        if encoding > 2 {
            return Err(format!("a stored value has encoding {encoding}, which this version does not know"));
        }
        if value.body_start() > value.bytes.len() {
            return Err("a stored value's lengths do not fit its bytes".to_owned());
        }
        let text_end = value.text_end();
        let texts = std::str::from_utf8(&value.bytes[HEADER..text_end])
            .map_err(|_| "a stored value's id or collection is not UTF-8".to_owned())?;
        // Valid UTF-8 as a whole can still have a boundary in the middle of a character.
        let ends = [value.u16_at(2), value.u16_at(4), value.u16_at(6)];
        let mut end = 0;
        if ends.into_iter().any(|length| {
            end += length;
            !texts.is_char_boundary(end)
        }) {
            return Err("a stored value's id, collection or node tag ends within a character".to_owned());
        }
        Ok(value)
    }

    /// The bytes as stored.
    pub(crate) fn as_bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// How many bytes that is.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn id(&self) -> &str {
        self.text(HEADER, self.u16_at(2))
    }

    pub(crate) fn collection(&self) -> &str {
        self.text(HEADER + self.u16_at(2), self.u16_at(4))
    }

    pub(crate) fn flags(&self) -> DocumentFlags {
        DocumentFlags(u32::from_le_bytes(self.array(8)))
    }

    pub(crate) fn last_modified(&self) -> Ticks {
        i64::from_le_bytes(self.array(16))
    }

    pub(crate) fn archive_at(&self) -> Option<Ticks> {
        Some(i64::from_le_bytes(self.array(24))).filter(|ticks| *ticks != NEVER)
    }

    /// The change vector of the row with this etag.
    pub(crate) fn change_vector(&self, etag: i64, database_id: &str) -> String {
        let start = HEADER + self.u16_at(2) + self.u16_at(4);
        let tag = self.text(start, self.u16_at(6));
        match usize::from(self.bytes[1]) {
            0 => local_change_vector(tag, etag, database_id),
            length => self.text(start + tag.len(), length).to_owned(),
        }
    }

    /// The body, decoded. Raw bodies are not copied.
    pub(crate) fn body(&self, dictionaries: &Dictionaries) -> Result<Bytes, String> {
        let stored = self.bytes.slice(self.body_start()..);
        if self.bytes[0] == 0 {
            return Ok(stored);
        }
        let dictionary = match self.dictionary() {
            None => None,
            Some(number) => Some(dictionaries.get(number).ok_or_else(|| {
                format!(
                    "'{}' is compressed with dictionary {number}, which this database does not have",
                    self.id()
                )
            })?),
        };
        codec::unpack(&stored, self.original_len(), dictionary.as_deref())
            .map(Bytes::from)
            .map_err(|error| format!("the compressed body of '{}' cannot be read: {error}", self.id()))
    }

    /// The body, decoded, of a value that is not needed any longer. Raw bodies are not copied.
    pub(crate) fn into_body(mut self, dictionaries: &Dictionaries) -> Result<Bytes, String> {
        if self.is_compressed() {
            return self.body(dictionaries);
        }
        // Without a second reference, which would be allocated.
        self.bytes.advance(self.body_start());
        Ok(self.bytes)
    }

    fn encoding(&self) -> Encoding {
        match (self.bytes[0], self.dictionary()) {
            (0, _) => Encoding::Raw,
            (_, None) => Encoding::Zstd,
            (_, Some(number)) => Encoding::Dictionary(number),
        }
    }

    /// Number of the dictionary its body is compressed with.
    pub(crate) fn dictionary(&self) -> Option<u32> {
        (self.bytes[0] == 2).then(|| u32::from_le_bytes(self.array(self.text_end())))
    }

    /// Bytes of the body before encoding.
    pub(crate) fn original_len(&self) -> usize {
        u32::from_le_bytes(self.array(12)) as usize
    }

    /// Bytes of the body as stored, the number of its dictionary included.
    pub(crate) fn body_len(&self) -> usize {
        self.bytes.len() - self.text_end()
    }

    /// The same document with its body encoded in another way.
    pub(crate) fn with_body(&self, body: &EncodedBody) -> Self {
        let texts = &self.bytes[HEADER..self.text_end()];
        let mut bytes = Vec::with_capacity(HEADER + texts.len() + body.stored_len());
        bytes.push(body.encoding.code());
        bytes.extend_from_slice(&self.bytes[1..12]);
        bytes.extend_from_slice(&body.original_len.to_le_bytes());
        bytes.extend_from_slice(&self.bytes[16..HEADER]);
        bytes.extend_from_slice(texts);
        body.append_to(&mut bytes);
        Self { bytes: bytes.into() }
    }

    /// Whether the body is stored compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.bytes[0] != 0
    }

    fn body_start(&self) -> usize {
        self.text_end() + if self.bytes[0] == 2 { NUMBER } else { 0 }
    }

    /// Where id, collection, node tag and change vector end.
    fn text_end(&self) -> usize {
        HEADER + self.u16_at(2) + self.u16_at(4) + self.u16_at(6) + usize::from(self.bytes[1])
    }

    fn u16_at(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes(self.array(at)))
    }

    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut array = [0; N];
        array.copy_from_slice(&self.bytes[at..at + N]);
        array
    }

    fn text(&self, start: usize, length: usize) -> &str {
        std::str::from_utf8(&self.bytes[start..start + length])
            .expect("checked when the value was built or read")
    }
}

#[cfg(test)]
mod tests;

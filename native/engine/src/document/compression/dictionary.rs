//! One dictionary: its bytes, its origin, and its row in the side table.
//!
//! Key: the number, big-endian `u32`, so that the newest is the last row. Value, little-endian:
//!
//! ```text
//!  0  u8   version of this layout: 1
//!  1  u8   zstd level its bodies are packed with
//!  2  u16  length of the collection's name
//!  4  u32  documents it was trained on
//!  8  i64  created at, ticks
//! 16  f64  ratio it reached on documents it had not seen, when it was adopted
//! 24       name of the collection, dictionary
//! ```

use std::sync::OnceLock;

use bytes::Bytes;
use zstd::zstd_safe::{CDict, DDict};

use crate::document::date::Ticks;

const HEADER: usize = 24;
const VERSION: u8 = 1;

/// The origin of a dictionary.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Origin {
    /// The collection it was trained on.
    pub collection: String,
    pub created_at: Ticks,
    /// zstd level its bodies are packed with.
    pub level: u8,
    /// Documents it was trained on.
    pub samples: u32,
    /// Stored by original bytes on documents it was not trained on.
    pub ratio: f64,
}

/// A dictionary and its zstd contexts, created at its first use.
pub(crate) struct Dictionary {
    pub number: u32,
    pub origin: Origin,
    bytes: Bytes,
    packing: OnceLock<Option<CDict<'static>>>,
    unpacking: OnceLock<Option<DDict<'static>>>,
}

impl Dictionary {
    pub(crate) fn new(number: u32, origin: Origin, bytes: Bytes) -> Self {
        Self { number, origin, bytes, packing: OnceLock::new(), unpacking: OnceLock::new() }
    }

    /// The dictionary itself.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    pub(crate) fn for_packing(&self) -> Result<&CDict<'static>, String> {
        let level = i32::from(self.origin.level);
        let made = self.packing.get_or_init(|| CDict::try_create(&self.bytes, level));
        made.as_ref().ok_or_else(|| self.unusable())
    }

    pub(crate) fn for_unpacking(&self) -> Result<&DDict<'static>, String> {
        self.unpacking.get_or_init(|| DDict::try_create(&self.bytes)).as_ref().ok_or_else(|| self.unusable())
    }

    /// Whether anything has been compressed or decompressed with it.
    pub(crate) fn is_loaded(&self) -> bool {
        self.packing.get().is_some() || self.unpacking.get().is_some()
    }

    fn unusable(&self) -> String {
        format!("zstd refuses compression dictionary {}", self.number)
    }

    /// The key of the row of the dictionary with this number.
    pub(crate) fn key(number: u32) -> [u8; 4] {
        number.to_be_bytes()
    }

    /// The value of the row of a dictionary.
    pub(crate) fn row(origin: &Origin, bytes: &[u8]) -> Bytes {
        let mut row = Vec::with_capacity(HEADER + origin.collection.len() + bytes.len());
        let name = u16::try_from(origin.collection.len()).expect("collections are checked to be short");
        row.push(VERSION);
        row.push(origin.level);
        row.extend_from_slice(&name.to_le_bytes());
        row.extend_from_slice(&origin.samples.to_le_bytes());
        row.extend_from_slice(&origin.created_at.to_le_bytes());
        row.extend_from_slice(&origin.ratio.to_le_bytes());
        row.extend_from_slice(origin.collection.as_bytes());
        row.extend_from_slice(bytes);
        row.into()
    }

    /// Reads a row. The error describes what is invalid.
    pub(crate) fn from_row(key: &[u8], row: &Bytes) -> Result<Self, String> {
        let number = key.try_into().map(u32::from_be_bytes).map_err(|_| {
            format!("a compression dictionary is kept under a key of {} bytes instead of 4", key.len())
        })?;
        let short = || format!("compression dictionary {number} is cut short");
        let header = row.get(..HEADER).ok_or_else(short)?;
        if header[0] != VERSION {
            return Err(format!(
                "compression dictionary {number} has layout {}, which this version does not know",
                header[0]
            ));
        }
        let start = HEADER + usize::from(u16::from_le_bytes(part(header, 2)));
        let name = row.get(HEADER..start).ok_or_else(short)?;
        let collection = std::str::from_utf8(name)
            .map_err(|_| format!("the collection of compression dictionary {number} is not UTF-8"))?;
        let origin = Origin {
            collection: collection.to_owned(),
            created_at: i64::from_le_bytes(part(header, 8)),
            level: header[1],
            samples: u32::from_le_bytes(part(header, 4)),
            ratio: f64::from_le_bytes(part(header, 16)),
        };
        Ok(Self::new(number, origin, row.slice(start..)))
    }
}

fn part<const N: usize>(header: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&header[at..at + N]);
    part
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Dictionary")
            .field("number", &self.number)
            .field("origin", &self.origin)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_gives_back_what_it_was_made_of() {
        let origin = Origin {
            collection: "Bestellungen/ü".into(),
            created_at: 7,
            level: 3,
            samples: 224,
            ratio: 0.25,
        };
        let row = Dictionary::row(&origin, b"words");
        let read = Dictionary::from_row(&Dictionary::key(9), &row).unwrap();
        assert_eq!((read.number, &read.origin, &read.bytes()[..]), (9, &origin, &b"words"[..]));
        let error = Dictionary::from_row(&Dictionary::key(9), &row.slice(..30)).unwrap_err();
        assert!(error.contains("dictionary 9"), "{error}");
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_readable_but_never_a_panic(
            key in proptest::collection::vec(any::<u8>(), 0..6), row in proptest::collection::vec(any::<u8>(), 0..80),
        ) {
            if let Ok(dictionary) = Dictionary::from_row(&key, &row.into()) {
                let _ = (dictionary.for_packing().is_ok(), dictionary.for_unpacking().is_ok());
            }
        }
    }
}

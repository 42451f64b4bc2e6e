//! A body as stored: raw or compressed, with or without a dictionary.

use crate::document::compression::codec;
use crate::document::compression::dictionary::Dictionary;
use bytes::Bytes;
/// How a body is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// As received.
    Raw,
    /// zstd without a dictionary.
    Zstd,
    /// zstd with the dictionary of this number.
    Dictionary(u32),
}

impl Encoding {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Raw => 0,
            Self::Zstd => 1,
            Self::Dictionary(_) => 2,
        }
    }
}

/// A body encoded for storage; it is compressed on the caller's thread, before the writer gets it.
#[derive(Debug, Clone)]
pub(crate) struct EncodedBody {
    pub(crate) encoding: Encoding,
    pub(crate) original_len: u32,
    pub(crate) bytes: Bytes,
}

impl EncodedBody {
    /// An uncompressed body.
    pub(crate) fn raw(body: &Bytes) -> Result<Self, String> {
        Ok(Self { encoding: Encoding::Raw, original_len: length_of(body.len())?, bytes: body.clone() })
    }

    /// A compressed body; kept raw when compression would not make it smaller.
    pub(crate) fn packed(body: &Bytes, dictionary: Option<&Dictionary>) -> Result<Self, String> {
        let original_len = length_of(body.len())?;
        let (encoding, more) = match dictionary {
            None => (Encoding::Zstd, 0),
            Some(dictionary) => (Encoding::Dictionary(dictionary.number), NUMBER),
        };
        let packed = codec::pack(body, dictionary, |packed| {
            (packed.len() + more < body.len()).then(|| Bytes::copy_from_slice(packed))
        });
        match packed.map_err(|error| format!("zstd failed: {error}"))? {
            Some(bytes) => Ok(Self { encoding, original_len, bytes }),
            None => Self::raw(body),
        }
    }

    /// Its length in a stored value.
    pub(crate) fn stored_len(&self) -> usize {
        self.bytes.len() + if matches!(self.encoding, Encoding::Dictionary(_)) { NUMBER } else { 0 }
    }

    pub(crate) fn append_to(&self, bytes: &mut Vec<u8>) {
        if let Encoding::Dictionary(number) = self.encoding {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.bytes);
    }

    /// Whether the bytes are compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.encoding != Encoding::Raw
    }

    pub(crate) fn empty() -> Self {
        Self { encoding: Encoding::Raw, original_len: 0, bytes: Bytes::new() }
    }
}

pub(crate) fn length_of(body: usize) -> Result<u32, String> {
    u32::try_from(body).map_err(|_| format!("it is {body} bytes long, and {} is the most", u32::MAX))
}

/// Length of a dictionary's number in a value.
pub(crate) const NUMBER: usize = 4;

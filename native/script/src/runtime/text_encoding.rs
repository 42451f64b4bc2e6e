//! Decodes contents of attachments. A byte order mark takes precedence over the given encoding, as in .NET's stream reader.

use std::borrow::Cow;

/// How a text is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16 { big_endian: bool },
    Utf32 { big_endian: bool },
    Ascii,
    Latin1,
}

impl Encoding {
    /// The names, for messages.
    pub(super) const NAMES: &str = "UTF8, Unicode, BigEndianUnicode, UTF32, ASCII and Latin1";

    /// By .NET's name, in any case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "utf8" | "default" => Self::Utf8,
            "unicode" => Self::Utf16 { big_endian: false },
            "bigendianunicode" => Self::Utf16 { big_endian: true },
            "utf32" => Self::Utf32 { big_endian: false },
            "ascii" => Self::Ascii,
            "latin1" => Self::Latin1,
            _ => return None,
        })
    }

    /// The encoding of the byte order mark at the start, and the length of the mark.
    fn of_mark(bytes: &[u8]) -> Option<(Self, usize)> {
        Some(match bytes {
            [0xEF, 0xBB, 0xBF, ..] => (Self::Utf8, 3),
            [0xFF, 0xFE, 0, 0, ..] => (Self::Utf32 { big_endian: false }, 4),
            [0, 0, 0xFE, 0xFF, ..] => (Self::Utf32 { big_endian: true }, 4),
            [0xFF, 0xFE, ..] => (Self::Utf16 { big_endian: false }, 2),
            [0xFE, 0xFF, ..] => (Self::Utf16 { big_endian: true }, 2),
            _ => return None,
        })
    }
}

/// The text. Bytes that are none become replacement characters; bytes that are not ASCII become `?` in that encoding.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let (encoding, mark) = Encoding::of_mark(bytes).unwrap_or((encoding, 0));
    let bytes = &bytes[mark..];
    match encoding {
        Encoding::Utf8 => String::from_utf8_lossy(bytes),
        Encoding::Ascii => {
            bytes.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect()
        }
        Encoding::Latin1 => bytes.iter().copied().map(char::from).collect(),
        Encoding::Utf16 { big_endian } => utf16(bytes, big_endian).into(),
        Encoding::Utf32 { big_endian } => utf32(bytes, big_endian).into(),
    }
}

fn utf16(bytes: &[u8], big_endian: bool) -> String {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| match big_endian {
        true => u16::from_be_bytes(*pair),
        false => u16::from_le_bytes(*pair),
    });
    let mut text: String =
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.extend((!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER));
    text
}

fn utf32(bytes: &[u8], big_endian: bool) -> String {
    let (units, rest) = bytes.as_chunks::<4>();
    let character = |unit: &[u8; 4]| {
        let unit = if big_endian { u32::from_be_bytes(*unit) } else { u32::from_le_bytes(*unit) };
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    let mut text: String = units.iter().map(character).collect();
    text.extend((!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER));
    text
}

#[cfg(test)]
mod tests {
    use super::{Encoding, decode};

    /// As RavenDB 7.1.5 gives them.
    #[test]
    fn texts_are_decoded() {
        let text = |bytes: &[u8], name: &str| decode(bytes, Encoding::named(name).unwrap()).into_owned();
        let utf8 = "grüß".as_bytes();
        assert_eq!(text(utf8, "utf8"), "grüß");
        assert_eq!(text(utf8, "Default"), "grüß");
        assert_eq!(text(utf8, "Unicode"), "\u{7267}\u{bcc3}\u{9fc3}");
        assert_eq!(text(utf8, "BigEndianUnicode"), "\u{6772}\u{c3bc}\u{c39f}");
        assert_eq!(text(utf8, "ASCII"), "gr????");
        assert_eq!(text(utf8, "UTF32"), "\u{fffd}\u{fffd}");
        assert_eq!(text(utf8, "Latin1"), "gr\u{c3}\u{bc}\u{c3}\u{9f}");
        assert_eq!(text(b"gr\xfc", "utf8"), "gr\u{fffd}");
        // Marks.
        assert_eq!(text(b"\xff\xfew\0i\0", "utf8"), "wi");
        assert_eq!(text(b"\xfe\xff\0w\0i", "utf8"), "wi");
        assert_eq!(text(b"\xef\xbb\xbfwi", "Unicode"), "wi");
        assert_eq!(text(b"\xff\xfe\0\0w\0\0\0", "utf8"), "w");
        assert_eq!(text(b"", "utf8"), "");
        // A unit that is cut off, and half of a pair.
        assert_eq!(text(b"w\0i", "Unicode"), "w\u{fffd}");
        assert_eq!(text(b"\0\xd8w\0", "Unicode"), "\u{fffd}w");
        assert_eq!(Encoding::named("utf-8"), None);
    }
}

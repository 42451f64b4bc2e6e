//! Terms of an entry: field number, kind and value as bytes.
//!
//! Numbers are written so that one number has one term whatever its kind was in the JSON, and so that bytes
//! sort as values do. Longer texts than a term may have are cut and end in a checksum of the whole.

use rookery_rql::values::{Number, common_forms, fold};

/// The number of the field every entry has: its id.
pub const ID_FIELD: u16 = 0;

/// Marks entries that searches do not return: they hold data about a document.
pub(crate) const HIDDEN_FIELD: u16 = u16::MAX - 1;

/// The ids of further documents that an entry depends on.
pub(crate) const REFERENCE_FIELD: u16 = u16::MAX - 2;

/// The group a hidden entry belongs to.
pub(crate) const MEMBER_FIELD: u16 = u16::MAX - 3;

/// The group an entry is the result of.
pub(crate) const RESULT_FIELD: u16 = u16::MAX - 4;

/// The group that a hidden entry marks as dirty.
pub(crate) const DIRTY_FIELD: u16 = u16::MAX - 5;

/// The boost of the entry, as a column.
pub(crate) const BOOST_FIELD: u16 = u16::MAX - 20;

/// The letter after the field number in the name of a column of texts.
pub(crate) const TEXT: u8 = b't';
/// The letter of a column of integers.
pub(crate) const INTEGER: u8 = b'i';
/// The letter of a column of other numbers.
pub(crate) const DOUBLE: u8 = b'd';
/// The letter of a column of dates.
pub(crate) const INSTANT: u8 = b'm';
/// The letters of the two columns of a location.
pub(crate) const LATITUDE: u8 = b'y';
/// See [`LATITUDE`].
pub(crate) const LONGITUDE: u8 = b'x';
/// The letter of the column of the norms of a boosted field.
pub(crate) const NORM: u8 = b'n';

/// Texts longer than this are cut.
const LONGEST: usize = 8 << 10;

/// The kind of a term, after the field's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// The field has a value, of a kind that has no column.
    Exists = 1,
    Null = 2,
    Object = 3,
    Integer = 4,
    Double = 5,
    Instant = 6,
    Folded = 7,
    Exact = 8,
    /// A cell of the grid over the earth that has a place of the entry.
    Cell = 9,
}

/// The prefix of all terms of a field and kind.
pub(crate) fn head(field: u16, kind: Kind) -> Vec<u8> {
    let mut term = Vec::with_capacity(32);
    push_head(&mut term, field, kind);
    term
}

pub(crate) fn push_head(out: &mut Vec<u8>, field: u16, kind: Kind) {
    out.extend_from_slice(&field.to_be_bytes());
    out.push(kind as u8);
}

pub(crate) fn text(field: u16, kind: Kind, text: &str) -> Vec<u8> {
    let mut term = head(field, kind);
    push_text(&mut term, text);
    term
}

/// The text, or its beginning and a checksum.
pub(crate) fn push_text(out: &mut Vec<u8>, text: &str) {
    if text.len() <= LONGEST {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.extend_from_slice(cut(text).as_bytes());
}

/// A text as terms and columns have it.
pub(crate) fn cut(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let mut end = LONGEST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{:032x}", &text[..end], xxhash_rust::xxh3::xxh3_128(text.as_bytes())).into()
}

pub(crate) fn cell(field: u16, level: u8, number: u64) -> Vec<u8> {
    let mut term = head(field, Kind::Cell);
    push_cell(&mut term, level, number);
    term
}

/// The number at the end of a cell's term.
pub(crate) fn cell_number(term: &[u8]) -> u64 {
    let [.., a, b, c, d, e] = term else { return 0 };
    u64::from_be_bytes([0, 0, 0, *a, *b, *c, *d, *e])
}

/// Level and number: cells of one level sort as their numbers do.
pub(crate) fn push_cell(out: &mut Vec<u8>, level: u8, number: u64) {
    out.push(level);
    // 36 bits at most.
    out.extend_from_slice(&number.to_be_bytes()[3..]);
}

/// The terms one of which an instant has: its text's, where that is written as most are, or one of its own.
pub(crate) fn instants(field: u16, ticks: i64) -> Vec<Vec<u8>> {
    let texts = common_forms(ticks).into_iter().map(|form| text(field, Kind::Folded, &fold(&form)));
    texts.chain([instant(field, ticks)]).collect()
}

pub(crate) fn instant(field: u16, ticks: i64) -> Vec<u8> {
    let mut term = head(field, Kind::Instant);
    term.extend_from_slice(&ordered_integer(ticks));
    term
}

pub(crate) fn number(field: u16, number: Number) -> Vec<u8> {
    let mut term = Vec::with_capacity(16);
    push_number(&mut term, field, number);
    term
}

pub(crate) fn push_number(out: &mut Vec<u8>, field: u16, number: Number) {
    match canonical(number) {
        Number::Integer(value) => {
            push_head(out, field, Kind::Integer);
            out.extend_from_slice(&ordered_integer(value));
        }
        Number::Double(value) => {
            push_head(out, field, Kind::Double);
            out.extend_from_slice(&value.to_bits().to_be_bytes());
        }
    }
}

/// The term of a fraction, or where it would be if the number is whole.
pub(crate) fn fraction(field: u16, value: f64) -> Vec<u8> {
    let mut term = head(field, Kind::Double);
    term.extend_from_slice(&value.to_bits().to_be_bytes());
    term
}

/// 5.0 is the number 5: an integer wherever it can be one.
pub(crate) fn canonical(number: Number) -> Number {
    const ABOVE: f64 = 9_223_372_036_854_775_808.0;
    match number {
        Number::Double(value) if value.fract() == 0.0 && (-ABOVE..ABOVE).contains(&value) =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
            Number::Integer(value as i64)
        }
        other => other,
    }
}

fn ordered_integer(value: i64) -> [u8; 8] {
    (value.cast_unsigned() ^ (1 << 63)).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_one_term() {
        assert_eq!(number(7, Number::Integer(5)), number(7, Number::Double(5.0)));
        assert_eq!(number(7, Number::Double(-0.0)), number(7, Number::Integer(0)));
        assert_ne!(number(7, Number::Double(5.5)), number(7, Number::Integer(5)));
        assert_ne!(number(7, Number::Integer(5)), number(8, Number::Integer(5)));
    }

    #[test]
    fn long_texts_stay_distinct() {
        let long = "ä".repeat(LONGEST);
        let other = format!("{long}x");
        assert_ne!(text(1, Kind::Folded, &long), text(1, Kind::Folded, &other));
        assert!(text(1, Kind::Folded, &long).len() < 2 * LONGEST);
    }
}

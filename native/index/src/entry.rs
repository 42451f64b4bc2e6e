//! One entry on its way into an index: the terms it is found by, the columns it is sorted and ranged by, its
//! document.

use std::borrow::Cow;
use std::sync::Arc;

use rookery_rql::search::Analyzer;
use rookery_rql::spatial::Point;
use rookery_rql::values::{Leaf, Number, fold, instant, is_common_form, number_text};
use tantivy::Document;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf};
use tantivy::schema::{Field, Value};

use crate::backpressure::Permit;
use crate::cells::{self, Cell};
use crate::norms;
use crate::terms::{self, DOUBLE, ID_FIELD, INSTANT, INTEGER, Kind, LATITUDE, LONGITUDE, TEXT};
use crate::words::WordRow;

/// The terms, columns and stored text of one entry. Not reused: the writer takes ownership.
#[derive(Debug, Clone)]
pub struct Entry {
    id: String,
    etag: i64,
    terms: Vec<u8>,
    ends: Vec<usize>,
    columns: Vec<Column>,
    texts: String,
    stored: Vec<u8>,
    words: WordRow,
    fields: PhysicalFields,
    place: Option<Arc<Permit>>,
}

/// The fields of the tantivy schema; fields of index definitions are numbers inside terms and column names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhysicalFields {
    pub(crate) term: Field,
    pub(crate) columns: Field,
    pub(crate) etag: Field,
    pub(crate) id: Field,
    pub(crate) stored: Field,
    pub(crate) words: Field,
}

#[derive(Debug, Clone)]
struct Column {
    name: ColumnName,
    value: ColumnValue,
}

#[derive(Debug, Clone)]
enum ColumnValue {
    Text(std::ops::Range<usize>),
    Integer(i64),
    Double(f64),
}

/// A column's name: the field's number and a letter for the kind.
#[derive(Debug, Clone, Copy)]
struct ColumnName {
    bytes: [u8; 8],
    length: u8,
}

impl ColumnName {
    fn new(field: u16, letter: u8) -> Self {
        let mut bytes = [0; 8];
        let mut rest = field;
        let mut digits = 1;
        while rest >= 10 {
            rest /= 10;
            digits += 1;
        }
        rest = field;
        for place in (0..digits).rev() {
            bytes[place] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
        }
        bytes[digits] = letter;
        Self { bytes, length: u8::try_from(digits + 1).unwrap_or(1) }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or("")
    }
}

impl Entry {
    pub(crate) fn new(fields: PhysicalFields, id: &str, etag: i64) -> Self {
        let mut entry = Self {
            id: id.to_owned(),
            etag,
            terms: Vec::with_capacity(256),
            ends: Vec::with_capacity(16),
            columns: Vec::with_capacity(16),
            texts: String::new(),
            stored: Vec::new(),
            words: WordRow::default(),
            fields,
            place: None,
        };
        terms::push_head(&mut entry.terms, terms::ID_FIELD, Kind::Folded);
        terms::push_text(&mut entry.terms, &fold(id));
        entry.end_term();
        entry
    }

    /// Adds a value of a field, matched without case, as a number or as a date. With `exact` it is matched
    /// with its case as well.
    pub fn add(&mut self, field: u16, leaf: Leaf<'_>, exact: bool) {
        match leaf {
            Leaf::Null => self.mark(field, Kind::Null),
            Leaf::Object => self.mark(field, Kind::Object),
            Leaf::Bool(value) => self.add_text(field, if value { "true" } else { "false" }, exact),
            Leaf::Number(number) => {
                terms::push_number(&mut self.terms, field, number);
                self.end_term();
                match terms::canonical(number) {
                    Number::Integer(value) => self.column(field, INTEGER, ColumnValue::Integer(value)),
                    Number::Double(value) => self.column(field, DOUBLE, ColumnValue::Double(value)),
                }
                self.add_text(field, &number_text(number), exact);
            }
            Leaf::Text(text) => {
                self.add_text(field, text, exact);
                if let Some(ticks) = instant(text) {
                    // A term less for each of the many values that are all different.
                    if !is_common_form(text) {
                        self.terms.extend_from_slice(&terms::instant(field, ticks));
                        self.end_term();
                    }
                    self.column(field, INSTANT, ColumnValue::Integer(ticks));
                }
            }
        }
    }

    /// A value of a field that is searched: found by its words. The values of one field come one after the
    /// other.
    pub fn add_searched(&mut self, field: u16, leaf: Leaf<'_>, analyzer: Analyzer) {
        let text = match leaf {
            Leaf::Text(text) => Cow::Borrowed(text),
            Leaf::Number(number) => number_text(number).into(),
            Leaf::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Leaf::Null | Leaf::Object => return,
        };
        let words = &mut self.words;
        let first = words.position(field);
        let next =
            analyzer.words(&text, first, |word| words.push(field, &terms::cut(&word.text), word.position));
        words.go_on_at(field, next);
    }

    /// A text of a field with an analyzer: its words are its values, written as they are.
    pub fn add_words(&mut self, field: u16, text: &str, analyzer: Analyzer) {
        self.add_searched(field, Leaf::Text(text), analyzer);
        let mut words = Vec::new();
        analyzer.words(text, 0, |word| words.push(word.text));
        words.sort_unstable();
        words.dedup();
        for word in words {
            self.add_value(field, &terms::cut(&word), &word, true);
        }
    }

    /// A value of a field that is compared with its case only.
    pub fn add_exact(&mut self, field: u16, text: &str) {
        self.add_value(field, &terms::cut(text), text, true);
    }

    /// A place of a spatial field.
    pub fn add_place(&mut self, field: u16, place: Point) {
        for level in cells::LEVELS {
            terms::push_head(&mut self.terms, field, Kind::Cell);
            terms::push_cell(&mut self.terms, level, Cell::of(place, level).number);
            self.end_term();
        }
        self.mark(field, Kind::Exists);
        self.column(field, LATITUDE, ColumnValue::Double(place.latitude));
        self.column(field, LONGITUDE, ColumnValue::Double(place.longitude));
    }

    /// Its id is also a separate field, [`ID_FIELD`], for sorting and ranges. (It can be searched by the id
    /// in any case.)
    pub fn add_id(&mut self) {
        let start = self.texts.len();
        let folded = fold(&self.id);
        self.texts.push_str(&terms::cut(&folded));
        self.column(ID_FIELD, TEXT, ColumnValue::Text(start..self.texts.len()));
    }

    /// Multiplies the score of a match.
    pub fn boost(&mut self, factor: f64) {
        self.column(terms::BOOST_FIELD, DOUBLE, ColumnValue::Double(factor));
    }

    /// Multiplies the scores of the terms of a field, which has this many.
    pub fn boost_field(&mut self, field: u16, factor: f64, terms: usize) {
        self.column(field, terms::NORM, ColumnValue::Double(norms::norm(factor, terms)));
    }

    /// No search finds it.
    pub fn hide(&mut self) {
        self.mark(terms::HIDDEN_FIELD, Kind::Exists);
    }

    /// Records that the entry depends on this document.
    pub fn refer(&mut self, id: &str) {
        terms::push_head(&mut self.terms, terms::REFERENCE_FIELD, Kind::Folded);
        terms::push_text(&mut self.terms, &fold(id));
        self.end_term();
    }

    /// Keeps the permit of its batch until the entry is dropped.
    pub(crate) fn hold_permit(&mut self, permit: &Arc<Permit>) {
        self.place = Some(permit.clone());
    }

    /// A term of its own.
    pub(crate) fn add_term(&mut self, term: &[u8]) {
        self.terms.extend_from_slice(term);
        self.end_term();
    }

    /// What is kept to be given back with a match.
    pub fn store(&mut self, bytes: Vec<u8>) {
        self.stored = bytes;
    }

    fn add_text(&mut self, field: u16, text: &str, exact: bool) {
        let folded = fold(text);
        self.add_value(field, &terms::cut(&folded), text, exact);
    }

    /// A text, cut already where it is compared without case.
    fn add_value(&mut self, field: u16, folded: &str, text: &str, exact: bool) {
        terms::push_head(&mut self.terms, field, Kind::Folded);
        self.terms.extend_from_slice(folded.as_bytes());
        self.end_term();
        if exact {
            terms::push_head(&mut self.terms, field, Kind::Exact);
            terms::push_text(&mut self.terms, text);
            self.end_term();
        }
        let start = self.texts.len();
        self.texts.push_str(folded);
        let range = start..self.texts.len();
        self.column(field, TEXT, ColumnValue::Text(range));
    }

    fn mark(&mut self, field: u16, kind: Kind) {
        terms::push_head(&mut self.terms, field, kind);
        self.end_term();
    }

    fn end_term(&mut self) {
        self.ends.push(self.terms.len());
    }

    fn column(&mut self, field: u16, letter: u8, value: ColumnValue) {
        self.columns.push(Column { name: ColumnName::new(field, letter), value });
    }

    fn term(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[number]]
    }
}

/// A value as tantivy reads it.
#[derive(Debug, Clone)]
pub enum Piece<'a> {
    /// A single value.
    Leaf(ReferenceValueLeaf<'a>),
    /// All columns, as the members of one object.
    Columns(&'a Entry),
}

/// The columns of an entry one after the other.
#[derive(Debug, Clone)]
pub struct ColumnPieces<'a> {
    entry: &'a Entry,
    next: usize,
}

impl<'a> Iterator for ColumnPieces<'a> {
    type Item = (&'a str, Piece<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let column = self.entry.columns.get(self.next)?;
        self.next += 1;
        let leaf = match &column.value {
            ColumnValue::Text(range) => ReferenceValueLeaf::Str(&self.entry.texts[range.clone()]),
            ColumnValue::Integer(value) => ReferenceValueLeaf::I64(*value),
            ColumnValue::Double(value) => ReferenceValueLeaf::F64(*value),
        };
        Some((column.name.as_str(), Piece::Leaf(leaf)))
    }
}

impl<'a> Value<'a> for Piece<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = ColumnPieces<'a>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        match self {
            Self::Leaf(leaf) => ReferenceValue::Leaf(leaf.clone()),
            Self::Columns(entry) => ReferenceValue::Object(ColumnPieces { entry, next: 0 }),
        }
    }
}

impl Document for Entry {
    type Value<'a> = Piece<'a>;
    type FieldsValuesIter<'a> = Box<dyn Iterator<Item = (Field, Piece<'a>)> + 'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        let fields = self.fields;
        let single = [
            (fields.etag, Piece::Leaf(ReferenceValueLeaf::I64(self.etag))),
            (fields.id, Piece::Leaf(ReferenceValueLeaf::Str(&self.id))),
        ];
        let stored = (!self.stored.is_empty())
            .then(|| (fields.stored, Piece::Leaf(ReferenceValueLeaf::Bytes(&self.stored))));
        let words = self.words.as_str();
        let words =
            (!words.is_empty()).then_some((fields.words, Piece::Leaf(ReferenceValueLeaf::Str(words))));
        let columns = (!self.columns.is_empty()).then_some((fields.columns, Piece::Columns(self)));
        let terms = (0..self.ends.len())
            .map(move |number| (fields.term, Piece::Leaf(ReferenceValueLeaf::Bytes(self.term(number)))));
        Box::new(single.into_iter().chain(stored).chain(words).chain(columns).chain(terms))
    }
}

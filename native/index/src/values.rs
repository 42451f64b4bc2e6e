//! What an entry is found by, read back out of the columns: the values of a field as the index has them.

use rookery_cancel::CancelToken;
use rookery_rql::values::{Number, number_text};

use crate::error::{IndexError, TantivyResult};
use crate::reader::{Hit, Reader};
use crate::segment::Segment;
use crate::terms::{self, Kind};

/// A value that an entry is found by.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexedValue {
    /// `null`.
    Null,
    /// A number.
    Number(Number),
    /// A text in the form used for comparison.
    Text(String),
}

impl Reader {
    /// The values of these fields in each hit, hit by hit; a field that the index has not is empty. Texts are
    /// as they are compared: in small letters, or the words of an analyzer, or as they were written.
    ///
    /// # Errors
    /// When the files cannot be read, or the reading was cancelled.
    pub fn values(
        &self,
        hits: &[Hit],
        fields: &[Option<u16>],
        cancel: &CancelToken,
    ) -> Result<Vec<Vec<Vec<IndexedValue>>>, IndexError> {
        let mut columns = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            let read = |field: &Option<u16>| field.map(|field| Values::open(segment, field)).transpose();
            columns.push(
                fields.iter().map(read).collect::<TantivyResult<Vec<_>>>().map_err(crate::error::failed)?,
            );
        }
        let of_hit = |hit: &Hit| {
            if cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
            let columns = columns[hit.segment as usize].iter();
            Ok(columns.map(|column| column.as_ref().map_or_else(Vec::new, |all| all.of(hit.entry))).collect())
        };
        hits.iter().map(of_hit).collect()
    }
}

/// The columns of one field in one segment.
struct Values {
    texts: Option<tantivy::columnar::StrColumn>,
    integers: Option<tantivy::columnar::Column<i64>>,
    doubles: Option<tantivy::columnar::Column<f64>>,
    nulls: crate::matches::Matches,
}

impl Values {
    fn open(segment: &Segment, field: u16) -> TantivyResult<Self> {
        Ok(Self {
            texts: segment.texts(field)?,
            integers: segment.integers(field, terms::INTEGER)?,
            doubles: segment.doubles(field)?,
            nulls: segment.with_term(&terms::head(field, Kind::Null))?,
        })
    }

    fn of(&self, entry: u32) -> Vec<IndexedValue> {
        let mut numbers: Vec<Number> = Vec::new();
        if let Some(integers) = &self.integers {
            numbers.extend(integers.values_for_doc(entry).map(Number::Integer));
        }
        if let Some(doubles) = &self.doubles {
            numbers.extend(doubles.values_for_doc(entry).map(Number::Double));
        }
        let mut values: Vec<IndexedValue> = Vec::new();
        if self.nulls.has(entry) {
            values.push(IndexedValue::Null);
        }
        if let Some(texts) = &self.texts {
            // A number is among the texts as well.
            let written: Vec<String> = numbers.iter().map(|number| number_text(*number)).collect();
            let mut text = String::new();
            for place in texts.term_ords(entry) {
                text.clear();
                let is_there = texts.ord_to_str(place, &mut text).unwrap_or(false);
                if is_there && !written.contains(&text) {
                    values.push(IndexedValue::Text(text.clone()));
                }
            }
        }
        values.extend(numbers.into_iter().map(IndexedValue::Number));
        values
    }
}

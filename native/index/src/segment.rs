//! One segment with what was already opened of it: terms, columns, and whether its entries are in order of
//! etag.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tantivy::SegmentReader;
use tantivy::columnar::{Column, DynamicColumn, NumericalType, StrColumn};
use tantivy::store::StoreReader;

use crate::dictionary::Dictionary;
use crate::error::TantivyResult;
use crate::first_rows::FirstRows;
use crate::matches::Matches;
use crate::postings_union::PostingsUnion;
use crate::terms::{self, Kind};

/// A segment that is searched.
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    pub(crate) terms: Dictionary,
    /// The words of searched texts, with their places.
    pub(crate) words: Dictionary,
    pub(crate) etags: Column<i64>,
    /// Entries that are not deleted, hidden ones included; `None` if no entry is deleted.
    pub(crate) undeleted: Option<Matches>,
    /// Entries that can be found; `None` when all can.
    pub(crate) alive: Option<Matches>,
    /// How many those are.
    pub(crate) entries: u64,
    kept: Arc<Kept>,
}

/// State that is valid for the lifetime of the segment, shared by its readers.
struct Kept {
    columns: Mutex<HashMap<String, Option<DynamicColumn>>>,
    store: Mutex<Option<Arc<StoreReader>>>,
    ascending: OnceLock<bool>,
    first_rows: FirstRows,
}

impl std::fmt::Debug for Segment {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Segment").field("entries", &self.reader.num_docs()).finish_non_exhaustive()
    }
}

impl Segment {
    pub(crate) fn new(reader: SegmentReader, known: Option<&Self>) -> TantivyResult<Self> {
        let dictionary = |known: Option<&Dictionary>, name: &str| -> TantivyResult<Dictionary> {
            if let Some(known) = known {
                return Ok(known.clone());
            }
            Ok(Dictionary::new(reader.inverted_index(reader.schema().get_field(name)?)?))
        };
        let terms = dictionary(known.map(|known| &known.terms), "term")?;
        let words = dictionary(known.map(|known| &known.words), "words")?;
        let etags = reader.fast_fields().column_opt::<i64>("etag")?;
        let etags = etags.unwrap_or_else(|| Column::build_empty_column(reader.max_doc()));
        let kept = match known {
            Some(known) => known.kept.clone(),
            None => Arc::new(Kept {
                columns: Mutex::default(),
                store: Mutex::default(),
                ascending: OnceLock::new(),
                first_rows: FirstRows::default(),
            }),
        };
        let undeleted = reader.alive_bitset().map(|alive| {
            let mut bits = Matches::empty_bits(reader.max_doc());
            for entry in (0..reader.max_doc()).filter(|entry| alive.is_alive(*entry)) {
                Matches::set(&mut bits, entry);
            }
            Matches::from_bits(bits)
        });
        let mut segment = Self {
            entries: u64::from(reader.num_docs()),
            reader,
            terms,
            words,
            etags,
            alive: undeleted.clone(),
            undeleted,
            kept,
        };
        let hidden = segment.with_term(&terms::head(terms::HIDDEN_FIELD, Kind::Exists))?;
        if !hidden.is_empty() {
            let size = segment.size();
            let alive = segment.undeleted.clone().unwrap_or(Matches::All).without(&hidden, size);
            segment.entries = u64::from(alive.count(size));
            segment.alive = Some(alive);
        }
        Ok(segment)
    }

    /// Entries that have this term.
    pub(crate) fn with_term(&self, term: &[u8]) -> TantivyResult<Matches> {
        let Some(info) = self.terms.look_up(term)? else { return Ok(Matches::none()) };
        let mut gathering = PostingsUnion::new(self.size(), info.doc_freq.into());
        gathering.add(&self.terms, &info)?;
        Ok(gathering.finish())
    }

    pub(crate) fn size(&self) -> u32 {
        self.reader.max_doc()
    }

    pub(crate) fn etag(&self, entry: u32) -> i64 {
        self.etags.first(entry).unwrap_or(0)
    }

    pub(crate) fn first_etag(&self) -> i64 {
        if self.size() == 0 { 0 } else { self.etags.min_value() }
    }

    pub(crate) fn last_etag(&self) -> i64 {
        if self.size() == 0 { 0 } else { self.etags.max_value() }
    }

    /// Whether entries are in order of etag.
    pub(crate) fn is_ascending(&self) -> bool {
        *self.kept.ascending.get_or_init(|| ascending(&self.etags, self.size()))
    }

    /// The first rows of orders that were used.
    pub(crate) fn first_rows(&self) -> &FirstRows {
        &self.kept.first_rows
    }

    pub(crate) fn store(&self) -> TantivyResult<Arc<StoreReader>> {
        let mut store = self.kept.store.lock();
        if let Some(store) = &*store {
            return Ok(store.clone());
        }
        let opened = Arc::new(self.reader.get_store_reader(64)?);
        *store = Some(opened.clone());
        Ok(opened)
    }

    pub(crate) fn texts(&self, field: u16) -> TantivyResult<Option<StrColumn>> {
        Ok(match self.column(field, terms::TEXT)? {
            Some(DynamicColumn::Str(column)) => Some(column),
            _ => None,
        })
    }

    pub(crate) fn integers(&self, field: u16, letter: u8) -> TantivyResult<Option<Column<i64>>> {
        let column = self.column(field, letter)?;
        Ok(match column.and_then(|column| column.coerce_numerical(NumericalType::I64)) {
            Some(DynamicColumn::I64(column)) => Some(column),
            _ => None,
        })
    }

    pub(crate) fn doubles(&self, field: u16) -> TantivyResult<Option<Column<f64>>> {
        self.degrees(field, terms::DOUBLE)
    }

    pub(crate) fn degrees(&self, field: u16, letter: u8) -> TantivyResult<Option<Column<f64>>> {
        let column = self.column(field, letter)?;
        Ok(match column.and_then(|column| column.coerce_numerical(NumericalType::F64)) {
            Some(DynamicColumn::F64(column)) => Some(column),
            _ => None,
        })
    }

    fn column(&self, field: u16, letter: u8) -> TantivyResult<Option<DynamicColumn>> {
        let name = format!("c.{field}{}", char::from(letter));
        let mut columns = self.kept.columns.lock();
        if let Some(column) = columns.get(&name) {
            return Ok(column.clone());
        }
        let handle = self.reader.fast_fields().dynamic_column_handles(&name)?.into_iter().next();
        let column = handle.map(|handle| handle.open()).transpose()?;
        columns.insert(name, column.clone());
        Ok(column)
    }
}

fn ascending(etags: &Column<i64>, size: u32) -> bool {
    let mut before = i64::MIN;
    (0..size).all(|entry| {
        let etag = etags.first(entry).unwrap_or(0);
        let fits = etag >= before;
        before = etag;
        fits
    })
}

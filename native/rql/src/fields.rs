//! Reads fields of one document after another in the form that conditions use: arrays expanded, numbers of
//! two kinds.

use crate::error::QueryError;
use crate::plan::{ColumnSource, Columns};
use crate::run::{Batch, Extractor};
use crate::source::ScanItem;
use crate::values::Leaf;

/// Reads the same fields of many documents.
#[derive(Debug)]
pub struct FieldReader {
    extractor: Extractor,
    batch: Batch,
}

impl FieldReader {
    /// A reader of these fields.
    pub fn new(sources: Vec<ColumnSource>) -> Self {
        Self { extractor: Extractor::new(&Columns { sources }), batch: Batch::default() }
    }

    /// Hands out every value of every field, field by field.
    ///
    /// # Errors
    /// When the document's body is not a JSON object.
    pub fn read(
        &mut self,
        item: &ScanItem<'_>,
        mut each: impl FnMut(usize, Leaf<'_>),
    ) -> Result<(), QueryError> {
        self.batch.clear();
        self.batch.push(item);
        self.extractor.read(&self.batch)?;
        for (number, column) in self.extractor.columns().iter().enumerate() {
            for leaf in column.leaves(0) {
                each(number, leaf);
            }
        }
        Ok(())
    }
}

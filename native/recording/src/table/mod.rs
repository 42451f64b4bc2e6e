//! A table of a recording: a struct whose fields are columns.

pub mod cell;
mod ipc;
mod row_type;
mod space;
mod text;
mod verify;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
pub use ipc::{from_ipc, to_ipc};
pub(crate) use row_type::row_type;
pub use space::Space;
pub(crate) use text::change_text;
pub use text::{Text, Texts};

use crate::error::RecordingError;

/// The rows of one kind.
pub trait Table: Sized {
    /// The table's name; its files are in the folder of that name.
    const NAME: &'static str;

    /// When it happened or began, in µs since 1970 (UTC, clock of the server where it says so, else of the recorder).
    fn time(&self) -> i64;

    /// The names and types of the columns.
    fn schema() -> SchemaRef;

    /// The columns of rows.
    fn to_batch(rows: &[Self]) -> Result<RecordBatch, RecordingError>;

    /// The rows of columns. Columns that an older version did not write have the default of their type; columns of
    /// newer versions are skipped.
    fn from_batch(batch: &RecordBatch, texts: &mut Texts) -> Result<Vec<Self>, RecordingError>;

    /// Gives every text of the row to `change`, with its column.
    fn texts(&mut self, texts: &mut Texts, change: &mut dyn FnMut(&'static str, &mut String));
}

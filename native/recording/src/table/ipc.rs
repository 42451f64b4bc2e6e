//! Rows as a stream of Arrow IPC.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;

use super::verify::verify;
use super::{Table, Texts};
use crate::error::RecordingError;

/// The stream of rows: a schema and one batch.
pub fn to_ipc<T: Table>(rows: &[T]) -> Result<Vec<u8>, RecordingError> {
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &T::schema())?;
    writer.write(&T::to_batch(rows)?)?;
    writer.finish()?;
    drop(writer);
    Ok(bytes)
}

/// The rows of a stream, of which at most `memory` bytes are allocated for rows without their texts. Texts take at most
/// as much as the stream; `texts` counts them.
pub fn from_ipc<T: Table>(bytes: Vec<u8>, memory: u64, texts: &mut Texts) -> Result<Vec<T>, RecordingError> {
    // The file may be hostile. Lengths are verified before; a panic of Arrow for another reason must not end the
    // program either. Of what it has changed, whole texts alone are used afterwards.
    catch_unwind(AssertUnwindSafe(|| decode(bytes, memory, texts))).unwrap_or_else(|_| {
        Err(RecordingError::Damaged(format!("The columns of '{}' cannot be read.", T::NAME)))
    })
}

fn decode<T: Table>(bytes: Vec<u8>, memory: u64, texts: &mut Texts) -> Result<Vec<T>, RecordingError> {
    verify::<T>(&bytes, memory)?;
    let mut buffer = bytes.into();
    let mut decoder = StreamDecoder::new();
    let mut rows = Vec::new();
    while let Some(batch) = decoder.decode(&mut buffer)? {
        let mut more = T::from_batch(&batch, texts)?;
        if rows.is_empty() {
            rows = more;
        } else {
            rows.append(&mut more);
        }
    }
    decoder.finish()?;
    Ok(rows)
}

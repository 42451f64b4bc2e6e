//! Rows as a stream of Arrow IPC.

use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;

use super::Table;
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

/// The rows of a stream. The decoder checks lengths and offsets, and allocates no more than the stream has.
pub fn from_ipc<T: Table>(bytes: Vec<u8>) -> Result<Vec<T>, RecordingError> {
    let mut buffer = bytes.into();
    let mut decoder = StreamDecoder::new();
    let mut rows = Vec::new();
    while let Some(batch) = decoder.decode(&mut buffer)? {
        rows.append(&mut T::from_batch(&batch)?);
    }
    decoder.finish()?;
    Ok(rows)
}

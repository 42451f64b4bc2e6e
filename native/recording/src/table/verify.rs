//! Lengths and offsets of an Arrow IPC stream, before it is decoded: Arrow's decoder panics on some wrong ones.

use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::{Message, root_as_message};
use arrow_schema::{DataType, Field, Schema};

use super::Table;
use crate::error::RecordingError;

/// The most columns of a stream; this version writes a quarter of it.
const COLUMNS: usize = 64;

/// Checks that the stream has a schema with a time and batches inside of their bytes, whose rows without their texts
/// need at most `memory` bytes.
pub fn verify<T: Table>(bytes: &[u8], memory: u64) -> Result<(), RecordingError> {
    let mut rest = bytes;
    let (mut rows, mut first) = (0_u64, true);
    while !rest.is_empty() {
        let (size, after) = match rest {
            [0xff, 0xff, 0xff, 0xff, a, b, c, d, after @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]), after),
            _ => return Err(damaged::<T>("has a message without its marker")),
        };
        if size == 0 {
            break;
        }
        let (message, after) =
            after.split_at_checked(size as usize).ok_or_else(|| damaged::<T>("has no whole message"))?;
        let message = root_as_message(message).map_err(|_| damaged::<T>("has a message that is not one"))?;
        let body =
            usize::try_from(message.bodyLength()).ok().and_then(|length| after.split_at_checked(length));
        let (body, after) = body.ok_or_else(|| damaged::<T>("has no whole body"))?;
        if first {
            let schema = message.header_as_schema().ok_or_else(|| damaged::<T>("has no schema"))?;
            verify_schema::<T>(&try_fb_to_schema(schema)?)?;
            first = false;
        } else {
            rows = rows.saturating_add(verify_batch::<T>(&message, body.len() as u64)?);
            if rows.saturating_mul(size_of::<T>() as u64) > memory {
                return Err(RecordingError::TooLarge { mebibytes: memory >> 20 });
            }
        }
        rest = after;
    }
    if first { Err(damaged::<T>("has no schema")) } else { Ok(()) }
}

/// The number of rows of a batch whose buffers are inside of its body. They do not overlap in a file that was written
/// by an Arrow library, and many columns of the same bytes would need more memory than the file.
fn verify_batch<T: Table>(message: &Message<'_>, body: u64) -> Result<u64, RecordingError> {
    let batch =
        message.header_as_record_batch().ok_or_else(|| damaged::<T>("has a message of another kind"))?;
    let mut total = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let (offset, length) = (u64::try_from(buffer.offset()), u64::try_from(buffer.length()));
        let (Ok(offset), Ok(length)) = (offset, length) else {
            return Err(damaged::<T>("has columns of negative lengths"));
        };
        total = total.saturating_add(length);
        if offset.saturating_add(length) > body || total > body {
            return Err(damaged::<T>("has columns outside of its bytes"));
        }
    }
    let rows = u64::try_from(batch.length()).ok().filter(|rows| rows.saturating_mul(8) <= body);
    rows.ok_or_else(|| damaged::<T>("has a number of rows that its times do not have"))
}

/// The time is there in every version. It bounds the number of rows: other types have many rows in few bytes.
fn verify_schema<T: Table>(schema: &Schema) -> Result<(), RecordingError> {
    if schema.flattened_fields().len() > COLUMNS {
        return Err(damaged::<T>("has too many columns"));
    }
    match schema.field_with_name("time").map(Field::data_type) {
        Ok(DataType::Int64) => Ok(()),
        Ok(other) => Err(RecordingError::wrong_column(T::NAME, "time", other)),
        Err(_) => Err(damaged::<T>("has no times")),
    }
}

fn damaged<T: Table>(what: &str) -> RecordingError {
    RecordingError::Damaged(format!("A part of '{}' {what}.", T::NAME))
}

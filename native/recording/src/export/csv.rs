//! Tables for spreadsheets.

use std::io::{BufWriter, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, RecordBatch};

use crate::container::Recording;
use crate::error::RecordingError;
use crate::utc::iso;

/// Rows that are columns at the same time.
const ROWS: usize = 8_192;

/// Writes a table by RFC 4180: a header with the names of the columns, then the rows. `time` is ISO 8601 in UTC with
/// µs, or the number of µs for times that no calendar has. Texts that a spreadsheet would take for a formula get a
/// leading apostrophe.
///
/// # Errors
///
/// `Refused` for a table that is not known; what the writer reports.
pub fn csv(recording: &Recording, table: &str, out: impl Write) -> Result<(), RecordingError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut header = false;
    let known = recording.rows.for_batches(table, ROWS, &mut |batch| {
        if !header {
            header = true;
            let schema = batch.schema();
            let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
            write!(out, "{}\r\n", names.join(","))?;
        }
        rows(batch, &mut out)
    })?;
    if !known {
        return Err(RecordingError::Refused(format!("The table '{table}' is not known.")));
    }
    out.flush()?;
    Ok(())
}

fn rows(batch: &RecordBatch, out: &mut impl Write) -> Result<(), RecordingError> {
    let schema = batch.schema();
    for row in 0..batch.num_rows() {
        for (number, (field, column)) in schema.fields().iter().zip(batch.columns()).enumerate() {
            if number > 0 {
                out.write_all(b",")?;
            }
            cell(column, row, field.name() == "time", out)?;
        }
        out.write_all(b"\r\n")?;
    }
    Ok(())
}

fn cell(column: &dyn Array, row: usize, is_time: bool, out: &mut impl Write) -> Result<(), RecordingError> {
    if let Some(texts) = column.as_string_opt::<i32>() {
        return Ok(text(texts.value(row), out)?);
    }
    if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        let number = numbers.value(row);
        if is_time { out.write_all(iso(number).as_bytes())? } else { write!(out, "{number}")? }
    } else if let Some(numbers) = column.as_primitive_opt::<UInt64Type>() {
        write!(out, "{}", numbers.value(row))?;
    } else if let Some(numbers) = column.as_primitive_opt::<Float64Type>() {
        write!(out, "{}", numbers.value(row))?;
    } else if let Some(values) = column.as_boolean_opt() {
        write!(out, "{}", values.value(row))?;
    } else {
        let found = column.data_type();
        return Err(RecordingError::Damaged(format!("Columns of the type {found} cannot be written.")));
    }
    Ok(())
}

fn text(text: &str, out: &mut impl Write) -> std::io::Result<()> {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains(['"', ',', '\n', '\r']) {
        write!(out, "\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        write!(out, "{guard}{text}")
    }
}

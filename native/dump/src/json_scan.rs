//! Takes one JSON value from the stream without parsing it. Superfluous commas before a closing bracket, which
//! servers write in automatic indexes, are removed.

use std::fmt::Display;

use memchr::memchr2;

use crate::cursor::ByteCursor;
use crate::error::DumpError;
use crate::memory_budget::ItemBudget;

/// Appends the next value to `out`. `place` names it in errors.
pub(crate) fn take_value(
    cursor: &mut ByteCursor<'_>,
    out: &mut Vec<u8>,
    place: &dyn Display,
    budget: &mut ItemBudget<'_, '_>,
) -> Result<(), DumpError> {
    let Some(first) = cursor.peek_token()? else { return Err(cursor.cut(place.to_string())) };
    match first {
        b'{' | b'[' => {}
        b'"' => return take_string(cursor, out, place, budget),
        _ => return take_scalar(cursor, out),
    }
    let mut depth = 0_usize;
    let mut comma = false;
    loop {
        let Some(byte) = cursor.peek_token()? else { return Err(cursor.cut(place.to_string())) };
        budget.hold(out.len())?;
        if std::mem::take(&mut comma) && !matches!(byte, b'}' | b']') {
            out.push(b',');
        }
        match byte {
            b'"' => {
                take_string(cursor, out, place, budget)?;
                continue;
            }
            b',' => comma = true,
            b'{' | b'[' => {
                depth += 1;
                out.push(byte);
            }
            b'}' | b']' => {
                depth -= 1;
                out.push(byte);
            }
            b':' => out.push(byte),
            _ => {
                take_scalar(cursor, out)?;
                continue;
            }
        }
        cursor.consume(1);
        if depth == 0 {
            return Ok(());
        }
    }
}

/// Appends a text with its quotes.
fn take_string(
    cursor: &mut ByteCursor<'_>,
    out: &mut Vec<u8>,
    place: &dyn Display,
    budget: &mut ItemBudget<'_, '_>,
) -> Result<(), DumpError> {
    out.push(b'"');
    cursor.consume(1);
    let mut escaped = false;
    loop {
        let available = cursor.available()?;
        if available.is_empty() {
            return Err(cursor.cut(place.to_string()));
        }
        if std::mem::take(&mut escaped) {
            out.push(available[0]);
            cursor.consume(1);
            continue;
        }
        let found = memchr2(b'"', b'\\', available);
        let taken = found.map_or(available.len(), |at| at + 1);
        let ends = found.map(|at| available[at] == b'"');
        out.extend_from_slice(&available[..taken]);
        cursor.consume(taken);
        match ends {
            Some(true) => return Ok(()),
            Some(false) => {
                escaped = true;
                budget.hold(out.len())?;
            }
            None => budget.hold(out.len())?,
        }
    }
}

/// Appends a number, `true`, `false` or `null`. Other bytes are refused when the item is parsed.
fn take_scalar(cursor: &mut ByteCursor<'_>, out: &mut Vec<u8>) -> Result<(), DumpError> {
    /// Longer than any number in a dump.
    const MOST: usize = 4096;
    let start = out.len();
    loop {
        let ends = |byte: &u8| {
            byte.is_ascii_whitespace() || matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"')
        };
        let available = cursor.available()?;
        let found = available.iter().position(ends);
        let taken = found.unwrap_or(available.len());
        out.extend_from_slice(&available[..taken]);
        let is_end = found.is_some() || available.is_empty();
        cursor.consume(taken);
        if is_end {
            return Ok(());
        }
        if out.len() - start > MOST {
            return Err(cursor.malformed(format!("a value without quotes is longer than {MOST} bytes")));
        }
    }
}

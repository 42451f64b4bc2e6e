//! Takes one JSON value from the stream without parsing it. Superfluous commas before a closing bracket, which
//! servers write in automatic indexes, are removed.

use memchr::memchr2;

use crate::cursor::ByteCursor;
use crate::error::DumpError;

/// Appends the next value to `out`. `place` names it in errors; `limit` is the most bytes it may have.
pub(crate) fn take_value(
    cursor: &mut ByteCursor<'_>,
    out: &mut Vec<u8>,
    place: &str,
    limit: u64,
) -> Result<(), DumpError> {
    let start = cursor.peek_token()?.map(|first| (first, cursor.offset()));
    let Some((first, start)) = start else { return Err(cursor.cut(place)) };
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let too_large = DumpError::TooLarge { offset: start, what: "An item", limit };
    match first {
        b'{' | b'[' => {}
        b'"' => {
            return take_string(cursor, out, place, most)
                .and_then(|fits| fits.then_some(()).ok_or(too_large));
        }
        _ => return take_scalar(cursor, out),
    }
    let mut depth = 0_usize;
    let mut comma = false;
    loop {
        let Some(byte) = cursor.peek_token()? else { return Err(cursor.cut(place)) };
        if out.len() > most {
            return Err(too_large);
        }
        if std::mem::take(&mut comma) && !matches!(byte, b'}' | b']') {
            out.push(b',');
        }
        match byte {
            b'"' => {
                if !take_string(cursor, out, place, most)? {
                    return Err(too_large);
                }
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

/// Appends a text with its quotes; false if it is longer than `most`.
fn take_string(
    cursor: &mut ByteCursor<'_>,
    out: &mut Vec<u8>,
    place: &str,
    most: usize,
) -> Result<bool, DumpError> {
    out.push(b'"');
    cursor.consume(1);
    let mut escaped = false;
    loop {
        let available = cursor.available()?;
        if available.is_empty() {
            return Err(cursor.cut(place));
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
            Some(true) => return Ok(true),
            Some(false) => escaped = true,
            None if out.len() > most => return Ok(false),
            None => {}
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

//! The rows time series are kept in, byte by byte.
//!
//! ```text
//! time-series           key    the document's id in lower case, 0, the name in lower case
//!                       value   0  i64  etag of the last change
//!                               8  u64  number of entries
//!                              16  u64  number of segments
//!                              24  i64  first time
//!                              32  i64  last time
//!                              40       name as first written
//! time-series-segments  key    id, 0, name, 0, first time (big-endian, sign bit inverted)
//!                       value  i64 etag of its last change, segment (`native/timeseries`)
//! side-totals           key    time-series/segments
//!                       value  u64: segments of all series
//! ```

use bytes::Bytes;
use rookery_timeseries::{Points, Segment};

use super::TimeSeriesStats;
pub(crate) use crate::store::side_table::{row_of_document as key, rows_of_document as prefix};

/// The count of segments.
pub(crate) const TOTAL_SEGMENTS: &[u8] = b"time-series/segments";

const HEADER: usize = 40;

/// The row of a series.
pub(crate) fn to_bytes(series: &TimeSeriesStats) -> Bytes {
    let mut bytes = Vec::with_capacity(HEADER + series.name.len());
    bytes.extend_from_slice(&series.etag.to_le_bytes());
    bytes.extend_from_slice(&series.entries.to_le_bytes());
    bytes.extend_from_slice(&series.segments.to_le_bytes());
    bytes.extend_from_slice(&series.first.to_le_bytes());
    bytes.extend_from_slice(&series.last.to_le_bytes());
    bytes.extend_from_slice(series.name.as_bytes());
    bytes.into()
}

/// Reads the row of a series.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<TimeSeriesStats, String> {
    let read = || {
        let (header, name) = bytes.split_at_checked(HEADER)?;
        let word = |at: usize| -> Option<[u8; 8]> { header.get(at..at + 8)?.try_into().ok() };
        Some(TimeSeriesStats {
            etag: i64::from_le_bytes(word(0)?),
            entries: u64::from_le_bytes(word(8)?),
            segments: u64::from_le_bytes(word(16)?),
            first: i64::from_le_bytes(word(24)?),
            last: i64::from_le_bytes(word(32)?),
            name: std::str::from_utf8(name).ok()?.to_owned(),
        })
    };
    read()
        .ok_or_else(|| format!("the row of a time series has {} bytes that do not fit together", bytes.len()))
}

/// The document's key in the key of one of its series.
pub(crate) fn document_of(key: &[u8]) -> Result<&str, String> {
    let document = key.split(|byte| *byte == 0).next().unwrap_or_default();
    std::str::from_utf8(document).map_err(|error| format!("the key of a time series is not a text: {error}"))
}

/// The prefix of the keys of a series's segments. Neither id nor name has a 0.
pub(crate) fn segments_of(document: &str, name: &str) -> Vec<u8> {
    let mut prefix = key(document, name);
    prefix.push(0);
    prefix
}

/// The key of the segment that begins at a time, or of the first one after it.
pub(crate) fn segment_key(segments: &[u8], start: i64) -> Vec<u8> {
    let mut key = Vec::with_capacity(segments.len() + 8);
    key.extend_from_slice(segments);
    key.extend_from_slice(&(start.cast_unsigned() ^ 1 << 63).to_be_bytes());
    key
}

/// The time in a segment's key.
pub(crate) fn start_of(key: &[u8]) -> Result<i64, String> {
    let bytes = key.last_chunk::<8>().ok_or("the key of a segment of a time series is too short")?;
    Ok((u64::from_be_bytes(*bytes) ^ 1 << 63).cast_signed())
}

/// The row of a segment.
pub(crate) fn segment_row(etag: i64, segment: &[u8]) -> Bytes {
    let mut row = Vec::with_capacity(8 + segment.len());
    row.extend_from_slice(&etag.to_le_bytes());
    row.extend_from_slice(segment);
    row.into()
}

/// The etag of a segment's last change, in its row.
pub(crate) fn etag_of(row: &[u8]) -> Result<i64, String> {
    let etag = row.first_chunk::<8>().ok_or("the row of a segment of a time series is too short")?;
    Ok(i64::from_le_bytes(*etag))
}

/// The segment in a row.
pub(crate) fn segment_in(row: &[u8]) -> Result<&[u8], String> {
    row.get(8..).ok_or_else(|| "the row of a segment of a time series is too short".to_owned())
}

/// All entries of the segment in a row.
pub(crate) fn points_of(row: &[u8]) -> Result<Points, String> {
    let mut points = Points::default();
    let segment = Segment::read(segment_in(row)?).map_err(|error| error.to_string())?;
    segment.decode_range(i64::MIN, i64::MAX, &mut points).map_err(|error| error.to_string())?;
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_back_what_it_was_made_of() {
        let series = TimeSeriesStats {
            name: "Heart/ü".into(),
            entries: 3,
            segments: 1,
            first: -5,
            last: i64::MAX,
            etag: 7,
        };
        let row = to_bytes(&series);
        assert_eq!(from_bytes(&row).unwrap(), series);
        assert!(from_bytes(&row[..39]).is_err());
        assert!(from_bytes(&[255; 41]).is_err());
    }

    #[test]
    fn keys_of_segments_are_ordered_by_time() {
        let prefix = segments_of("a", "b");
        let times = [i64::MIN, -1, 0, 1, i64::MAX];
        let keys: Vec<_> = times.iter().map(|time| segment_key(&prefix, *time)).collect();
        assert!(keys.is_sorted());
        for (key, time) in keys.iter().zip(times) {
            assert_eq!(start_of(key), Ok(time));
        }
        assert!(start_of(b"short").is_err());
    }
}

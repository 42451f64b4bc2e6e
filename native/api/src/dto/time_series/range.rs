//! A range of entries as clients read it, written while it is found.

use rookery_engine::{
    DocumentTimeSeries, EngineError, TimeRange, TimeSeriesEntry, TimeSeriesStats, increment_tag,
    is_incremental, is_rollup,
};

use super::text::{TimeWriter, time_text, write_number};
use crate::dto::json_writer::write_text;

/// Where an answer is written, part by part.
pub(crate) trait Output {
    /// Writes a part; false when the reader has disconnected.
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool;
}

impl Output for Vec<u8> {
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        write(self);
        true
    }
}

/// The names that entries of incremental series have for this node.
#[derive(Debug, Clone)]
pub(crate) struct NodeNames {
    /// `TC:INC-<database id>`.
    tag: String,
    /// `A-<database id>`.
    node: String,
}

impl NodeNames {
    /// For entries without the numbers of each node.
    pub(crate) fn without_node(database_id: &str) -> Self {
        Self::new("", database_id)
    }

    pub(crate) fn new(node_tag: &str, database_id: &str) -> Self {
        Self { tag: increment_tag(database_id), node: format!("{node_tag}-{database_id}") }
    }
}

/// Writes entries of one series.
pub(crate) struct EntryWriter<'n> {
    times: TimeWriter,
    is_rollup: bool,
    /// Of an incremental series.
    names: Option<&'n NodeNames>,
    /// With the numbers of each node.
    full: bool,
}

impl<'n> EntryWriter<'n> {
    pub(crate) fn new(name: &str, names: &'n NodeNames, full: bool) -> Self {
        Self {
            times: TimeWriter::new(),
            is_rollup: is_rollup(name),
            names: is_incremental(name).then_some(names),
            full,
        }
    }

    /// The form of ranges.
    pub(crate) fn write(&mut self, out: &mut Vec<u8>, entry: TimeSeriesEntry<'_>) {
        out.extend_from_slice(b"{\"Timestamp\":");
        self.times.write(out, entry.timestamp, true);
        out.extend_from_slice(b",\"Tag\":");
        self.write_tag(out, entry.tag);
        out.extend_from_slice(b",\"Values\":");
        write_numbers(out, entry.values, false);
        self.write_is_rollup(out);
        if let (Some(names), true) = (self.names, self.full) {
            out.extend_from_slice(b",\"NodeValues\":{");
            write_text(out, &names.node);
            out.push(b':');
            write_numbers(out, entry.values, false);
            out.push(b'}');
        }
        out.push(b'}');
    }

    /// The form of streams; shifted times are local.
    pub(crate) fn write_streamed(
        &mut self,
        out: &mut Vec<u8>,
        entry: TimeSeriesEntry<'_>,
        shift: Option<i64>,
    ) {
        out.extend_from_slice(b"{\"Tag\":");
        self.write_tag(out, entry.tag);
        out.extend_from_slice(b",\"Timestamp\":");
        self.times.write(out, entry.timestamp.saturating_add(shift.unwrap_or(0)), shift.is_none());
        out.extend_from_slice(b",\"Values\":");
        write_numbers(out, entry.values, true);
        self.write_is_rollup(out);
        out.push(b'}');
    }

    fn write_is_rollup(&self, out: &mut Vec<u8>) {
        let text: &[u8] = if self.is_rollup { b",\"IsRollup\":true" } else { b",\"IsRollup\":false" };
        out.extend_from_slice(text);
    }

    fn write_tag(&self, out: &mut Vec<u8>, tag: Option<&str>) {
        match self.names.map(|names| names.tag.as_str()).or(tag) {
            Some(tag) => write_text(out, tag),
            None => out.extend_from_slice(b"null"),
        }
    }
}

fn write_numbers(out: &mut Vec<u8>, numbers: &[f64], with_point: bool) {
    out.push(b'[');
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_number(out, *number, with_point);
    }
    out.push(b']');
}

/// What of a range is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangePage {
    pub(crate) range: TimeRange,
    /// Entries to skip.
    pub(crate) start: u64,
    /// Most entries.
    pub(crate) take: u64,
}

/// When the number of entries of a series is written with a range that covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Total {
    /// Always.
    Always,
    /// When no page cuts the range off.
    OfWhole,
    /// Never: in includes.
    Never,
}

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WrittenRange {
    /// Entries that were skipped.
    pub(crate) skipped: u64,
    /// Entries that were written.
    pub(crate) entries: u64,
}

/// Writes `{"From","Entries","To"[,"TotalResults"]` without the closing brace. `on_tag` gets the tag of each entry.
///
/// The total is that of the series, if the range covers it.
pub(crate) fn write_range(
    out: &mut impl Output,
    document: &DocumentTimeSeries,
    series: &TimeSeriesStats,
    page: RangePage,
    entries: &mut EntryWriter<'_>,
    total: Total,
    on_tag: &mut dyn FnMut(&str),
) -> Result<WrittenRange, EngineError> {
    let RangePage { range, start, take } = page;
    let bound = |time: Option<i64>| match time {
        Some(time) => format!("\"{}\"", time_text(time)),
        None => "null".to_owned(),
    };
    let open = |out: &mut Vec<u8>, from: Option<i64>| {
        out.extend_from_slice(format!("{{\"From\":{},\"Entries\":[", bound(from)).as_bytes());
    };
    let mut count = 0;
    let mut last = None;
    let mut cut_off = false;
    let left = document.read(&series.name, range, start, &mut |entry| {
        if count >= take {
            cut_off = true;
            return false;
        }
        count += 1;
        last = Some(entry.timestamp);
        if let Some(tag) = entry.tag {
            on_tag(tag);
        }
        out.write(|out| {
            match count {
                1 => open(out, if start > 0 { last } else { range.from }),
                _ => out.push(b','),
            }
            entries.write(out, entry);
        })
    })?;
    let covers = range.start() <= series.first && range.end() >= series.last;
    let to = if cut_off { last.or(range.to) } else { range.to };
    out.write(|out| {
        if count == 0 {
            open(out, if start > 0 && covers { Some(series.last) } else { range.from });
        }
        out.extend_from_slice(format!("],\"To\":{}", bound(to)).as_bytes());
        let has_total = match total {
            Total::Always => true,
            Total::OfWhole => !(cut_off || (start > 0 && count > 0)),
            Total::Never => false,
        };
        if covers && has_total {
            out.extend_from_slice(format!(",\"TotalResults\":{}", series.entries).as_bytes());
        }
    });
    Ok(WrittenRange { skipped: start - left, entries: count })
}

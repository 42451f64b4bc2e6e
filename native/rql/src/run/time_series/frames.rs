//! Frames of `group by`, or the one frame of a query without it, and the rows of frames without entries.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::accumulate::Accumulator;
use super::rows::shifted;
use super::value::{EntryContext, key_value};
use super::{numbers, too_many};
use crate::ast::{Interpolation, SeriesFunctionKind};
use crate::error::QueryError;
use crate::plan::{Frames, SeriesPlan};

/// How many kept values count as one row.
const KEPT_PER_ROW: usize = 32;

/// Collects entries in frames.
pub(super) struct FrameReader<'p> {
    plan: &'p SeriesPlan,
    /// The ends of the query's range.
    range: (Option<i64>, Option<i64>),
    open: Option<Frame>,
    /// The last row of each key, for the rows between.
    previous: HashMap<String, Row>,
    count: f64,
    /// Kept values that are not counted as rows yet.
    kept: usize,
}

/// The frame that entries are added to.
struct Frame {
    start: i64,
    /// Excluded; `None`: open.
    end: Option<i64>,
    /// In the order of their first entries.
    groups: Vec<(Value, Accumulator)>,
    /// Positions by key.
    known: HashMap<String, usize>,
}

/// The aggregates of a group of a frame.
#[derive(Clone)]
struct Row {
    start: i64,
    end: i64,
    key: Value,
    counts: Vec<f64>,
    columns: Vec<Vec<f64>>,
}

impl<'p> FrameReader<'p> {
    pub(super) fn new(plan: &'p SeriesPlan, from: Option<i64>, to: Option<i64>) -> Self {
        Self { plan, range: (from, to), open: None, previous: HashMap::new(), count: 0.0, kept: 0 }
    }

    pub(super) fn add(
        &mut self,
        context: &EntryContext<'_>,
        rows: &mut Vec<Value>,
        left: &mut usize,
    ) -> Result<(), QueryError> {
        // The end of a range is the excluded end of its frame, so that an entry there has a row of its own, as on
        // RavenDB servers.
        let time = match &self.plan.frames {
            Some(_) => context.entry.timestamp.saturating_add(self.plan.offset.unwrap_or(0)),
            None => context.entry.timestamp,
        };
        if self.open.as_ref().is_some_and(|frame| frame.end.is_some_and(|end| time >= end)) {
            self.close(rows, left)?;
        }
        let plan = self.plan;
        let range_end = self.range.1;
        let frame = self.open.get_or_insert_with(|| {
            let (start, end) = match &plan.frames {
                Some(frames) => {
                    let start = frames.every.frame_start(time);
                    (start, Some(frames.every.after(start)))
                }
                None => (time, range_end.filter(|end| *end > time)),
            };
            Frame { start, end, groups: Vec::new(), known: HashMap::new() }
        });
        let key = match plan.frames.as_ref().and_then(|frames| frames.key.as_ref()) {
            Some(term) => key_value(term, context),
            None => Value::Null,
        };
        let index = *frame.known.entry(key.to_string()).or_insert_with(|| {
            frame.groups.push((key, Accumulator::new(&plan.columns)));
            frame.groups.len() - 1
        });
        let Some((_, values)) = frame.groups.get_mut(index) else { return Ok(()) };
        if context.entry.is_rollup {
            check_rollup(plan)?;
            values.add_rollup(context.entry.values);
            return Ok(());
        }
        // A row takes the memory of some dozens of kept values.
        self.kept += values.add(context.entry.values);
        *left = left.checked_sub(self.kept / KEPT_PER_ROW).ok_or_else(|| too_many(plan))?;
        self.kept %= KEPT_PER_ROW;
        Ok(())
    }

    /// Closes the last frame; returns the number of entries, those of rows between included.
    pub(super) fn finish(mut self, rows: &mut Vec<Value>, left: &mut usize) -> Result<u64, QueryError> {
        self.close(rows, left)?;
        // Never negative; far below 2^53.
        Ok(self.count as u64)
    }

    fn close(&mut self, rows: &mut Vec<Value>, left: &mut usize) -> Result<(), QueryError> {
        let Some(frame) = self.open.take() else { return Ok(()) };
        let plan = self.plan;
        let end = frame.end.unwrap_or(frame.start);
        for (key, mut values) in frame.groups {
            let length = end.saturating_sub(frame.start);
            let columns = plan.columns.iter().map(|column| values.column(column, length)).collect();
            let row = Row { start: frame.start, end, counts: values.counts(), key, columns };
            if let Some(frames) = &plan.frames
                && let Some(interpolation) = frames.interpolation
            {
                let key = row.key.to_string();
                if let Some(before) = self.previous.remove(&key) {
                    self.fill(frames, interpolation, &before, &row, rows, left)?;
                }
                self.previous.insert(key, row.clone());
            }
            self.push(&row, rows, left)?;
        }
        Ok(())
    }

    /// The rows of the frames between two rows.
    fn fill(
        &mut self,
        frames: &Frames,
        interpolation: Interpolation,
        before: &Row,
        after: &Row,
        rows: &mut Vec<Value>,
        left: &mut usize,
    ) -> Result<(), QueryError> {
        let whole = after.start.saturating_sub(before.start) as f64;
        let mut start = before.end;
        while start < after.start {
            let end = frames.every.after(start);
            let gone = start.saturating_sub(before.start) as f64;
            let nearer = if gone <= whole - gone { before } else { after };
            let row = match interpolation {
                Interpolation::Last => Row { start, end, ..before.clone() },
                Interpolation::Next => Row { start, end, ..after.clone() },
                Interpolation::Nearest => Row { start, end, ..nearer.clone() },
                Interpolation::Linear => {
                    let part = gone / whole;
                    let between = |low: &[f64], high: &[f64]| -> Vec<f64> {
                        low.iter().zip(high).map(|(low, high)| low + (high - low) * part).collect()
                    };
                    let columns = before.columns.iter().zip(&after.columns);
                    Row {
                        start,
                        end,
                        key: before.key.clone(),
                        counts: between(&before.counts, &after.counts),
                        columns: columns.map(|(low, high)| between(low, high)).collect(),
                    }
                }
            };
            self.push(&row, rows, left)?;
            if end <= start {
                break;
            }
            start = end;
        }
        Ok(())
    }

    fn push(&mut self, row: &Row, rows: &mut Vec<Value>, left: &mut usize) -> Result<(), QueryError> {
        let plan = self.plan;
        *left = left.checked_sub(1).ok_or_else(|| too_many(plan))?;
        self.count += row.counts.first().map_or(0.0, |count| count.round_ties_even());
        let mut out = Map::new();
        let (from, to) = match &plan.frames {
            Some(_) => {
                // Entries were shifted before they were put in frames.
                let time = |time: i64| shifted(time, plan.offset.map(|_| 0));
                (time(row.start), time(row.end))
            }
            None => {
                let offset = plan.offset.unwrap_or(0);
                let time = |time: Option<i64>| {
                    time.map_or(Value::Null, |time| shifted(time.saturating_add(offset), None))
                };
                (time(self.range.0), time(self.range.1))
            }
        };
        out.insert("From".to_owned(), from);
        out.insert("To".to_owned(), to);
        out.insert("Key".to_owned(), row.key.clone());
        for (column, values) in plan.columns.iter().zip(&row.columns) {
            let factor = plan.scale.filter(|_| is_scaled(column.kind)).unwrap_or(1.0);
            out.insert(column.name.clone(), numbers(values.iter().map(|value| value * factor)));
        }
        rows.push(Value::Object(out));
        Ok(())
    }
}

/// Rollups do not have the values that some functions need.
fn check_rollup(plan: &SeriesPlan) -> Result<(), QueryError> {
    let needs_values =
        |kind| matches!(kind, SeriesFunctionKind::Percentile | SeriesFunctionKind::StandardDeviation);
    match plan.columns.iter().find(|column| needs_values(column.kind)) {
        Some(column) => Err(QueryError::at(
            plan.at,
            format!(
                "'{}' needs the values of a time series, and this one is a rollup: it has first, last, min, max, sum and \
                 count of each frame.",
                column.name
            ),
        )),
        None => Ok(()),
    }
}

/// Whether `scale` is a factor of a function, as on RavenDB servers.
fn is_scaled(kind: SeriesFunctionKind) -> bool {
    !matches!(
        kind,
        SeriesFunctionKind::Count | SeriesFunctionKind::Average | SeriesFunctionKind::StandardDeviation
    )
}

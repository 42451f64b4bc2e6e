//! Checks operations on time series on the caller's thread: names, numbers and tags; entries are sorted.

use rookery_timeseries::{MAX_TAG_BYTES, MAX_VALUES, Points};

use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::time_series::merge::sums;
use crate::extensions::time_series::{MAX_TIME_SERIES_NAME, TimeRange, TimeSeriesUpdate, is_incremental};
use crate::time_series_faults::TimeSeriesFault;

/// Checked changes of one series.
#[derive(Debug, Clone)]
pub(crate) struct PreparedTimeSeries {
    /// The document's id as given.
    pub id: String,
    /// The series's name as given.
    pub name: String,
    /// The same in lower case.
    pub name_key: String,
    /// With sorted entries.
    pub update: Box<TimeSeriesUpdate>,
}

/// A checked copy of entries.
#[derive(Debug, Clone)]
pub(crate) struct PreparedTimeSeriesCopy {
    /// The source document's id in lower case.
    pub source: String,
    /// The source series's name in lower case.
    pub name_key: String,
    pub destination_id: String,
    pub destination_name: String,
    pub range: TimeRange,
}

impl PreparedTimeSeries {
    pub(crate) fn new(id: String, mut update: Box<TimeSeriesUpdate>) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let name = std::mem::take(&mut update.name);
        let refuse = |(fault, reason): (TimeSeriesFault, String)| EngineError::BadTimeSeries {
            id: id.clone(),
            name: shortened(&name),
            reason,
            fault,
        };
        check_name(&name).and_then(|()| check_no_rollup(&name)).map_err(refuse)?;
        let misplaced = match is_incremental(&name) {
            true => (!update.appends.is_empty())
                .then_some("Cannot perform append operations on Incremental Time Series"),
            false => (!update.increments.is_empty())
                .then_some("Cannot perform increment operations on Non Incremental Time Series"),
        };
        if let Some(reason) = misplaced {
            return Err(refuse((TimeSeriesFault::Operation, reason.to_owned())));
        }
        check_entries(&update.appends).map_err(refuse)?;
        check_entries(&update.increments).map_err(refuse)?;
        update.appends.sort();
        if !update.increments.is_sorted() {
            update.increments = added_up(&update.increments).map_err(refuse)?;
        }
        Ok(Self { name_key: ids::key_of(&name), id, name, update })
    }

    /// Entries of a dump. Rollups, whose names contain an `@`, are among them. Those of one time in an incremental series
    /// are of several databases and are added up; their tags name the databases and are dropped.
    pub(crate) fn imported(id: String, mut update: Box<TimeSeriesUpdate>) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let name = std::mem::take(&mut update.name);
        if is_incremental(&name) {
            update.appends = of_all_databases(&update.appends);
        }
        check_name(&name).and_then(|()| check_entries(&update.appends)).map_err(|(fault, reason)| {
            EngineError::BadTimeSeries { id: id.clone(), name: shortened(&name), reason, fault }
        })?;
        update.appends.sort();
        Ok(Self { name_key: ids::key_of(&name), id, name, update })
    }

    /// Its approximate size in the journal.
    pub(crate) fn weight(&self) -> usize {
        // The last segment is written again with what is appended.
        let points = self.update.appends.bytes() + self.update.increments.bytes();
        points + self.update.deletes.len() * 4096 + 4096
    }
}

impl PreparedTimeSeriesCopy {
    pub(crate) fn new(
        id: &str,
        name: &str,
        destination_id: String,
        destination_name: String,
        range: TimeRange,
    ) -> Result<Self, EngineError> {
        ids::check(id)?;
        ids::check(&destination_id)?;
        let refuse = |(fault, reason): (TimeSeriesFault, String)| EngineError::BadTimeSeries {
            id: destination_id.clone(),
            name: shortened(&destination_name),
            reason,
            fault,
        };
        check_name(&destination_name).and_then(|()| check_no_rollup(&destination_name)).map_err(refuse)?;
        if is_incremental(&destination_name) && !is_incremental(name) {
            let reason = "an incremental series takes entries of incremental series only".to_owned();
            return Err(refuse((TimeSeriesFault::Copy, reason)));
        }
        Ok(Self {
            source: ids::key_of(id),
            name_key: ids::key_of(name),
            destination_id,
            destination_name,
            range,
        })
    }
}

fn check_name(name: &str) -> Result<(), (TimeSeriesFault, String)> {
    let refuse = |reason: String| Err((TimeSeriesFault::Name, reason));
    if name.len() > MAX_TIME_SERIES_NAME {
        return refuse(format!(
            "its name is {} bytes long, and {MAX_TIME_SERIES_NAME} is the most",
            name.len()
        ));
    }
    if name.contains('\0') {
        return refuse("its name contains a NUL character".to_owned());
    }
    Ok(())
}

fn check_no_rollup(name: &str) -> Result<(), (TimeSeriesFault, String)> {
    if name.contains('@') {
        let reason = "Time series names cannot contain '@' character, since this character is reserved for time series rollups";
        return Err((TimeSeriesFault::Name, reason.to_owned()));
    }
    Ok(())
}

fn check_entries(points: &Points) -> Result<(), (TimeSeriesFault, String)> {
    for entry in points.iter() {
        let (fault, reason) = match entry.values.len() {
            0 => (TimeSeriesFault::NoValues, "an entry must contain at least one value".to_owned()),
            count if count > MAX_VALUES => {
                let reason = format!("an entry can have up to {MAX_VALUES} values, but one has {count}");
                (TimeSeriesFault::ManyValues, reason)
            }
            _ if !entry.values.iter().all(|value| value.is_finite()) => (
                TimeSeriesFault::NotFinite,
                "entries cannot have 'double.NaN' or an infinite number as one of their values".to_owned(),
            ),
            _ => match entry.tag.map(str::len).filter(|length| *length > MAX_TAG_BYTES) {
                Some(length) => {
                    let reason = format!("a tag is {length} bytes long, and {MAX_TAG_BYTES} is the most");
                    (TimeSeriesFault::LongTag, reason)
                }
                None => continue,
            },
        };
        return Err((fault, reason));
    }
    Ok(())
}

/// Increments with one entry of each time, sorted.
fn added_up(points: &Points) -> Result<Points, (TimeSeriesFault, String)> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|index| points.timestamp(*index));
    let mut added = Points::default();
    let mut rest = order.iter().filter_map(|index| points.get(*index)).peekable();
    while let Some(first) = rest.next() {
        let (mut values, mut count) = sums(first.values, &[]);
        while let Some(same) = rest.next_if(|next| next.timestamp == first.timestamp) {
            if same.values.len() != count {
                let reason = format!(
                    "two increments of one time have {count} and {} values; give them the same number",
                    same.values.len()
                );
                return Err((TimeSeriesFault::Operation, reason));
            }
            (values, count) = sums(&values[..count], same.values);
        }
        if !values[..count].iter().all(|value| value.is_finite()) {
            return Err((TimeSeriesFault::NotFinite, "a sum of increments is not finite".to_owned()));
        }
        added.push(first.timestamp, &values[..count], first.tag);
    }
    Ok(added)
}

/// Entries in their order, those of one time added up.
fn of_all_databases(points: &Points) -> Points {
    let mut added = Points::default();
    let mut rest = points.iter().peekable();
    while let Some(first) = rest.next() {
        let (mut values, mut count) = sums(first.values, &[]);
        while let Some(same) = rest.next_if(|next| next.timestamp == first.timestamp) {
            (values, count) = sums(&values[..count], same.values);
        }
        added.push(first.timestamp, &values[..count], None);
    }
    added
}

fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}

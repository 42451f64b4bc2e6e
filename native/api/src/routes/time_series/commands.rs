//! Commands of a batch about time series, and their results.

use std::borrow::Cow;

use rookery_engine::{Command, CommandResult, TimeRange};
use serde_json::{Value, json};

use crate::dto::batch_command::BatchCommand;
use crate::dto::time_series::operation::{self, bound};
use crate::error::ApiError;

/// Reads a command about a time series; `None`: it is another one. `place` begins the sentences of errors.
pub fn read_time_series_command(
    place: &str,
    command: &BatchCommand<'_>,
) -> Result<Option<Command>, ApiError> {
    let is = |kind: &str| command.kind.eq_ignore_ascii_case(kind);
    let is_copy = is("TimeSeriesCopy");
    if !is_copy && !is("TimeSeries") && !is("TimeSeriesWithIncrements") {
        return Ok(None);
    }
    let text = |name: &str, value: &Option<Cow<'_, str>>| {
        value.as_deref().map(str::to_owned).ok_or_else(|| {
            ApiError::bad_argument(format!(
                "{place}: a {} command must have a '{name}' property",
                command.kind
            ))
        })
    };
    let id = text("Id", &command.id)?;
    if is_copy {
        let range =
            TimeRange { from: bound(command.from.clone(), place)?, to: bound(command.to.clone(), place)? };
        return Ok(Some(Command::TimeSeriesCopy {
            id,
            name: text("Name", &command.name)?,
            destination_id: text("DestinationId", &command.destination_id)?,
            destination_name: text("DestinationName", &command.destination_name)?,
            range,
        }));
    }
    let series = command.time_series.filter(|series| series.get() != "null").ok_or_else(|| {
        ApiError::bad_argument(format!(
            "{place}: a {} command must have a 'TimeSeries' property",
            command.kind
        ))
    })?;
    let update = operation::read(series.get().as_bytes(), place)?;
    Ok(Some(Command::TimeSeries { id, update }))
}

/// What a batch answers for a command about a time series; `None` for any other.
pub fn time_series_result(result: &CommandResult, with_increments: bool) -> Option<Value> {
    let CommandResult::TimeSeries { id, change_vector, is_copy } = result else { return None };
    let kind = match (is_copy, with_increments) {
        (true, _) => "TimeSeriesCopy",
        (false, true) => "TimeSeriesWithIncrements",
        (false, false) => "TimeSeries",
    };
    Some(json!({ "Id": id, "ChangeVector": change_vector, "Type": kind }))
}

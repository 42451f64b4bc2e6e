//! Functions, lengths of time, offsets and dates of queries of time series.

use serde_json::Value;

use super::SeriesColumn;
use crate::ast::{Operand, Position, SeriesFunction, SeriesFunctionKind};
use crate::error::QueryError;
use crate::plan::bind::{Binder, invalid, kind_of};
use crate::values::calendar::{DAY, FIRST};
use crate::values::{Period, instant};

/// The functions; one named twice counts once, with the last name, as on RavenDB servers.
pub(super) fn columns(
    functions: &[SeriesFunction],
    is_grouped: bool,
    binder: &Binder<'_>,
) -> Result<Vec<SeriesColumn>, QueryError> {
    let standard = SeriesFunctionKind::STANDARD.iter().filter(|_| functions.is_empty() && is_grouped);
    let mut columns: Vec<SeriesColumn> = standard
        .map(|kind| SeriesColumn { kind: *kind, percent: 0.0, name: kind.member().to_owned() })
        .collect();
    if !functions.is_empty() {
        let kind = SeriesFunctionKind::Count;
        columns.push(SeriesColumn { kind, percent: 0.0, name: kind.member().to_owned() });
    }
    for function in functions {
        let kind = function.kind;
        let percent = match (kind, &function.argument) {
            (SeriesFunctionKind::Percentile, Some(argument)) => {
                let percent = number(argument, "percentile()", binder)?;
                if !(percent > 0.0 && percent <= 100.0) {
                    let message =
                        "The argument of percentile() is greater than 0 and at most 100.".to_owned();
                    return Err(invalid(argument, message));
                }
                percent
            }
            (SeriesFunctionKind::Percentile, None) => {
                return Err(QueryError::at(
                    function.at,
                    "percentile() takes a number, as in percentile(90).",
                ));
            }
            (SeriesFunctionKind::Slope, _) if !is_grouped => {
                return Err(QueryError::at(
                    function.at,
                    "slope() needs a 'group by': it is a change per frame.",
                ));
            }
            _ => 0.0,
        };
        let name = function.alias.clone().unwrap_or_else(|| kind.member().to_owned());
        match columns.iter_mut().find(|column| column.kind == kind) {
            Some(known) => (known.percent, known.name) = (percent, name),
            None => columns.push(SeriesColumn { kind, percent, name }),
        }
    }
    Ok(columns)
}

pub(super) fn number(operand: &Operand, what: &str, binder: &Binder<'_>) -> Result<f64, QueryError> {
    match binder.json(operand)? {
        Value::Number(number) => Ok(number.as_f64().unwrap_or(0.0)),
        other => Err(invalid(operand, format!("{what} takes a number, not {}.", kind_of(&other)))),
    }
}

pub(super) fn period_of(operand: &Operand, binder: &Binder<'_>) -> Result<Period, QueryError> {
    let value = binder.json(operand)?;
    value.as_str().and_then(Period::parse).ok_or_else(|| {
        let message = format!(
            "{value} is not a length of time. Write a whole number and a unit: ms, s, m, h, d, month, quarter or year."
        );
        invalid(operand, message)
    })
}

/// `[-]hh:mm[:ss]` in milliseconds, less than a day.
pub(super) fn offset_of(operand: &Operand, binder: &Binder<'_>) -> Result<i64, QueryError> {
    let value = binder.json(operand)?;
    let read = |text: &str| {
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let parts: Vec<&str> = text.split(':').collect();
        if !(2..=3).contains(&parts.len()) {
            return None;
        }
        let mut seconds = 0;
        for (part, limit) in parts.iter().zip([24, 60, 60]) {
            let number: i64 = part.parse().ok().filter(|number| (0..limit).contains(number))?;
            seconds = seconds * 60 + number;
        }
        let milliseconds = if parts.len() == 2 { seconds * 60_000 } else { seconds * 1_000 };
        (milliseconds < DAY).then_some(sign * milliseconds)
    };
    value.as_str().and_then(read).ok_or_else(|| {
        invalid(operand, format!("{value} is not an offset. Write hours and minutes: '02:00' or '-05:30'."))
    })
}

/// A date of a time series query in milliseconds since 1970.
pub(crate) fn moment(text: &str, at: Position) -> Result<i64, QueryError> {
    let completed = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        16 => format!("{text}:00"),
        24 | 28 if text.ends_with('Z') => text.to_owned(),
        10 | 19 | 23 | 27 if !text.ends_with('Z') => text.to_owned(),
        _ => String::new(),
    };
    instant(&completed).map(|ticks| ticks / 10_000 + FIRST).ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        QueryError::at(
            at,
            format!(
                "'{text}' is not a date of a time series query. The forms are yyyy, yyyy-MM, yyyy-MM-dd, \
                 yyyy-MM-ddTHH:mm, yyyy-MM-ddTHH:mm:ss and yyyy-MM-ddTHH:mm:ss with three or seven digits of a second \
                 and an optional Z."
            ),
        )
    })
}

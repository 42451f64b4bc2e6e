//! Binding of method arguments: patterns, distances, shapes.

use regex::{Regex, RegexBuilder};
use serde_json::Value;

use super::bind::{Binder, invalid, kind_of};
use crate::ast::{Operand, Shape};
use crate::error::QueryError;
use crate::spatial::{Area, MILE, Point, parse_wkt};

/// A compiled pattern may take this much memory.
const LARGEST_PATTERN: usize = 1 << 20;

impl Binder<'_> {
    pub(super) fn text(&self, operand: &Operand, method: &str) -> Result<String, QueryError> {
        match self.json(operand)? {
            Value::String(text) => Ok(text),
            other => {
                let given = kind_of(&other);
                Err(invalid(operand, format!("{method}() requires text, but {given} was given.")))
            }
        }
    }

    pub(super) fn regex(&self, operand: &Operand) -> Result<Regex, QueryError> {
        let pattern = self.text(operand, "regex")?;
        RegexBuilder::new(&pattern).case_insensitive(true).size_limit(LARGEST_PATTERN).build().map_err(
            |error| {
                let reason = error.to_string();
                let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
                invalid(operand, format!("This regular expression is not supported: {reason}."))
            },
        )
    }

    /// The maximum distance of the words.
    pub(super) fn places(&self, operand: &Operand) -> Result<u32, QueryError> {
        let value = self.json(operand)?;
        value.as_u64().and_then(|places| u32::try_from(places).ok()).ok_or_else(|| {
            invalid(
                operand,
                format!("A distance in words is a whole number from 0 up, not {}.", kind_of(&value)),
            )
        })
    }

    /// A number within bounds.
    pub(super) fn between_numbers(
        &self,
        operand: &Operand,
        what: &str,
        least: f64,
        most: f64,
    ) -> Result<f64, QueryError> {
        let value = self.json(operand)?;
        let number = value.as_f64().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| invalid(operand, format!("{what} is a number from {least} to {most}.")))
    }

    /// A shape of the query; `unit` is the kilometres of a unit that the query does not name.
    pub(super) fn area(&self, shape: &Shape, plain: f64) -> Result<Area, QueryError> {
        match shape {
            Shape::Circle { radius, latitude, longitude, units } => {
                let centre = self.point(latitude, longitude)?;
                let radius = self.between_numbers(radius, "The radius", 0.0, 1e9)?;
                Ok(Area::Circle { centre, radius: radius * self.unit(units.as_ref(), plain)? })
            }
            Shape::Point { latitude, longitude } => Ok(Area::Point(self.point(latitude, longitude)?)),
            Shape::Wkt { text, units } => {
                let unit = self.unit(units.as_ref(), plain)?;
                let wkt = self.text(text, "spatial.wkt")?;
                parse_wkt(&wkt, unit).ok_or_else(|| {
                    let shown = crate::text::shortened(&wkt);
                    invalid(
                        text,
                        format!(
                            "'{shown}' is not a supported shape. Supported are POINT, MULTIPOINT, POLYGON, MULTIPOLYGON, ENVELOPE and CIRCLE, longitude before latitude."
                        ),
                    )
                })
            }
        }
    }

    fn point(&self, latitude: &Operand, longitude: &Operand) -> Result<Point, QueryError> {
        let north = self.between_numbers(latitude, "A latitude", -90.0, 90.0)?;
        let east = self.between_numbers(longitude, "A longitude", -180.0, 180.0)?;
        Point::new(north, east).ok_or_else(|| invalid(latitude, "There is no such place.".into()))
    }

    /// Kilometres in the unit.
    fn unit(&self, units: Option<&Operand>, plain: f64) -> Result<f64, QueryError> {
        let Some(units) = units else { return Ok(plain) };
        match self.text(units, "spatial")?.to_ascii_lowercase().as_str() {
            "kilometers" => Ok(1.0),
            "miles" => Ok(MILE),
            _ => Err(invalid(units, "Units are 'Kilometers' or 'Miles'.".into())),
        }
    }
}

//! Queries of time series as text.

use std::fmt::{Display, Formatter, Result, Write};

use super::conditions::write_chain;
use super::names::quoted;
use crate::ast::{
    EntryExpr, EntryKey, EntryOperand, Path, Segment, SeriesRange, TimeSeriesFunction, TimeSeriesQuery,
};

pub(super) fn write_declared(out: &mut Formatter<'_>, function: &TimeSeriesFunction) -> Result {
    writeln!(
        out,
        "declare timeseries {}({}) {{{}}}",
        function.name,
        function.arguments.join(", "),
        function.query
    )
}

impl Display for TimeSeriesQuery {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str("from ")?;
        if let Some(owner) = &self.owner {
            write!(out, "{}.", quoted(owner))?;
        }
        write!(out, "{}", self.name)?;
        match &self.range {
            None => {}
            Some(SeriesRange::Between(from, to)) => write!(out, " between {from} and {to}")?,
            Some(SeriesRange::First(period)) => write!(out, " first {period}")?,
            Some(SeriesRange::Last(period)) => write!(out, " last {period}")?,
        }
        if let Some(alias) = &self.tag_alias {
            write!(out, " load Tag as {}", quoted(alias))?;
        }
        if let Some(condition) = &self.condition {
            out.write_str(" where ")?;
            write_expr(out, condition, false)?;
        }
        if let Some(group) = &self.group {
            write!(out, " group by {}", group.every)?;
            match &group.key {
                None => {}
                Some(EntryKey::Tag) => out.write_str(", Tag")?,
                Some(EntryKey::Field(path)) => {
                    out.write_str(", ")?;
                    write_named(out, path)?;
                }
            }
            if let Some(interpolation) = group.interpolation {
                write!(out, " with interpolation({})", interpolation.word())?;
            }
        }
        for (index, function) in self.functions.iter().enumerate() {
            out.write_str(if index == 0 { " select " } else { ", " })?;
            write!(out, "{}(", function.kind.word())?;
            if let Some(argument) = &function.argument {
                write!(out, "{argument}")?;
            }
            out.write_char(')')?;
            if let Some(alias) = &function.alias {
                write!(out, " as {}", quoted(alias))?;
            }
        }
        if let Some(scale) = &self.scale {
            write!(out, " scale {scale}")?;
        }
        match &self.offset {
            Some(offset) => write!(out, " offset {offset}"),
            None => Ok(()),
        }
    }
}

fn write_expr(out: &mut Formatter<'_>, expr: &EntryExpr, inner: bool) -> Result {
    let side = |out: &mut Formatter<'_>, side: &EntryExpr| write_expr(out, side, true);
    match expr {
        EntryExpr::And(sides) => write_chain(out, sides, " and ", inner, side),
        EntryExpr::Or(sides) => write_chain(out, sides, " or ", inner, side),
        EntryExpr::Not(inside) => {
            out.write_str("not (")?;
            write_expr(out, inside, false)?;
            out.write_char(')')
        }
        EntryExpr::Compare(left, comparison, right, _) => {
            write!(out, "{left} {} {right}", comparison.symbol())
        }
        EntryExpr::Between(value, low, high, _) => write!(out, "{value} between {low} and {high}"),
        EntryExpr::In(value, list) => {
            write!(out, "{value} in (")?;
            for (index, one) in list.iter().enumerate() {
                write!(out, "{}{one}", if index == 0 { "" } else { ", " })?;
            }
            out.write_char(')')
        }
    }
}

impl Display for EntryOperand {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::Value(0) => out.write_str("Value"),
            Self::Value(position) => write!(out, "Values[{position}]"),
            Self::Tag => out.write_str("Tag"),
            Self::Timestamp => out.write_str("Timestamp"),
            Self::Named(path) => write_named(out, path),
            Self::Literal(operand) => write!(out, "{operand}"),
        }
    }
}

/// The first name is a name of the query; the others may need quotes.
fn write_named(out: &mut Formatter<'_>, path: &Path) -> Result {
    for (index, segment) in path.segments.iter().enumerate() {
        match segment {
            Segment::Field(name) if index == 0 => out.write_str(name)?,
            Segment::Field(name) => write!(out, ".{}", quoted(name))?,
            Segment::Each => out.write_str("[]")?,
        }
    }
    Ok(())
}

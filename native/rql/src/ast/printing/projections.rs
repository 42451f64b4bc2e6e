//! `select` and `include` as text.

use std::fmt::{Formatter, Result, Write};

use super::conditions::{write_expr, write_shape};
use super::names::{Names, Place, quoted, write_field, write_path, write_place};
use crate::ast::{
    Argument, Distance, Facet, FacetOf, Include, IncludedPart, Operand, Select, SelectField, Selected,
};

pub(super) fn write_select(out: &mut Formatter<'_>, select: &Select, names: Names<'_>) -> Result {
    out.write_str(if select.distinct { " select distinct " } else { " select " })?;
    if let Some(object) = &select.object {
        return write!(out, "{{{}}}", object.text);
    }
    if select.fields.is_empty() {
        return out.write_char('*');
    }
    for (index, field) in select.fields.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        write_select_field(out, field, names)?;
    }
    Ok(())
}

fn write_select_field(out: &mut Formatter<'_>, field: &SelectField, names: Names<'_>) -> Result {
    match &field.value {
        Selected::Field(source) => write_field(out, source, names, Place::Select(field.qualified))?,
        Selected::Value(operand) => write!(out, "{operand}")?,
        Selected::Document(alias) => out.write_str(alias)?,
        Selected::Distance(distance) => write_distance(out, distance, names)?,
        Selected::Call { name, arguments } | Selected::TimeSeriesCall { name, arguments } => {
            write_call(out, name, arguments, names)?;
        }
        Selected::TimeSeries { query, .. } => write!(out, "timeseries({query})")?,
        Selected::Facet(facet) => write_facet(out, facet, names)?,
        Selected::Suggest(suggest) => {
            out.write_str("suggest(")?;
            write_path(out, &suggest.path, names, Place::Elsewhere)?;
            write!(out, ", {}", suggest.text)?;
            write_options(out, suggest.options.as_ref())?;
        }
    }
    match &field.alias {
        Some(name) => write!(out, " as {}", quoted(name)),
        None => Ok(()),
    }
}

pub(super) fn write_distance(out: &mut Formatter<'_>, distance: &Distance, names: Names<'_>) -> Result {
    out.write_str("spatial.distance(")?;
    write_place(out, &distance.from, names)?;
    out.write_str(", ")?;
    write_shape(out, &distance.to)?;
    write_options(out, distance.rounding.as_ref())
}

/// The optional last argument, and the closing parenthesis.
fn write_options(out: &mut Formatter<'_>, options: Option<&Operand>) -> Result {
    match options {
        Some(options) => write!(out, ", {options})"),
        None => out.write_char(')'),
    }
}

fn write_call(out: &mut Formatter<'_>, name: &str, arguments: &[Argument], names: Names<'_>) -> Result {
    write!(out, "{name}(")?;
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        match argument {
            Argument::Document(alias) => out.write_str(alias)?,
            Argument::Field(field) => write_field(out, field, names, Place::Argument)?,
            Argument::Value(value) => write!(out, "{value}")?,
        }
    }
    out.write_char(')')
}

fn write_facet(out: &mut Formatter<'_>, facet: &Facet, names: Names<'_>) -> Result {
    let mut separator = "facet(";
    let mut next = |out: &mut Formatter<'_>| {
        let text = separator;
        separator = ", ";
        out.write_str(text)
    };
    match &facet.of {
        FacetOf::Field(path) => {
            next(out)?;
            write_path(out, path, names, Place::Elsewhere)?;
        }
        FacetOf::Ranges(ranges) => {
            for range in ranges {
                next(out)?;
                write_expr(out, range, names, false)?;
            }
        }
        FacetOf::Setup(id) => {
            next(out)?;
            write!(out, "id({id})")?;
        }
        FacetOf::All => {}
    }
    for aggregation in &facet.aggregations {
        next(out)?;
        write!(out, "{}(", aggregation.method)?;
        write_path(out, &aggregation.path, names, Place::Elsewhere)?;
        out.write_char(')')?;
        if let Some(name) = &aggregation.name {
            write!(out, " as {}", quoted(name))?;
        }
    }
    if let Some(options) = &facet.options {
        next(out)?;
        write!(out, "{options}")?;
    }
    out.write_char(')')
}

pub(super) fn write_include(out: &mut Formatter<'_>, include: &Include, names: Names<'_>) -> Result {
    // What `load` names means nothing in includes.
    let names = Names { loads: &[], ..names };
    let path = |out: &mut Formatter<'_>, path| write_path(out, path, names, Place::Elsewhere);
    match include {
        Include::Timings => out.write_str("timings()"),
        Include::Path(at) => path(out, at),
        Include::Explanations(None) => out.write_str("explanations()"),
        Include::Explanations(Some(options)) => write!(out, "explanations({options})"),
        Include::Highlight(highlight) => {
            out.write_str("highlight(")?;
            path(out, &highlight.path)?;
            write!(out, ", {}, {}", highlight.length, highlight.count)?;
            write_options(out, highlight.options.as_ref())
        }
        Include::Counters { of, names: counters } => {
            out.write_str("counters(")?;
            let mut separator = "";
            if let Some(of) = of {
                // In quotes it would be a counter's name.
                write_path(out, of, names, Place::Argument)?;
                separator = ", ";
            }
            for counter in counters {
                write!(out, "{separator}{counter}")?;
                separator = ", ";
            }
            out.write_char(')')
        }
        Include::TimeSeries { of, name, part } => {
            out.write_str("timeseries(")?;
            if let Some(of) = of {
                write_path(out, of, names, Place::Argument)?;
                out.write_str(", ")?;
            }
            if let Some(name) = name {
                write!(out, "{name}, ")?;
            }
            match part {
                IncludedPart::Range(from, to) => write!(out, "{from}, {to})"),
                IncludedPart::LastEntries(count) => write!(out, "last({count}))"),
                IncludedPart::LastPeriod(count, unit) => write!(out, "last({count}, {unit}))"),
            }
        }
        Include::CompareExchange(at) => {
            out.write_str("cmpxchg(")?;
            path(out, at)?;
            out.write_char(')')
        }
        Include::Revisions { before: Some(before), .. } => write!(out, "revisions({before})"),
        Include::Revisions { paths, .. } => {
            for (index, at) in paths.iter().enumerate() {
                out.write_str(if index == 0 { "revisions(" } else { ", " })?;
                path(out, at)?;
            }
            out.write_char(')')
        }
    }
}

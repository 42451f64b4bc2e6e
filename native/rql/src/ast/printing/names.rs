//! Names and paths: quoted where they must be, with the alias in front where it is needed.

use std::fmt::{Formatter, Result, Write};

use crate::ast::{Aggregate, Field, Load, Path, Segment, SpatialField};
use crate::grammar::needs_quotes;

/// The names that mean a document at some place of the query.
#[derive(Clone, Copy, Default)]
pub(super) struct Names<'a> {
    pub(super) alias: Option<&'a str>,
    pub(super) loads: &'a [Load],
}

/// The part of the query that a path is in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// In a select list, with or without the alias. Quoted text without a dot after it is a literal there, and the
    /// words that are values are not reserved.
    Select(bool),
    /// As a function's argument or what a field is compared with: quoted text is a literal there too, and the
    /// words that are values are reserved.
    Argument,
    Elsewhere,
}

pub(super) fn write_field(out: &mut Formatter<'_>, field: &Field, names: Names<'_>, place: Place) -> Result {
    match field {
        Field::Path(path) => write_path(out, path, names, place),
        Field::Loaded { alias, path } => {
            write_first(out, alias, place)?;
            for segment in &path.segments {
                write_segment(out, segment)?;
            }
            Ok(())
        }
        Field::Group(Aggregate::Sum(path)) => {
            out.write_str("sum(")?;
            write_path(out, path, names, Place::Elsewhere)?;
            out.write_char(')')
        }
        Field::Place(place) => write_place(out, place, names),
        Field::Id | Field::Group(_) => write!(out, "{field}"),
    }
}

pub(super) fn write_place(out: &mut Formatter<'_>, place: &SpatialField, names: Names<'_>) -> Result {
    match place {
        SpatialField::Name(path) => return write_path(out, path, names, Place::Elsewhere),
        SpatialField::Point { latitude, longitude } => {
            out.write_str("spatial.point(")?;
            write_path(out, latitude, names, Place::Elsewhere)?;
            out.write_str(", ")?;
            write_path(out, longitude, names, Place::Elsewhere)?;
        }
        SpatialField::Wkt(path) => {
            out.write_str("spatial.wkt(")?;
            write_path(out, path, names, Place::Elsewhere)?;
        }
    }
    out.write_char(')')
}

/// Names that are not plain are quoted. The alias goes in front where it was written, where the first name
/// equals a name given to a document, and where quoting the first name alone would change its meaning.
pub(super) fn write_path(out: &mut Formatter<'_>, path: &Path, names: Names<'_>, place: Place) -> Result {
    // `x[]` is never read as the alias x.
    let like_alias = !matches!(path.segments.get(1), Some(Segment::Each));
    let like_loaded = names.loads.iter().any(|load| load.alias == path.head());
    if let Some(alias) = names.alias
        && (place == Place::Select(true)
            || (place == Place::Argument && (is_reserved(path.head()) || !is_plain(path.head())))
            || (like_alias && path.head() == alias)
            || like_loaded
            || path.head().contains(['.', '[']))
    {
        write_first(out, alias, place)?;
        out.write_char('.')?;
    }
    for (index, segment) in path.segments.iter().enumerate() {
        match segment {
            Segment::Field(name) if index == 0 => write_first(out, name, place)?,
            _ => write_segment(out, segment)?,
        }
    }
    Ok(())
}

/// The name a path begins with.
fn write_first(out: &mut Formatter<'_>, name: &str, place: Place) -> Result {
    if needs_quotes(name) || (place == Place::Elsewhere && is_reserved(name)) {
        out.write_str(&quoted(name))
    } else {
        write_name(out, name)
    }
}

fn write_segment(out: &mut Formatter<'_>, segment: &Segment) -> Result {
    match segment {
        Segment::Field(name) => {
            out.write_char('.')?;
            write_name(out, name)
        }
        Segment::Each => out.write_str("[]"),
    }
}

fn write_name(out: &mut Formatter<'_>, name: &str) -> Result {
    if is_plain(name) { out.write_str(name) } else { out.write_str(&quoted(name)) }
}

pub(super) fn is_plain(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '@');
    first && name.chars().all(crate::text::is_identifier_part)
}

/// Words that mean something of their own where a name may begin.
fn is_reserved(name: &str) -> bool {
    is_value(name) || name.eq_ignore_ascii_case("not") || needs_quotes(name)
}

fn is_value(name: &str) -> bool {
    ["true", "false", "null"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.push(c),
        }
    }
    out.push('\'');
    out
}

//! The tree back to RQL: one line, every clause in its place. Parsing the result gives the same tree.

use std::fmt::{Display, Formatter, Result, Write};

use super::{
    Expr, Field, Include, Operand, OperandKind, OrderBy, Ordering, Path, Predicate, Query, Segment, Select,
    SelectField, Selected, Source, Test,
};

impl Display for Query {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.from.source {
            Source::AllDocs => out.write_str("from @all_docs")?,
            Source::Collection(name) => write!(out, "from {}", quoted(name))?,
        }
        if let Some(alias) = &self.from.alias {
            write!(out, " as {}", quoted(alias))?;
        }
        let alias = self.from.alias.as_deref();
        if let Some(filter) = &self.filter {
            out.write_str(" where ")?;
            write_expr(out, filter, alias, false)?;
        }
        for (index, key) in self.order_by.iter().enumerate() {
            out.write_str(if index == 0 { " order by " } else { ", " })?;
            write_key(out, key, alias)?;
        }
        if let Some(select) = &self.select {
            write_select(out, select, alias)?;
        }
        for (index, include) in self.include.iter().enumerate() {
            out.write_str(if index == 0 { " include " } else { ", " })?;
            match include {
                Include::Timings => out.write_str("timings()")?,
                Include::Path(path) => write_path(out, path, alias, Place::Elsewhere)?,
            }
        }
        match (&self.paging.skip, &self.paging.take) {
            (Some(skip), Some(take)) => write!(out, " limit {skip}, {take}"),
            (None, Some(take)) => write!(out, " limit {take}"),
            (Some(skip), None) => write!(out, " offset {skip}"),
            (None, None) => Ok(()),
        }
    }
}

impl Display for Operand {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.kind {
            OperandKind::Text(text) => out.write_str(&quoted(text)),
            OperandKind::Double(value) => out.write_str(&plain_double(*value)),
            _ => out.write_str(&self.bare_text()),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write_expr(out, self, None, false)
    }
}

impl Display for Test {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write_test(out, self, None)
    }
}

fn write_expr(out: &mut Formatter<'_>, expr: &Expr, alias: Option<&str>, inner: bool) -> Result {
    match expr {
        Expr::True => out.write_str("true"),
        Expr::Test(test) => write_test(out, test, alias),
        Expr::Not(inside) => {
            out.write_str("not (")?;
            write_expr(out, inside, alias, false)?;
            out.write_char(')')
        }
        Expr::And(sides) | Expr::Or(sides) => {
            let word = if matches!(expr, Expr::And(_)) { " and " } else { " or " };
            if inner {
                out.write_char('(')?;
            }
            for (index, side) in sides.iter().enumerate() {
                if index > 0 {
                    out.write_str(word)?;
                }
                write_expr(out, side, alias, true)?;
            }
            if inner { out.write_char(')') } else { Ok(()) }
        }
    }
}

fn write_test(out: &mut Formatter<'_>, test: &Test, alias: Option<&str>) -> Result {
    if test.exact {
        out.write_str("exact(")?;
    }
    let field = FieldText(&test.field, alias);
    match &test.predicate {
        Predicate::Compare(comparison, value) => write!(out, "{field} {} {value}", comparison.symbol())?,
        Predicate::Between(low, high) => write!(out, "{field} between {low} and {high}")?,
        Predicate::In(values) => write!(out, "{field} in ({})", comma_separated(values))?,
        Predicate::AllIn(values) => write!(out, "{field} all in ({})", comma_separated(values))?,
        Predicate::StartsWith(value) => write!(out, "startsWith({field}, {value})")?,
        Predicate::EndsWith(value) => write!(out, "endsWith({field}, {value})")?,
        Predicate::Exists => write!(out, "exists({field})")?,
    }
    if test.exact { out.write_char(')') } else { Ok(()) }
}

fn write_key(out: &mut Formatter<'_>, key: &OrderBy, alias: Option<&str>) -> Result {
    write!(out, "{}", FieldText(&key.field, alias))?;
    out.write_str(match key.ordering {
        Ordering::Implicit => "",
        Ordering::Text => " as string",
        Ordering::Long => " as long",
        Ordering::Double => " as double",
        Ordering::AlphaNumeric => " as alphaNumeric",
    })?;
    out.write_str(if key.descending { " desc" } else { "" })
}

fn write_select(out: &mut Formatter<'_>, select: &Select, alias: Option<&str>) -> Result {
    out.write_str(if select.distinct { " select distinct " } else { " select " })?;
    if select.fields.is_empty() {
        return out.write_char('*');
    }
    for (index, field) in select.fields.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        write_select_field(out, field, alias)?;
    }
    Ok(())
}

fn write_select_field(out: &mut Formatter<'_>, field: &SelectField, alias: Option<&str>) -> Result {
    match &field.value {
        Selected::Field(Field::Path(path)) => write_path(out, path, alias, Place::Select(field.qualified))?,
        Selected::Field(Field::Id) => out.write_str("id()")?,
        Selected::Value(operand) => write!(out, "{operand}")?,
    }
    match &field.alias {
        Some(name) => write!(out, " as {}", quoted(name)),
        None => Ok(()),
    }
}

struct FieldText<'a>(&'a Field, Option<&'a str>);

impl Display for FieldText<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.0 {
            Field::Id => out.write_str("id()"),
            Field::Path(path) => write_path(out, path, self.1, Place::Elsewhere),
        }
    }
}

/// Where a path stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In a select list, with the alias in front or not. Quoted text is a literal there, and no word is reserved.
    Select(bool),
    Elsewhere,
}

/// Names that are not plain are quoted. The alias goes in front where it was written, where the first name
/// equals it, and where quoting the first name alone would change its meaning.
fn write_path(out: &mut Formatter<'_>, path: &Path, alias: Option<&str>, place: Place) -> Result {
    // `x[]` is never read as the alias x.
    let like_alias = !matches!(path.segments.get(1), Some(Segment::Each));
    if let Some(alias) = alias
        && (place == Place::Select(true)
            || (like_alias && path.head() == alias)
            || path.head().contains(['.', '[']))
    {
        write!(out, "{}.", if is_plain(alias) { alias.to_owned() } else { quoted(alias) })?;
    }
    for (index, segment) in path.segments.iter().enumerate() {
        match segment {
            Segment::Field(name) => {
                if index > 0 {
                    out.write_char('.')?;
                }
                let reserved = place == Place::Elsewhere && is_reserved(name);
                if is_plain(name) && !reserved { out.write_str(name)? } else { out.write_str(&quoted(name))? }
            }
            Segment::Each => out.write_str("[]")?,
        }
    }
    Ok(())
}

fn is_plain(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '@');
    first && name.chars().all(crate::text::is_identifier_part)
}

/// Words that mean something of their own where a condition may begin.
fn is_reserved(name: &str) -> bool {
    ["true", "not"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

fn quoted(text: &str) -> String {
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

/// RQL has no exponents: digits in full, and always a point so that the number stays a double.
fn plain_double(value: f64) -> String {
    let text = format!("{value}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

fn comma_separated(values: &[Operand]) -> String {
    values.iter().map(Operand::to_string).collect::<Vec<_>>().join(", ")
}

//! The tree back to RQL: one line but for scripts, every clause in its place. Parsing the result gives the
//! same tree.

mod conditions;
mod names;
mod projections;
mod time_series;

use std::fmt::{Display, Formatter, Result};

use super::{Expr, Load, Nulls, Operand, OperandKind, OrderBy, OrderKey, Ordering, Query, Source, Test};
use conditions::{write_expr, write_test};
use names::{Names, Place, quoted, write_field, write_path};
use projections::{write_distance, write_include, write_select};
use time_series::write_declared;

impl Display for Query {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for function in &self.time_series_functions {
            write_declared(out, function)?;
        }
        for function in &self.functions {
            let (name, arguments, body) = (&function.name, &function.arguments, &function.body.text);
            writeln!(out, "declare function {name}({arguments}) {{{body}}}")?;
        }
        match &self.from.source {
            Source::AllDocs => out.write_str("from @all_docs")?,
            Source::Collection(name) => write!(out, "from {}", quoted(name))?,
            Source::Index(name) => write!(out, "from index {}", quoted(name))?,
        }
        if let Some(alias) = &self.from.alias {
            write!(out, " as {}", quoted(alias))?;
        }
        let mut names = Names { alias: self.from.alias.as_deref(), loads: &[] };
        for (index, key) in self.group_by.iter().enumerate() {
            out.write_str(if index == 0 { " group by " } else { ", " })?;
            out.write_str(if key.array { "array(" } else { "" })?;
            write_path(out, &key.path, names, Place::Elsewhere)?;
            out.write_str(if key.array { ")" } else { "" })?;
            if let Some(alias) = &key.alias {
                write!(out, " as {}", quoted(alias))?;
            }
        }
        if let Some(condition) = &self.condition {
            out.write_str(" where ")?;
            write_expr(out, condition, names, false)?;
        }
        for (index, key) in self.order_by.iter().enumerate() {
            out.write_str(if index == 0 { " order by " } else { ", " })?;
            write_key(out, key, names)?;
        }
        for (index, load) in self.load.iter().enumerate() {
            out.write_str(if index == 0 { " load " } else { ", " })?;
            names.loads = self.load.get(..index).unwrap_or(&[]);
            write_load(out, load, names)?;
        }
        names.loads = &self.load;
        if let Some(filter) = &self.filter {
            out.write_str(" filter ")?;
            write_expr(out, filter, names, false)?;
        }
        if let Some(select) = &self.select {
            write_select(out, select, names)?;
        }
        if let Some(script) = &self.update {
            write!(out, " update {{{}}}", script.text)?;
        }
        for (index, include) in self.include.iter().enumerate() {
            out.write_str(if index == 0 { " include " } else { ", " })?;
            write_include(out, include, names)?;
        }
        match (&self.paging.skip, &self.paging.take) {
            (Some(skip), Some(take)) => write!(out, " limit {skip}, {take}"),
            (None, Some(take)) => write!(out, " limit {take}"),
            (Some(skip), None) => write!(out, " offset {skip}"),
            (None, None) => Ok(()),
        }?;
        match &self.paging.filter_limit {
            Some(limit) => write!(out, " filter_limit {limit}"),
            None => Ok(()),
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
        write_expr(out, self, Names::default(), false)
    }
}

impl Display for Test {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write_test(out, self, Names::default())
    }
}

impl Display for OrderBy {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write_key(out, self, Names::default())
    }
}

fn write_key(out: &mut Formatter<'_>, key: &OrderBy, names: Names<'_>) -> Result {
    match &key.by {
        OrderKey::Field(field) => write_field(out, field, names, Place::Elsewhere)?,
        OrderKey::Score => out.write_str("score()")?,
        OrderKey::Random(None) => out.write_str("random()")?,
        OrderKey::Random(Some(seed)) => write!(out, "random({seed})")?,
        OrderKey::Distance(distance) => write_distance(out, distance, names)?,
    }
    out.write_str(match key.ordering {
        Ordering::Implicit => "",
        Ordering::Text => " as string",
        Ordering::Long => " as long",
        Ordering::Double => " as double",
        Ordering::AlphaNumeric => " as alphaNumeric",
    })?;
    out.write_str(if key.descending { " desc" } else { "" })?;
    out.write_str(match key.nulls {
        None => "",
        Some(Nulls::First) => " nulls first",
        Some(Nulls::Last) => " nulls last",
    })
}

fn write_load(out: &mut Formatter<'_>, load: &Load, names: Names<'_>) -> Result {
    write_field(out, &load.from, names, Place::Elsewhere)?;
    write!(out, " as {}{}", quoted(&load.alias), if load.many { "[]" } else { "" })
}

/// RQL has no exponents: digits in full, and always a point so that the number stays a double.
fn plain_double(value: f64) -> String {
    let text = format!("{value}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

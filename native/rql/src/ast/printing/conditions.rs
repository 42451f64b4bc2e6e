//! Conditions as text.

use std::fmt::{Formatter, Result, Write};

use super::names::{Names, Place, write_field};
use crate::ast::{
    Expr, MoreLikeThis, MoreLikeThisArgument, Operand, OperandKind, Predicate, SearchOperator, Shape, Test,
};

pub(super) fn write_expr(out: &mut Formatter<'_>, expr: &Expr, names: Names<'_>, inner: bool) -> Result {
    let side = |out: &mut Formatter<'_>, side: &Expr| write_expr(out, side, names, true);
    match expr {
        Expr::True => out.write_str("true"),
        Expr::Test(test) => write_test(out, test, names),
        Expr::Not(inside) => {
            out.write_str("not (")?;
            write_expr(out, inside, names, false)?;
            out.write_char(')')
        }
        Expr::And(sides) => write_chain(out, sides, " and ", inner, side),
        Expr::Or(sides) => write_chain(out, sides, " or ", inner, side),
        Expr::Boost(inside, factor) => {
            out.write_str("boost(")?;
            write_expr(out, inside, names, false)?;
            write!(out, ", {factor})")
        }
        Expr::Intersect(sides) => {
            for (index, side) in sides.iter().enumerate() {
                out.write_str(if index == 0 { "intersect(" } else { ", " })?;
                write_expr(out, side, names, false)?;
            }
            out.write_char(')')
        }
        Expr::MoreLikeThis(more) => write_more_like_this(out, more, names),
    }
}

/// Sides with a word between them; in parentheses inside another condition.
pub(super) fn write_chain<T>(
    out: &mut Formatter<'_>,
    sides: &[T],
    word: &str,
    inner: bool,
    write: impl Fn(&mut Formatter<'_>, &T) -> Result,
) -> Result {
    if inner {
        out.write_char('(')?;
    }
    for (index, side) in sides.iter().enumerate() {
        if index > 0 {
            out.write_str(word)?;
        }
        write(out, side)?;
    }
    if inner { out.write_char(')') } else { Ok(()) }
}

fn write_more_like_this(out: &mut Formatter<'_>, more: &MoreLikeThis, names: Names<'_>) -> Result {
    out.write_str("moreLikeThis(")?;
    match &more.what {
        MoreLikeThisArgument::Condition(condition) => write_expr(out, condition, names, false)?,
        MoreLikeThisArgument::Document(document) => write!(out, "{document}")?,
    }
    match &more.options {
        Some(options) => write!(out, ", {options})"),
        None => out.write_char(')'),
    }
}

pub(super) fn write_test(out: &mut Formatter<'_>, test: &Test, names: Names<'_>) -> Result {
    if test.exact {
        out.write_str("exact(")?;
    }
    let method = match &test.predicate {
        Predicate::StartsWith(_) => "startsWith(",
        Predicate::EndsWith(_) => "endsWith(",
        Predicate::Exists => "exists(",
        Predicate::Search { proximity: Some(_), .. } => "proximity(search(",
        Predicate::Search { .. } => "search(",
        Predicate::Regex(_) => "regex(",
        Predicate::Lucene(_) => "lucene(",
        Predicate::Fuzzy { .. } => "fuzzy(",
        Predicate::Spatial { relation, .. } => {
            out.write_str(relation.method())?;
            "("
        }
        Predicate::Compare(..) | Predicate::Between(..) | Predicate::In(_) | Predicate::AllIn(_) => "",
    };
    out.write_str(method)?;
    write_field(out, &test.field, names, Place::Elsewhere)?;
    let value = |operand| Value(operand, names);
    match &test.predicate {
        Predicate::Compare(comparison, with) => write!(out, " {} {}", comparison.symbol(), value(with))?,
        Predicate::Between(low, high) => write!(out, " between {} and {}", value(low), value(high))?,
        Predicate::In(values) => write_list(out, " in (", values, names)?,
        Predicate::AllIn(values) => write_list(out, " all in (", values, names)?,
        Predicate::StartsWith(text)
        | Predicate::EndsWith(text)
        | Predicate::Regex(text)
        | Predicate::Lucene(text) => write!(out, ", {})", value(text))?,
        Predicate::Exists => out.write_char(')')?,
        Predicate::Search { terms, operator, proximity } => {
            write!(out, ", {}", value(terms))?;
            out.write_str(if *operator == SearchOperator::And { ", and)" } else { ")" })?;
            if let Some(distance) = proximity {
                write!(out, ", {})", value(distance))?;
            }
        }
        Predicate::Fuzzy { text, similarity } => {
            write!(out, " = {}, {})", value(text), value(similarity))?;
        }
        Predicate::Spatial { shape, error, .. } => {
            out.write_str(", ")?;
            write_shape(out, shape)?;
            match error {
                Some(error) => write!(out, ", {error})")?,
                None => out.write_char(')')?,
            }
        }
    }
    if test.exact { out.write_char(')') } else { Ok(()) }
}

pub(super) fn write_shape(out: &mut Formatter<'_>, shape: &Shape) -> Result {
    match shape {
        Shape::Circle { radius, latitude, longitude, units: None } => {
            write!(out, "spatial.circle({radius}, {latitude}, {longitude})")
        }
        Shape::Circle { radius, latitude, longitude, units: Some(units) } => {
            write!(out, "spatial.circle({radius}, {latitude}, {longitude}, {units})")
        }
        Shape::Wkt { text, units: None } => write!(out, "spatial.wkt({text})"),
        Shape::Wkt { text, units: Some(units) } => write!(out, "spatial.wkt({text}, {units})"),
        Shape::Point { latitude, longitude } => write!(out, "spatial.point({latitude}, {longitude})"),
    }
}

fn write_list(out: &mut Formatter<'_>, start: &str, values: &[Operand], names: Names<'_>) -> Result {
    out.write_str(start)?;
    for (index, value) in values.iter().enumerate() {
        write!(out, "{}{}", if index == 0 { "" } else { ", " }, Value(value, names))?;
    }
    out.write_char(')')
}

/// A value, which in `filter` may be a field.
struct Value<'a>(&'a Operand, Names<'a>);

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.0.kind {
            OperandKind::Field(field) => write_field(out, field, self.1, Place::Argument),
            _ => write!(out, "{}", self.0),
        }
    }
}

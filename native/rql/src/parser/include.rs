//! The `include` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{HighlightOf, Include, IncludedPart};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    /// Everything after `include`.
    pub(super) fn include_clause(&mut self) -> Result<Vec<Include>, QueryError> {
        let mut items = Vec::new();
        loop {
            if !self.at_field() {
                return Err(self.expected("timings() or a path to related documents after 'include'"));
            }
            let read = self.path()?;
            let item = if self.at_symbol("(") {
                let name = read.path.to_string();
                match self.include_method(&name)? {
                    Some(item) => item,
                    None => return Err(self.refuse_method(&name, read.at, MethodPlace::Include)),
                }
            } else {
                Include::Path(read.path)
            };
            if !items.contains(&item) {
                items.push(item);
            }
            if !self.take_symbol(",") {
                return Ok(items);
            }
        }
    }

    /// The current token is the parenthesis after the name.
    fn include_method(&mut self, name: &str) -> Result<Option<Include>, QueryError> {
        let open = self.current.clone();
        let item = match name.to_ascii_lowercase().as_str() {
            "timings" => return self.no_arguments(name, Include::Timings).map(Some),
            "explanations" => {
                self.advance();
                Include::Explanations(if self.at_symbol(")") { None } else { Some(self.operand()?) })
            }
            "highlight" => {
                self.advance();
                Include::Highlight(self.highlight()?)
            }
            "counters" => {
                self.advance();
                self.counters()?
            }
            "timeseries" => {
                self.advance();
                self.included_time_series()?
            }
            "cmpxchg" => {
                self.advance();
                if !self.at_field() {
                    return Err(self.expected("a path to the keys of compare-exchange values in cmpxchg()"));
                }
                Include::CompareExchange(self.path()?.path)
            }
            "revisions" => {
                self.advance();
                self.revisions()?
            }
            _ => return Ok(None),
        };
        self.expect_closing(&open)?;
        Ok(Some(item))
    }

    fn highlight(&mut self) -> Result<HighlightOf, QueryError> {
        if !self.at_field() {
            return Err(self.expected("a field as the first argument of highlight()"));
        }
        let path = self.path()?.path;
        self.expect_symbol(",", "and the length of a fragment in highlight()")?;
        let length = self.operand()?;
        self.expect_symbol(",", "and the number of fragments in highlight()")?;
        let count = self.operand()?;
        let options = if self.take_symbol(",") { Some(self.operand()?) } else { None };
        Ok(HighlightOf { path, length, count, options })
    }

    /// `[alias or path][, name…]`.
    fn counters(&mut self) -> Result<Include, QueryError> {
        let mut of = None;
        let mut names = Vec::new();
        let mut more = !self.at_symbol(")");
        if matches!(self.current.kind, TokenKind::Word(_)) {
            let read = self.path()?;
            of = (!read.is_alias).then_some(read.path);
            more = self.take_symbol(",");
        }
        while more {
            names.push(self.operand()?);
            more = self.take_symbol(",");
        }
        Ok(Include::Counters { of, names })
    }

    /// `[alias or path, ][name, ]from, to` or `[alias or path, ][name, ]last(count[, unit])`.
    fn included_time_series(&mut self) -> Result<Include, QueryError> {
        let mut of = None;
        if matches!(self.current.kind, TokenKind::Word(_)) && !self.at_method("last") {
            let read = self.path()?;
            of = (!read.is_alias).then_some(read.path);
            self.expect_symbol(",", "and the name of a time series")?;
        }
        let name = if self.at_method("last") {
            None
        } else {
            let name = self.operand()?;
            self.expect_symbol(",", "and a range or last(…)")?;
            Some(name)
        };
        let part = if self.at_method("last") {
            self.advance();
            let open = self.advance();
            let count = self.operand()?;
            let unit = if self.take_symbol(",") { Some(self.operand()?) } else { None };
            self.expect_closing(&open)?;
            unit.map_or_else(
                || IncludedPart::LastEntries(count.clone()),
                |unit| IncludedPart::LastPeriod(count.clone(), unit),
            )
        } else {
            let from = self.operand()?;
            self.expect_symbol(",", "and the end of the range")?;
            IncludedPart::Range(from, self.operand()?)
        };
        Ok(Include::TimeSeries { of, name, part })
    }

    /// Paths to change vectors, or a moment.
    fn revisions(&mut self) -> Result<Include, QueryError> {
        if matches!(self.current.kind, TokenKind::Parameter(_)) {
            return Ok(Include::Revisions { paths: Vec::new(), before: Some(self.operand()?) });
        }
        let mut paths = Vec::new();
        loop {
            if !self.at_field() {
                return Err(self.expected("a path to change vectors, or a parameter with a date"));
            }
            paths.push(self.path()?.path);
            if !self.take_symbol(",") {
                return Ok(Include::Revisions { paths, before: None });
            }
        }
    }
}

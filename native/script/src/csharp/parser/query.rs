//! Query syntax: `from … where … select …`.

use super::{Parsed, Parser};
use crate::csharp::syntax::{Clause, Ending, Expression, Query};
use crate::csharp::tokens::Kind;

impl Parser<'_> {
    /// `from x in` or `from type x in`.
    pub(super) fn begins_query(&self) -> bool {
        if !self.is_word(0, "from") {
            return false;
        }
        let typed = self.type_at(1).map_or(0, |(_, length)| length);
        matches!(self.kind(1), Some(Kind::Name(_)))
            && (self.is_word(2, "in") || self.is_word(2 + typed, "in"))
    }

    pub(super) fn query(&mut self) -> Parsed<Query> {
        let at = self.start();
        let mut clauses = vec![self.from()?];
        loop {
            if self.is_word(0, "from") {
                self.enter()?;
                clauses.push(self.from()?);
            } else if self.accept_word("let") {
                let name = self.name()?;
                self.expect("=")?;
                clauses.push(Clause::Let { name, value: self.expression()? });
            } else if self.accept_word("where") {
                self.enter()?;
                clauses.push(Clause::Where(self.expression()?));
            } else if self.accept_word("orderby") {
                self.enter()?;
                clauses.push(Clause::OrderBy(self.orders()?));
            } else if self.accept_word("join") {
                self.enter()?;
                clauses.push(self.join()?);
            } else if self.is_word(0, "select") || self.is_word(0, "group") {
                let end = self.ending()?;
                if !self.accept_word("into") {
                    return Ok(Query { at, clauses, end });
                }
                self.enter()?;
                clauses.push(Clause::Into { name: self.name()?, end });
            } else if self.kind(0).is_none() {
                return Err(self.error("it ends where 'select' is expected".to_owned()));
            } else {
                return Err(self.error(format!("'{}' is not translated", self.text())));
            }
        }
    }

    fn from(&mut self) -> Parsed<Clause> {
        self.expect_word("from")?;
        let (name, list) = self.range()?;
        Ok(Clause::From { name, list })
    }

    /// `x in list`, optionally with a type.
    fn range(&mut self) -> Parsed<(String, Expression)> {
        if !self.is_word(1, "in")
            && let Some((_, length)) = self.type_at(0)
        {
            self.at += length;
        }
        let name = self.name()?;
        self.expect_word("in")?;
        Ok((name, self.expression()?))
    }

    fn orders(&mut self) -> Parsed<Vec<(Expression, bool)>> {
        let mut orders = Vec::new();
        loop {
            let by = self.expression()?;
            let descending = self.accept_word("descending");
            if !descending {
                self.accept_word("ascending");
            }
            orders.push((by, descending));
            if !self.accept(",") {
                return Ok(orders);
            }
        }
    }

    fn join(&mut self) -> Parsed<Clause> {
        let (name, list) = self.range()?;
        self.expect_word("on")?;
        let outer = self.expression()?;
        self.expect_word("equals")?;
        let inner = self.expression()?;
        let into = if self.accept_word("into") { Some(self.name()?) } else { None };
        Ok(Clause::Join { name, list, outer, inner, into })
    }

    fn ending(&mut self) -> Parsed<Ending> {
        if self.accept_word("select") {
            return Ok(Ending::Select(self.expression()?));
        }
        self.expect_word("group")?;
        let value = self.expression()?;
        self.expect_word("by")?;
        Ok(Ending::Group { value, key: self.expression()? })
    }
}

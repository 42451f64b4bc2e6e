//! Expressions with operators.

use super::{Parsed, Parser};
use crate::csharp::syntax::{Arm, Expression, Kind as Syntax};
use crate::csharp::tokens::Kind;

/// Binary operators, loosest first; those of one row have the same precedence.
const PRECEDENCES: [&[&str]; 9] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The precedence of `<`, `is` and `as`.
const RELATIONAL: usize = 6;

impl Parser<'_> {
    /// An expression: one level. A function is on the level of its body.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        let start = self.start();
        if let Some(names) = self.lambda_names() {
            if self.is_sign(0, "{") {
                return Err(self.error("a function with statements ('{ … }') is not translated".to_owned()));
            }
            let body = self.expression()?;
            return Ok(Self::at(start, Syntax::Lambda(names, Box::new(body))));
        }
        let outer = self.depth;
        self.enter()?;
        let expression = if self.begins_query() {
            let query = self.query()?;
            Self::at(start, Syntax::Query(Box::new(query)))
        } else {
            self.conditional()?
        };
        self.depth = outer;
        Ok(expression)
    }

    fn conditional(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let condition = self.coalescing()?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        Ok(Self::at(start, Syntax::Conditional(Box::new(condition), Box::new(yes), Box::new(no))))
    }

    /// `a ?? b ?? c`: brackets in the JavaScript, so each is a level.
    pub(super) fn coalescing(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let first = self.operators(0)?;
        let mut rest = Vec::new();
        while self.accept("??") {
            self.enter()?;
            rest.push(("??", self.operators(0)?));
        }
        Ok(if rest.is_empty() { first } else { Self::at(start, Syntax::Operators(Box::new(first), rest)) })
    }

    /// A value and the operators of at least this precedence after it. Recursion only where there are operators, because
    /// brackets inside each other are limited by the stack.
    fn operators(&mut self, least: usize) -> Parsed<Expression> {
        let start = self.start();
        let mut first = self.prefixed()?;
        loop {
            if least <= RELATIONAL && (self.is_word(0, "is") || self.is_word(0, "as")) {
                first = self.type_test(start, first)?;
                continue;
            }
            let Some((precedence, _)) = self.operator().filter(|(precedence, _)| *precedence >= least) else {
                return Ok(first);
            };
            let mut rest: Vec<(&'static str, Expression)> = Vec::new();
            while let Some((_, operator)) = self.operator().filter(|(found, _)| *found == precedence) {
                self.at += 1;
                // Operators of the same kind are one call; each change of it is a level.
                if rest.last().is_some_and(|(last, _)| *last != operator) || !is_flat(operator) {
                    self.enter()?;
                }
                rest.push((operator, self.operators(precedence + 1)?));
            }
            first = Self::at(start, Syntax::Operators(Box::new(first), rest));
        }
    }

    /// The binary operator at this position, and its precedence.
    fn operator(&self) -> Option<(usize, &'static str)> {
        let Some(Kind::Sign(sign)) = self.kind(0) else { return None };
        let precedence = PRECEDENCES.iter().position(|operators| operators.contains(sign))?;
        Some((precedence, sign))
    }

    /// `x is …` and `x as type`.
    fn type_test(&mut self, start: usize, of: Expression) -> Parsed<Expression> {
        self.enter()?;
        let of = Box::new(of);
        if self.accept_word("as") {
            let Some((type_, length)) = self.type_at(0) else { return Err(self.instead_of("a type")) };
            self.at += length;
            return Ok(Self::at(start, Syntax::Cast(type_, of)));
        }
        self.expect_word("is")?;
        let negated = self.accept_word("not");
        if self.accept_word("null") {
            return Ok(Self::at(start, Syntax::Is { of, negated, type_: None }));
        }
        let Some((mut type_, length)) = self.type_at(0) else { return Err(self.instead_of("a type")) };
        // `x is string ? a : b`: the question mark does not belong to the type.
        self.at += length - usize::from(type_.nullable && !type_.array);
        type_.nullable = false;
        if matches!(self.kind(0), Some(Kind::Name(name)) if !matches!(name.as_str(), "is" | "as" | "select" | "where" | "let" | "from" | "orderby" | "group" | "join" | "into" | "ascending" | "descending" | "equals" | "on" | "by"))
        {
            let what = format!("the variable '{}' after 'is' is not translated", self.text());
            return Err(self.error(what));
        }
        Ok(Self::at(start, Syntax::Is { of, negated, type_: Some(type_) }))
    }

    /// Signs and casts. The first is on the level of its expression, each further one adds a level.
    fn prefixed(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let sign = ["!", "-", "+", "~"].into_iter().find(|sign| self.is_sign(0, sign));
        let cast = if sign.is_none() { self.cast_at(0) } else { None };
        if sign.is_none() && cast.is_none() {
            return self.path();
        }
        self.at += cast.as_ref().map_or(1, |(_, length)| *length);
        let outer = self.depth;
        if ["!", "-", "+", "~"].into_iter().any(|sign| self.is_sign(0, sign)) || self.cast_at(0).is_some() {
            self.enter()?;
        }
        let of = Box::new(self.prefixed()?);
        self.depth = outer;
        Ok(Self::at(
            start,
            match (sign, cast) {
                (_, Some((type_, _))) => Syntax::Cast(type_, of),
                (sign, None) => Syntax::Prefix(sign.unwrap_or("-"), of),
            },
        ))
    }

    /// `switch { pattern => value, … }` after a value.
    pub(super) fn switch(&mut self, start: usize, of: Expression) -> Parsed<Expression> {
        self.enter()?;
        self.expect("{")?;
        let arms = self.list("}", |parser| {
            let pattern = if parser.accept_word("_") { None } else { Some(parser.pattern()?) };
            let condition = if parser.accept_word("when") { Some(parser.coalescing()?) } else { None };
            parser.expect("=>")?;
            Ok(Arm { pattern, condition, value: parser.expression()? })
        })?;
        Ok(Self::at(start, Syntax::Switch(Box::new(of), arms)))
    }

    /// A value of `case` and of `switch` expressions.
    pub(super) fn pattern(&mut self) -> Parsed<Expression> {
        self.operators(RELATIONAL)
    }

    /// The parameters of a lambda at this position, with or without types; its body follows.
    fn lambda_names(&mut self) -> Option<Vec<String>> {
        if let Some(Kind::Name(name)) = self.kind(0)
            && self.is_sign(1, "=>")
        {
            let name = name.clone();
            self.at += 2;
            return Some(vec![name]);
        }
        if !self.is_sign(0, "(") {
            return None;
        }
        let (mut names, mut ahead) = (Vec::new(), 1);
        while !self.is_sign(ahead, ")") {
            if let Some((_, length)) = self.type_at(ahead)
                && matches!(self.kind(ahead + length), Some(Kind::Name(_)))
            {
                ahead += length;
            }
            let Some(Kind::Name(name)) = self.kind(ahead) else { return None };
            names.push(name.clone());
            ahead += 1;
            if self.is_sign(ahead, ",") {
                ahead += 1;
            } else if !self.is_sign(ahead, ")") {
                return None;
            }
        }
        if !self.is_sign(ahead + 1, "=>") {
            return None;
        }
        self.at += ahead + 2;
        Some(names)
    }
}

/// Whether a chain of this operator is not nested in the JavaScript.
fn is_flat(operator: &str) -> bool {
    matches!(operator, "+" | "*" | "&&" | "||")
}

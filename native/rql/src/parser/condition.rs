//! The `where` clause. `and` binds tighter than `or`, `not` tightest.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Comparison, Expr, Field, Path, Position, Predicate, Segment, Test};
use crate::error::QueryError;
use crate::text::{Token, TokenKind};

const CONDITION: &str = "a condition such as Name = 'x'";

impl Cursor<'_> {
    pub(super) fn condition(&mut self) -> Result<Expr, QueryError> {
        let mut sides = vec![self.conjunction()?];
        while self.take_word("or") {
            sides.push(self.conjunction()?);
        }
        Ok(unwrap_single(sides, Expr::Or))
    }

    fn conjunction(&mut self) -> Result<Expr, QueryError> {
        let mut sides = vec![self.term()?];
        while self.take_word("and") {
            sides.push(self.term()?);
        }
        Ok(unwrap_single(sides, Expr::And))
    }

    /// One condition without `and` and `or` of its own.
    fn term(&mut self) -> Result<Expr, QueryError> {
        if self.at_symbol("(") {
            let open = self.advance();
            let inside = self.nested(open.at, Self::condition)?;
            self.expect_closing(&open)?;
            return Ok(inside);
        }
        if !self.at_field() {
            return Err(self.expected(CONDITION));
        }
        // `true` and `not` are also lawful field names; what follows decides.
        let negation = self.at_word("not");
        if negation || self.at_word("true") {
            let word = self.advance();
            return match word.kind {
                TokenKind::Word(name) if self.at_operator() => {
                    let segments = vec![Segment::Field(name)];
                    self.test(Field::Path(Path { segments }), word.at)
                }
                _ if negation => self.nested(word.at, |inner| Ok(Expr::Not(Box::new(inner.term()?)))),
                _ => Ok(Expr::True),
            };
        }
        let start = self.current.at;
        let read = self.path()?;
        if self.at_symbol("(") {
            let name = read.path.to_string();
            if let Some(field) = self.field_method(&name)? {
                return self.test(field, start);
            }
            return match self.condition_method(&name, start)? {
                Some(condition) => Ok(condition),
                None => Err(self.refuse_method(&name, start, MethodPlace::Condition)),
            };
        }
        let field = self.resolved(read);
        self.test(field, start)
    }

    /// Whether the current token can follow a field in a comparison.
    pub(super) fn at_operator(&self) -> bool {
        let word = ["in", "between", "all"].iter().any(|word| self.at_word(word));
        word || self.comparison().is_some()
    }

    pub(super) fn comparison(&self) -> Option<Comparison> {
        let TokenKind::Symbol(symbol) = self.current.kind else { return None };
        Some(match symbol {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    pub(super) fn test(&mut self, field: Field, at: Position) -> Result<Expr, QueryError> {
        let predicate = if let Some(comparison) = self.comparison() {
            self.advance();
            self.refuse_swapped_sign()?;
            Predicate::Compare(comparison, self.compared()?)
        } else if self.take_word("between") {
            let low = self.operand()?;
            if !self.take_word("and") {
                return Err(self.expected("'and' and the upper bound of 'between'"));
            }
            Predicate::Between(low, self.operand()?)
        } else if self.take_word("in") {
            Predicate::In(self.operand_list()?)
        } else if self.take_word("all") {
            if !self.take_word("in") {
                return Err(self.expected("'in' after 'all'"));
            }
            Predicate::AllIn(self.operand_list()?)
        } else {
            return Err(self.expected(&format!(
                "one of =, !=, <, <=, >, >=, 'between', 'in' or 'all in' after the field '{field}'"
            )));
        };
        Ok(Expr::Test(Test { field, predicate, exact: self.exact, at }))
    }

    /// `=<` and `=>` are the signs most often written the wrong way round.
    fn refuse_swapped_sign(&self) -> Result<(), QueryError> {
        for (wrong, right) in [("<", "<="), (">", ">=")] {
            if self.at_symbol(wrong) {
                let message = format!("The sign '={wrong}' is written '{right}' in RQL.");
                return Err(self.parse_error(&self.current, "a value".into(), message));
            }
        }
        Ok(())
    }

    pub(super) fn expect_closing(&mut self, open: &Token) -> Result<(), QueryError> {
        let why = format!("to close the parenthesis opened at {}:{}", open.at.line, open.at.column);
        self.expect_symbol(")", &why).map(|_| ())
    }
}

/// The only side, or all of them joined.
pub(super) fn unwrap_single<T>(mut sides: Vec<T>, join: impl FnOnce(Vec<T>) -> T) -> T {
    match (sides.len(), sides.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            sides.extend(last);
            join(sides)
        }
    }
}

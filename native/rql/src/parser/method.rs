//! Methods that are conditions: `exact`, `startsWith`, `search`, `boost` and others.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{
    Comparison, Expr, Field, MoreLikeThis, MoreLikeThisArgument, Position, Predicate, SearchOperator, Test,
};
use crate::error::QueryError;
use crate::text::{Token, TokenKind};

impl Cursor<'_> {
    /// Parses the method of this name, if it exists; the current token is the parenthesis after the name.
    pub(super) fn condition_method(&mut self, name: &str, at: Position) -> Result<Option<Expr>, QueryError> {
        let lower = name.to_ascii_lowercase();
        if let Some(relation) = Self::relation(&lower) {
            return self.spatial_method(relation, at).map(Some);
        }
        let open = self.current.clone();
        Ok(Some(match lower.as_str() {
            "exact" => self.exact_method(&open)?,
            "startswith" | "endswith" | "regex" | "lucene" => self.text_method(&lower, name, at)?,
            "exists" => {
                self.advance();
                let field = self.first_field(name)?;
                self.closed_test(&open, field, Predicate::Exists, at)?
            }
            "search" => self.search_method(name, at)?,
            "proximity" => self.proximity_method(&open, at)?,
            "fuzzy" => self.fuzzy_method(&open, at)?,
            "boost" => {
                self.advance();
                let inside = self.nested(open.at, Self::condition)?;
                self.expect_symbol(",", "and the factor in boost()")?;
                let factor = self.operand()?;
                self.expect_closing(&open)?;
                Expr::Boost(Box::new(inside), factor)
            }
            "intersect" => {
                self.advance();
                let mut sides = vec![self.nested(open.at, Self::condition)?];
                while self.take_symbol(",") {
                    sides.push(self.nested(open.at, Self::condition)?);
                }
                self.expect_closing(&open)?;
                Expr::Intersect(sides)
            }
            "morelikethis" => self.more_like_this_method(&open, at)?,
            _ => return Ok(None),
        }))
    }

    fn first_field(&mut self, name: &str) -> Result<Field, QueryError> {
        let what = format!("a field as the first argument of {name}()");
        Ok(self.field(&what, MethodPlace::Condition)?.0)
    }

    fn closed_test(
        &mut self,
        open: &Token,
        field: Field,
        predicate: Predicate,
        at: Position,
    ) -> Result<Expr, QueryError> {
        self.expect_closing(open)?;
        Ok(Expr::Test(Test { field, predicate, exact: self.exact, at }))
    }

    fn exact_method(&mut self, open: &Token) -> Result<Expr, QueryError> {
        self.advance();
        let outer = std::mem::replace(&mut self.exact, true);
        let inside = self.nested(open.at, Self::condition);
        self.exact = outer;
        let inside = inside?;
        self.expect_closing(open)?;
        Ok(inside)
    }

    /// A field and a text.
    fn text_method(&mut self, lower: &str, name: &str, at: Position) -> Result<Expr, QueryError> {
        let open = self.advance();
        let field = self.first_field(name)?;
        self.expect_symbol(",", &format!("and the text to look for in {name}()"))?;
        let value = self.operand()?;
        let predicate = match lower {
            "startswith" => Predicate::StartsWith(value),
            "endswith" => Predicate::EndsWith(value),
            "regex" => Predicate::Regex(value),
            _ => Predicate::Lucene(value),
        };
        self.closed_test(&open, field, predicate, at)
    }

    fn search_method(&mut self, name: &str, at: Position) -> Result<Expr, QueryError> {
        let open = self.advance();
        let field = self.first_field(name)?;
        self.expect_symbol(",", "and the words to look for in search()")?;
        let terms = self.operand()?;
        let mut operator = SearchOperator::Or;
        if self.take_symbol(",") {
            operator = if self.take_word("and") {
                SearchOperator::And
            } else if self.take_word("or") {
                SearchOperator::Or
            } else {
                return Err(self.expected("'and' or 'or' as the third argument of search()"));
            };
        }
        self.closed_test(&open, field, Predicate::Search { terms, operator, proximity: None }, at)
    }

    fn proximity_method(&mut self, open: &Token, at: Position) -> Result<Expr, QueryError> {
        self.advance();
        if !self.at_method("search") {
            return Err(self.expected("search(…) as the first argument of proximity()"));
        }
        self.advance();
        let mut searched = self.search_method("search", at)?;
        self.expect_symbol(",", "and the distance in words in proximity()")?;
        let distance = self.operand()?;
        self.expect_closing(open)?;
        if let Expr::Test(Test { predicate: Predicate::Search { proximity, .. }, .. }) = &mut searched {
            *proximity = Some(distance);
        }
        Ok(searched)
    }

    fn fuzzy_method(&mut self, open: &Token, at: Position) -> Result<Expr, QueryError> {
        self.advance();
        let what = "a comparison such as Name = 'x' in fuzzy()";
        let (field, _) = self.field(what, MethodPlace::Condition)?;
        if self.comparison() != Some(Comparison::Equal) {
            return Err(self.expected("'=' after the field in fuzzy()"));
        }
        self.advance();
        let text = self.operand()?;
        self.expect_symbol(",", "and the similarity from 0 to 1 in fuzzy()")?;
        let similarity = self.operand()?;
        self.closed_test(open, field, Predicate::Fuzzy { text, similarity }, at)
    }

    fn more_like_this_method(&mut self, open: &Token, at: Position) -> Result<Expr, QueryError> {
        if self.exact {
            let message = "moreLikeThis() compares words, which have no case of their own here. Take it out of exact().";
            return Err(self.parse_error(open, "a condition that can be exact".into(), message.into()));
        }
        self.advance();
        let alone = matches!(self.current.kind, TokenKind::Quoted(_) | TokenKind::Parameter(_))
            && matches!(self.peek(), TokenKind::Symbol("," | ")"));
        let what = if alone {
            MoreLikeThisArgument::Document(self.operand()?)
        } else {
            MoreLikeThisArgument::Condition(Box::new(self.nested(open.at, Self::condition)?))
        };
        let options = if self.take_symbol(",") { Some(self.operand()?) } else { None };
        self.expect_closing(open)?;
        Ok(Expr::MoreLikeThis(Box::new(MoreLikeThis { what, options, at })))
    }
}

//! What `new` makes: objects, lists, dictionaries.

use super::{Parsed, Parser};
use crate::csharp::Untranslated;
use crate::csharp::syntax::{Expression, Kind as Syntax, Step, StepKind, Type};
use crate::csharp::tokens::Kind;

impl Parser<'_> {
    /// What follows `new`.
    pub(super) fn made(&mut self, start: usize) -> Parsed<Expression> {
        if self.accept("{") {
            return self.object(start);
        }
        if self.is_sign(0, "[") {
            self.at += 1;
            self.expect("]")?;
            return self.elements(start);
        }
        let Some((type_, length)) = self.type_at(0) else { return Err(self.instead_of("a type")) };
        self.at += length;
        if type_.array {
            return self.elements(start);
        }
        self.made_of(start, type_)
    }

    /// What follows `new` and its type.
    pub(super) fn made_of(&mut self, start: usize, type_: Type) -> Parsed<Expression> {
        if self.accept("[") {
            // `new string[2] { … }`; the size is that of the elements.
            self.expression()?;
            self.expect("]")?;
            return self.elements(start);
        }
        let arguments = if self.accept("(") { self.arguments()? } else { Vec::new() };
        let name = type_.name.as_str();
        let is_dictionary = matches!(name, "Dictionary" | "DynamicDictionary");
        if is_dictionary || matches!(name, "List" | "HashSet" | "Stack" | "Queue" | "Collection") {
            // The first size of a collection has no effect.
            let is_size = |of: &Expression| matches!(of.kind, Syntax::Number { .. });
            let mut given = arguments.into_iter().filter(|argument| !is_size(argument));
            let of = given.next();
            if let Some(other) = given.next().or(if is_dictionary || self.is_sign(0, "{") {
                of.as_ref().map(|of| Self::at(of.at, Syntax::Null))
            } else {
                None
            }) {
                return Err(Untranslated {
                    what: format!("this argument of 'new {name}' is not translated"),
                    offset: Some(other.at),
                });
            }
            let list = match of {
                _ if is_dictionary => return self.dictionary(start),
                Some(of) => of,
                None => self.elements(start)?,
            };
            let copy = if name == "HashSet" { "ToHashSet" } else { "ToList" };
            if copy == "ToList" && matches!(list.kind, Syntax::List(_)) {
                return Ok(list);
            }
            let step =
                Step { at: start, kind: StepKind::Call { name: copy.to_owned(), arguments: Vec::new() } };
            return Ok(Self::at(start, Syntax::Path(Box::new(list), vec![step])));
        }
        let plain = arguments.is_empty() && !self.is_sign(0, "{");
        if arguments.is_empty() && self.is_sign(0, "{") && type_.name != "CreateFieldOptions" {
            self.at += 1;
            return self.object(start);
        }
        let members = if !plain && self.accept("{") { self.members()? } else { Vec::new() };
        Ok(Self::at(start, Syntax::New { type_, arguments, members }))
    }

    fn object(&mut self, start: usize) -> Parsed<Expression> {
        Ok(Self::at(start, Syntax::Object(self.members()?)))
    }

    /// `A = x, y.B }`.
    fn members(&mut self) -> Parsed<Vec<(String, Expression)>> {
        self.list("}", |parser| {
            if matches!(parser.kind(0), Some(Kind::Name(_))) && parser.is_sign(1, "=") {
                let name = parser.name()?;
                parser.expect("=")?;
                return Ok((name, parser.expression()?));
            }
            let at = parser.at;
            let value = parser.expression()?;
            match implicit_name(&value) {
                Some(name) => Ok((name, value)),
                None => {
                    parser.at = at;
                    Err(parser.error("a field needs a name: write Name = value".to_owned()))
                }
            }
        })
    }

    pub(super) fn elements(&mut self, start: usize) -> Parsed<Expression> {
        if !self.accept("{") {
            return Ok(Self::at(start, Syntax::List(Vec::new())));
        }
        let elements = self.list("}", Self::expression)?;
        Ok(Self::at(start, Syntax::List(elements)))
    }

    fn dictionary(&mut self, start: usize) -> Parsed<Expression> {
        if !self.accept("{") {
            return Ok(Self::at(start, Syntax::Dictionary(Vec::new())));
        }
        let entries = self.list("}", |parser| {
            if parser.accept("[") {
                let key = parser.expression()?;
                parser.expect("]")?;
                parser.expect("=")?;
                return Ok((key, parser.expression()?));
            }
            parser.expect("{")?;
            let key = parser.expression()?;
            parser.expect(",")?;
            let value = parser.expression()?;
            parser.expect("}")?;
            Ok((key, value))
        })?;
        Ok(Self::at(start, Syntax::Dictionary(entries)))
    }
}

/// The name of a member that has none: that of the last member that is read.
fn implicit_name(value: &Expression) -> Option<String> {
    match &value.kind {
        Syntax::Name(name) => Some(name.clone()),
        Syntax::Path(_, steps) => match &steps.last()?.kind {
            StepKind::Member(name) => Some(name.clone()),
            _ => None,
        },
        Syntax::Cast(Type { .. }, of) => implicit_name(of),
        _ => None,
    }
}

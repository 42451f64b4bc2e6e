//! Values and what is read of them.

use super::{Parsed, Parser};
use crate::csharp::syntax::{Expression, Kind as Syntax, Part, Step, StepKind};
use crate::csharp::tokens::{Kind, Piece};

/// Keywords that begin what is not translated.
const REFUSED: [&str; 10] = [
    "typeof",
    "checked",
    "unchecked",
    "await",
    "sizeof",
    "nameof",
    "stackalloc",
    "throw",
    "delegate",
    "with",
];

impl Parser<'_> {
    /// A value with members, calls and indexes.
    pub(super) fn path(&mut self) -> Parsed<Expression> {
        let outer = self.depth;
        let start = self.start();
        let mut of = self.primary()?;
        let mut steps = Vec::new();
        loop {
            let at = self.start();
            let mut conditional = false;
            if self.accept("?.") {
                conditional = true;
            } else if !self.accept(".") {
                let index = self.is_sign(0, "[") || (self.is_sign(0, "?") && self.is_index_after_question());
                if index {
                    self.accept("?");
                    self.expect("[")?;
                    let key = self.expression()?;
                    self.expect("]")?;
                    steps.push(Step { at, kind: StepKind::Index(key) });
                    continue;
                }
                if self.accept("(") {
                    let arguments = self.arguments()?;
                    self.enter()?;
                    steps.push(Step { at, kind: StepKind::Invoke(arguments) });
                    continue;
                }
                if self.is_word(0, "switch") && self.is_sign(1, "{") {
                    self.at += 1;
                    let whole = finished(start, of, std::mem::take(&mut steps));
                    of = self.switch(start, whole)?;
                    continue;
                }
                if self.is_sign(0, "!") && !self.is_sign(1, "=") && self.ends_value_after_forgiving() {
                    self.at += 1;
                    continue;
                }
                break;
            }
            let at = self.start();
            let name = self.name()?;
            let generic = self.type_arguments_at(0).filter(|length| self.is_sign(*length, "("));
            self.at += generic.unwrap_or(0);
            if self.accept("(") {
                let arguments = self.arguments()?;
                self.enter()?;
                steps.push(Step { at, kind: StepKind::Call { name, arguments } });
            } else {
                if conditional || crate::csharp::members::is_computed(&name) {
                    self.enter()?;
                }
                steps.push(Step { at, kind: StepKind::Member(name) });
            }
        }
        self.depth = outer;
        Ok(finished(start, of, steps))
    }

    /// `x?[0]`, not `x ? [0] : …`, which this subset does not have.
    fn is_index_after_question(&self) -> bool {
        self.is_sign(1, "[")
    }

    /// `x!.y`: the null-forgiving operator.
    fn ends_value_after_forgiving(&self) -> bool {
        [".", ")", ",", "}", "["].into_iter().any(|sign| self.is_sign(1, sign))
    }

    /// Arguments after `(`, with the closing bracket.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        self.list(")", |parser| {
            let start = parser.start();
            if matches!(parser.kind(0), Some(Kind::Name(_))) && parser.is_sign(1, ":") {
                let name = parser.name()?;
                parser.at += 1;
                let value = parser.expression()?;
                return Ok(match value.kind {
                    Syntax::Lambda(..) => value,
                    _ => Self::at(start, Syntax::Named(name, Box::new(value))),
                });
            }
            if parser.is_word(0, "out") && matches!(parser.kind(1), Some(Kind::Name(_))) {
                parser.at += 1;
                let type_ = parser.type_at(0);
                let type_ = type_.filter(|(_, length)| matches!(parser.kind(*length), Some(Kind::Name(_))));
                parser.at += type_.as_ref().map_or(0, |(_, length)| *length);
                return Ok(Self::at(start, Syntax::Out(type_.map(|(type_, _)| type_), parser.name()?)));
            }
            parser.expression()
        })
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let kind = match self.kind(0).cloned() {
            Some(Kind::Number) => {
                let number = number(self.text());
                let Some(number) = number else {
                    return Err(self.error(format!("the number '{}' is not understood", self.text())));
                };
                self.at += 1;
                number
            }
            Some(Kind::Text(text)) => {
                self.at += 1;
                Syntax::Text(text)
            }
            Some(Kind::Character(text)) => {
                self.at += 1;
                Syntax::Character(text)
            }
            Some(Kind::Interpolated(pieces)) => {
                let parts = self.parts(pieces)?;
                self.at += 1;
                Syntax::Interpolated(parts)
            }
            Some(Kind::Name(name)) => return self.named(name),
            Some(Kind::Sign("(")) => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ => return Err(self.instead_of("a value")),
        };
        Ok(Self::at(start, kind))
    }

    fn parts(&mut self, pieces: Vec<Piece>) -> Parsed<Vec<Part>> {
        let mut parts = Vec::new();
        for piece in pieces {
            parts.push(match piece {
                Piece::Text(text) => Part::Text(text),
                Piece::Hole { tokens, format } => self.nested(tokens, |parser| {
                    let value = parser.expression()?;
                    let alignment = if parser.accept(",") { Some(parser.expression()?) } else { None };
                    match parser.kind(0) {
                        None => Ok(Part::Value { value, alignment, format }),
                        Some(_) => Err(parser.instead_of("'}'")),
                    }
                })?,
            });
        }
        Ok(parts)
    }

    fn named(&mut self, name: String) -> Parsed<Expression> {
        let start = self.start();
        if REFUSED.contains(&name.as_str()) {
            return Err(self.error(format!("'{name}' is not translated")));
        }
        self.at += 1;
        let kind = match name.as_str() {
            "null" => Syntax::Null,
            "true" | "false" => Syntax::Bool(name == "true"),
            "new" => return self.made(start),
            "default" => {
                let type_ = if self.accept("(") {
                    let Some((type_, length)) = self.type_at(0) else {
                        return Err(self.instead_of("a type"));
                    };
                    self.at += length;
                    self.expect(")")?;
                    Some(type_)
                } else {
                    None
                };
                Syntax::Default(type_)
            }
            "this" if self.accept(".") => {
                let name = self.name()?;
                return Ok(self.function(start, name));
            }
            "this" => return Err(self.error("'this' without a member is not translated".to_owned())),
            _ => return Ok(self.function(start, name)),
        };
        Ok(Self::at(start, kind))
    }

    /// A name; type arguments of a call are skipped.
    fn function(&mut self, start: usize, name: String) -> Expression {
        if let Some(length) = self.type_arguments_at(0).filter(|length| self.is_sign(*length, "(")) {
            self.at += length;
        } else if let Some(length) = self.type_arguments_at(0).filter(|length| self.is_sign(*length, ".")) {
            // `List<int>.Empty`.
            self.at += length;
        }
        Self::at(start, Syntax::Name(name))
    }
}

fn finished(start: usize, of: Expression, steps: Vec<Step>) -> Expression {
    if steps.is_empty() {
        return of;
    }
    Expression { at: start, kind: Syntax::Path(Box::new(of), steps) }
}

/// A number as JavaScript writes it.
fn number(text: &str) -> Option<Syntax> {
    let plain: String = text.chars().filter(|digit| *digit != '_').collect();
    let lower = plain.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x").or(lower.strip_prefix("0b")) {
        let base = if lower.starts_with("0x") { 16 } else { 2 };
        let value = u64::from_str_radix(digits.trim_end_matches(['l', 'u']), base).ok()?;
        return Some(Syntax::Number { text: value.to_string(), real: false });
    }
    let digits = lower.trim_end_matches(['m', 'd', 'f', 'l', 'u']);
    let real = digits.contains(['.', 'e']) || lower.ends_with(['m', 'd', 'f']);
    let value: f64 = digits.parse().ok()?;
    let is_integer = digits.bytes().all(|digit| digit.is_ascii_digit());
    let text = if is_integer { digits.trim_start_matches('0').to_owned() } else { value.to_string() };
    Some(Syntax::Number { text: if text.is_empty() { "0".to_owned() } else { text }, real })
}

//! Values: literals, objects, lists, conditionals, casts.

use std::rc::Rc;

use super::{Emitter, Js, Type, Written, join, quoted};
use crate::csharp::members;
use crate::csharp::syntax::{Arm, Expression, Kind, Part, Type as Named};

impl Emitter {
    pub(super) fn value(&mut self, of: &Expression) -> Written<Js> {
        Ok(match &of.kind {
            Kind::Null => Js::unknown("null"),
            Kind::Bool(value) => Js::new(value.to_string(), Type::Bool),
            Kind::Number { text, real } => Js::new(text, if *real { Type::Real } else { Type::Int }),
            Kind::Text(text) => Js::new(quoted(text), Type::Text),
            Kind::Character(text) => Js::new(quoted(text), Type::Char),
            Kind::Interpolated(parts) => self.interpolated(parts)?,
            Kind::Name(name) => self.name(of.at, name)?,
            Kind::Path(base, steps) => self.path(base, steps)?,
            Kind::Prefix(sign, value) => self.prefix(sign, value)?,
            Kind::Operators(first, rest) => self.operators(first, rest)?,
            Kind::Conditional(condition, yes, no) => {
                let (condition, yes, no) = (self.value(condition)?, self.value(yes)?, self.value(no)?);
                let type_ = if yes.type_ == no.type_ { yes.type_ } else { Type::Unknown };
                Js::new(format!("({} ? {} : {})", condition.text, yes.text, no.text), type_)
            }
            Kind::Cast(type_, value) => self.cast(type_, value)?,
            Kind::Is { of, negated, type_ } => self.is(of, *negated, type_.as_ref())?,
            Kind::Object(members) => self.object(members)?,
            Kind::List(elements) => {
                let elements = self.values(elements)?;
                let element = match elements.first() {
                    Some(first) if elements.iter().all(|one| one.type_ == first.type_) => first.type_.clone(),
                    _ => Type::Unknown,
                };
                Js::new(format!("[{}]", join(&elements)), Type::List(Rc::new(element)))
            }
            Kind::Dictionary(entries) => {
                let mut members = Vec::new();
                for (key, value) in entries {
                    members.push(format!(
                        "[__cs.text({})]: {}",
                        self.value(key)?.text,
                        self.value(value)?.text
                    ));
                }
                Js::new(format!("{{{}}}", members.join(", ")), Type::Dictionary)
            }
            Kind::New { type_, arguments, members } => self.new_value(of.at, type_, arguments, members)?,
            Kind::Lambda(..) => return Self::refuse(of.at, "a function is not translated at this place"),
            Kind::Query(query) => self.query(query)?,
            Kind::Default(type_) => self.default_of(type_.as_ref()),
            Kind::Switch(value, arms) => self.switch(value, arms)?,
            Kind::Named(_, value) => self.value(value)?,
            Kind::Out(..) => return Self::refuse(of.at, "'out' is not translated at this place"),
        })
    }

    fn name(&self, at: usize, name: &str) -> Written<Js> {
        match self.variable(name).cloned().or_else(|| self.own_field(name)) {
            Some(js) => Ok(js),
            None => Self::refuse(at, format!("the name '{name}' is not known")),
        }
    }

    fn interpolated(&mut self, parts: &[Part]) -> Written<Js> {
        let mut texts = vec!["\"\"".to_owned()];
        for part in parts {
            texts.push(match part {
                Part::Text(text) => quoted(text),
                Part::Value { value, alignment, format } => {
                    let value = self.value(value)?;
                    let alignment = match alignment {
                        Some(alignment) => self.value(alignment)?.text,
                        None => "0".to_owned(),
                    };
                    format!(
                        "__cs.format({}, {}, {alignment})",
                        value.text,
                        quoted(format.as_deref().unwrap_or(""))
                    )
                }
            });
        }
        Ok(Js::new(format!("[{}].join(\"\")", texts.join(", ")), Type::Text))
    }

    pub(super) fn object(&mut self, members: &[(String, Expression)]) -> Written<Js> {
        let (mut written, mut types) = (Vec::new(), Vec::new());
        for (name, value) in members {
            let value = self.value(value)?;
            written.push(format!("\"{name}\": {}", value.text));
            types.push((name.clone(), value.type_));
        }
        Ok(Js::new(format!("{{{}}}", written.join(", ")), Type::Object(types.into())))
    }

    fn cast(&mut self, type_: &Named, value: &Expression) -> Written<Js> {
        let value = self.value(value)?;
        let Some((kind, made)) = members::cast(&type_.name).filter(|_| !type_.array) else {
            // To a type of the application: the value stays what it is.
            return Ok(value);
        };
        if value.type_ == made {
            return Ok(value);
        }
        // A whole number as a `double` is the same number, but a division of it is one of `double`s.
        if (made == Type::Real && value.type_.is_whole()) || (made == Type::Long && value.type_ == Type::Int)
        {
            return Ok(Js::new(value.text, made));
        }
        let nullable = if type_.nullable { ", true" } else { "" };
        Ok(self.typed(format!("__cs.cast({}, \"{kind}\"{nullable})", value.text), made))
    }

    fn is(&mut self, of: &Expression, negated: bool, type_: Option<&Named>) -> Written<Js> {
        let value = self.value(of)?.text;
        let text = match type_ {
            None => format!("__cs.none({value})"),
            Some(type_) => {
                let kind = if type_.array || matches!(type_.name.as_str(), "IEnumerable" | "List" | "IList") {
                    "list"
                } else {
                    match members::cast(&type_.name) {
                        Some(("decimal", _)) => "real",
                        Some((kind, _)) => kind,
                        None => "object",
                    }
                };
                format!("__cs.is({value}, \"{kind}\")")
            }
        };
        Ok(Js::new(if negated { format!("!{text}") } else { text }, Type::Bool))
    }

    fn new_value(
        &mut self,
        at: usize,
        type_: &Named,
        arguments: &[Expression],
        members: &[(String, Expression)],
    ) -> Written<Js> {
        if type_.name == "CreateFieldOptions" {
            return self.object(members);
        }
        let (function, made) = match type_.name.as_str() {
            "DateTime" | "DateTimeOffset" => ("date.New", Type::Date),
            "DateOnly" => ("dateOnly.New", Type::Date),
            "TimeOnly" => ("timeOnly.New", Type::Date),
            "TimeSpan" => ("span.New", Type::Span),
            "string" | "String" => ("string.New", Type::Text),
            "object" => return Ok(Js::unknown("{}")),
            "StringBuilder" => ("builder.New", Type::Builder),
            name if arguments.is_empty() && members.is_empty() => {
                return Self::refuse(at, format!("'new {name}()' is not translated"));
            }
            name => return Self::refuse(at, format!("'new {name}(…)' is not translated")),
        };
        let arguments = self.values(arguments)?;
        Ok(self.typed(format!("__cs.{function}({})", join(&arguments)), made))
    }

    fn default_of(&mut self, type_: Option<&Named>) -> Js {
        let name =
            type_.filter(|type_| !type_.nullable && !type_.array).map_or("", |type_| type_.name.as_str());
        match name {
            "bool" | "Boolean" => Js::new("false", Type::Bool),
            "DateTime" | "DateTimeOffset" => self.typed("__cs.date.MinValue", Type::Date),
            "TimeSpan" => self.typed("__cs.span.Zero", Type::Span),
            name => match members::cast(name) {
                Some((_, type_ @ (Type::Int | Type::Long | Type::Real))) => Js::new("0", type_),
                _ => Js::unknown("null"),
            },
        }
    }

    fn switch(&mut self, value: &Expression, arms: &[Arm]) -> Written<Js> {
        let value = self.value(value)?;
        let mut text = String::new();
        for Arm { pattern, condition, value: result } in arms {
            let mut tests = Vec::new();
            if let Some(pattern) = pattern {
                tests.push(format!("__cs.eq(__value, {})", self.value(pattern)?.text));
            }
            if let Some(condition) = condition {
                tests.push(format!("({})", self.value(condition)?.text));
            }
            let test = if tests.is_empty() { "true".to_owned() } else { tests.join(" && ") };
            text.push_str(&format!("if ({test}) return {}; ", self.value(result)?.text));
        }
        Ok(Js::unknown(format!("((__value) => {{ {text}return null; }})({})", value.text)))
    }
}

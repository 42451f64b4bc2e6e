//! Members, indexes and calls of a value, static members, and functions of RavenDB.

use super::{Emitter, Js, Type, Written, join, quoted};
use crate::csharp::members;
use crate::csharp::syntax::{Expression, Kind, Step, StepKind};

impl Emitter {
    pub(super) fn path(&mut self, base: &Expression, steps: &[Step]) -> Written<Js> {
        let (mut of, rest) = match &base.kind {
            Kind::Name(name) if self.variable(name).is_none() => match self.own_field(name) {
                Some(field) => (field, steps),
                None => self.root(base.at, name, steps)?,
            },
            _ => (self.value(base)?, steps),
        };
        for step in rest {
            of = self.step(of, step)?;
        }
        Ok(of)
    }

    /// What a name means that is not a variable: a function of RavenDB or a class.
    fn root<'s>(&mut self, at: usize, name: &str, steps: &'s [Step]) -> Written<(Js, &'s [Step])> {
        if let Some((found, rest)) = self.of_source(at, name, steps)? {
            return Ok((found, rest));
        }
        if let [Step { kind: StepKind::Invoke(arguments), .. }, rest @ ..] = steps {
            return Ok((self.raven_function(at, name, arguments)?, rest));
        }
        let (mut class, mut rest) = (name, steps);
        while members::is_namespace(class) && !members::is_class(class) {
            let [Step { kind: StepKind::Member(next), .. }, after @ ..] = rest else { break };
            (class, rest) = (next, after);
        }
        match rest {
            [Step { kind: StepKind::Call { name, arguments }, at }, rest @ ..]
                if members::is_class(class) =>
            {
                Ok((self.static_call(*at, class, name, arguments)?, rest))
            }
            [Step { kind: StepKind::Member(name), at }, rest @ ..] if members::is_class(class) => {
                match members::static_member(class, name) {
                    Some((text, type_)) => Ok((self.typed(text, type_), rest)),
                    None => Self::refuse(*at, format!("'{class}.{name}' is not translated")),
                }
            }
            _ => Self::refuse(at, format!("the name '{name}' is not known")),
        }
    }

    fn static_call(&mut self, at: usize, class: &str, name: &str, arguments: &[Expression]) -> Written<Js> {
        if name == "TryParse" {
            return self.try_parse(at, class, arguments);
        }
        if let Some((function, type_)) = members::static_method(class, name) {
            let arguments = self.values(arguments)?;
            let known = arguments.first().map_or(Type::Unknown, |first| first.type_.clone());
            let type_ = if function.starts_with("math.") && type_ == Type::Unknown { known } else { type_ };
            return Ok(self.typed(format!("__cs.{function}({})", join(&arguments)), type_));
        }
        if matches!(class, "Enumerable" | "DynamicEnumerable")
            && let [list, rest @ ..] = arguments
        {
            // Of a list, never null.
            let mut list = self.value(list)?;
            list.text = format!("__cs.items({})", list.text);
            return self.call(at, list, name, rest);
        }
        Self::refuse(at, format!("'{class}.{name}' is not translated"))
    }

    fn step(&mut self, of: Js, step: &Step) -> Written<Js> {
        match &step.kind {
            StepKind::Member(name) => Ok(self.member(of, name)),
            StepKind::Call { name, arguments } => self.call(step.at, of, name, arguments),
            StepKind::Index(key) => {
                let plain = matches!(key.kind, Kind::Text(_));
                let key = self.value(key)?.text;
                match of.type_ {
                    Type::Dictionary => return Ok(Js::unknown(format!("__cs.entry({}, {key})", of.text))),
                    Type::Text => return Ok(Js::new(format!("__cs.at({}, {key})", of.text), Type::Char)),
                    _ => {}
                }
                Ok(Js::unknown(match plain {
                    true => format!("{}[{key}]", of.text),
                    false => format!("__cs.at({}, {key})", of.text),
                }))
            }
            StepKind::Invoke(_) => Self::refuse(step.at, "a call of a value is not translated"),
        }
    }

    fn member(&mut self, of: Js, name: &str) -> Js {
        match &of.type_ {
            Type::Group(_) if name == "Key" => return Js::unknown(format!("{}.key", of.text)),
            Type::Document if name == "Id" => return Js::new(format!("id({})", of.text), Type::Text),
            Type::Document | Type::Entry => {}
            Type::Dictionary if matches!(name, "Count" | "Keys" | "Values") => {
                let type_ = if name == "Count" { Type::Int } else { Type::Unknown };
                return Js::new(format!("__cs.dictionary.{name}({})", of.text), type_);
            }
            Type::Builder if name == "Length" => return Js::new(format!("{}.size()", of.text), Type::Int),
            Type::Text | Type::List(_) | Type::Set(_) if matches!(name, "Length" | "Count") => {
                self.has_dates = true;
                return Js::new(format!("__cs.get({}, {})", of.text, quoted(name)), Type::Int);
            }
            Type::Object(members) => {
                let found = members.iter().find(|(known, _)| known == name);
                let type_ = found.map_or(Type::Unknown, |(_, type_)| type_.clone());
                return Js::new(format!("{}.{name}", of.text), type_);
            }
            known if members::is_computed(name) => {
                self.has_dates = true;
                let type_ = members::type_of_computed(name, known);
                return Js::new(format!("__cs.get({}, {})", of.text, quoted(name)), type_);
            }
            _ => {}
        }
        Js::unknown(format!("{}.{name}", of.text))
    }

    /// `LoadDocument(…)` and the like.
    fn raven_function(&mut self, at: usize, name: &str, arguments: &[Expression]) -> Written<Js> {
        let function = match name {
            "LoadDocument" => "load",
            "LoadCompareExchangeValue" => "cmpxchg",
            "CreateSpatialField" => "createSpatialField",
            "MetadataFor" => "getMetadata",
            "Id" => "id",
            "CounterNamesFor" => "counterNamesFor",
            "AttachmentsFor" => "attachmentsFor",
            "LoadAttachment" => "loadAttachment",
            "LoadAttachments" => "loadAttachments",
            "TimeSeriesNamesFor" => "timeSeriesNamesFor",
            "AsJson" | "AsDocument" => {
                let [only] = arguments else {
                    return Self::refuse(at, format!("'{name}' has one argument"));
                };
                return self.value(only);
            }
            "Recurse" => {
                let [of, next] = arguments else { return Self::refuse(at, "'Recurse' has two arguments") };
                let (of, next) = (self.value(of)?, self.function(next, &[])?);
                return Ok(Js::unknown(format!("recurse({}, {})", of.text, next.text)));
            }
            "CreateField" => return self.created_field(at, arguments),
            _ => return Self::refuse(at, format!("the method '{name}' is not translated")),
        };
        if name == "LoadCompareExchangeValue" && arguments.len() != 1 {
            return Self::refuse(at, format!("'{name}' has one argument"));
        }
        let arguments = self.values(arguments)?;
        let type_ = if name == "Id" { Type::Text } else { Type::Unknown };
        Ok(Js::new(format!("{function}({})", join(&arguments)), type_))
    }

    fn created_field(&mut self, at: usize, arguments: &[Expression]) -> Written<Js> {
        let arguments = self.values(arguments)?;
        let (name, value, options) = match &arguments[..] {
            [name, value] => (name, value, String::new()),
            [name, value, rest @ ..] if rest.len() <= 2 => {
                (name, value, format!(", __cs.fieldOptions({})", join(rest)))
            }
            _ => return Self::refuse(at, "'CreateField' has a name, a value and options"),
        };
        Ok(Js::unknown(format!("createField({}, __cs.plain({}){options})", name.text, value.text)))
    }
}

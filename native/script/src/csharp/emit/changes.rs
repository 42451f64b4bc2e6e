//! Methods that change a list, a dictionary or a text that is being built, and those with a variable of `out`.

use super::functions::declared;
use super::{Emitter, Js, Type, Written, join};
use crate::csharp::declarations::Access;
use crate::csharp::members;
use crate::csharp::syntax::{Expression, Kind, StepKind};

const OF_LISTS: [&str; 7] = ["Add", "AddRange", "Clear", "Insert", "Remove", "RemoveAt", "RemoveAll"];
const OF_SETS: [&str; 4] = ["Add", "Clear", "Remove", "UnionWith"];
const OF_DICTIONARIES: [&str; 4] = ["Add", "Clear", "Remove", "TryAdd"];
const OF_BUILDERS: [&str; 7] =
    ["Append", "AppendFormat", "AppendLine", "Clear", "Insert", "Remove", "Replace"];

/// As a statement, each of these is a change.
const CHANGES: [&[&str]; 5] = [&["Sort", "Reverse"], &OF_LISTS, &OF_SETS, &OF_DICTIONARIES, &OF_BUILDERS];

impl Emitter {
    /// A call that changes the value. `None`: it does not.
    pub(super) fn change(&mut self, of: &Js, name: &str, arguments: &[Expression]) -> Written<Option<Js>> {
        if self.hoisted.is_none() && of.type_ != Type::Builder {
            return Ok(None);
        }
        if name == "TryGetValue" && of.type_ == Type::Dictionary {
            return self.try_get(of, arguments).map(Some);
        }
        let type_ = match &of.type_ {
            Type::List(_) if OF_LISTS.contains(&name) => Type::Unknown,
            Type::Set(_) if OF_SETS.contains(&name) => Type::Bool,
            Type::Dictionary if OF_DICTIONARIES.contains(&name) => Type::Bool,
            Type::Builder if OF_BUILDERS.contains(&name) => Type::Builder,
            _ => return Ok(None),
        };
        self.changed(of, name, arguments, type_).map(Some)
    }

    fn changed(&mut self, of: &Js, name: &str, arguments: &[Expression], type_: Type) -> Written<Js> {
        let mut given = vec![of.clone()];
        for argument in arguments {
            given.push(self.function(argument, &[of.type_.element()])?);
        }
        Ok(Js::new(format!("__cs.change.{name}({})", join(&given)), type_))
    }

    /// A call as a statement.
    pub(super) fn statement_call(&mut self, call: &Expression) -> Written<String> {
        if let Kind::Path(base, steps) = &call.kind
            && let [before @ .., last] = &steps[..]
            && let StepKind::Call { name, arguments } = &last.kind
            && CHANGES.iter().any(|names| names.contains(&name.as_str()))
        {
            let of = if before.is_empty() { self.value(base)? } else { self.path(base, before)? };
            return Ok(self.changed(&of, name, arguments, Type::Unknown)?.text);
        }
        Ok(self.value(call)?.text)
    }

    /// `int.TryParse(text, out var value)`.
    pub(super) fn try_parse(&mut self, at: usize, class: &str, arguments: &[Expression]) -> Written<Js> {
        let Some((function, type_)) = members::static_method(class, "Parse") else {
            return Self::refuse(at, format!("'{class}.TryParse' is not translated"));
        };
        let [first, between @ .., last] = arguments else {
            return Self::refuse(at, "'TryParse' has a text and a variable");
        };
        let text = self.value(first)?.text;
        // Styles and cultures.
        self.values(between)?;
        let kind = match type_ {
            Type::Int | Type::Long => "Int",
            Type::Bool => "Bool",
            Type::Date => "Date",
            _ => "Real",
        };
        let set = self.out_variable(last, type_)?;
        Ok(Js::new(
            format!("__cs.tryParse({text}, (__text) => __cs.{function}(__text), \"{kind}\", {set})"),
            Type::Bool,
        ))
    }

    fn try_get(&mut self, of: &Js, arguments: &[Expression]) -> Written<Js> {
        let [key, variable] = arguments else {
            return Self::refuse(
                arguments.first().map_or(0, |first| first.at),
                "'TryGetValue' has a key and a variable",
            );
        };
        let key = self.value(key)?.text;
        let set = self.out_variable(variable, Type::Unknown)?;
        Ok(Js::new(format!("__cs.dictionary.TryGet({}, {key}, {set})", of.text), Type::Bool))
    }

    /// A function that sets the variable of `out`.
    fn out_variable(&mut self, of: &Expression, known: Type) -> Written<String> {
        let Kind::Out(type_, name) = &of.kind else {
            return Self::refuse(of.at, "a variable with 'out' is expected");
        };
        let Some(hoisted) = &mut self.hoisted else {
            return Self::refuse(of.at, "'out' is translated in functions with statements only");
        };
        let js = match type_ {
            None if name == "_" => return Ok("() => {}".to_owned()),
            None => match self.variable(name) {
                Some(js) => js.text.clone(),
                None => return Self::refuse(of.at, format!("the name '{name}' is not known")),
            },
            Some(type_) => {
                let js = format!("{name}$out${}", hoisted.len());
                hoisted.push(js.clone());
                let type_ = if type_.name == "var" { known } else { declared(type_, Access::Private) };
                self.bind(name, &Js::new(js.clone(), type_));
                js
            }
        };
        Ok(format!("(__value) => {{ {js} = __value; }}"))
    }
}

//! Calls of methods of values.

use std::rc::Rc;

use super::{Emitter, Js, Type, Written, join};
use crate::csharp::members;
use crate::csharp::syntax::{Expression, Kind};

impl Emitter {
    pub(super) fn call(&mut self, at: usize, of: Js, name: &str, arguments: &[Expression]) -> Written<Js> {
        if name == "Boost" {
            return self.boost(at, &of, arguments);
        }
        if let Some(changed) = self.change(&of, name, arguments)? {
            return Ok(changed);
        }
        if !members::has_method(name) {
            if self.has_extension(name, arguments.len()) {
                return self.extension_call(at, of, name, arguments);
            }
            return Self::refuse(at, format!("the method '{name}' is not translated"));
        }
        if name.starts_with("Add")
            || matches!(name, "Subtract" | "ToUniversalTime" | "ToLocalTime" | "Negate" | "Duration")
        {
            self.has_dates = true;
        }
        let element = of.type_.element();
        let mut given = Vec::new();
        let mut made = Type::Unknown;
        for (number, argument) in arguments.iter().enumerate() {
            if !matches!(argument.kind, Kind::Lambda(..)) && self.is_method_group(argument) {
                return Self::refuse(
                    argument.at,
                    "the name of a method as an argument is not translated: write a function, x => Method(x)",
                );
            }
            let types = parameter_types(name, number, &element);
            let argument = self.function(argument, &types)?;
            if number == 0 || name == "SelectMany" {
                made = argument.type_.clone();
            }
            given.push(argument);
        }
        let type_ = result_type(name, &of.type_, element, made);
        let arguments = if given.is_empty() { String::new() } else { format!(", {}", join(&given)) };
        Ok(Js::new(format!("__cs.{name}({}{arguments})", of.text), type_))
    }

    /// A boosted entry or value of a field.
    fn boost(&mut self, at: usize, of: &Js, arguments: &[Expression]) -> Written<Js> {
        if self.is_reduce {
            return Self::refuse(at, "Boost in a reduce is not translated: RavenDB refuses it too");
        }
        let [factor] = &self.values(arguments)?[..] else {
            return Self::refuse(at, "Boost needs one argument, the factor");
        };
        let factor = match factor.type_ {
            Type::Int | Type::Long | Type::Real => factor.text.clone(),
            _ => format!("__cs.factor({})", factor.text),
        };
        let value = self.plain(&of.text);
        Ok(Js::unknown(format!("boost({value}, {factor})")))
    }

    /// `int.Parse` without brackets.
    fn is_method_group(&self, of: &Expression) -> bool {
        let Kind::Path(base, steps) = &of.kind else { return false };
        let Kind::Name(class) = &base.kind else { return false };
        let [crate::csharp::syntax::Step { kind: crate::csharp::syntax::StepKind::Member(name), .. }] =
            &steps[..]
        else {
            return false;
        };
        self.variable(class).is_none() && members::static_method(class, name).is_some()
    }
}

/// The types of the parameters of a function that is an argument.
fn parameter_types(method: &str, argument: usize, element: &Type) -> Vec<Type> {
    match (method, argument) {
        ("Aggregate", _) => vec![Type::Unknown, element.clone()],
        ("GroupBy", 2) => vec![Type::Unknown, Type::List(Rc::new(element.clone()))],
        ("Select" | "Where", 0) => vec![element.clone(), Type::Int],
        ("Join" | "GroupJoin", 2 | 3) => vec![Type::Unknown, Type::Unknown],
        _ => vec![element.clone()],
    }
}

fn result_type(method: &str, of: &Type, element: Type, function: Type) -> Type {
    let list = |type_: Type| match type_ {
        Type::Unknown => Type::Unknown,
        known => Type::List(Rc::new(known)),
    };
    match method {
        "Where" | "OrderBy" | "OrderByDescending" | "ThenBy" | "ThenByDescending" | "Take" | "TakeLast"
        | "TakeWhile" | "Skip" | "SkipWhile" | "Distinct" | "DistinctBy" | "ToList" | "ToArray"
        | "AsEnumerable" | "Except" | "Intersect" | "Union" | "Reverse" | "Append" | "Prepend"
        | "DefaultIfEmpty" => list(element),
        "ToHashSet" => Type::Set(Rc::new(element)),
        "Select" => list(function),
        "SelectMany" => match function {
            Type::List(of) => Type::List(of),
            Type::Object(of) => Type::List(Rc::new(Type::Object(of))),
            _ => Type::Unknown,
        },
        "GroupBy" | "ToLookup" => Type::List(Rc::new(Type::Group(Rc::new(element)))),
        "First" | "FirstOrDefault" | "Last" | "LastOrDefault" | "Single" | "SingleOrDefault"
        | "ElementAt" | "MaxBy" | "MinBy" => element,
        "Count" | "LongCount" | "IndexOf" | "LastIndexOf" | "CompareTo" => Type::Int,
        "Average" => Type::Real,
        "ToCharArray" => Type::List(Rc::new(Type::Char)),
        "Sum" => function,
        "All" | "Any" | "Contains" | "ContainsKey" | "EndsWith" | "Equals" | "SequenceEqual"
        | "StartsWith" => Type::Bool,
        "ToString" | "ToLower" | "ToLowerInvariant" | "ToUpper" | "ToUpperInvariant" | "Trim" | "TrimEnd"
        | "TrimStart" | "Substring" | "Replace" | "Insert" | "PadLeft" | "PadRight" | "ToShortDateString" => {
            Type::Text
        }
        "AddDays" | "AddHours" | "AddMilliseconds" | "AddMinutes" | "AddMonths" | "AddSeconds"
        | "AddTicks" | "AddYears" | "ToUniversalTime" | "ToLocalTime" | "ToDateTime" => Type::Date,
        "Add" if matches!(of, Type::Date | Type::Span) => of.clone(),
        "Duration" | "Negate" => Type::Span,
        _ => Type::Unknown,
    }
}

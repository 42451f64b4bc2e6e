//! Whole reduces.

use std::rc::Rc;

use super::maps::next_parameter;
use super::{Emitter, Functions, Js, Type, Written};
use crate::csharp::syntax::{Clause, Ending, Expression, Kind, Query, Step, StepKind};

/// A reduce as JavaScript.
pub(in crate::csharp) fn reduce(tree: &Expression, functions: &Rc<Functions>) -> Written<String> {
    let mut emitter = Emitter::new(functions);
    emitter.is_reduce = true;
    match &tree.kind {
        Kind::Query(query) => emitter.query_reduce(tree.at, query),
        Kind::Path(base, steps) if matches!(&base.kind, Kind::Name(name) if name == "results") => {
            emitter.chain_reduce(tree.at, steps)
        }
        _ => Emitter::refuse(tree.at, "a reduce begins with 'from x in results' or 'results.GroupBy'"),
    }
}

impl Emitter {
    fn query_reduce(&mut self, at: usize, query: &Query) -> Written<String> {
        let shape = "a reduce is 'from r in results group r by … into g select new { … }'";
        let [
            Clause::From { name, list },
            Clause::Into { name: group, end: Ending::Group { value, key } },
            rest @ ..,
        ] = &query.clauses[..]
        else {
            return Self::refuse(at, shape);
        };
        if !matches!(&list.kind, Kind::Name(results) if results == "results") {
            return Self::refuse(list.at, "a reduce reads 'results'");
        }
        let Ending::Select(selected) = &query.end else { return Self::refuse(at, shape) };
        let (key, element) = self.scoped(|emitter| {
            let js = emitter.declare(name, Type::Entry);
            let key = emitter.value(key)?;
            let is_entry = matches!(&value.kind, Kind::Name(grouped) if grouped == name);
            let element = if is_entry { None } else { Some(emitter.value(value)?) };
            let key = format!("({js}) => ({})", emitter.plain(&key.text));
            Ok((key, element.map(|value| (format!("({js}) => ({})", value.text), value.type_))))
        })?;
        let group = self.declare_group(group, element.as_ref().map(|(_, type_)| type_.clone()));
        let mut statements = String::new();
        for clause in rest {
            let Clause::Let { name, value } = clause else { return Self::refuse(at, shape) };
            let value = self.value(value)?;
            let js = self.declare(name, value.type_);
            statements.push_str(&format!("const {js} = {}; ", value.text));
        }
        let entry = self.reduced_entry(selected)?;
        Ok(aggregated(&key, &group, element.map(|(text, _)| text), &statements, &entry))
    }

    fn chain_reduce(&mut self, at: usize, steps: &[Step]) -> Written<String> {
        let shape = "a reduce is 'results.GroupBy(r => …).Select(g => new { … })'";
        let [Step { kind: StepKind::Call { name, arguments }, .. }, rest @ ..] = steps else {
            return Self::refuse(at, shape);
        };
        let ("GroupBy", [key, element @ ..]) = (name.as_str(), &arguments[..]) else {
            return Self::refuse(at, shape);
        };
        let key = self.scoped(|emitter| {
            let key = emitter.function(key, &[Type::Entry])?.text;
            Ok(if emitter.has_dates {
                format!("((__key) => (__r) => __cs.plain(__key(__r)))({key})")
            } else {
                key
            })
        })?;
        let element = match element {
            [] => None,
            [of] => Some(self.function(of, &[Type::Entry])?),
            _ => return Self::refuse(at, shape),
        };
        let mut current: Option<Js> = None;
        let mut group = None;
        let mut statements = String::new();
        for (number, step) in rest.iter().enumerate() {
            let StepKind::Call { name, arguments } = &step.kind else { return Self::refuse(step.at, shape) };
            let ("Select", [Expression { kind: Kind::Lambda(names, body), .. }]) =
                (name.as_str(), &arguments[..])
            else {
                return Self::refuse(step.at, format!("'{name}' after 'GroupBy' is not translated"));
            };
            let [name] = &names[..] else {
                return Self::refuse(step.at, "Select needs a function of one name");
            };
            match &current {
                None => {
                    group =
                        Some(self.declare_group(name, element.as_ref().map(|element| element.type_.clone())));
                }
                Some(value) => {
                    let value = value.clone();
                    self.bind(name, &value);
                }
            }
            if number + 1 == rest.len() {
                let entry = self.reduced_entry(body)?;
                let group = group.unwrap_or_default();
                return Ok(aggregated(
                    &key,
                    &group,
                    element.map(|element| element.text),
                    &statements,
                    &entry,
                ));
            }
            let value = self.value(body)?;
            let js = self.fresh(next_parameter(rest.get(number + 1)));
            statements.push_str(&format!("const {js} = {}; ", value.text));
            current = Some(Js::new(js, value.type_));
        }
        Self::refuse(at, shape)
    }

    fn declare_group(&mut self, name: &str, element: Option<Type>) -> String {
        self.declare(name, Type::Group(Rc::new(element.unwrap_or(Type::Entry))))
    }

    /// What a reduce selects.
    fn reduced_entry(&mut self, of: &Expression) -> Written<String> {
        let value = self.object_value(of)?.text;
        Ok(self.plain(&value))
    }
}

fn aggregated(key: &str, group: &str, element: Option<String>, statements: &str, entry: &str) -> String {
    match (element, statements) {
        (None, "") => format!("groupBy({key}).aggregate(({group}) => ({entry}))"),
        (None, statements) => {
            format!("groupBy({key}).aggregate(({group}) => {{ {statements}return {entry}; }})")
        }
        (Some(element), statements) => format!(
            "groupBy({key}).aggregate((__group) => {{ const {group} = {{ key: __group.key, values: __cs.Select(__group, \
             {element}) }}; {statements}return {entry}; }})"
        ),
    }
}

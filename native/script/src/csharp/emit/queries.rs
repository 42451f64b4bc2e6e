//! Query syntax inside an expression, as a chain of methods. Several names at a time are one object.

use super::{Emitter, Js, Type, Written};
use crate::csharp::syntax::{Clause, Ending, Query};

/// The names of a query at one of its clauses, with their types.
struct Names(Vec<(String, String, Type)>);

impl Names {
    /// The parameter of a function: a name, or a pattern of several.
    fn parameter(&self) -> String {
        match &self.0[..] {
            [(_, js, _)] => format!("({js})"),
            several => format!("({{{}}})", list(several)),
        }
    }

    /// The value that has them.
    fn value(&self) -> String {
        match &self.0[..] {
            [(_, js, _)] => format!("({js})"),
            several => format!("({{{}}})", list(several)),
        }
    }
}

fn list(names: &[(String, String, Type)]) -> String {
    names.iter().map(|(_, js, _)| js.as_str()).collect::<Vec<_>>().join(", ")
}

impl Emitter {
    pub(super) fn query(&mut self, query: &Query) -> Written<Js> {
        self.scoped(|emitter| emitter.pipeline(query, None))
    }

    /// The list that a query makes. `first` is the list of its first clause, and the type of its elements.
    pub(super) fn pipeline(&mut self, query: &Query, first: Option<(String, Type)>) -> Written<Js> {
        let [Clause::From { name, list }, clauses @ ..] = &query.clauses[..] else {
            return Self::refuse(query.at, "a query begins with 'from'");
        };
        let (mut text, element) = match first {
            Some(first) => first,
            None => {
                let list = self.value(list)?;
                (list.text, list.type_.element())
            }
        };
        let js = self.declare(name, element.clone());
        let mut names = Names(vec![(name.clone(), js, element)]);
        for clause in clauses {
            match clause {
                Clause::From { name, list } => {
                    let list = self.value(list)?;
                    let parameter = names.parameter();
                    let js = self.declare(name, list.type_.element());
                    names.0.push((name.clone(), js.clone(), list.type_.element()));
                    let before = parameter.trim_start_matches('(').trim_end_matches(')');
                    text = format!(
                        "__cs.SelectMany({text}, {parameter} => ({}), ({before}, {js}) => {})",
                        list.text,
                        names.value()
                    );
                }
                Clause::Let { name, value } => {
                    let value = self.value(value)?;
                    let parameter = names.parameter();
                    let js = self.declare(name, value.type_.clone());
                    let known = self::list(&names.0);
                    text = format!("__cs.Select({text}, {parameter} => ({{{known}, {js}: {}}}))", value.text);
                    names.0.push((name.clone(), js, value.type_));
                }
                Clause::Where(condition) => {
                    let condition = self.value(condition)?;
                    text = format!("__cs.Where({text}, {} => ({}))", names.parameter(), condition.text);
                }
                Clause::OrderBy(orders) => {
                    for (number, (by, descending)) in orders.iter().enumerate() {
                        let by = self.value(by)?;
                        let method = if number == 0 { "OrderBy" } else { "ThenBy" };
                        let order = if *descending { "Descending" } else { "" };
                        text =
                            format!("__cs.{method}{order}({text}, {} => ({}))", names.parameter(), by.text);
                    }
                }
                Clause::Join { name, list, outer, inner, into } => {
                    let list = self.value(list)?;
                    let outer = self.value(outer)?;
                    let parameter = names.parameter();
                    let before = parameter.trim_start_matches('(').trim_end_matches(')').to_owned();
                    let (inner, other) = self.scoped(|emitter| {
                        let js = emitter.declare(name, list.type_.element());
                        Ok((emitter.value(inner)?, js))
                    })?;
                    let (method, made, type_) = match into {
                        Some(group) => ("GroupJoin", group, list.type_.clone()),
                        None => ("Join", name, list.type_.element()),
                    };
                    let js = self.declare(made, type_.clone());
                    names.0.push((made.clone(), js.clone(), type_));
                    text = format!(
                        "__cs.{method}({text}, {}, {parameter} => ({}), ({other}) => ({}), ({before}, {js}) => {})",
                        list.text,
                        outer.text,
                        inner.text,
                        names.value()
                    );
                }
                Clause::Into { name, end } => {
                    let made = self.ended(&text, &names, end)?;
                    let element = made.type_.element();
                    text = made.text;
                    for (known, ..) in &names.0 {
                        self.variables.retain(|variable| variable.name != *known);
                    }
                    let js = self.declare(name, element.clone());
                    names = Names(vec![(name.clone(), js, element)]);
                }
            }
        }
        self.ended(&text, &names, &query.end)
    }

    fn ended(&mut self, list: &str, names: &Names, end: &Ending) -> Written<Js> {
        let parameter = names.parameter();
        let list_of = |type_: Type| match type_ {
            Type::Unknown => Type::Unknown,
            known => Type::List(known.into()),
        };
        match end {
            Ending::Select(value) => {
                let value = self.value(value)?;
                let text = format!("__cs.Select({list}, {parameter} => ({}))", value.text);
                Ok(Js::new(text, list_of(value.type_)))
            }
            Ending::Group { value, key } => {
                let (value, key) = (self.value(value)?, self.value(key)?);
                let text = format!(
                    "__cs.GroupBy({list}, {parameter} => ({}), {parameter} => ({}))",
                    key.text, value.text
                );
                Ok(Js::new(text, Type::List(Type::Group(value.type_.into()).into())))
            }
        }
    }
}

//! Whole maps and reduces. Simple maps become loops, which the short ways of maps recognise.

use std::rc::Rc;

use super::{Emitter, Js, Type, Written, quoted};
use crate::csharp::syntax::{Clause, Ending, Expression, Kind, Query, Step, StepKind};

/// A map as JavaScript.
pub(in crate::csharp) fn map(tree: &Expression) -> Written<String> {
    let mut emitter = Emitter::default();
    match &tree.kind {
        Kind::Query(query) => {
            let [Clause::From { name, list }, ..] = &query.clauses[..] else {
                return Emitter::refuse(tree.at, "a map begins with 'from x in docs…'");
            };
            let Some((collection, [])) = source(list) else {
                return Emitter::refuse(
                    list.at,
                    "a map reads 'docs', 'docs.Collection' or 'docs[\"Collection\"]'",
                );
            };
            emitter.query_map(&collection, name, query)
        }
        Kind::Path(..) => {
            let Some((collection, steps)) = source(tree) else {
                return Emitter::refuse(tree.at, "a map begins with 'docs.Collection'");
            };
            emitter.chain_map(tree.at, &collection, steps)
        }
        _ => Emitter::refuse(tree.at, "a map begins with 'from x in docs…' or 'docs.Collection'"),
    }
}

/// A reduce as JavaScript.
pub(in crate::csharp) fn reduce(tree: &Expression) -> Written<String> {
    let mut emitter = Emitter::default();
    match &tree.kind {
        Kind::Query(query) => emitter.query_reduce(tree.at, query),
        Kind::Path(base, steps) if matches!(&base.kind, Kind::Name(name) if name == "results") => {
            emitter.chain_reduce(tree.at, steps)
        }
        _ => Emitter::refuse(tree.at, "a reduce begins with 'from x in results' or 'results.GroupBy'"),
    }
}

/// The collection of `docs`, `docs.Coll` and `docs["Coll"]` in JavaScript, and the steps after it.
fn source(of: &Expression) -> Option<(String, &[Step])> {
    let all = quoted("@all_docs");
    match &of.kind {
        Kind::Name(name) if name == "docs" => Some((all, &[])),
        Kind::Path(base, steps) if matches!(&base.kind, Kind::Name(name) if name == "docs") => {
            match &steps[..] {
                [Step { kind: StepKind::Member(name), .. }, rest @ ..] => Some((quoted(name), rest)),
                [Step { kind: StepKind::Index(key), .. }, rest @ ..] => match &key.kind {
                    Kind::Text(name) => Some((quoted(name), rest)),
                    _ => None,
                },
                steps => Some((all, steps)),
            }
        }
        _ => None,
    }
}

/// The body of a map while it is written.
struct Frame {
    open: String,
    closing: usize,
}

impl Frame {
    fn block(&mut self, head: &str) {
        self.open.push_str(head);
        self.open.push_str(" {\n");
        self.closing += 1;
    }

    fn map(self, collection: &str, document: &str, push: &str) -> String {
        let Self { open, closing } = self;
        let close = "}\n".repeat(closing);
        format!(
            "map({collection}, ({document}) => {{\nconst __entries = [];\n{open}{push};\n{close}return __entries;\n}})"
        )
    }
}

impl Emitter {
    fn query_map(&mut self, collection: &str, name: &str, query: &Query) -> Written<String> {
        let simple =
            |clause: &Clause| matches!(clause, Clause::From { .. } | Clause::Let { .. } | Clause::Where(_));
        let (true, Ending::Select(selected)) = (query.clauses.iter().all(simple), &query.end) else {
            let js = self.fresh("document");
            let made = self.pipeline(query, Some((format!("[{js}]"), Type::Document)))?;
            return Ok(Frame { open: String::new(), closing: 0 }.map(collection, &js, &self.pushes(&made)));
        };
        let document = self.declare(name, Type::Document);
        let mut frame = Frame { open: String::new(), closing: 0 };
        for clause in &query.clauses[1..] {
            match clause {
                Clause::From { name, list } => {
                    let list = self.value(list)?;
                    let js = self.declare(name, list.type_.element());
                    frame.block(&format!("for (const {js} of __cs.items({}))", list.text));
                }
                Clause::Let { name, value } => {
                    let value = self.value(value)?;
                    let js = self.declare(name, value.type_);
                    frame.open.push_str(&format!("const {js} = {};\n", value.text));
                }
                Clause::Where(condition) => {
                    let condition = self.value(condition)?.text;
                    frame.block(&format!("if ({condition})"));
                }
                Clause::OrderBy(_) | Clause::Join { .. } | Clause::Into { .. } => {}
            }
        }
        let push = self.selected(selected)?;
        Ok(frame.map(collection, &document, &push))
    }

    /// `docs.Coll.Where(…).Select(…)`. The current element has one name in the JavaScript.
    fn chain_map(&mut self, at: usize, collection: &str, steps: &[Step]) -> Written<String> {
        let name = steps.first().and_then(|step| match &step.kind {
            StepKind::Call { arguments, .. } => arguments.first().and_then(parameter),
            _ => None,
        });
        let document = self.fresh(name.unwrap_or("document"));
        let mut current = Js::new(document.clone(), Type::Document);
        let mut frame = Frame { open: String::new(), closing: 0 };
        for (number, step) in steps.iter().enumerate() {
            let last = number + 1 == steps.len();
            let StepKind::Call { name, arguments } = &step.kind else {
                return Self::refuse(step.at, "a map is a chain of methods");
            };
            match (name.as_str(), &arguments[..]) {
                ("Where", [Expression { kind: Kind::Lambda(names, body), .. }]) if names.len() == 1 => {
                    let condition = self.with_bound(names, &[&current], |emitter| emitter.value(body))?;
                    frame.block(&format!("if ({})", condition.text));
                }
                ("Select", [Expression { kind: Kind::Lambda(names, body), .. }]) if names.len() == 1 => {
                    if last {
                        let push = self.with_bound(names, &[&current], |emitter| emitter.selected(body))?;
                        return Ok(frame.map(collection, &document, &push));
                    }
                    let value = self.with_bound(names, &[&current], |emitter| emitter.value(body))?;
                    current = self.kept(&mut frame, steps.get(number + 1), value);
                }
                ("SelectMany", [Expression { kind: Kind::Lambda(names, body), .. }, rest @ ..])
                    if names.len() == 1 =>
                {
                    let list = self.with_bound(names, &[&current], |emitter| emitter.value(body))?;
                    match rest {
                        [] if last => {
                            let push = self.pushes(&list);
                            return Ok(frame.map(collection, &document, &push));
                        }
                        [] => {
                            let name = self.fresh(next_parameter(steps.get(number + 1)));
                            frame.block(&format!("for (const {name} of __cs.items({}))", list.text));
                            current = Js::new(name, list.type_.element());
                        }
                        [Expression { kind: Kind::Lambda(pair, made), .. }] if pair.len() == 2 => {
                            let inner = Js::new(self.fresh(&pair[1]), list.type_.element());
                            frame.block(&format!("for (const {} of __cs.items({}))", inner.text, list.text));
                            if last {
                                let push = self.with_bound(pair, &[&current, &inner], |emitter| {
                                    emitter.selected(made)
                                })?;
                                return Ok(frame.map(collection, &document, &push));
                            }
                            let value =
                                self.with_bound(pair, &[&current, &inner], |emitter| emitter.value(made))?;
                            current = self.kept(&mut frame, steps.get(number + 1), value);
                        }
                        _ => return Self::refuse(step.at, "SelectMany needs a second function of two names"),
                    }
                }
                _ => return self.rest_of_chain(frame, collection, &document, current, &steps[number..]),
            }
        }
        Self::refuse(at, "a map ends with Select or SelectMany")
    }

    /// Other methods, such as `OrderBy`, over a list of the current element.
    fn rest_of_chain(
        &mut self,
        frame: Frame,
        collection: &str,
        document: &str,
        current: Js,
        steps: &[Step],
    ) -> Written<String> {
        let mut of = Js::new(format!("[{}]", current.text), Type::List(Rc::new(current.type_)));
        for step in steps {
            let StepKind::Call { name, arguments } = &step.kind else {
                return Self::refuse(step.at, "a map is a chain of methods");
            };
            of = self.call(step.at, of, name, arguments)?;
        }
        let push = self.pushes(&of);
        Ok(frame.map(collection, document, &push))
    }

    /// A value with a name of its own, for what follows.
    fn kept(&mut self, frame: &mut Frame, next: Option<&Step>, value: Js) -> Js {
        let name = self.fresh(next_parameter(next));
        frame.open.push_str(&format!("const {name} = {};\n", value.text));
        Js::new(name, value.type_)
    }

    /// Gives parameters to values that have a name.
    fn with_bound<T>(
        &mut self,
        names: &[String],
        values: &[&Js],
        write: impl FnOnce(&mut Self) -> Written<T>,
    ) -> Written<T> {
        let outer = self.variables.len();
        for (name, value) in names.iter().zip(values) {
            self.bind(name, value);
        }
        let written = write(self);
        self.variables.truncate(outer);
        written
    }

    /// Adds what is selected to the entries.
    fn selected(&mut self, of: &Expression) -> Written<String> {
        if !makes_object(of) {
            return Self::refuse(of.at, "what is selected must be made with 'new { … }'");
        }
        let value = self.value(of)?;
        if matches!(value.type_, Type::List(_)) {
            return Ok(self.pushes(&value));
        }
        Ok(format!("__entries.push({})", self.plain(&value.text)))
    }

    /// Adds each element of a list to the entries.
    fn pushes(&self, list: &Js) -> String {
        format!("for (const __entry of __cs.items({})) __entries.push({})", list.text, self.plain("__entry"))
    }

    /// Dates and spans as texts, where there may be some.
    pub(super) fn plain(&self, text: &str) -> String {
        if self.has_dates { format!("__cs.plain({text})") } else { text.to_owned() }
    }

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
        let entry = self.entry_of(selected)?;
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
                let entry = self.entry_of(body)?;
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
    fn entry_of(&mut self, of: &Expression) -> Written<String> {
        if !makes_object(of) {
            return Self::refuse(of.at, "what is selected must be made with 'new { … }'");
        }
        let value = self.value(of)?.text;
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

fn parameter(of: &Expression) -> Option<&str> {
    match &of.kind {
        Kind::Lambda(names, _) => names.first().map(String::as_str),
        _ => None,
    }
}

/// The name that the next method has for the current element.
fn next_parameter(next: Option<&Step>) -> &str {
    let name = next.and_then(|step| match &step.kind {
        StepKind::Call { arguments, .. } => arguments.first().and_then(parameter),
        _ => None,
    });
    name.unwrap_or("item")
}

/// Whether a value may be an entry.
fn makes_object(of: &Expression) -> bool {
    match &of.kind {
        Kind::Object(_)
        | Kind::New { .. }
        | Kind::Conditional(..)
        | Kind::Query(_)
        | Kind::Dictionary(_)
        | Kind::List(_) => true,
        Kind::Cast(_, of) => makes_object(of),
        Kind::Path(base, steps) => {
            makes_object(base) || steps.iter().any(|step| !matches!(step.kind, StepKind::Member(_)))
        }
        _ => false,
    }
}

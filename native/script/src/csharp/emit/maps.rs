//! Whole maps. Simple ones become loops, which the short ways of maps recognise.

use std::rc::Rc;

use super::{Emitter, Functions, Js, Type, Written, quoted};
use crate::csharp::syntax::{Clause, Ending, Expression, Kind, Query, Step, StepKind};

/// A map as JavaScript.
pub(in crate::csharp) fn map(tree: &Expression, functions: &Rc<Functions>) -> Written<String> {
    let mut emitter = Emitter::new(functions);
    match &tree.kind {
        Kind::Query(query) => {
            let [Clause::From { name, list }, ..] = &query.clauses[..] else {
                return Emitter::refuse(tree.at, "a map begins with 'from x in docs…'");
            };
            let Some((head, [])) = source(list) else {
                return Emitter::refuse(
                    list.at,
                    "a map reads 'docs', 'docs.Collection', 'docs[\"Collection\"]', or 'counters' and 'timeSeries' likewise, \
                     also 'timeSeries.Collection.Name'",
                );
            };
            emitter.query_map(&head, name, query)
        }
        Kind::Path(..) => {
            let Some((head, steps)) = source(tree) else {
                return Emitter::refuse(tree.at, "a map begins with 'docs.Collection'");
            };
            emitter.chain_map(tree.at, &head, steps)
        }
        _ => Emitter::refuse(tree.at, "a map begins with 'from x in docs…' or 'docs.Collection'"),
    }
}

/// The beginning of the JavaScript of a map over `docs`, `counters` or `timeSeries`, up to its function, and the steps
/// after the source.
fn source(of: &Expression) -> Option<(String, &[Step])> {
    let (name, mut steps) = match &of.kind {
        Kind::Name(name) => (name.as_str(), &[][..]),
        Kind::Path(base, steps) => match &base.kind {
            Kind::Name(name) => (name.as_str(), &steps[..]),
            _ => return None,
        },
        _ => return None,
    };
    let (mut head, most) = match name {
        "docs" => ("map(".to_owned(), 1),
        "counters" => ("__mapItems(\"Counters\", ".to_owned(), 2),
        "timeSeries" => ("__mapItems(\"TimeSeries\", ".to_owned(), 2),
        _ => return None,
    };
    let mut named = Vec::new();
    while named.len() < most {
        match steps {
            [Step { kind: StepKind::Member(name), .. }, rest @ ..] => {
                named.push(quoted(name));
                steps = rest;
            }
            [Step { kind: StepKind::Index(key), .. }, rest @ ..] => {
                let Kind::Text(name) = &key.kind else { return None };
                named.push(quoted(name));
                steps = rest;
            }
            _ => break,
        }
    }
    if named.is_empty() {
        named.push(quoted("@all_docs"));
    }
    head.push_str(&named.join(", "));
    Some((head, steps))
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

    /// The rest once for each element of a list.
    fn each(&mut self, name: &str, list: &Js) {
        self.block(&format!("for (const {name} of __cs.items({}))", list.text));
    }

    fn map(self, head: &str, document: &str, push: &str) -> String {
        let Self { open, closing } = self;
        let close = "}\n".repeat(closing);
        format!(
            "{head}, ({document}) => {{\nconst __entries = [];\n{open}{push};\n{close}return __entries;\n}})"
        )
    }
}

impl Emitter {
    fn query_map(&mut self, head: &str, name: &str, query: &Query) -> Written<String> {
        let simple =
            |clause: &Clause| matches!(clause, Clause::From { .. } | Clause::Let { .. } | Clause::Where(_));
        let (true, Ending::Select(selected)) = (query.clauses.iter().all(simple), &query.end) else {
            let js = self.fresh("document");
            let made = self.pipeline(query, Some((format!("[{js}]"), Type::Document)))?;
            return Ok(Frame { open: String::new(), closing: 0 }.map(head, &js, &self.pushes(&made)));
        };
        let document = self.declare(name, Type::Document);
        let mut frame = Frame { open: String::new(), closing: 0 };
        for clause in &query.clauses[1..] {
            match clause {
                Clause::From { name, list } => {
                    let list = self.value(list)?;
                    let js = self.declare(name, list.type_.element());
                    frame.each(&js, &list);
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
        Ok(frame.map(head, &document, &push))
    }

    /// `docs.Coll.Where(…).Select(…)`. The current element has one name in the JavaScript.
    fn chain_map(&mut self, at: usize, head: &str, steps: &[Step]) -> Written<String> {
        let document = self.fresh(parameter_of(steps.first()).unwrap_or("document"));
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
                        return Ok(frame.map(head, &document, &push));
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
                            return Ok(frame.map(head, &document, &push));
                        }
                        [] => {
                            let name = self.fresh(next_parameter(steps.get(number + 1)));
                            frame.each(&name, &list);
                            current = Js::new(name, list.type_.element());
                        }
                        [Expression { kind: Kind::Lambda(pair, made), .. }] if pair.len() == 2 => {
                            let inner = Js::new(self.fresh(&pair[1]), list.type_.element());
                            frame.each(&inner.text, &list);
                            if last {
                                let push = self.with_bound(pair, &[&current, &inner], |emitter| {
                                    emitter.selected(made)
                                })?;
                                return Ok(frame.map(head, &document, &push));
                            }
                            let value =
                                self.with_bound(pair, &[&current, &inner], |emitter| emitter.value(made))?;
                            current = self.kept(&mut frame, steps.get(number + 1), value);
                        }
                        _ => return Self::refuse(step.at, "SelectMany needs a second function of two names"),
                    }
                }
                _ => return self.rest_of_chain(frame, head, &document, current, &steps[number..]),
            }
        }
        Self::refuse(at, "a map ends with Select or SelectMany")
    }

    /// Other methods, such as `OrderBy`, over a list of the current element.
    fn rest_of_chain(
        &mut self,
        frame: Frame,
        head: &str,
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
        Ok(frame.map(head, document, &push))
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
        let value = self.object_value(of)?;
        if matches!(value.type_, Type::List(_)) {
            return Ok(self.pushes(&value));
        }
        Ok(format!("__entries.push({})", self.plain(&value.text)))
    }

    /// A value that may be an entry.
    pub(super) fn object_value(&mut self, of: &Expression) -> Written<Js> {
        match makes_object(of) {
            true => self.value(of),
            false => Self::refuse(of.at, "what is selected must be made with 'new { … }'"),
        }
    }

    /// Adds each element of a list to the entries.
    fn pushes(&self, list: &Js) -> String {
        format!("for (const __entry of __cs.items({})) __entries.push({})", list.text, self.plain("__entry"))
    }
}

/// The name that the next method has for the current element.
pub(super) fn next_parameter(next: Option<&Step>) -> &str {
    parameter_of(next).unwrap_or("item")
}

/// The first parameter of the function that a method gets.
fn parameter_of(step: Option<&Step>) -> Option<&str> {
    match &step?.kind {
        StepKind::Call { arguments, .. } => match &arguments.first()?.kind {
            Kind::Lambda(names, _) => names.first().map(String::as_str),
            _ => None,
        },
        _ => None,
    }
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

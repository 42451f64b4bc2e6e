//! Writes the JavaScript of a syntax tree.
//!
//! Types are known only where the text names them: JSON values have none. What depends on the type of a value is a
//! function of the library, which looks at the value.

mod calls;
mod changes;
mod functions;
mod maps;
mod operators;
mod paths;
mod queries;
mod reduces;
mod sources;
mod statements;
mod values;

pub(super) use self::functions::Functions;
pub(super) use self::maps::map;
pub(super) use self::reduces::reduce;
pub(super) use self::sources::class;

use std::rc::Rc;

use super::Untranslated;
use super::syntax::{Expression, Kind};
use super::types::Type;

pub(super) type Written<T> = Result<T, Untranslated>;

/// JavaScript and what is known of its value.
#[derive(Debug, Clone)]
struct Js {
    text: String,
    type_: Type,
}

impl Js {
    fn new(text: impl Into<String>, type_: Type) -> Self {
        Self { text: text.into(), type_ }
    }

    fn unknown(text: impl Into<String>) -> Self {
        Self::new(text, Type::Unknown)
    }
}

/// A name of C# and what it is in the JavaScript.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    js: Js,
}

#[derive(Debug, Default)]
pub(super) struct Emitter {
    variables: Vec<Variable>,
    /// Names that the JavaScript has used.
    used: Vec<String>,
    /// Whether a value may be a date or span of the library.
    has_dates: bool,
    /// Whether it writes a reduce.
    is_reduce: bool,
    /// The functions of additional sources.
    functions: Rc<Functions>,
    /// The number of the class whose function is written.
    class: Option<usize>,
    /// Whether sums of `int`s overflow as in C#: in functions.
    wraps: bool,
    /// Variables of `out` that the function declares at its beginning; `None` outside of statements.
    hoisted: Option<Vec<String>>,
}

/// Names with a meaning in the JavaScript, which variables must not have.
const TAKEN: [&str; 63] = [
    "arguments",
    "attachmentsFor",
    "await",
    "boost",
    "break",
    "case",
    "catch",
    "class",
    "cmpxchg",
    "const",
    "continue",
    "counterNamesFor",
    "createField",
    "createSpatialField",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "finally",
    "for",
    "function",
    "getMetadata",
    "groupBy",
    "id",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "load",
    "loadAttachment",
    "loadAttachments",
    "map",
    "new",
    "noTracking",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "recurse",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "timeSeriesNamesFor",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "__entries",
];

impl Emitter {
    fn new(functions: &Rc<Functions>) -> Self {
        Self { functions: functions.clone(), ..Self::default() }
    }

    fn refuse<T>(at: usize, what: impl Into<String>) -> Written<T> {
        Err(Untranslated { what: what.into(), offset: Some(at) })
    }

    /// A value of this type; notes that there are dates or spans.
    fn typed(&mut self, text: impl Into<String>, type_: Type) -> Js {
        self.has_dates |= matches!(type_, Type::Date | Type::Span);
        Js::new(text, type_)
    }

    /// Dates and spans as texts, where there may be some.
    fn plain(&self, text: &str) -> String {
        if self.has_dates { format!("__cs.plain({text})") } else { text.to_owned() }
    }

    /// A name for the JavaScript that is not used yet.
    fn fresh(&mut self, name: &str) -> String {
        let taken = |name: &str, used: &[String]| {
            TAKEN.contains(&name) || name.starts_with("__") || used.iter().any(|known| known == name)
        };
        let mut made = name.to_owned();
        let mut number = 0;
        while taken(&made, &self.used) {
            number += 1;
            made = format!("{name}${number}");
        }
        self.used.push(made.clone());
        made
    }

    /// Declares a variable; returns its JavaScript name.
    fn declare(&mut self, name: &str, type_: Type) -> String {
        let js = self.fresh(name);
        self.variables.push(Variable { name: name.to_owned(), js: Js::new(js.clone(), type_) });
        js
    }

    /// Gives a name to a value that has one in the JavaScript.
    fn bind(&mut self, name: &str, js: &Js) {
        self.variables.push(Variable { name: name.to_owned(), js: js.clone() });
    }

    fn variable(&self, name: &str) -> Option<&Js> {
        self.variables.iter().rev().find(|variable| variable.name == name).map(|variable| &variable.js)
    }

    /// Runs `write` with names that are known only in it.
    fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> Written<T>) -> Written<T> {
        let (variables, used) = (self.variables.len(), self.used.len());
        let written = write(self);
        self.variables.truncate(variables);
        self.used.truncate(used);
        written
    }

    /// `(x, y) => (body)`, or the expression if it is not a lambda. Parameters have these types, further ones are unknown.
    fn function(&mut self, of: &Expression, types: &[Type]) -> Written<Js> {
        let Kind::Lambda(names, body) = &of.kind else { return self.value(of) };
        self.scoped(|emitter| {
            let parameters: Vec<String> = names
                .iter()
                .enumerate()
                .map(|(number, name)| {
                    emitter.declare(name, types.get(number).cloned().unwrap_or(Type::Unknown))
                })
                .collect();
            let body = emitter.value(body)?;
            Ok(Js::new(format!("({}) => ({})", parameters.join(", "), body.text), body.type_))
        })
    }

    fn values(&mut self, of: &[Expression]) -> Written<Vec<Js>> {
        of.iter().map(|one| self.value(one)).collect()
    }
}

fn join(values: &[Js]) -> String {
    values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// A text as JavaScript writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

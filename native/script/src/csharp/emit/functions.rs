//! What maps and functions use of additional sources: functions, constants, extension methods.

use super::{Emitter, Js, Type, Written};
use crate::csharp::declarations::{Access, Class, Function};
use crate::csharp::members;
use crate::csharp::syntax::{Expression, Kind, Step, StepKind, Type as Named};

/// The members of the classes of all sources.
#[derive(Debug, Default)]
pub(in crate::csharp) struct Functions {
    classes: Vec<Known>,
}

#[derive(Debug)]
struct Known {
    path: Vec<String>,
    functions: Vec<Signature>,
    /// Names, JavaScript, types.
    fields: Vec<(String, Access, Js)>,
}

#[derive(Debug, Clone)]
struct Signature {
    name: String,
    js: String,
    access: Access,
    extends: bool,
    /// Names, types, and whether they may be left out.
    parameters: Vec<(String, Named, bool)>,
    result: Type,
}

impl Functions {
    pub(in crate::csharp) fn of<'c>(classes: impl IntoIterator<Item = &'c Class>) -> Self {
        Self { classes: classes.into_iter().map(Known::of).collect() }
    }

    /// The function of a class that is called with so many arguments, by its name.
    fn find(&self, class: usize, name: &str, given: usize) -> Option<&Signature> {
        let named = || self.classes[class].functions.iter().filter(|function| function.name == name);
        named().find(|function| function.parameters.len() == given).or_else(|| {
            named().find(|function| {
                let needed = function.parameters.iter().filter(|(_, _, optional)| !optional).count();
                (needed..=function.parameters.len()).contains(&given)
            })
        })
    }
}

impl Known {
    fn of(class: &Class) -> Self {
        let functions = class.functions.iter().map(|function| Signature {
            name: function.name.clone(),
            js: function_name(class, function),
            access: function.access,
            extends: function.extends,
            parameters: function
                .parameters
                .iter()
                .map(|one| (one.name.clone(), one.type_.clone(), one.default.is_some()))
                .collect(),
            result: declared(&function.result, function.access),
        });
        let fields = class.fields.iter().map(|field| {
            let name = field_name(class, &field.name);
            (
                field.name.clone(),
                field.access,
                Js::new(format!("{name}()"), declared(&field.type_, Access::Private)),
            )
        });
        Self { path: class.path.clone(), functions: functions.collect(), fields: fields.collect() }
    }
}

/// The name in the JavaScript: variables of C# have no such ones.
pub(super) fn function_name(class: &Class, function: &Function) -> String {
    format!("{}${}${}", class_name(class), function.name, function.parameters.len())
}

pub(super) fn field_name(class: &Class, field: &str) -> String {
    format!("{}${field}$", class_name(class))
}

fn class_name(class: &Class) -> &str {
    class.path.last().map_or("", String::as_str)
}

/// The type of a value that is declared with one.
pub(super) fn declared(type_: &Named, access: Access) -> Type {
    if type_.array || matches!(type_.name.as_str(), "List" | "IList" | "IEnumerable" | "ICollection") {
        return Type::List(Type::Unknown.into());
    }
    match type_.name.as_str() {
        "HashSet" | "ISet" => Type::Set(Type::Unknown.into()),
        "Dictionary" | "IDictionary" => Type::Dictionary,
        "StringBuilder" => Type::Builder,
        "string" | "String" => Type::Text,
        _ if type_.nullable => Type::Unknown,
        name => match members::cast(name) {
            Some((_, Type::Int | Type::Long | Type::Real)) if access == Access::Public => Type::Unknown,
            Some((_, known)) => known,
            None => Type::Unknown,
        },
    }
}

impl Emitter {
    /// A field of the class whose function is written.
    pub(super) fn own_field(&self, name: &str) -> Option<Js> {
        let class = self.functions.classes.get(self.class?)?;
        class.fields.iter().find(|(known, ..)| known == name).map(|(_, _, js)| js.clone())
    }

    /// A member of a class of the sources at the beginning of a path, and the steps after it.
    pub(super) fn of_source<'s>(
        &mut self,
        at: usize,
        name: &str,
        steps: &'s [Step],
    ) -> Written<Option<(Js, &'s [Step])>> {
        if let (Some(class), [Step { kind: StepKind::Invoke(arguments), .. }, rest @ ..]) =
            (self.class, steps)
            && self.functions.classes[class].functions.iter().any(|function| function.name == name)
        {
            return Ok(Some((self.source_call(at, class, name, arguments)?, rest)));
        }
        let Some((class, rest)) = self.class_at(name, steps) else { return Ok(None) };
        match rest {
            [Step { kind: StepKind::Call { name, arguments }, at }, rest @ ..] => {
                Ok(Some((self.source_call(*at, class, name, arguments)?, rest)))
            }
            [Step { kind: StepKind::Member(name), at }, rest @ ..] => {
                let known = &self.functions.classes[class];
                let Some((_, access, js)) = known.fields.iter().find(|(known, ..)| known == name) else {
                    return Self::refuse(
                        *at,
                        format!("the class '{}' has no '{name}'", known.path.join(".")),
                    );
                };
                self.check_access(*at, class, name, *access)?;
                let js = js.clone();
                self.has_dates = true;
                Ok(Some((js, rest)))
            }
            _ => Self::refuse(at, "a class is not a value"),
        }
    }

    /// The class that a path names, with or without its namespace.
    fn class_at<'s>(&self, name: &str, mut steps: &'s [Step]) -> Option<(usize, &'s [Step])> {
        let mut path = vec![name.to_owned()];
        loop {
            if let Some(class) = self.functions.classes.iter().position(|class| class.path.ends_with(&path)) {
                return Some((class, steps));
            }
            let [Step { kind: StepKind::Member(next), .. }, rest @ ..] = steps else { return None };
            path.push(next.clone());
            steps = rest;
            if path.len() > LONGEST_PATH {
                return None;
            }
        }
    }

    fn check_access(&self, at: usize, class: usize, name: &str, access: Access) -> Written<()> {
        if access != Access::Private || self.class == Some(class) {
            return Ok(());
        }
        let class = self.functions.classes[class].path.join(".");
        Self::refuse(at, format!("'{class}.{name}' is not public"))
    }

    fn source_call(&mut self, at: usize, class: usize, name: &str, arguments: &[Expression]) -> Written<Js> {
        let functions = self.functions.clone();
        let Some(signature) = functions.find(class, name, arguments.len()) else {
            let path = functions.classes[class].path.join(".");
            let what =
                format!("the class '{path}' has no function '{name}' with {} arguments", arguments.len());
            return Self::refuse(at, what);
        };
        self.check_access(at, class, name, signature.access)?;
        let mut given: Vec<Option<Js>> = vec![None; signature.parameters.len()];
        for (number, argument) in arguments.iter().enumerate() {
            let (number, value) = match &argument.kind {
                Kind::Named(name, value) => {
                    let Some(number) = signature.parameters.iter().position(|(known, ..)| known == name)
                    else {
                        return Self::refuse(argument.at, format!("there is no parameter '{name}'"));
                    };
                    (number, &**value)
                }
                _ => (number, argument),
            };
            let value = self.value(value)?;
            given[number] = Some(value);
        }
        Self::written_call(at, signature, given).inspect(|_| self.has_dates = true)
    }

    pub(super) fn has_extension(&self, name: &str, given: usize) -> bool {
        self.extension(name, given).is_some()
    }

    fn extension(&self, name: &str, given: usize) -> Option<(usize, Signature)> {
        (0..self.functions.classes.len()).find_map(|class| {
            let found = self.functions.find(class, name, given + 1).filter(|function| function.extends)?;
            Some((class, found.clone()))
        })
    }

    /// `value.Function(arguments)`.
    pub(super) fn extension_call(
        &mut self,
        at: usize,
        of: Js,
        name: &str,
        arguments: &[Expression],
    ) -> Written<Js> {
        let Some((class, signature)) = self.extension(name, arguments.len()) else {
            return Self::refuse(at, format!("the method '{name}' is not translated"));
        };
        self.check_access(at, class, name, signature.access)?;
        let mut given = vec![None; signature.parameters.len()];
        given[0] = Some(of);
        for (number, argument) in arguments.iter().enumerate() {
            given[number + 1] = Some(self.value(argument)?);
        }
        self.has_dates = true;
        Self::written_call(at, &signature, given)
    }

    fn written_call(at: usize, signature: &Signature, given: Vec<Option<Js>>) -> Written<Js> {
        let mut texts = Vec::new();
        for ((name, type_, optional), value) in signature.parameters.iter().zip(given) {
            texts.push(match value {
                Some(value) => argument(value, type_),
                None if *optional => "undefined".to_owned(),
                None => return Self::refuse(at, format!("the parameter '{name}' has no value")),
            });
        }
        Ok(Js::new(format!("{}({})", signature.js, texts.join(", ")), signature.result.clone()))
    }
}

/// Longer names of classes are not looked up.
const LONGEST_PATH: usize = 16;

/// A value of a document has to be of the parameter's type; numbers are not looked at.
fn argument(value: Js, type_: &Named) -> String {
    let kind = match declared(type_, Access::Public) {
        _ if value.type_ != Type::Unknown => return value.text,
        Type::Text => "text",
        Type::Bool => "bool",
        Type::Date => "date",
        Type::List(_) if type_.array || type_.name == "IEnumerable" => "list",
        Type::Dictionary => "list",
        _ => return value.text,
    };
    format!("__cs.argument({}, \"{kind}\")", value.text)
}

//! Additional sources: namespaces and classes with static members.

use super::{Parsed, Parser};
use crate::csharp::declarations::{Access, Action, Class, Field, Function, Parameter, Statement};
use crate::csharp::syntax::{Expression, Kind as Syntax, Type};
use crate::csharp::tokens::Kind;

const MODIFIERS: [&str; 9] =
    ["public", "internal", "protected", "private", "static", "sealed", "abstract", "readonly", "const"];

/// The words before a class or a member.
#[derive(Default)]
struct Modifiers(Vec<String>);

impl Modifiers {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|known| known == name)
    }

    fn access(&self) -> Access {
        match () {
            () if self.has("public") => Access::Public,
            () if self.has("internal") => Access::Internal,
            () => Access::Private,
        }
    }
}

impl Parser<'_> {
    /// The classes of a whole source.
    pub(super) fn source(&mut self) -> Parsed<Vec<Class>> {
        let mut classes = Vec::new();
        self.members_of_namespace(&[], &mut classes)?;
        match self.kind(0) {
            None => Ok(classes),
            Some(_) => Err(self.instead_of("a class")),
        }
    }

    /// Everything up to a closing brace or the end.
    fn members_of_namespace(&mut self, outer: &[String], classes: &mut Vec<Class>) -> Parsed<()> {
        let mut path = outer.to_vec();
        while self.kind(0).is_some() && !self.is_sign(0, "}") {
            if self.accept_word("using") {
                self.using()?;
            } else if self.accept_word("namespace") {
                let names = self.dotted()?;
                if self.accept(";") {
                    path.extend(names);
                    continue;
                }
                let outer_depth = self.depth;
                self.enter()?;
                self.expect("{")?;
                let inner: Vec<String> = path.iter().cloned().chain(names).collect();
                self.members_of_namespace(&inner, classes)?;
                self.expect("}")?;
                self.depth = outer_depth;
            } else {
                classes.push(self.class(&path)?);
            }
        }
        Ok(())
    }

    /// `using` is not needed: names are found in every namespace.
    fn using(&mut self) -> Parsed<()> {
        if self.is_word(0, "static") || self.is_sign(1, "=") {
            return Err(self.error("'using' of a class or with another name is not translated".to_owned()));
        }
        self.dotted()?;
        self.expect(";")
    }

    fn dotted(&mut self) -> Parsed<Vec<String>> {
        let mut names = vec![self.name()?];
        while self.accept(".") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn class(&mut self, namespace: &[String]) -> Parsed<Class> {
        self.modifiers()?;
        let at = self.start();
        if !self.accept_word("class") && !self.accept_word("struct") {
            return Err(match self.text() {
                "" => self.instead_of("a class"),
                found => self.error(format!(
                    "'{found}' is not translated: a source has classes with static functions"
                )),
            });
        }
        let name = self.name()?;
        if self.is_sign(0, "<") || self.is_sign(0, ":") || self.is_sign(0, "(") {
            let what = format!("the class '{name}' has parameters or a base, which is not translated");
            return Err(self.error(what));
        }
        let path = namespace.iter().cloned().chain([name]).collect();
        let mut class = Class { at, path, functions: Vec::new(), fields: Vec::new() };
        self.expect("{")?;
        while !self.accept("}") {
            self.member(&mut class)?;
        }
        self.accept(";");
        Ok(class)
    }

    fn modifiers(&mut self) -> Parsed<Modifiers> {
        let mut found = Modifiers::default();
        if self.is_sign(0, "[") {
            return Err(self.error("attributes are not translated".to_owned()));
        }
        while let Some(Kind::Name(name)) = self.kind(0)
            && MODIFIERS.contains(&name.as_str())
        {
            found.0.push(name.clone());
            self.at += 1;
        }
        if let Some(Kind::Name(name)) = self.kind(0)
            && matches!(
                name.as_str(),
                "async"
                    | "unsafe"
                    | "extern"
                    | "partial"
                    | "virtual"
                    | "override"
                    | "volatile"
                    | "event"
                    | "delegate"
                    | "enum"
                    | "interface"
                    | "record"
                    | "ref"
                    | "required"
                    | "file"
                    | "implicit"
                    | "explicit"
                    | "operator"
            )
        {
            let what = format!("'{name}' is not translated");
            return Err(self.error(what));
        }
        Ok(found)
    }

    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        let modifiers = self.modifiers()?;
        if self.is_word(0, "class") || self.is_word(0, "struct") {
            return Err(self.error("a class inside a class is not translated".to_owned()));
        }
        if matches!(self.kind(0), Some(Kind::Name(_))) && self.is_sign(1, "(") {
            return Err(self.error("a constructor is not translated".to_owned()));
        }
        let Some((type_, length)) = self.type_at(0) else {
            return Err(self.instead_of("a member of the class"));
        };
        if !matches!(self.kind(length), Some(Kind::Name(_))) {
            self.at += length;
            return Err(self.instead_of("the name of a member"));
        }
        if !modifiers.has("static") && !modifiers.has("const") {
            self.at += length;
            let what = format!("'{}' is not static: objects of classes are not translated", self.text());
            return Err(self.error(what));
        }
        self.at += length;
        let name_at = self.start();
        let name = self.name()?;
        self.at += self.type_arguments_at(0).unwrap_or(0);
        if self.accept("(") {
            let function = self.method(name_at, name, modifiers.access(), type_)?;
            class.functions.push(function);
            return Ok(());
        }
        let computed = self.accept("=>");
        if !computed && self.is_sign(0, "{") {
            return Err(self
                .error(format!("the property '{name}' has accessors, which is not translated: write '=>'")));
        }
        if !computed && !modifiers.has("const") && !modifiers.has("readonly") {
            self.at -= 1;
            return Err(self.error(
                format!("the field '{name}' is neither 'const' nor 'readonly': what changes between documents is not translated"),
            ));
        }
        if !computed {
            self.expect("=")?;
        }
        let value = self.value_of_type(&type_)?;
        class.fields.push(Field { name, access: modifiers.access(), type_, value, computed });
        self.expect(";")
    }

    /// A function after its opening bracket.
    fn method(&mut self, at: usize, name: String, access: Access, result: Type) -> Parsed<Function> {
        let mut extends = false;
        let parameters = self.list(")", |parser| {
            extends |= parser.accept_word("this");
            if let word @ ("ref" | "out" | "in" | "params" | "scoped") = parser.text() {
                let what = format!("a parameter with '{word}' is not translated");
                return Err(parser.error(what));
            }
            let Some((type_, length)) = parser.type_at(0) else { return Err(parser.instead_of("a type")) };
            parser.at += length;
            let name = parser.name()?;
            let default = if parser.accept("=") { Some(parser.expression()?) } else { None };
            Ok(Parameter { name, type_, default })
        })?;
        while self.is_word(0, "where") {
            // Constraints of type parameters.
            while self.kind(0).is_some() && !self.is_sign(0, "{") && !self.is_sign(0, "=>") {
                self.at += 1;
            }
        }
        let body = if self.accept("=>") {
            let at = self.start();
            let body = if self.is_word(0, "throw") {
                self.statement()?
            } else {
                let value = self.expression()?;
                self.expect(";")?;
                let returns = result.name != "void";
                let kind = if returns { Action::Return(Some(value)) } else { self.result_unused(value)? };
                Statement { at, kind }
            };
            vec![body]
        } else {
            self.block()?
        };
        Ok(Function { at, name, access, extends, parameters, result, body })
    }

    /// A value that may be written without its type: `new()`, `new() { … }`, `{ … }`.
    pub(super) fn value_of_type(&mut self, type_: &Type) -> Parsed<Expression> {
        let start = self.start();
        if self.is_sign(0, "{") && type_.array {
            return self.elements(start);
        }
        if self.is_word(0, "new") && self.is_sign(1, "(") {
            self.at += 1;
            return self.made_of(start, type_.clone());
        }
        if self.is_sign(0, "[") {
            self.at += 1;
            let elements = self.list("]", Self::expression)?;
            return Ok(Self::at(start, Syntax::List(elements)));
        }
        self.expression()
    }
}

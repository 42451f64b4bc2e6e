//! Statements of functions.

use super::functions::declared;
use super::{Emitter, Js, Type, Written, join, quoted};
use crate::csharp::declarations::{Access, Action, Section, Statement};
use crate::csharp::members;
use crate::csharp::syntax::{Expression, Kind, StepKind, Type as Named};

/// Their sums overflow in other ways than those of `int`.
const UNTRANSLATED_NUMBERS: [&str; 7] = ["uint", "ulong", "ushort", "short", "byte", "sbyte", "nint"];

impl Emitter {
    /// Statements whose variables are known in them only.
    fn block(&mut self, statements: &[Statement], text: &mut String) -> Written<()> {
        text.push_str("{\n");
        self.scoped(|emitter| emitter.statements(statements, text))?;
        text.push_str("}\n");
        Ok(())
    }

    pub(super) fn statements(&mut self, statements: &[Statement], text: &mut String) -> Written<()> {
        statements.iter().try_for_each(|statement| self.statement(statement, text))
    }

    fn statement(&mut self, statement: &Statement, text: &mut String) -> Written<()> {
        match &statement.kind {
            Action::Block(inner) => self.block(inner, text)?,
            Action::If(branches, other) => {
                for (number, (condition, body)) in branches.iter().enumerate() {
                    let condition = self.value(condition)?.text;
                    text.push_str(if number == 0 { "if (" } else { "else if (" });
                    text.push_str(&condition);
                    text.push_str(") ");
                    self.block(body, text)?;
                }
                if let Some(other) = other {
                    text.push_str("else ");
                    self.block(other, text)?;
                }
            }
            Action::While { condition, body, last } => {
                let condition = self.value(condition)?.text;
                if *last {
                    text.push_str("do ");
                    self.block(body, text)?;
                    text.push_str(&format!("while ({condition});\n"));
                } else {
                    text.push_str(&format!("while ({condition}) "));
                    self.block(body, text)?;
                }
            }
            Action::For { first, condition, step, body } => {
                self.for_loop(first, condition.as_ref(), step, body, text)?
            }
            Action::Each { type_, name, list, body } => {
                let list = self.value(list)?;
                self.scoped(|emitter| {
                    let element = match declared(type_, Access::Private) {
                        _ if type_.name == "var" => list.type_.element(),
                        known => known,
                    };
                    let name = emitter.declare(name, element);
                    text.push_str(&format!("for (const {name} of __cs.each({})) ", list.text));
                    emitter.block(body, text)
                })?;
            }
            Action::Switch(of, sections) => self.switch_statement(of, sections, text)?,
            Action::Return(Some(value)) => {
                let value = self.value(value)?.text;
                text.push_str(&format!("return {value};\n"));
            }
            Action::Return(None) => text.push_str("return null;\n"),
            Action::Break => text.push_str("break;\n"),
            Action::Continue => text.push_str("continue;\n"),
            Action::Throw { type_, arguments } => {
                let arguments = self.values(arguments)?;
                let given =
                    if arguments.is_empty() { String::new() } else { format!(", {}", join(&arguments)) };
                text.push_str(&format!("__cs.fail({}{given});\n", quoted(&type_.name)));
            }
            Action::Declare(..) | Action::Assign { .. } | Action::Call(_) => {
                let change = self.simple(statement)?;
                text.push_str(&change);
                text.push_str(";\n");
            }
        }
        Ok(())
    }

    /// A declaration, an assignment or a call, without the semicolon.
    fn simple(&mut self, statement: &Statement) -> Written<String> {
        match &statement.kind {
            Action::Declare(type_, variables) => {
                if !type_.array && UNTRANSLATED_NUMBERS.contains(&type_.name.as_str()) {
                    return Self::refuse(
                        statement.at,
                        format!("variables of type '{}' are not translated", type_.name),
                    );
                }
                let mut written = Vec::new();
                for (name, value) in variables {
                    let value =
                        value.as_ref().map(|value| self.of_declared_type(type_, value)).transpose()?;
                    let known = match &value {
                        Some(value) if type_.name == "var" => variable_type(value.type_.clone()),
                        _ => declared(type_, Access::Private),
                    };
                    let text = value.map_or_else(|| "null".to_owned(), |value| value.text);
                    let name = self.declare(name, known);
                    written.push(format!("{name} = {text}"));
                }
                Ok(format!("let {}", written.join(", ")))
            }
            Action::Assign { target, operator, value } => self.assignment(target, *operator, value),
            Action::Call(call) => self.statement_call(call),
            _ => Self::refuse(statement.at, "this statement is not translated here"),
        }
    }

    fn for_loop(
        &mut self,
        first: &[Statement],
        condition: Option<&Expression>,
        step: &[Statement],
        body: &[Statement],
        text: &mut String,
    ) -> Written<()> {
        self.scoped(|emitter| {
            let first = match first {
                [] => String::new(),
                [only] => emitter.simple(only)?,
                [_, second, ..] => {
                    return Self::refuse(second.at, "'for' with several beginnings is not translated");
                }
            };
            let condition = condition.map(|condition| emitter.value(condition)).transpose()?;
            let condition = condition.map_or_else(String::new, |condition| condition.text);
            let step = step.iter().map(|step| emitter.simple(step)).collect::<Written<Vec<_>>>()?;
            text.push_str(&format!("for ({first}; {condition}; {}) ", step.join(", ")));
            emitter.block(body, text)
        })
    }

    /// A value of a variable or field with this type.
    pub(super) fn of_declared_type(&mut self, type_: &Named, value: &Expression) -> Written<Js> {
        let value = self.value(value)?;
        let cast = members::cast(&type_.name).filter(|_| !type_.array);
        match (cast, declared(type_, Access::Private)) {
            (Some((kind, _)), known @ (Type::Date | Type::Span)) if value.type_ == Type::Unknown => {
                Ok(self.typed(format!("__cs.cast({}, \"{kind}\", true)", value.text), known))
            }
            _ => Ok(value),
        }
    }

    fn assignment(
        &mut self,
        target: &Expression,
        operator: Option<&'static str>,
        value: &Expression,
    ) -> Written<String> {
        if let Kind::Path(base, steps) = &target.kind
            && let [before @ .., last] = &steps[..]
            && let StepKind::Index(key) = &last.kind
        {
            let of = if before.is_empty() { self.value(base)? } else { self.path(base, before)? };
            let (key, value) = (self.value(key)?.text, self.value(value)?.text);
            let Some(operator) = operator else {
                return Ok(format!("__cs.change.Put({}, {key}, {value})", of.text));
            };
            let function = match operator {
                "+" => "add",
                "-" => "sub",
                "*" => "mul",
                "/" => "div",
                "%" => "mod",
                _ => {
                    return Self::refuse(target.at, format!("'{operator}=' of an element is not translated"));
                }
            };
            return Ok(format!(
                "__cs.change.Update({}, {key}, (__value) => __cs.{function}(__value, {value}))",
                of.text
            ));
        }
        let Kind::Name(name) = &target.kind else {
            return Self::refuse(
                target.at,
                "only variables and elements of lists and dictionaries are assigned",
            );
        };
        let Some(known) = self.variable(name).cloned() else {
            return Self::refuse(target.at, format!("'{name}' is not a variable that can be assigned"));
        };
        let value = match operator {
            None => self.value(value)?,
            Some(operator) => self.with_operator(target, operator, value)?,
        };
        let value = match known.type_ {
            Type::Date if value.type_ == Type::Unknown => {
                format!("__cs.cast({}, \"date\", true)", value.text)
            }
            Type::Span if value.type_ == Type::Unknown => {
                format!("__cs.cast({}, \"span\", true)", value.text)
            }
            Type::Char if value.type_ == Type::Int => format!("__cs.cast({}, \"char\")", value.text),
            _ => value.text,
        };
        Ok(format!("{} = {value}", known.text))
    }

    fn switch_statement(&mut self, of: &Expression, sections: &[Section], text: &mut String) -> Written<()> {
        let of = self.value(of)?;
        self.scoped(|emitter| {
            let value = emitter.fresh("value");
            text.push_str(&format!("{{\nconst {value} = {};\nswitch (true) {{\n", of.text));
            for Section { labels, body } in sections {
                for label in labels {
                    let Some((pattern, condition)) = label else {
                        text.push_str("default:\n");
                        continue;
                    };
                    let mut test = format!("__cs.eq({value}, {})", emitter.value(pattern)?.text);
                    if let Some(condition) = condition {
                        test.push_str(&format!(" && ({})", emitter.value(condition)?.text));
                    }
                    text.push_str(&format!("case {test}:\n"));
                }
                emitter.block(body, text)?;
            }
            text.push_str("}\n}\n");
            Ok(())
        })
    }
}

/// The type of a variable: what is added to a list later may be of other types than its first elements.
fn variable_type(type_: Type) -> Type {
    match type_ {
        Type::List(_) => Type::List(Type::Unknown.into()),
        Type::Set(_) => Type::Set(Type::Unknown.into()),
        known => known,
    }
}

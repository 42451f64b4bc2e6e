//! Classes of additional sources, as JavaScript functions.

use std::rc::Rc;

use super::functions::{declared, field_name, function_name};
use super::{Emitter, Functions, Written};
use crate::csharp::declarations::{Class, Function};

/// The JavaScript of a class. `number` is its place among the classes of `functions`.
pub(in crate::csharp) fn class(class: &Class, number: usize, functions: &Rc<Functions>) -> Written<String> {
    let mut emitter = Emitter::new(functions);
    emitter.class = Some(number);
    let mut text = String::new();
    for field in &class.fields {
        let value = emitter.of_declared_type(&field.type_, &field.value)?.text;
        let name = field_name(class, &field.name);
        text.push_str(&match field.computed {
            true => format!("const {name} = () => ({value});\n"),
            false => format!("const {name} = __cs.once(() => ({value}));\n"),
        });
    }
    emitter.wraps = true;
    for function in &class.functions {
        text.push_str(&emitter.written_function(class, function)?);
    }
    Ok(text)
}

impl Emitter {
    fn written_function(&mut self, class: &Class, function: &Function) -> Written<String> {
        self.scoped(|emitter| {
            let mut parameters = Vec::new();
            for parameter in &function.parameters {
                let default = match &parameter.default {
                    Some(default) => format!(" = {}", emitter.value(default)?.text),
                    None => String::new(),
                };
                let type_ = declared(&parameter.type_, function.access);
                let name = emitter.declare(&parameter.name, type_);
                parameters.push(format!("{name}{default}"));
            }
            emitter.hoisted = Some(Vec::new());
            let mut body = String::new();
            emitter.statements(&function.body, &mut body)?;
            let hoisted = emitter.hoisted.take().unwrap_or_default();
            let hoisted = hoisted.iter().map(|name| format!("let {name} = null;\n")).collect::<String>();
            let name = function_name(class, function);
            Ok(format!("function {name}({}) {{\n{hoisted}{body}return null;\n}}\n", parameters.join(", ")))
        })
    }
}

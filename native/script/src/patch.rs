//! Scripts that change one document: `this` is the document, `args` are the caller's arguments.

use std::sync::Arc;

use rquickjs::function::{Args, This};
use rquickjs::{Function, Object, Value};

use crate::actions::Actions;
use crate::error::ScriptError;
use crate::host::{NoHost, ScriptHost};
use crate::json::write;
use crate::limits::Limits;
use crate::runtime::functions::record_numbers;
use crate::runtime::{self, Definition, Kind};
use crate::source::Prepared;

/// A script that changes a document. Cheap to clone; each thread parses it once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchScript {
    definition: Arc<Definition>,
    parameters: Arc<[String]>,
}

/// Names in a query of the document and of loaded documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// The document's.
    pub document: Option<String>,
    /// What is loaded: a name and JavaScript that gives the id, or a list of ids.
    pub loaded: Vec<(String, String)>,
}

/// The input of a patch.
#[derive(Debug, Clone, Copy)]
pub struct PatchInput<'a> {
    /// The document's id.
    pub id: &'a str,
    /// The document in the form for clients: its metadata includes id, change vector and date.
    pub document: &'a [u8],
    /// The caller's arguments: a JSON object, or empty.
    pub arguments: &'a [u8],
    /// Whether to record the script's output and actions.
    pub debug: bool,
    /// The limits of the run.
    pub limits: Limits,
}

/// The result of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patched {
    /// The document afterwards, without the metadata that the engine added.
    pub document: Vec<u8>,
    /// The script's output and actions, if recorded.
    pub actions: Actions,
}

impl PatchScript {
    /// Parses a script.
    pub fn new(text: &str) -> Result<Self, ScriptError> {
        let script = Self::unchecked(text);
        runtime::run(&script.definition, &mut NoHost, Limits::default(), |_| Ok(()))?;
        Ok(script)
    }

    /// The same without parsing: a syntax error is reported at the first run.
    pub fn unchecked(text: &str) -> Self {
        Self::of(text, &[], &Names::default())
    }

    /// The script of an `update` clause: it may use the query's declared functions (JavaScript,
    /// `function name(a) { … }`) and the names the query gives.
    pub fn of_query(text: &str, functions: &[String], names: &Names) -> Result<Self, ScriptError> {
        let script = Self::of(text, functions, names);
        runtime::run(&script.definition, &mut NoHost, Limits::default(), |_| Ok(()))?;
        Ok(script)
    }

    fn of(text: &str, functions: &[String], names: &Names) -> Self {
        let parameters = Prepared::without_optional_chaining(text).parameters;
        let mut open = format!("(function({}){{return function(args){{", parameters.join(","));
        if let Some(document) = &names.document {
            open.push_str(&format!("const {document}=this;"));
        }
        for (name, id) in &names.loaded {
            let id = Prepared::of(id).text;
            open.push_str(&format!("const {name}=load({id});"));
        }
        let definition =
            Definition { kind: Kind::Patch, sources: functions.to_vec(), open, text: text.to_owned() };
        Self { definition: Arc::new(definition), parameters: parameters.into() }
    }

    /// The script's text.
    pub fn text(&self) -> &str {
        &self.definition.text
    }

    /// Runs it for one document.
    pub fn run(&self, host: &mut dyn ScriptHost, input: PatchInput<'_>) -> Result<Patched, ScriptError> {
        runtime::run(&self.definition, host, input.limits, |running| {
            let ctx = running.ctx;
            running.bridge.actions.borrow_mut().enabled = input.debug;
            record_numbers(running.bridge, input.id, input.document);
            let document: Value<'_> = ctx.json_parse(input.document)?;
            let arguments: Value<'_> = match input.arguments {
                [] => Object::new(ctx.clone())?.into_value(),
                json => ctx.json_parse(json)?,
            };
            let outer: Function<'_> = running.main.get()?;
            let mut given = Args::new(ctx.clone(), self.parameters.len());
            for name in self.parameters.iter() {
                let value = match arguments.as_object() {
                    Some(arguments) => arguments.get::<_, Value<'_>>(&name[1..])?,
                    None => Value::new_undefined(ctx.clone()),
                };
                given.push_arg(value)?;
            }
            let inner: Function<'_> = outer.call_arg(given)?;
            inner.call::<_, Value<'_>>((This(document.clone()), arguments))?;
            let numbers = running.bridge.numbers.borrow().get(&input.id.to_lowercase()).cloned();
            let document = write::document(ctx, &document, numbers.as_ref())?;
            Ok(Patched { document, actions: running.bridge.actions.take() })
        })
    }
}

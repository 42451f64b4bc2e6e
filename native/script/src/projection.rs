//! Projections of queries: an expression over the documents and values that a query names.

use std::sync::Arc;

use rquickjs::function::Args;
use rquickjs::{Function, Value};

use crate::error::ScriptError;
use crate::host::{NoHost, ScriptHost};
use crate::json::write;
use crate::limits::Limits;
use crate::runtime::{self, Definition, Kind};

/// The result expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectionText<'a> {
    /// The inside of an object literal.
    Object(&'a str),
    /// An expression, such as the call of a declared function.
    Expression(&'a str),
}

/// A projection. Cheap to copy; each thread parses its text once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectionScript {
    definition: Arc<Definition>,
}

impl ProjectionScript {
    /// Parses a projection. `functions` are declared functions in JavaScript (`function name(a) { … }`),
    /// `variables` the names it may use: aliases and parameters. The first is also `this`.
    pub fn new(
        text: ProjectionText<'_>,
        functions: &[String],
        variables: &[String],
    ) -> Result<Self, ScriptError> {
        let parameters = variables.join(",");
        let (kind, open, text) = match text {
            ProjectionText::Object(text) => (Kind::ObjectProjection, "{", text),
            ProjectionText::Expression(text) => (Kind::Projection, "", text),
        };
        let definition = Definition {
            kind,
            sources: functions.to_vec(),
            open: format!("(function({parameters}){{return ({open}"),
            text: text.to_owned(),
        };
        let script = Self { definition: Arc::new(definition) };
        runtime::run(&script.definition, &mut NoHost, Limits::default(), |_| Ok(()))?;
        Ok(script)
    }

    /// Computes one result, JSON. `values` are those of the variables in their order, JSON; `None` is
    /// `undefined`.
    pub fn run(
        &self,
        host: &mut dyn ScriptHost,
        values: &[Option<&[u8]>],
        limits: Limits,
    ) -> Result<Vec<u8>, ScriptError> {
        runtime::run(&self.definition, host, limits, |running| {
            let ctx = running.ctx;
            let function: Function<'_> = running.main.get()?;
            let mut given = Args::new(ctx.clone(), values.len());
            for (index, value) in values.iter().enumerate() {
                let value = match value {
                    Some(json) => ctx.json_parse(*json)?,
                    None => Value::new_undefined(ctx.clone()),
                };
                if index == 0 {
                    given.this(value.clone())?;
                }
                given.push_arg(value)?;
            }
            let result: Value<'_> = function.call_arg(given)?;
            write::value(ctx, &result)
        })
    }
}

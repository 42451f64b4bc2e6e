//! What a query's results are made of: an expression over the documents and values a query has names for.

use std::sync::Arc;

use rquickjs::function::Args;
use rquickjs::{Function, Value};

use crate::error::ScriptError;
use crate::host::{NoHost, ScriptHost};
use crate::json::write;
use crate::limits::Limits;
use crate::runtime::{self, Definition, Kind};

/// A projection. Cheap to copy; threads read its text once each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectionScript {
    definition: Arc<Definition>,
}

impl ProjectionScript {
    /// Reads an expression: an object in braces, or a call of a declared function. `functions` are declared
    /// functions in JavaScript (`function name(a) { … }`), `variables` the names the expression may use:
    /// aliases and parameters.
    pub fn new(text: &str, functions: &[String], variables: &[String]) -> Result<Self, ScriptError> {
        let definition = Definition {
            kind: Kind::Projection,
            sources: functions.to_vec(),
            open: format!("(function({}){{return (", variables.join(",")),
            text: text.to_owned(),
        };
        let script = Self { definition: Arc::new(definition) };
        runtime::run(&script.definition, &mut NoHost, Limits::default(), |_| Ok(()))?;
        Ok(script)
    }

    /// Makes one result, JSON. `values` are the variables' in their order, JSON; `None` is `undefined`.
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
            for value in values {
                given.push_arg(match value {
                    Some(json) => ctx.json_parse(*json)?,
                    None => Value::new_undefined(ctx.clone()),
                })?;
            }
            let result: Value<'_> = function.call_arg(given)?;
            write::value(ctx, &result)
        })
    }
}

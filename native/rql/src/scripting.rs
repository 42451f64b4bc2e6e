//! JavaScript as a query needs it: the trait through which projections and declared functions are run. No
//! engine for it lives here; the caller passes one.

use serde_json::{Map, Value};

use crate::ast::{Function, Script};
use crate::plan::TimeSeriesFunctions;
use crate::source::{DocumentSource, OwnedDocument};

/// Compiles the scripts of queries.
pub trait Scripting {
    /// Makes a projection ready to run, once per query.
    ///
    /// # Errors
    /// When the script is not JavaScript, or when an engine cannot be had.
    fn compile<'q>(&'q self, script: &ProjectionScript<'_>) -> Result<Box<dyn Projection + 'q>, ScriptError>;
}

/// What is to be compiled.
#[derive(Debug, Clone)]
pub struct ProjectionScript<'q> {
    /// Every declared function.
    pub functions: &'q [Function],
    /// Every declared function of time series.
    pub time_series: &'q TimeSeriesFunctions,
    /// What makes a result.
    pub body: ProjectionBody<'q>,
    /// The names under which the body sees its arguments, in order: the alias of the `from` clause first,
    /// then what `load` names. For a call these are only labels. The first argument is also `this`.
    pub arguments: Vec<String>,
    /// The query's parameters; the script sees each as `$name`.
    pub parameters: &'q Map<String, Value>,
}

/// What makes a result.
#[derive(Debug, Clone, Copy)]
pub enum ProjectionBody<'q> {
    /// `select { … }`: the inside of an object literal.
    Object(&'q Script),
    /// `select name(…)`: a declared function, given the arguments in order.
    Call(&'q str),
}

/// One argument of a run.
#[derive(Debug, Clone, Copy)]
pub enum ScriptArgument<'a> {
    /// A document: `id(it)` and `getMetadata(it)` work on it.
    Document(&'a OwnedDocument),
    /// Several documents, from `load … as name[]`.
    Documents(&'a [&'a OwnedDocument]),
    /// Any other value.
    Json(&'a Value),
    /// There is nothing: `null` for a document that does not exist, `undefined` never.
    Missing,
}

/// A compiled projection.
pub trait Projection {
    /// The result for one document: an object, or whatever the function returned. `documents` answers
    /// `load(id)`.
    ///
    /// # Errors
    /// When the script throws, or runs into its limits of time and memory.
    fn run(
        &mut self,
        arguments: &[ScriptArgument<'_>],
        documents: &dyn DocumentSource,
    ) -> Result<Value, ScriptError>;
}

/// A script failed. Lines and columns count from 1 in the script's own text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ScriptError {
    /// What the script engine says.
    pub message: String,
    /// Where, if that is known.
    pub place: Option<ScriptPlace>,
}

/// A place in one of the scripts of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptPlace {
    /// The declared function; `None` is the object literal.
    pub function: Option<String>,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl ScriptError {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }
}

//! JavaScript for the query core: [`rookery_rql::Scripting`] on top of `rookery-script`. Enforces the limits
//! for all results of one query; `rookery-script` enforces those of one result.

use std::cell::Cell;
use std::time::{Duration, Instant};

use rookery_rql::ast::Function;
use rookery_rql::{
    DocumentSource, OwnedDocument, Projection, ProjectionBody, QueryError, ScriptArgument, ScriptError,
    Scripting, TimeSeriesFunctions, call_time_series, series_entries, series_stats,
};
use rookery_script::{HostError, Limits, ProjectionText, Refusal, ScriptHost};
use serde_json::Value;

use crate::document::KeptBeside;
use crate::query::script_text::QueryText;

/// The time limit for the scripts of all results of one query.
const WHOLE_QUERY: Duration = Duration::from_secs(60);

/// The limit of JSON bytes from the scripts of one query: a query keeps its results in memory until it is
/// answered.
const MADE: usize = 256 << 20;

/// Runs the projections and declared functions of one query on the calling thread.
#[derive(Debug, Clone)]
pub struct QueryScripts {
    most_time: Duration,
    taken: Cell<Duration>,
}

impl Default for QueryScripts {
    fn default() -> Self {
        Self::within(WHOLE_QUERY)
    }
}

impl QueryScripts {
    /// Scripts with this time limit for all results.
    pub fn within(most_time: Duration) -> Self {
        Self { most_time, taken: Cell::default() }
    }
}

impl Scripting for QueryScripts {
    fn compile<'q>(
        &'q self,
        script: &rookery_rql::ProjectionScript<'_>,
    ) -> Result<Box<dyn Projection + 'q>, ScriptError> {
        let text = match script.body {
            ProjectionBody::Object(object) => QueryText::of_object(script.functions, object),
            ProjectionBody::Call(name) => QueryText::of_call(script.functions, name, &script.arguments),
        };
        let parameters = script.parameters.iter().filter(|(name, _)| is_name(name));
        let (names, values): (Vec<_>, Vec<_>) =
            parameters.map(|(name, value)| (format!("${name}"), value.to_string().into_bytes())).unzip();
        let variables: Vec<String> = script.arguments.iter().cloned().chain(names).collect();
        let names = script.time_series.names().filter(|name| is_name(name));
        let functions: Vec<String> = names.map(time_series_in_javascript).collect();
        let expression = ProjectionText::Expression(text.as_str());
        let compiled = rookery_script::ProjectionScript::new(expression, &functions, &variables)
            .map_err(|error| text.relocated(error))?;
        Ok(Box::new(Compiled {
            script: compiled,
            text,
            time_series: script.time_series.clone(),
            parameters: values,
            budget: self,
            made: 0,
        }))
    }
}

/// Only valid identifiers become names.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A declared function in JavaScript.
pub(crate) fn in_javascript(function: &Function) -> String {
    format!("function {}({}) {{{}}}", function.name, function.arguments, function.body.text)
}

/// A declared function of time series in JavaScript.
fn time_series_in_javascript(name: &str) -> String {
    format!("function {name}(...given) {{return callTimeSeries('{name}', ...given)}}")
}

struct Compiled<'q> {
    script: rookery_script::ProjectionScript,
    text: QueryText,
    time_series: TimeSeriesFunctions,
    /// The parameters' values, JSON.
    parameters: Vec<Vec<u8>>,
    budget: &'q QueryScripts,
    made: usize,
}

impl Projection for Compiled<'_> {
    fn run(
        &mut self,
        given: &[ScriptArgument<'_>],
        documents: &dyn DocumentSource,
    ) -> Result<Value, ScriptError> {
        let budget = self.budget;
        let left = budget.most_time.saturating_sub(budget.taken.get());
        if left.is_zero() {
            return Err(ScriptError::new(format!(
                "The scripts of this query have run for {} together, which is all they may. Request fewer results with 'limit', or let the script do less",
                seconds(budget.most_time)
            )));
        }
        let limits = Limits { time: Limits::default().time.min(left) };
        let arguments: Vec<Vec<u8>> = given.iter().map(json).collect();
        let values: Vec<Option<&[u8]>> =
            arguments.iter().chain(&self.parameters).map(|json| Some(json.as_slice())).collect();
        let start = Instant::now();
        let document = given.first().and_then(|first| match first {
            ScriptArgument::Document(document) => Some(document.id.as_str()),
            _ => None,
        });
        let mut host = Documents { source: documents, time_series: &self.time_series, document };
        let made = self.script.run(&mut host, &values, limits);
        budget.taken.set(budget.taken.get() + start.elapsed());
        let made = made.map_err(|error| self.text.relocated(error))?;
        self.made = self.made.saturating_add(made.len());
        if self.made > MADE {
            return Err(ScriptError::new(format!(
                "The scripts of this query have made more than {} MB of results. Request fewer with 'limit'",
                MADE >> 20
            )));
        }
        serde_json::from_slice(&made)
            .map_err(|error| ScriptError::new(format!("What the script made is not JSON: {error}")))
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

fn json(argument: &ScriptArgument<'_>) -> Vec<u8> {
    match argument {
        ScriptArgument::Document(document) => completed(document),
        ScriptArgument::Documents(documents) => {
            let mut out = vec![b'['];
            for (index, document) in documents.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                out.extend_from_slice(&completed(document));
            }
            out.push(b']');
            out
        }
        ScriptArgument::Json(value) => value.to_string().into_bytes(),
        ScriptArgument::Missing => b"null".to_vec(),
    }
}

/// A document with complete metadata, as scripts and clients get it.
pub(crate) fn completed(document: &OwnedDocument) -> Vec<u8> {
    if document.id.is_empty() {
        // The entry of an index is not a document and has no metadata.
        return document.body.clone();
    }
    // The stored text ends in `}}`: the metadata and the document.
    let open = document.body.len().saturating_sub(2);
    let mut out = document.body[..open].to_vec();
    kept_beside(document).write(&mut out);
    out.extend_from_slice(b"}}");
    out
}

/// Completes the metadata of a document that the query core returns.
pub fn kept_beside(document: &OwnedDocument) -> KeptBeside<'_> {
    let OwnedDocument { id, change_vector, last_modified, flags, .. } = document;
    KeptBeside { change_vector, flags, id, last_modified }
}

/// What a projection may read.
struct Documents<'a> {
    source: &'a dyn DocumentSource,
    time_series: &'a TimeSeriesFunctions,
    /// The id of the document that is projected.
    document: Option<&'a str>,
}

/// A mistake in the query's arguments is an exception in the script.
fn host_error(error: QueryError) -> HostError {
    match error {
        QueryError::Invalid { message, .. } => Box::new(Refusal(message)),
        other => Box::new(other),
    }
}

fn json_of(value: Result<Value, QueryError>) -> Result<Vec<u8>, HostError> {
    value.map(|value| value.to_string().into_bytes()).map_err(host_error)
}

impl ScriptHost for Documents<'_> {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        Ok(self.source.load(id)?.map(|document| completed(&document)))
    }

    fn compare_exchange(&mut self, key: &str) -> Result<Option<Vec<u8>>, HostError> {
        Ok(self.source.compare_exchange(key)?.map(|value| value.to_string().into_bytes()))
    }

    fn time_series(
        &mut self,
        id: &str,
        name: &str,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<u8>, HostError> {
        json_of(series_entries(self.source, id, name, from, to))
    }

    fn time_series_stats(&mut self, id: &str, name: &str) -> Result<Vec<u8>, HostError> {
        json_of(series_stats(self.source, id, name))
    }

    fn call_time_series(&mut self, name: &str, arguments: &[u8]) -> Result<Vec<u8>, HostError> {
        let arguments: Vec<Value> = serde_json::from_slice(arguments)?;
        json_of(call_time_series(self.time_series, name, &arguments, self.document, self.source))
    }

    fn include(&mut self, _id: &str) -> Result<(), HostError> {
        // A query's includes are in its `include` clause.
        Ok(())
    }
}

//! JavaScript for the query core: [`rookery_rql::Scripting`] by the engine of `rookery-script`.

use rookery_rql::ast::Function;
use rookery_rql::{
    DocumentSource, OwnedDocument, Projection, ProjectionBody, ScriptArgument, ScriptError, ScriptPlace,
    Scripting,
};
use rookery_script::{HostError, Limits, Position, ProjectionText, ScriptHost};
use serde_json::Value;

/// Runs the projections and declared functions of queries on the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryScripts;

impl Scripting for QueryScripts {
    fn compile(
        &self,
        script: &rookery_rql::ProjectionScript<'_>,
    ) -> Result<Box<dyn Projection>, ScriptError> {
        let functions: Vec<String> = script.functions.iter().map(in_javascript).collect();
        let call;
        let text = match script.body {
            ProjectionBody::Object(object) => ProjectionText::Object(&object.text),
            ProjectionBody::Call(name) => {
                call = format!("{name}({})", script.arguments.join(","));
                ProjectionText::Expression(&call)
            }
        };
        let parameters = script.parameters.iter().filter(|(name, _)| is_name(name));
        let (names, values): (Vec<_>, Vec<_>) =
            parameters.map(|(name, value)| (format!("${name}"), value.to_string().into_bytes())).unzip();
        let variables: Vec<String> = script.arguments.iter().cloned().chain(names).collect();
        let compiled = rookery_script::ProjectionScript::new(text, &functions, &variables).map_err(told)?;
        Ok(Box::new(Compiled { script: compiled, parameters: values }))
    }
}

/// Only what can stand in a script as a name is made one.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A declared function in JavaScript.
pub(crate) fn in_javascript(function: &Function) -> String {
    format!("function {}({}) {{{}}}", function.name, function.arguments, function.body.text)
}

struct Compiled {
    script: rookery_script::ProjectionScript,
    /// The parameters' values, JSON.
    parameters: Vec<Vec<u8>>,
}

impl Projection for Compiled {
    fn run(
        &mut self,
        arguments: &[ScriptArgument<'_>],
        documents: &dyn DocumentSource,
    ) -> Result<Value, ScriptError> {
        let arguments: Vec<Vec<u8>> = arguments.iter().map(json).collect();
        let values: Vec<Option<&[u8]>> =
            arguments.iter().chain(&self.parameters).map(|json| Some(json.as_slice())).collect();
        let made = self.script.run(&mut Documents(documents), &values, Limits::default()).map_err(told)?;
        serde_json::from_slice(&made)
            .map_err(|error| ScriptError::new(format!("What the script made is not JSON: {error}.")))
    }
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

/// A document with its metadata completed, as scripts know documents.
fn completed(document: &OwnedDocument) -> Vec<u8> {
    // The stored text ends in `}}`: the metadata and the document.
    let open = document.body.len().saturating_sub(2);
    let mut out = document.body[..open].to_vec();
    let mut member = |name: &str, value: &str| {
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.extend_from_slice(format!("\"{name}\":{}", Value::from(value)).as_bytes());
    };
    member("@change-vector", &document.change_vector);
    if !document.flags.is_empty() {
        member("@flags", &document.flags);
    }
    member("@id", &document.id);
    member("@last-modified", &document.last_modified);
    out.extend_from_slice(b"}}");
    out
}

fn told(error: rookery_script::ScriptError) -> ScriptError {
    let place =
        error.position().map(|Position { line, column }| ScriptPlace { function: None, line, column });
    ScriptError { message: error.to_string(), place }
}

/// The documents a projection may load.
struct Documents<'a>(&'a dyn DocumentSource);

impl ScriptHost for Documents<'_> {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        Ok(self.0.load(id)?.map(|document| completed(&document)))
    }

    fn include(&mut self, _id: &str) -> Result<(), HostError> {
        // What a query sends along is said in its `include` clause.
        Ok(())
    }
}

//! Projects documents to results: loads documents, selects fields, runs scripts with the given runner.

mod time_series;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::loader::{Loaded, Loader, whole};
use super::project::{METADATA, body_of, distance, metadata_alone, put, selected, with_metadata};
use super::time_series::SeriesReader;
use crate::answer::ResultItem;
use crate::ast::{Field, Function, Script};
use crate::error::QueryError;
use crate::plan::{Plan, ProjectedArgument, ProjectedValue, unsupported};
use crate::request::{QueryRequest, ValueNames};
use crate::scripting::{
    Projection, ProjectionBody, ProjectionScript, ScriptArgument, ScriptError, Scripting,
};
use crate::source::{DocumentSource, OwnedDocument};

/// Makes results, one after another.
pub(crate) struct Projector<'p> {
    loader: Loader<'p>,
    plan: &'p Plan,
    metadata_only: bool,
    object: Option<Box<dyn Projection + 'p>>,
    /// The calls of the select list, by the field's number.
    calls: HashMap<usize, Box<dyn Projection + 'p>>,
    series: SeriesReader<'p>,
    /// The names of the values of time series, where they are requested.
    value_names: Option<&'p ValueNames>,
}

impl<'p> Projector<'p> {
    /// Compiles the scripts of the plan, if it has any.
    pub(crate) fn new(
        source: &'p dyn DocumentSource,
        plan: &'p Plan,
        request: &'p QueryRequest,
        scripting: Option<&'p dyn Scripting>,
    ) -> Result<Self, QueryError> {
        let compile = |body, arguments: Vec<String>, at| {
            let Some(scripting) = scripting else { return Err(unsupported("JavaScript", at)) };
            let script = ProjectionScript {
                functions: &plan.functions,
                time_series: &plan.time_series_functions,
                body,
                arguments,
                parameters: &request.parameters,
            };
            scripting
                .compile(&script)
                .map_err(|error| in_query(&error, plan.object.as_ref(), &plan.functions))
        };
        let mut object = None;
        if let Some(script) = &plan.object {
            let alias = plan.alias.clone().unwrap_or_else(|| "document".to_owned());
            let names = std::iter::once(alias).chain(plan.loads.iter().map(|load| load.alias.clone()));
            object = Some(compile(ProjectionBody::Object(script), names.collect(), script.at)?);
        }
        let mut calls = HashMap::new();
        for (number, field) in plan.fields.iter().flatten().enumerate() {
            if let ProjectedValue::Call { name, arguments, at } = &field.value {
                let labels = (0..arguments.len()).map(|number| format!("argument{number}")).collect();
                calls.insert(number, compile(ProjectionBody::Call(name), labels, *at)?);
            }
        }
        let metadata_only = request.metadata_only;
        Ok(Self {
            loader: Loader::new(source, &plan.loads),
            plan,
            metadata_only,
            object,
            calls,
            series: SeriesReader::new(source),
            value_names: request.value_names.as_ref(),
        })
    }

    /// The result for one document.
    pub(crate) fn result(&mut self, document: OwnedDocument) -> Result<ResultItem, QueryError> {
        if self.plan.yields_groups {
            return self.group(document);
        }
        if self.plan.fields.is_none() && self.object.is_none() {
            let document = if self.metadata_only { metadata_alone(document)? } else { document };
            return Ok(ResultItem::Document(document));
        }
        let projected = match self.metadata_only {
            true => Projected::Fields(Map::new()),
            false => self.projected(&document)?,
        };
        let fields = match projected {
            Projected::Fields(fields) => fields,
            Projected::Whole(loaded) => return Ok(ResultItem::Document(loaded)),
        };
        Ok(ResultItem::Projection { fields: with_metadata(fields, &document), id: document.id })
    }

    /// The selected members of a result of a query without `load`.
    pub(crate) fn row(&mut self, document: &OwnedDocument) -> Result<Map<String, Value>, QueryError> {
        self.chosen(document, &[])
    }

    /// A group has no document: no last change, and no id for scripts.
    fn group(&mut self, mut document: OwnedDocument) -> Result<ResultItem, QueryError> {
        let whole = self.plan.fields.is_none() && self.object.is_none();
        if self.object.is_some() {
            document.id.clear();
        }
        let mut fields = match (self.metadata_only, whole) {
            (true, _) => Map::new(),
            (false, true) => body_of(&document)?,
            (false, false) => match self.projected(&document)? {
                Projected::Fields(fields) => fields,
                Projected::Whole(loaded) => return Ok(ResultItem::Document(loaded)),
            },
        };
        fields.shift_remove(METADATA);
        let mut metadata = Map::new();
        if !whole {
            metadata.insert("@projection".into(), true.into());
        }
        metadata.insert("@change-vector".into(), Value::Null);
        fields.insert(METADATA.into(), Value::Object(metadata));
        Ok(ResultItem::Projection { id: document.id, fields })
    }

    /// The selected fields, after loading.
    fn projected(&mut self, document: &OwnedDocument) -> Result<Projected, QueryError> {
        let loaded = self.loader.loaded(document)?;
        let Some(whole) = self.only_loaded() else {
            return self.chosen(document, &loaded).map(Projected::Fields);
        };
        Ok(match loaded.get(whole).and_then(|found| found.first()) {
            Some(found) => Projected::Whole((**found).clone()),
            None => Projected::Fields(Map::new()),
        })
    }

    /// The number of the `load` that is all that is selected: its documents are the results then.
    fn only_loaded(&self) -> Option<usize> {
        let [only] = self.plan.fields.as_deref()? else { return None };
        match &only.value {
            ProjectedValue::Field(Field::Loaded { alias, path })
                if path.segments.is_empty() && only.unnamed =>
            {
                self.loader.named(alias).filter(|number| !self.plan.loads[*number].many)
            }
            _ => None,
        }
    }

    fn chosen(
        &mut self,
        document: &OwnedDocument,
        loaded: &[Loaded],
    ) -> Result<Map<String, Value>, QueryError> {
        let plan = self.plan;
        if let Some(object) = &mut self.object {
            let whole = std::iter::once(ScriptArgument::Document(document));
            let shared: Vec<Vec<&OwnedDocument>> =
                loaded.iter().map(|found| found.iter().map(|document| &**document).collect()).collect();
            let others = plan.loads.iter().zip(&shared).map(|(load, found)| match found.first() {
                _ if load.many => ScriptArgument::Documents(found),
                Some(first) => ScriptArgument::Document(first),
                None => ScriptArgument::Missing,
            });
            let arguments: Vec<ScriptArgument<'_>> = whole.chain(others).collect();
            let made = object.run(&arguments, self.loader.source);
            let made = made.map_err(|error| in_query(&error, plan.object.as_ref(), &plan.functions))?;
            return Ok(members(made));
        }
        let Some(fields) = &plan.fields else { return Ok(Map::new()) };
        if self.calls.is_empty() && plan.loads.is_empty() && !plan.has_documents && !plan.has_time_series {
            return selected(fields, document);
        }
        let body = Value::Object(body_of(document)?);
        let mut result = Map::new();
        for (number, field) in fields.iter().enumerate() {
            let value = match &field.value {
                ProjectedValue::Constant(value) => Some(value.clone()),
                ProjectedValue::Document => Some(whole(document)?),
                ProjectedValue::Distance(measure) => distance(measure, &body, document),
                ProjectedValue::Field(field) => self.loader.value(field, document, &body, loaded)?,
                ProjectedValue::Call { arguments, .. } => {
                    let made = self.call(number, arguments, document, &body, loaded)?;
                    if fields.len() == 1 && field.unnamed {
                        return Ok(members(made));
                    }
                    Some(made)
                }
                ProjectedValue::TimeSeries(query) => {
                    let made = self.time_series(query, document, loaded)?;
                    if fields.len() == 1 && field.unnamed {
                        return Ok(members(made));
                    }
                    Some(made)
                }
                ProjectedValue::TimeSeriesCall { name, arguments } => {
                    let values = self.values(arguments, document, &body, loaded)?;
                    let id = Some(document.id.as_str());
                    let functions = &plan.time_series_functions;
                    let made = self.series.call(functions, name, &values, id)?;
                    if fields.len() == 1 && field.unnamed {
                        return Ok(members(made));
                    }
                    Some(made)
                }
            };
            put(&mut result, field, value);
        }
        Ok(result)
    }

    fn call(
        &mut self,
        number: usize,
        arguments: &[ProjectedArgument],
        document: &OwnedDocument,
        body: &Value,
        loaded: &[Loaded],
    ) -> Result<Value, QueryError> {
        // Values first, so that the arguments can borrow them.
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(match argument {
                ProjectedArgument::Document => None,
                ProjectedArgument::Value(value) => Some(value.clone()),
                ProjectedArgument::Field(field) => self.loader.value(field, document, body, loaded)?,
            });
        }
        let mut given = Vec::with_capacity(arguments.len());
        for (argument, value) in arguments.iter().zip(&values) {
            given.push(match (argument, value) {
                (ProjectedArgument::Document, _) => ScriptArgument::Document(document),
                (ProjectedArgument::Field(Field::Loaded { alias, path }), _) if path.segments.is_empty() => {
                    let number = self.loader.named(alias).filter(|number| !self.plan.loads[*number].many);
                    match number.map(|number| loaded.get(number).and_then(|found| found.first())) {
                        Some(Some(found)) => ScriptArgument::Document(found),
                        Some(None) => ScriptArgument::Missing,
                        None => value.as_ref().map_or(ScriptArgument::Missing, ScriptArgument::Json),
                    }
                }
                (_, Some(value)) => ScriptArgument::Json(value),
                (_, None) => ScriptArgument::Missing,
            });
        }
        let plan = self.plan;
        let Some(call) = self.calls.get_mut(&number) else { return Ok(Value::Null) };
        call.run(&given, self.loader.source)
            .map_err(|error| in_query(&error, plan.object.as_ref(), &plan.functions))
    }
}

/// One projected result.
enum Projected {
    Fields(Map<String, Value>),
    /// Only a loaded document was selected: it is the result.
    Whole(OwnedDocument),
}

/// What a script returned as the members of a result.
fn members(made: Value) -> Map<String, Value> {
    match made {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        other => Map::from_iter([("Result".to_owned(), other)]),
    }
}

/// An error of a script with its place in the query.
fn in_query(error: &ScriptError, object: Option<&Script>, functions: &[Function]) -> QueryError {
    let script = match error.place.as_ref().and_then(|place| place.function.as_ref()) {
        Some(name) => functions.iter().find(|function| function.name == *name).map(|function| &function.body),
        None => object.or(functions.first().map(|function| &function.body)),
    };
    let (mut line, mut column) = script.map_or((1, 1), |script| (script.at.line, script.at.column));
    if let Some(place) = &error.place {
        column = if place.line <= 1 { column + place.column.saturating_sub(1) } else { place.column };
        line += place.line.saturating_sub(1);
    }
    QueryError::Invalid { line, column, message: error.message.clone() }
}

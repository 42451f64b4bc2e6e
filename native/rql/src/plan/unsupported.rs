//! Constructs that are parsed but not supported by plans yet, refused by name before anything runs.

use crate::ast::{FacetOf, Position, Query, Selected};
use crate::error::{QueryError, UnsupportedError};

/// The error that names a construct. The excerpt is added where the text is known.
pub(crate) fn unsupported(construct: &str, at: Position) -> QueryError {
    QueryError::Unsupported(Box::new(UnsupportedError {
        line: at.line.max(1),
        column: at.column.max(1),
        construct: construct.to_owned(),
        advice: "Run this query on a RavenDB server, or leave that part out.".to_owned(),
        excerpt: String::new(),
    }))
}

/// Refuses the first part of a query that has no plan.
pub(super) fn refuse(query: &Query) -> Result<(), QueryError> {
    if query.from.source.index().is_some() {
        refuse_on_index(query)?;
    }
    if query.from.source.index().is_none()
        && let Some(field) = query.select.iter().flat_map(|select| &select.fields).find(
            |field| matches!(&field.value, Selected::Facet(facet) if matches!(facet.of, FacetOf::Setup(_))),
        )
    {
        let message = "Facet setup documents need an index. Query one by name, such as from index 'Orders/ByCity' select facet(id('facets/1')).";
        return Err(QueryError::at(field.at, message));
    }
    let distinct = query.select.as_ref().is_some_and(|select| select.distinct);
    if let Some(load) = query.load.first().filter(|_| distinct) {
        return Err(unsupported("select distinct with load", load.at));
    }
    if let Some(function) = query.functions.first().filter(|_| distinct) {
        return Err(unsupported("select distinct with declare function", function.at));
    }
    let mut selected = query.select.iter().flat_map(|select| &select.fields);
    let time_series = selected.find(|field| field.value.is_time_series());
    if let Some(field) = time_series.filter(|_| !query.group_by.is_empty()) {
        return Err(unsupported("timeseries() with group by", field.at));
    }
    if let Some(script) = &query.update {
        return Err(unsupported("update", script.at));
    }
    if let Some(object) = query.select.as_ref().and_then(|select| select.object.as_ref())
        && distinct
    {
        return Err(unsupported("select distinct of an object", object.at));
    }
    Ok(())
}

/// Refuses constructs that need documents, in a query on an index whose entries have their own fields.
fn refuse_on_index(query: &Query) -> Result<(), QueryError> {
    if let Some(key) = query.group_by.first() {
        return Err(unsupported("group by on an index", key.at));
    }
    Ok(())
}

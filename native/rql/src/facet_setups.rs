//! Queries with `facet(id('facets/…'))`: the documents that set facets up are read by the caller that stores them,
//! before the query is bound to an index.

use serde_json::{Map, Value};

use crate::ast::{FacetOf, OperandKind, Selected};
use crate::error::QueryError;
use crate::execute::PreparedQuery;
use crate::plan::{SetupOf, value_of};
use crate::source::SourceError;

/// Gives the JSON of a document by its id; `None` when there is none.
pub type SetupReader<'s> = &'s dyn Fn(&str) -> Result<Option<Vec<u8>>, SourceError>;

impl PreparedQuery<'_> {
    /// The same query with the facets that documents set up.
    ///
    /// # Errors
    /// When there is no such document, or it sets up something that cannot be meant.
    pub fn with_facet_setups(mut self, read: SetupReader<'_>) -> Result<Self, QueryError> {
        let Some(select) = &mut self.query.select else { return Ok(self) };
        let is_setup = |value: &Selected| matches!(value, Selected::Facet(facet) if matches!(facet.of, FacetOf::Setup(_)));
        if !select.fields.iter().any(|field| is_setup(&field.value)) {
            return Ok(self);
        }
        let mut fields = Vec::with_capacity(select.fields.len());
        for field in std::mem::take(&mut select.fields) {
            let Selected::Facet(facet) = &field.value else {
                fields.push(field);
                continue;
            };
            let FacetOf::Setup(operand) = &facet.of else {
                fields.push(field);
                continue;
            };
            let name = operand.bare_text();
            let setup: Map<String, Value> = match (
                &operand.kind,
                value_of(operand, &self.request.parameters)?,
            ) {
                (OperandKind::Text(id), _) => {
                    let text = read(id)?.ok_or_else(|| QueryError::NoSuchDocument { id: id.clone() })?;
                    serde_json::from_slice(&text).map_err(|error| QueryError::UnreadableDocument {
                        id: id.clone(),
                        reason: error.to_string(),
                    })?
                }
                (_, Value::Object(setup)) => setup,
                _ => {
                    let message = "id() in facet() requires the id of a setup document as text, such as facet(id('facets/1')). A parameter must be the setup itself, an object.";
                    return Err(QueryError::at(operand.at, message));
                }
            };
            fields.extend(SetupOf { name: &name, at: field.at }.facets(&setup)?);
        }
        select.fields = fields;
        self.rebound()
    }
}

//! Members of a result that are queries of time series.

use serde_json::{Map, Value};

use super::Projector;
use crate::error::QueryError;
use crate::plan::{ProjectedArgument, SeriesOwner, SeriesPlan};
use crate::run::loader::{Loaded, whole};
use crate::run::project::METADATA;
use crate::source::OwnedDocument;

impl Projector<'_> {
    /// The result of `timeseries(…)` for one document.
    pub(super) fn time_series(
        &mut self,
        query: &SeriesPlan,
        document: &OwnedDocument,
        loaded: &[Loaded],
    ) -> Result<Value, QueryError> {
        let owner = match &query.owner {
            SeriesOwner::Result => Some(document),
            SeriesOwner::Loaded(alias) => {
                let number = self.loader.named(alias);
                number.and_then(|number| loaded.get(number)?.first()).map(|found| &**found)
            }
            SeriesOwner::Argument(_) => None,
        };
        let mut made = self.series.answer(query, owner.map(|owner| owner.id.as_str()), &[])?;
        if let (Some(names), Some(members)) = (self.value_names, made.as_object_mut()) {
            let mut metadata = Map::new();
            let known =
                owner.zip(query.name.text()).and_then(|(owner, name)| names.of(&owner.collection, name));
            if let Some(known) = known {
                metadata.insert("@timeseries-named-values".to_owned(), known.into());
            }
            members.insert(METADATA.to_owned(), Value::Object(metadata));
        }
        Ok(made)
    }

    /// The arguments of a function; a document with its metadata.
    pub(super) fn values(
        &self,
        arguments: &[ProjectedArgument],
        document: &OwnedDocument,
        body: &Value,
        loaded: &[Loaded],
    ) -> Result<Vec<Value>, QueryError> {
        let value = |argument: &ProjectedArgument| {
            Ok(match argument {
                ProjectedArgument::Document => whole(document)?,
                ProjectedArgument::Value(value) => value.clone(),
                ProjectedArgument::Field(field) => {
                    self.loader.value(field, document, body, loaded)?.unwrap_or_default()
                }
            })
        };
        arguments.iter().map(value).collect()
    }
}

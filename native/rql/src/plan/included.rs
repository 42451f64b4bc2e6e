//! The `include` clause bound to its values.

use serde_json::Value;

use super::bind::{Binder, invalid, kind_of};
use crate::ast::{Include, Operand, OperandKind, Path, Query};
use crate::error::QueryError;
use crate::values::instant;

/// What results bring along.
#[derive(Debug, Default)]
pub(crate) struct Included {
    /// Documents whose ids are at these paths.
    pub(crate) paths: Vec<Path>,
    /// Counters of the results, or of the documents whose ids are at a path; all counters if no names are
    /// given.
    pub(crate) counters: Vec<(Option<Path>, Vec<String>)>,
    /// Compare-exchange values whose keys are at these paths.
    pub(crate) compare_exchange: Vec<Path>,
    /// Revisions whose change vectors are at these paths.
    pub(crate) revisions_at: Vec<Path>,
    /// Revisions of the results as they were then.
    pub(crate) revisions_before: Vec<String>,
}

impl Included {
    pub(super) fn new(query: &Query, binder: &Binder<'_>) -> Result<Self, QueryError> {
        let mut included = Self::default();
        for item in &query.include {
            match item {
                Include::Path(path) => included.paths.push(path.clone()),
                Include::Counters { of, names } => {
                    included.counters.push((of.clone(), counter_names(names, binder)?));
                }
                Include::CompareExchange(path) => included.compare_exchange.push(path.clone()),
                Include::Revisions { paths, before } => {
                    for path in paths {
                        included.revisions(path.clone());
                    }
                    for (operand, value) in binder.flattened(before.as_slice())? {
                        let Value::String(text) = value else {
                            let kind = kind_of(&value);
                            let message = format!(
                                "revisions() requires a date or a path to change vectors, not {kind}."
                            );
                            return Err(invalid(operand, message));
                        };
                        included.revisions(Path::from_text(&text));
                    }
                }
                Include::Timings | Include::Explanations(_) | Include::Highlight(_) => {}
            }
        }
        Ok(included)
    }

    /// A date may be given instead of a path.
    fn revisions(&mut self, path: Path) {
        let text = path.to_string();
        match instant(&text) {
            Some(_) => self.revisions_before.push(text),
            None => self.revisions_at.push(path),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
            && self.counters.is_empty()
            && self.compare_exchange.is_empty()
            && !self.has_revisions()
    }

    pub(crate) fn has_revisions(&self) -> bool {
        !self.revisions_at.is_empty() || !self.revisions_before.is_empty()
    }
}

fn counter_names(names: &[Operand], binder: &Binder<'_>) -> Result<Vec<String>, QueryError> {
    let mut known: Vec<String> = Vec::new();
    for (operand, value) in binder.flattened(names)? {
        match value {
            Value::String(name) if known.contains(&name) => {}
            Value::String(name) => known.push(name),
            other => {
                let message = format!("counters() requires names, not {}.", kind_of(&other));
                return Err(invalid(operand, message));
            }
        }
    }
    // An empty list includes no counter.
    match (names.first(), known.is_empty()) {
        (Some(operand), true) if matches!(operand.kind, OperandKind::Parameter(_)) => Err(invalid(
            operand,
            "The list of counters() is empty. Omit it to include all counters.".to_owned(),
        )),
        _ => Ok(known),
    }
}

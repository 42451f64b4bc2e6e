//! The transform script of an export or import, and the documents that it left out.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use rookery_dump::DumpOptions;
use rookery_engine::{TransformError, TransformScript};

/// Applies the script of the options, if there is one.
#[derive(Debug, Default)]
pub struct Transform {
    script: Option<TransformScript>,
    /// Hashes of the ids of the documents that were left out: nothing else of these is transferred.
    left_out: HashSet<u64>,
}

impl Transform {
    /// Parses the script.
    pub fn new(options: &DumpOptions) -> Result<Self, TransformError> {
        let script = options.transform_script.as_deref().map(TransformScript::new).transpose()?;
        Ok(Self { script, left_out: HashSet::new() })
    }

    /// The script, if there is one.
    pub fn script(&mut self) -> Option<&mut TransformScript> {
        self.script.as_mut()
    }

    /// The script left this document out.
    pub fn leave_out(&mut self, id: &str) {
        self.left_out.insert(hash_of(id));
    }

    /// Whether the script left this document out.
    pub fn has_left_out(&self, id: &str) -> bool {
        !self.left_out.is_empty() && self.left_out.contains(&hash_of(id))
    }
}

/// The exception name of an error.
pub fn kind_of(error: &TransformError) -> &'static str {
    match error.is_syntax {
        true => "Raven.Client.Exceptions.Documents.Patching.JavaScriptParseException",
        false => "Raven.Client.Exceptions.Documents.Patching.JavaScriptException",
    }
}

fn hash_of(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.to_lowercase().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_were_left_out_are_known_without_case() {
        let mut transform = Transform::default();
        assert!(!transform.has_left_out("users/1"));
        transform.leave_out("Users/1");
        assert!(transform.has_left_out("users/1") && !transform.has_left_out("users/2"));
    }
}

//! A host that keeps documents in a map.

use std::collections::BTreeMap;

use rookery_script::{HostError, Limits, PatchInput, PatchScript, Patched, ScriptError, ScriptHost};

#[derive(Default)]
pub struct Memory {
    pub documents: BTreeMap<String, String>,
    pub counters: BTreeMap<(String, String), i64>,
    /// Every call fails as if the disk did.
    pub broken: bool,
}

impl Memory {
    pub fn with(documents: &[(&str, &str)]) -> Self {
        let documents = documents.iter().map(|(id, json)| ((*id).to_owned(), (*json).to_owned())).collect();
        Self { documents, ..Self::default() }
    }
}

impl ScriptHost for Memory {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        if self.broken {
            return Err("the disk is gone".into());
        }
        Ok(self.documents.get(id).map(|json| json.clone().into_bytes()))
    }

    fn put(&mut self, id: &str, document: Vec<u8>, _: Option<&str>) -> Result<String, HostError> {
        self.documents.insert(id.to_owned(), String::from_utf8(document)?);
        Ok(id.to_owned())
    }

    fn delete(&mut self, id: &str, _: Option<&str>) -> Result<bool, HostError> {
        Ok(self.documents.remove(id).is_some())
    }

    fn counter(&mut self, id: &str, name: &str) -> Result<Option<i64>, HostError> {
        Ok(self.counters.get(&(id.to_owned(), name.to_owned())).copied())
    }

    fn increment_counter(&mut self, id: &str, name: &str, by: i64) -> Result<(Option<i64>, i64), HostError> {
        let key = (id.to_owned(), name.to_owned());
        let old = self.counters.get(&key).copied();
        let new = old.unwrap_or(0) + by;
        self.counters.insert(key, new);
        Ok((old, new))
    }

    fn delete_counter(&mut self, id: &str, name: &str) -> Result<(), HostError> {
        self.counters.remove(&(id.to_owned(), name.to_owned()));
        Ok(())
    }
}

pub const USER: &str = r#"{"Name":"a","Age":1,"Lines":[{"P":2,"Q":3},{"P":5}],"@metadata":{"@collection":"Users","@id":"users/1","@change-vector":"A:1-x","@last-modified":"2026-01-01T00:00:00.0000000Z"}}"#;

/// Runs a patch on the usual document.
pub fn patch(script: &str) -> Result<Patched, ScriptError> {
    patch_with(script, "", &mut Memory::default())
}

pub fn patch_with(script: &str, arguments: &str, host: &mut dyn ScriptHost) -> Result<Patched, ScriptError> {
    patch_document(script, USER, arguments, host)
}

pub fn patch_document(
    script: &str,
    document: &str,
    arguments: &str,
    host: &mut dyn ScriptHost,
) -> Result<Patched, ScriptError> {
    PatchScript::new(script)?.run(
        host,
        PatchInput {
            id: "users/1",
            document: document.as_bytes(),
            arguments: arguments.as_bytes(),
            debug: true,
            limits: Limits::default(),
        },
    )
}

/// The document a patch leaves, as text.
pub fn left_by(script: &str) -> String {
    String::from_utf8(patch(script).unwrap().document).unwrap()
}

/// The output of a script.
pub fn said_by(script: &str) -> Vec<String> {
    patch(script).unwrap().actions.output
}

//! Scripts that change or skip documents on their way from or to a dump.

use std::time::Duration;

use bytes::Bytes;
use rookery_script::patch_thread::PatchThread;
use rookery_script::{Limits, NoHost, PatchInput, PatchScript, ScriptError};
use serde_json::value::RawValue;

use crate::document::normalize::members::members_of;
use crate::document::normalize::{self, members::text_of};
use crate::document::{Document, metadata_text};

/// What a script throws to leave a document out; case is ignored.
const SKIP: &str = "skip";

/// The longest run for one document, also inside a built-in function that cannot be interrupted.
const LONGEST_RUN: Duration = Duration::from_secs(10);

/// JavaScript that changes one document after the other: `this` is the document, `throw 'skip'` leaves it out. It has no
/// access to the database. What it changes in `@id`, `@attachments`, `@counters` and `@timeseries` has no effect.
#[derive(Debug)]
pub struct TransformScript {
    script: PatchScript,
    thread: PatchThread,
}

/// Why a transform script cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TransformError {
    /// Without a final stop.
    pub message: String,
    /// The text is not JavaScript.
    pub is_syntax: bool,
}

impl TransformScript {
    /// Parses a script.
    ///
    /// # Errors
    /// When it is not JavaScript.
    pub fn new(text: &str) -> Result<Self, TransformError> {
        let script = PatchScript::new(text).map_err(|error| TransformError {
            message: format!("The transform script cannot be parsed. {error}"),
            is_syntax: true,
        })?;
        Ok(Self { script, thread: PatchThread::default() })
    }

    /// Runs it for a document in the form for clients. The result has no metadata that the engine owns; `None`: it is
    /// left out.
    ///
    /// # Errors
    /// When the script throws something else than `skip`, or does not end.
    pub fn run(&mut self, id: &str, json: &[u8]) -> Result<Option<Bytes>, TransformError> {
        let input =
            PatchInput { id, document: json, arguments: b"", debug: false, limits: Limits::default() };
        let failed = |message: String| TransformError {
            message: format!("The transform script failed for the document '{id}'. {message}"),
            is_syntax: false,
        };
        match self.thread.run(&self.script, &mut NoHost, input, LONGEST_RUN) {
            None => Err(failed(format!("It did not end within {} s", LONGEST_RUN.as_secs()))),
            Some(Ok(patched)) => Ok(Some(patched.document.into())),
            Some(Err(ScriptError::Failed { message, .. })) if is_skip(&message) => Ok(None),
            Some(Err(error)) => Err(failed(error.to_string())),
        }
    }

    /// Runs it for a stored document, which keeps its lists of attachments, counters and time series.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_stored(&mut self, document: Document) -> Result<Option<Document>, TransformError> {
        let Some(json) = self.run(&document.id, &document.to_wire())? else { return Ok(None) };
        let failed = |message: String| TransformError {
            message: format!("The transform script made no document of '{}'. {message}", document.id),
            is_syntax: false,
        };
        let read = normalize::read(&document.id, &json).map_err(|error| failed(error.to_string()))?;
        let members = members_of(metadata_text(&document.body)).unwrap_or_default();
        let list = |name: &str| -> Option<&str> {
            let found = members.iter().find(|(key, _)| text_of(key) == name);
            found.map(|(_, value): &(_, &RawValue)| value.get())
        };
        let [attachments, counters, time_series] = ["@attachments", "@counters", "@timeseries"].map(list);
        let body = normalize::with_lists(&read.body(), attachments, counters, time_series)
            .map_err(|error| failed(error.to_string()))?;
        let collection = read.collection.into_owned();
        Ok(Some(Document { body, collection, ..document }))
    }
}

fn is_skip(message: &str) -> bool {
    let thrown = message.strip_prefix("Error: ").unwrap_or(message);
    thrown.eq_ignore_ascii_case(SKIP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transformed(script: &str) -> Result<Option<String>, TransformError> {
        let mut script = TransformScript::new(script)?;
        let json = br#"{"N":1,"@metadata":{"@collection":"Us","@id":"us/1","@last-modified":"2026-01-01T00:00:00.0000000Z"}}"#;
        let document = script.run("us/1", json)?;
        Ok(document.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    #[test]
    fn documents_are_changed() {
        let changed = transformed("this.A = this.N + 1; this.I = id(this); delete this.N").unwrap().unwrap();
        assert_eq!(changed, r#"{"@metadata":{"@collection":"Us"},"A":2,"I":"us/1"}"#);
        let other = transformed("this['@metadata']['@collection'] = 'Others'").unwrap().unwrap();
        assert!(other.contains(r#""@collection":"Others""#), "{other}");
        assert!(transformed("delete this['@metadata']").unwrap().is_some());
    }

    #[test]
    fn documents_are_left_out() {
        for script in
            ["throw 'skip'", "throw 'SKIP'", "throw new Error('skip')", "if (this.N === 1) throw 'skip';"]
        {
            assert_eq!(transformed(script), Ok(None), "{script}");
        }
    }

    #[test]
    fn failures_name_the_document() {
        assert!(transformed("this.").unwrap_err().is_syntax);
        for script in ["throw 'other'", "load('us/1')", "put('us/2', {})", "del('us/1')", "while (true) {}"] {
            let error = transformed(script).unwrap_err();
            assert!(!error.is_syntax && error.message.contains("'us/1'"), "{script}: {error}");
        }
    }
}

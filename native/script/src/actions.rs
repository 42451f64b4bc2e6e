//! What a script did besides changing its document, for whoever debugs it.

use crate::limits;

/// The traces of one run, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Actions {
    /// What it said with `output` or `console.log`.
    pub output: Vec<String>,
    /// What it did. Kept only when somebody wants it.
    pub list: Vec<Action>,
    /// Whether the list is kept.
    pub wanted: bool,
    output_bytes: usize,
}

/// One thing a script asked of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Looked for a document.
    Load {
        /// Its id.
        id: String,
        /// Whether there is one.
        exists: bool,
    },
    /// Saved a document.
    Put {
        /// Its id.
        id: String,
        /// As it was given, JSON.
        document: Vec<u8>,
    },
    /// Removed a document.
    Delete {
        /// Its id.
        id: String,
    },
    /// Read a counter.
    GetCounter {
        /// The counter.
        name: String,
        /// Its value.
        value: Option<i64>,
    },
    /// Added to a counter.
    IncrementCounter {
        /// The counter.
        name: String,
        /// Before.
        old: Option<i64>,
        /// What was added.
        by: i64,
        /// After.
        new: i64,
    },
    /// Removed a counter.
    DeleteCounter {
        /// The counter.
        name: String,
    },
}

impl Actions {
    /// Notes something it did.
    pub(crate) fn note(&mut self, action: impl FnOnce() -> Action) {
        if self.wanted {
            self.list.push(action());
        }
    }

    /// Notes something it said; beyond the limit only that there was more.
    pub(crate) fn say(&mut self, text: String) {
        if !self.wanted || self.output_bytes > limits::OUTPUT {
            return;
        }
        self.output_bytes += text.len() + 8;
        self.output.push(match self.output_bytes > limits::OUTPUT {
            true => "… (the script said more than is kept)".to_owned(),
            false => text,
        });
    }
}

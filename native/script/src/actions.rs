//! Output and actions of a script, recorded for debugging.

use crate::limits;

/// The traces of one run, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Actions {
    /// Output of `output` and `console.log`.
    pub output: Vec<String>,
    /// Its actions. Empty unless `enabled`.
    pub list: Vec<Action>,
    /// Whether the list is kept.
    pub enabled: bool,
    output_bytes: usize,
}

/// One operation of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Loaded a document.
    Load {
        /// Its id.
        id: String,
        /// Whether it exists.
        exists: bool,
    },
    /// Saved a document.
    Put {
        /// Its id.
        id: String,
        /// The document as passed, JSON.
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
    /// Records an operation.
    pub(crate) fn record(&mut self, action: impl FnOnce() -> Action) {
        if self.enabled {
            self.list.push(action());
        }
    }

    /// Adds output; beyond the limit only a note that there was more.
    pub(crate) fn add_output(&mut self, text: String) {
        if !self.enabled || self.output_bytes > limits::OUTPUT {
            return;
        }
        self.output_bytes += text.len() + 8;
        self.output.push(match self.output_bytes > limits::OUTPUT {
            true => "… (the script said more than is kept)".to_owned(),
            false => text,
        });
    }
}

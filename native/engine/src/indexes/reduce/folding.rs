//! Reduces the values of one key: by the reduce script, some thousands per call, or by summing.

use rookery_rql::{GroupAccumulator, GroupFields};
use rookery_script::Entry as MappedItem;
use serde_json::{Map, Value};

use crate::indexes::scripts::Scripts;

/// The most values per reduce call.
pub(crate) const MOST_AT_ONCE: usize = 4_096;

/// The most bytes per call; a single value may have more.
const MOST_BYTES: usize = 8 << 20;

pub(crate) const UNREADABLE: &str = "A stored map result cannot be read; reset the index.";

/// The way of reducing.
pub(crate) enum How<'h> {
    Scripts(&'h Scripts),
    Sums(GroupFields),
}

/// Values that are being reduced. Errors are for the author of the reduce.
pub(crate) enum Folding<'f> {
    Script {
        scripts: &'f Scripts,
        key: Vec<u8>,
        values: Vec<Vec<u8>>,
        bytes: usize,
        last: Option<MappedItem>,
    },
    Sums(GroupAccumulator<'f>),
}

/// The result.
pub(crate) enum Folded {
    MappedItem(MappedItem),
    Members(Map<String, Value>),
}

impl<'f> Folding<'f> {
    pub(crate) fn begin(how: &'f How<'_>, key: &[u8]) -> Self {
        match how {
            How::Scripts(scripts) => {
                Self::Script { scripts, key: key.to_vec(), values: Vec::new(), bytes: 0, last: None }
            }
            How::Sums(fields) => Self::Sums(fields.accumulator()),
        }
    }

    /// Adds a value, or a partial reduction.
    pub(crate) fn add(&mut self, value: &[u8]) -> Result<(), String> {
        match self {
            Self::Sums(sum) => sum.add(value).ok_or_else(|| UNREADABLE.to_owned()),
            Self::Script { values, bytes, last, .. } => {
                *last = None;
                *bytes += value.len();
                values.push(value.to_vec());
                let is_full = values.len() >= MOST_AT_ONCE || *bytes >= MOST_BYTES;
                if is_full { self.reduce() } else { Ok(()) }
            }
        }
    }

    /// Reduces the collected values to one, the first of the next call.
    fn reduce(&mut self) -> Result<(), String> {
        if let Self::Script { scripts, key, values, bytes, last } = self {
            let made = scripts.reduce(key, values)?;
            values.clear();
            values.push(made.body.clone());
            *bytes = made.body.len();
            *last = Some(made);
        }
        Ok(())
    }

    /// All values as one partial reduction.
    pub(crate) fn part(self) -> Result<Vec<u8>, String> {
        match self {
            Self::Sums(sum) => sum.part().ok_or_else(|| UNREADABLE.to_owned()),
            script => match script.result()? {
                Folded::MappedItem(made) => Ok(made.body),
                Folded::Members(_) => Err(UNREADABLE.to_owned()),
            },
        }
    }

    /// All values as the result of the group.
    pub(crate) fn result(mut self) -> Result<Folded, String> {
        if let Self::Script { values, last: None, .. } = &self
            && !values.is_empty()
        {
            self.reduce()?;
        }
        match self {
            Self::Script { last: Some(made), .. } => Ok(Folded::MappedItem(made)),
            Self::Script { .. } => Err("The group has no members.".to_owned()),
            Self::Sums(sum) => match sum.result() {
                Some(Value::Object(members)) => Ok(Folded::Members(members)),
                _ => Err(UNREADABLE.to_owned()),
            },
        }
    }
}

//! Values that an entry has exactly as the document spells them.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A scalar, or a list of scalars, as the entry has it; `None` if the script has to write it.
pub(super) fn copied(value: &str) -> Option<Cow<'_, str>> {
    if !value.starts_with('[') {
        return is_usual(value).then_some(Cow::Borrowed(value));
    }
    let mut list = ListWriter::default();
    each_element(value, |element| is_usual(element).then(|| list.push(element)))?;
    Some(Cow::Owned(list.end()))
}

/// Whether JavaScript writes a value in the same form. `false` for objects and lists, for a text that may have an unpaired
/// surrogate, and for a number that JavaScript may spell differently.
fn is_usual(value: &str) -> bool {
    match value.as_bytes().first() {
        Some(b'"') => !value.contains("\\u"),
        Some(b't' | b'f' | b'n') => true,
        Some(b'{' | b'[') => false,
        // Numbers keep fifteen digits in any case.
        _ => value.len() <= 16 && !value.contains(['e', 'E']) && value != "-0",
    }
}

/// A list as JSON text.
#[derive(Default)]
pub(super) struct ListWriter(String);

impl ListWriter {
    pub(super) fn push(&mut self, element: &str) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
        self.0.push_str(element);
    }

    pub(super) fn end(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('[');
        }
        self.0.push(']');
        self.0
    }
}

/// Calls a function with the text of each element of a list, until it gives `None`.
pub(super) fn each_element<'d>(list: &'d str, element: impl FnMut(&'d str) -> Option<()>) -> Option<()> {
    let mut json = serde_json::Deserializer::from_str(list);
    json.deserialize_seq(Elements(element)).ok()?
}

struct Elements<F>(F);

impl<'d, F: FnMut(&'d str) -> Option<()>> Visitor<'d> for Elements<F> {
    type Value = Option<()>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'d>>(mut self, mut list: A) -> Result<Option<()>, A::Error> {
        while let Some(element) = list.next_element::<&'d RawValue>()? {
            if (self.0)(element.get()).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }
}

//! Documents whose extensions a request changed.

use std::collections::BTreeSet;
/// Keys of documents whose extensions changed, in the order of their first change.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    order: Vec<String>,
    known: BTreeSet<String>,
    /// Whether there ever was one: then change vectors in results may be outdated.
    any: bool,
}

impl Touched {
    pub(crate) fn add(&mut self, document: &str) {
        self.any = true;
        if self.known.insert(document.to_owned()) {
            self.order.push(document.to_owned());
        }
    }

    pub(crate) fn contains(&self, document: &str) -> bool {
        self.known.contains(document)
    }

    pub(crate) fn forget(&mut self, document: &str) {
        if self.known.remove(document) {
            self.order.retain(|known| known != document);
        }
    }

    /// `None` when nothing was ever noted.
    pub(crate) fn take(&mut self) -> Option<Vec<String>> {
        self.known.clear();
        std::mem::take(&mut self.any).then(|| std::mem::take(&mut self.order))
    }
}

//! One folder's names: visible to programs when made, changed or removed, durable after a sync of the folder.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::content::Survival;
use super::dice::Dice;

/// A file or folder, whatever it is called.
pub type Node = usize;

#[derive(Debug, Clone, Default)]
pub struct Names {
    seen: BTreeMap<OsString, Node>,
    durable: BTreeMap<OsString, Node>,
    /// Each of them happens whole: a rename never leaves both names or none.
    unconfirmed: Vec<Vec<(OsString, Option<Node>)>>,
}

impl Names {
    pub fn find(&self, name: &OsStr) -> Option<Node> {
        self.seen.get(name).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&OsString, Node)> {
        self.seen.iter().map(|(name, node)| (name, *node))
    }

    pub fn add(&mut self, name: &OsStr, node: Node) {
        self.change(vec![(name.to_owned(), Some(node))]);
    }

    pub fn remove(&mut self, name: &OsStr) {
        self.change(vec![(name.to_owned(), None)]);
    }

    pub fn rename(&mut self, from: &OsStr, to: &OsStr, node: Node) {
        self.change(vec![(from.to_owned(), None), (to.to_owned(), Some(node))]);
    }

    fn change(&mut self, change: Vec<(OsString, Option<Node>)>) {
        apply(&mut self.seen, &change);
        self.unconfirmed.push(change);
    }

    pub fn sync(&mut self) {
        for change in self.unconfirmed.drain(..) {
            apply(&mut self.durable, &change);
        }
    }

    pub fn survivor(&self, dice: &mut Dice, survival: &Survival) -> Self {
        let mut found = self.durable.clone();
        for change in &self.unconfirmed {
            if dice.chance(survival.percent) {
                apply(&mut found, change);
            } else if survival.names_in_order {
                break;
            }
        }
        Self { seen: found.clone(), durable: found, unconfirmed: Vec::new() }
    }
}

fn apply(names: &mut BTreeMap<OsString, Node>, change: &[(OsString, Option<Node>)]) {
    for (name, node) in change {
        match node {
            Some(node) => names.insert(name.clone(), *node),
            None => names.remove(name),
        };
    }
}

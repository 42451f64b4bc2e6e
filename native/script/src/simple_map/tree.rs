//! The selected paths of a document as a tree of names, so that its text is read once.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::copied::{ListWriter, copied, each_element};
use crate::field_usage::Name;

/// What a field of the entry is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Selection {
    /// The names down to the value, or to the list.
    pub(super) path: Vec<String>,
    pub(super) elements: Option<Elements>,
}

/// A value of each element of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Elements {
    /// The names down to the value in an element.
    pub(super) path: Vec<String>,
    /// The value of the field where the list is null or missing.
    pub(super) missing: &'static str,
}

impl Selection {
    pub(super) fn missing(&self) -> &'static str {
        self.elements.as_ref().map_or("null", |elements| elements.missing)
    }
}

/// The text of each value of an entry; `None`: the document does not have it.
type Values<'d> = [Option<Cow<'d, str>>];

/// A tree of the names of paths.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A name in the path of a field.
#[derive(Debug, Default, PartialEq, Eq)]
struct Node {
    /// The values of this node, by their number in the entry.
    values: Vec<usize>,
    /// The values that are lists, with the path in an element.
    lists: Vec<(usize, Tree)>,
    children: Vec<(String, usize)>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Adds the value of this number.
    pub(super) fn add(&mut self, selection: &Selection, number: usize) {
        let mut node = 0;
        for name in &selection.path {
            let known = self.nodes[node].children.iter().find(|(child, _)| child == name);
            node = known.map(|(_, child)| *child).unwrap_or_else(|| {
                self.nodes.push(Node::default());
                let child = self.nodes.len() - 1;
                self.nodes[node].children.push((name.clone(), child));
                child
            });
        }
        let Some(elements) = &selection.elements else { return self.nodes[node].values.push(number) };
        let mut of_element = Self::default();
        of_element.add(&Selection { path: elements.path.clone(), elements: None }, 0);
        self.nodes[node].lists.push((number, of_element));
    }

    /// Takes the values out of an object; `None` if the script has to.
    pub(super) fn select<'d>(&self, object: &'d str, values: &mut Values<'d>) -> Option<()> {
        self.walk(0, object, values)
    }

    fn walk<'d>(&self, node: usize, object: &'d str, values: &mut Values<'d>) -> Option<()> {
        let mut json = serde_json::Deserializer::from_str(object);
        let walk = Walk { tree: self, children: &self.nodes[node].children, values };
        json.deserialize_map(walk).ok()?
    }

    /// A member with its children's values. A later one of the same name counts.
    fn member<'d>(&self, node: usize, value: &'d str, values: &mut Values<'d>) -> Option<()> {
        let Node { values: ends, lists, children } = &self.nodes[node];
        if !ends.is_empty() {
            let text = copied(value)?;
            ends.iter().for_each(|end| values[*end] = Some(text.clone()));
        }
        for (end, of_element) in lists {
            values[*end] = of_element.of_each(value)?;
        }
        if children.is_empty() {
            return Some(());
        }
        self.clear(node, values);
        match value.as_bytes().first() {
            Some(b'{') => self.walk(node, value, values),
            // Texts, numbers and lists have inherited members; the script computes those.
            Some(b'n') => Some(()),
            _ => None,
        }
    }

    /// The first value of each element of a list: `None` for null.
    fn of_each<'d>(&self, list: &'d str) -> Option<Option<Cow<'d, str>>> {
        match list.as_bytes().first() {
            Some(b'n') => return Some(None),
            Some(b'[') => {}
            // A text or an object can be a list for C#.
            _ => return None,
        }
        let mut selected = ListWriter::default();
        each_element(list, |element| {
            let mut value = [None];
            match element.as_bytes().first() {
                Some(b'{') => self.walk(0, element, &mut value)?,
                Some(b'n') => {}
                _ => return None,
            }
            selected.push(value[0].as_deref().unwrap_or("null"));
            Some(())
        })?;
        Some(Some(Cow::Owned(selected.end())))
    }

    fn clear(&self, node: usize, values: &mut Values<'_>) {
        for (_, child) in &self.nodes[node].children {
            let Node { values: ends, lists, .. } = &self.nodes[*child];
            ends.iter().chain(lists.iter().map(|(end, _)| end)).for_each(|end| values[*end] = None);
            self.clear(*child, values);
        }
    }
}

/// A walk through one object.
struct Walk<'w, 'd> {
    tree: &'w Tree,
    children: &'w [(String, usize)],
    values: &'w mut Values<'d>,
}

impl<'d> Visitor<'d> for Walk<'_, 'd> {
    type Value = Option<()>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut object: A) -> Result<Option<()>, A::Error> {
        while let Some(name) = object.next_key::<Name<'d>>()? {
            match self.children.iter().find(|(child, _)| *child == name.0) {
                Some((_, child)) => {
                    let value: &'d RawValue = object.next_value()?;
                    if self.tree.member(*child, value.get(), self.values).is_none() {
                        return Ok(None);
                    }
                }
                None => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Some(()))
    }
}

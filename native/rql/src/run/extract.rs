//! The columns of a batch: only the fields that the query reads are extracted from the bodies, in one pass
//! over each; everything else is skipped without being built.

use std::fmt;
use std::ops::Range;

use serde::de::DeserializeSeed;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::batch::Batch;
use crate::error::QueryError;
use crate::plan::{ColumnSource, Columns, MetadataKey};
use crate::source::ScanItem;
use crate::values::{Leaf, Number};

/// The values of every column for every entry of a batch.
#[derive(Debug)]
pub(crate) struct Extractor {
    tree: Vec<Node>,
    sources: Vec<ColumnSource>,
    reads_body: bool,
    columns: Vec<Column>,
}

/// One name on the way to a field.
#[derive(Debug, Default)]
struct Node {
    /// Columns whose path ends at this node.
    columns: Vec<usize>,
    children: Vec<(String, usize)>,
}

/// The values of one column, entry by entry.
#[derive(Debug, Default)]
pub(crate) struct Column {
    texts: String,
    leaves: Vec<Kept>,
    /// Where each entry's leaves end.
    ends: Vec<usize>,
}

#[derive(Debug)]
enum Kept {
    Null,
    Bool(bool),
    Number(Number),
    Text(Range<usize>),
    Object,
}

impl Column {
    /// The values of one entry; none when the field is missing or an empty array.
    pub(crate) fn leaves(&self, entry: usize) -> impl Iterator<Item = Leaf<'_>> {
        let start = entry.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(entry).copied().unwrap_or(start);
        self.leaves.get(start..end).unwrap_or(&[]).iter().map(|leaf| match leaf {
            Kept::Null => Leaf::Null,
            Kept::Bool(value) => Leaf::Bool(*value),
            Kept::Number(number) => Leaf::Number(*number),
            Kept::Text(range) => Leaf::Text(self.texts.get(range.clone()).unwrap_or("")),
            Kept::Object => Leaf::Object,
        })
    }

    fn push(&mut self, leaf: Leaf<'_>) {
        self.leaves.push(match leaf {
            Leaf::Null => Kept::Null,
            Leaf::Bool(value) => Kept::Bool(value),
            Leaf::Number(number) => Kept::Number(number),
            Leaf::Object => Kept::Object,
            Leaf::Text(text) => {
                let start = self.texts.len();
                self.texts.push_str(text);
                Kept::Text(start..self.texts.len())
            }
        });
    }
}

impl Extractor {
    pub(crate) fn new(columns: &Columns) -> Self {
        let mut tree = vec![Node::default()];
        for (number, source) in columns.sources.iter().enumerate() {
            let ColumnSource::Body(names) = source else { continue };
            let mut node = 0;
            for name in names {
                let known =
                    tree[node].children.iter().find(|(child, _)| child == name).map(|(_, child)| *child);
                node = known.unwrap_or_else(|| {
                    tree.push(Node::default());
                    let child = tree.len() - 1;
                    tree[node].children.push((name.clone(), child));
                    child
                });
            }
            tree[node].columns.push(number);
        }
        Self {
            tree,
            sources: columns.sources.clone(),
            reads_body: columns.reads_body(),
            columns: columns.sources.iter().map(|_| Column::default()).collect(),
        }
    }

    /// The columns of the batch last read.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Replaces the columns by those of this batch.
    pub(crate) fn read(&mut self, batch: &Batch) -> Result<(), QueryError> {
        for column in &mut self.columns {
            column.texts.clear();
            column.leaves.clear();
            column.ends.clear();
        }
        for item in batch.items() {
            if self.reads_body {
                self.read_body(&item)?;
            }
            for (source, column) in self.sources.iter().zip(&mut self.columns) {
                match source {
                    ColumnSource::Body(_) | ColumnSource::Nothing => {}
                    ColumnSource::Id => column.push(Leaf::Text(item.id)),
                    ColumnSource::Metadata(key) => {
                        if let Some(text) = metadata_text(&item, *key) {
                            column.push(Leaf::Text(text));
                        }
                    }
                }
                column.ends.push(column.leaves.len());
            }
        }
        Ok(())
    }

    fn read_body(&mut self, item: &ScanItem<'_>) -> Result<(), QueryError> {
        let mut json = serde_json::Deserializer::from_slice(item.body);
        let walk = Walk { tree: &self.tree, node: 0, columns: &mut self.columns };
        walk.deserialize(&mut json).and_then(|()| json.end()).map_err(|error| {
            QueryError::UnreadableDocument { id: item.id.to_owned(), reason: error.to_string() }
        })
    }
}

/// The text of a metadata key the server owns; `None` when the document has no such key.
pub(crate) fn metadata_text<'a>(item: &ScanItem<'a>, key: MetadataKey) -> Option<&'a str> {
    match key {
        MetadataKey::Id => Some(item.id),
        MetadataKey::Collection => Some(item.collection),
        MetadataKey::ChangeVector => Some(item.change_vector),
        MetadataKey::LastModified => Some(item.last_modified),
        MetadataKey::Flags => Some(item.flags).filter(|flags| !flags.is_empty()),
    }
}

/// A walk through a JSON value along the tree. Arrays are walked element by element at the same node. The
/// reader limits how deep arrays may be nested, so the walk cannot run out of stack.
struct Walk<'w> {
    tree: &'w [Node],
    node: usize,
    columns: &'w mut [Column],
}

impl Walk<'_> {
    fn add(&mut self, leaf: Leaf<'_>) {
        for column in &self.tree[self.node].columns {
            self.columns[*column].push(leaf);
        }
    }

    fn at(&mut self, node: usize) -> Walk<'_> {
        Walk { tree: self.tree, node, columns: self.columns }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(mut self) -> Result<(), E> {
        self.add(Leaf::Null);
        Ok(())
    }

    fn visit_bool<E>(mut self, value: bool) -> Result<(), E> {
        self.add(Leaf::Bool(value));
        Ok(())
    }

    fn visit_i64<E>(mut self, value: i64) -> Result<(), E> {
        self.add(Leaf::Number(Number::Integer(value)));
        Ok(())
    }

    fn visit_u64<E>(mut self, value: u64) -> Result<(), E> {
        #[expect(clippy::cast_precision_loss, reason = "above 2^63 RavenDB keeps a double as well")]
        let number = i64::try_from(value).map_or(Number::Double(value as f64), Number::Integer);
        self.add(Leaf::Number(number));
        Ok(())
    }

    fn visit_f64<E>(mut self, value: f64) -> Result<(), E> {
        self.add(Leaf::Number(Number::Double(value)));
        Ok(())
    }

    fn visit_str<E>(mut self, value: &str) -> Result<(), E> {
        self.add(Leaf::Text(value));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut array: A) -> Result<(), A::Error> {
        if self.node == 0 {
            return Err(A::Error::custom("it is an array, not an object"));
        }
        let node = self.node;
        while array.next_element_seed(self.at(node))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        self.add(Leaf::Object);
        if self.tree[self.node].children.is_empty() {
            while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(());
        }
        loop {
            let children = &self.tree[self.node].children;
            match object.next_key_seed(ChildNamed(children))? {
                None => return Ok(()),
                Some(Some(child)) => object.next_value_seed(self.at(child))?,
                Some(None) => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
    }
}

/// Reads a key and gives the child of that name.
struct ChildNamed<'t>(&'t [(String, usize)]);

impl<'de> DeserializeSeed<'de> for ChildNamed<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl Visitor<'_> for ChildNamed<'_> {
    type Value = Option<usize>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a member's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Option<usize>, E> {
        Ok(self.0.iter().find(|(child, _)| child == name).map(|(_, child)| *child))
    }
}

//! Reads side tables through the layers above the data file: newest first, each hiding what is below.

use crate::store::side_table::KeyRange;
use std::cmp::Ordering;
use std::iter::Peekable;
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;
use imbl::OrdMap;

use crate::error::EngineError;
use crate::state::committed_reader::CommittedReader;
use crate::store::SideRows;
use crate::store::side_table::{SideKey, SideRow, SideTable, end_of_prefix};

/// One layer of changes over the data file; `None` hides a row.
pub(crate) type SideLayer = OrdMap<SideKey, Option<Bytes>>;

/// A row's value in the newest layer that has the row.
pub(crate) fn get(
    layers: &[&SideLayer],
    below: &dyn CommittedReader,
    table: SideTable,
    key: &[u8],
) -> Result<Option<Bytes>, EngineError> {
    let whole: SideKey = (table, Arc::from(key));
    match layers.iter().find_map(|layer| layer.get(&whole)) {
        Some(value) => Ok(value.clone()),
        None => below.side(table, key),
    }
}

/// The rows of a range, in key order or backwards, read lazily.
pub(crate) fn rows<'a>(
    layers: &[&'a SideLayer],
    below: &dyn CommittedReader,
    table: SideTable,
    range: KeyRange<'_>,
    backwards: bool,
) -> Result<MergedRows<'a>, EngineError> {
    let own = |bound: Bound<&[u8]>, open: Bound<SideKey>| match bound {
        Bound::Included(key) => Bound::Included((table, Arc::from(key))),
        Bound::Excluded(key) => Bound::Excluded((table, Arc::from(key))),
        Bound::Unbounded => open,
    };
    let start = own(range.0, Bound::Included((table, Arc::from(&b""[..]))));
    let layer = |layer: &'a SideLayer| -> LayerRows<'a> {
        let rows = layer
            .range((start.clone(), own(range.1, Bound::Unbounded)))
            .map(|((found, key), value)| (*found, key, value));
        // An open end continues into the next table's rows; backwards those come first.
        let rows: Box<dyn Iterator<Item = _>> = match backwards {
            true => Box::new(rows.rev().skip_while(move |(found, ..)| *found != table)),
            false => Box::new(rows.take_while(move |(found, ..)| *found == table)),
        };
        rows.peekable()
    };
    Ok(MergedRows {
        layers: layers.iter().map(|over| layer(over)).collect(),
        below: below.side_rows(table, range, backwards)?.peekable(),
        backwards,
    })
}

/// The rows whose key begins with `prefix`, in key order or backwards.
pub(crate) fn rows_with_prefix<'a>(
    layers: &[&'a SideLayer],
    below: &dyn CommittedReader,
    table: SideTable,
    prefix: &[u8],
    backwards: bool,
) -> Result<MergedRows<'a>, EngineError> {
    let end = end_of_prefix(prefix);
    let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    rows(layers, below, table, (Bound::Included(prefix), end), backwards)
}

type LayerRow<'a> = (SideTable, &'a Arc<[u8]>, &'a Option<Bytes>);
type LayerRows<'a> = Peekable<Box<dyn Iterator<Item = LayerRow<'a>> + 'a>>;

/// Layers and data file merged in key order.
pub(crate) struct MergedRows<'a> {
    layers: Vec<LayerRows<'a>>,
    below: Peekable<SideRows>,
    backwards: bool,
}

impl MergedRows<'_> {
    fn next_key(&mut self) -> Option<Bytes> {
        let backwards = self.backwards;
        let before = |left: &Bytes, right: &Bytes| match backwards {
            true => right.cmp(left),
            false => left.cmp(right),
        };
        let mut next: Option<Bytes> = match self.below.peek() {
            Some(Ok((key, _))) => Some(key.clone()),
            _ => None,
        };
        for layer in &mut self.layers {
            let Some((_, key, _)) = layer.peek() else { continue };
            let key = Bytes::copy_from_slice(key);
            if next.as_ref().is_none_or(|next| before(&key, next) == Ordering::Less) {
                next = Some(key);
            }
        }
        next
    }
}

impl Iterator for MergedRows<'_> {
    type Item = Result<SideRow, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(failed) = self.below.next_if(Result::is_err) {
                return Some(failed);
            }
            let key = self.next_key()?;
            let stored = self.below.next_if(|row| matches!(row, Ok((found, _)) if *found == key));
            let mut value = stored.and_then(Result::ok).map(|(_, value)| value);
            // Layers are newest first: iterate from the oldest, and let each newer one override it.
            for layer in self.layers.iter_mut().rev() {
                if let Some((_, _, newer)) = layer.next_if(|(_, found, _)| ***found == *key) {
                    value = newer.clone();
                }
            }
            if let Some(value) = value {
                return Some(Ok((key, value)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::document::stored::StoredValue;

    struct Below(BTreeMap<Vec<u8>, Bytes>);

    impl CommittedReader for Below {
        fn path(&self) -> &Path {
            Path::new("store.redb")
        }

        fn find(&self, _: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError> {
            Ok(None)
        }

        fn keys_with_prefix(&self, _: &str) -> Result<Vec<String>, EngineError> {
            Ok(Vec::new())
        }

        fn identity(&self, _: &str) -> Result<i64, EngineError> {
            Ok(0)
        }

        fn side(&self, _: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
            Ok(self.0.get(key).cloned())
        }

        fn side_rows(
            &self,
            _: SideTable,
            range: KeyRange<'_>,
            backwards: bool,
        ) -> Result<SideRows, EngineError> {
            let mut rows: Vec<_> = self
                .0
                .range::<[u8], _>(range)
                .map(|(key, value)| Ok((Bytes::copy_from_slice(key), value.clone())))
                .collect();
            if backwards {
                rows.reverse();
            }
            Ok(Box::new(rows.into_iter()))
        }
    }

    type Rows = BTreeMap<Vec<u8>, Option<u8>>;

    fn layer(rows: &Rows) -> SideLayer {
        let mut layer = SideLayer::new();
        for (key, value) in rows {
            let value = value.map(|value| Bytes::copy_from_slice(&[value]));
            // Adjacent tables must not be visible.
            for table in [SideTable::Attachments, SideTable::Counters, SideTable::ExpiresDue] {
                layer.insert((table, Arc::from(key.as_slice())), value.clone());
            }
        }
        layer
    }

    fn rows_of() -> impl Strategy<Value = Rows> {
        let key = proptest::collection::vec(0..3u8, 0..3);
        proptest::collection::btree_map(key, proptest::option::of(any::<u8>()), 0..12)
    }

    proptest! {
        #[test]
        fn a_merge_shows_what_a_map_would(
            stored in rows_of(), older in rows_of(), newer in rows_of(),
            prefix in proptest::collection::vec(0..3u8, 0..2), backwards: bool,
        ) {
            let mut expected: BTreeMap<Vec<u8>, u8> = BTreeMap::new();
            for (key, value) in stored.iter().filter(|(_, value)| value.is_some()).chain(&older).chain(&newer) {
                match value {
                    Some(value) => expected.insert(key.clone(), *value),
                    None => expected.remove(key),
                };
            }
            let below = Below(stored.into_iter().filter_map(|(key, value)| {
                value.map(|value| (key, Bytes::copy_from_slice(&[value])))
            }).collect());
            let (older, newer) = (layer(&older), layer(&newer));
            let layers = [&newer, &older];
            let found: Vec<(Vec<u8>, u8)> =
                rows_with_prefix(&layers, &below, SideTable::Counters, &prefix, backwards)
                    .unwrap()
                    .map(|row| row.map(|(key, value)| (key.to_vec(), value[0])).unwrap())
                    .collect();
            for (key, value) in &expected {
                let got = get(&layers, &below, SideTable::Counters, key).unwrap();
                prop_assert_eq!(got.as_deref(), Some(&[*value][..]));
            }
            let mut expected: Vec<_> =
                expected.into_iter().filter(|(key, _)| key.starts_with(&prefix)).collect();
            if backwards {
                expected.reverse();
            }
            prop_assert_eq!(found, expected);
        }
    }
}

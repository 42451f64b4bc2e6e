//! Entries outside of segments, column by column.

use std::collections::HashMap;
use std::sync::Arc;

/// One entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry<'a> {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub timestamp: i64,
    /// Its numbers.
    pub values: &'a [f64],
    /// Its tag.
    pub tag: Option<&'a str>,
}

/// Entries in columns: few allocations however many they are.
#[derive(Debug, Clone, Default)]
pub struct Points {
    timestamps: Vec<i64>,
    /// Where the numbers of each entry end.
    ends: Vec<usize>,
    values: Vec<f64>,
    /// Number of each tag from 1 on, 0 for none.
    tags: Vec<u32>,
    names: Vec<Arc<str>>,
    by_name: HashMap<Arc<str>, u32>,
}

impl Points {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.timestamps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.timestamps.is_empty()
    }

    /// Bytes of its columns.
    pub fn bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|name| name.len() + 64).sum();
        self.len() * 20 + self.values.len() * 8 + names
    }

    /// Appends an entry.
    pub fn push(&mut self, timestamp: i64, values: &[f64], tag: Option<&str>) {
        let tag = tag.map_or(0, |tag| self.number(tag));
        self.push_numbered(timestamp, values, tag);
    }

    /// Appends a number to the last entry's numbers; without an entry it does nothing.
    pub fn push_value(&mut self, value: f64) {
        if let Some(end) = self.ends.last_mut() {
            self.values.push(value);
            *end += 1;
        }
    }

    /// Sets the last entry's tag.
    pub fn set_last_tag(&mut self, tag: &str) {
        let number = self.number(tag);
        if let Some(last) = self.tags.last_mut() {
            *last = number;
        }
    }

    #[inline]
    pub(crate) fn push_numbered(&mut self, timestamp: i64, values: &[f64], tag: u32) {
        self.timestamps.push(timestamp);
        self.values.extend_from_slice(values);
        self.ends.push(self.values.len());
        self.tags.push(tag);
    }

    fn number(&mut self, tag: &str) -> u32 {
        if let Some(last) = self.tags.last().filter(|last| **last > 0)
            && *self.names[*last as usize - 1] == *tag
        {
            return *last;
        }
        if let Some(number) = self.by_name.get(tag) {
            return *number;
        }
        let name: Arc<str> = Arc::from(tag);
        self.names.push(name.clone());
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.by_name.insert(name, number);
        number
    }

    /// The entry at a position.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Entry<'_>> {
        let timestamp = *self.timestamps.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let tag = self.tags[index].checked_sub(1).map(|number| &*self.names[number as usize]);
        Some(Entry { timestamp, values: &self.values[start..self.ends[index]], tag })
    }

    /// The time at a position.
    pub fn timestamp(&self, index: usize) -> Option<i64> {
        self.timestamps.get(index).copied()
    }

    /// All entries in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entry<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|index| self.get(index).unwrap_or(Entry { timestamp: 0, values: &[], tag: None }))
    }

    /// How many entries from `start` on have a time before `timestamp`; the entries are in order.
    pub fn count_before(&self, start: usize, timestamp: i64) -> usize {
        self.timestamps.get(start..).map_or(0, |rest| rest.partition_point(|time| *time < timestamp))
    }

    /// Whether times ascend without repetition.
    pub fn is_sorted(&self) -> bool {
        self.timestamps.is_sorted_by(|left, right| left < right)
    }

    /// Sorts by time; of entries of one time the last one remains.
    pub fn sort(&mut self) {
        if self.is_sorted() {
            return;
        }
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|index| self.timestamps[*index]);
        let mut sorted = Self { names: self.names.clone(), by_name: self.by_name.clone(), ..Self::default() };
        for (at, index) in order.iter().enumerate() {
            let is_replaced =
                order.get(at + 1).is_some_and(|next| self.timestamps[*next] == self.timestamps[*index]);
            if let Some(entry) = self.get(*index).filter(|_| !is_replaced) {
                sorted.push_numbered(entry.timestamp, entry.values, self.tags[*index]);
            }
        }
        *self = sorted;
    }

    pub(crate) fn tag_numbers<'s>(&self, tags: &'s [&'s str]) -> TagNumbers<'s> {
        TagNumbers { tags, numbers: vec![0; tags.len()] }
    }
}

impl PartialEq for Points {
    fn eq(&self, other: &Self) -> bool {
        let same = |left: Entry<'_>, right: Entry<'_>| {
            let bits =
                |entry: Entry<'_>| entry.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            left.timestamp == right.timestamp && left.tag == right.tag && bits(left) == bits(right)
        };
        self.len() == other.len() && self.iter().zip(other.iter()).all(|(left, right)| same(left, right))
    }
}

/// Numbers of a segment's tags in [`Points`], found when they are first used.
pub(crate) struct TagNumbers<'s> {
    tags: &'s [&'s str],
    numbers: Vec<u32>,
}

impl TagNumbers<'_> {
    #[inline]
    pub(crate) fn number_of(&mut self, points: &mut Points, tag: u8) -> u32 {
        let Some(index) = usize::from(tag).checked_sub(1) else { return 0 };
        if self.numbers[index] == 0 {
            self.numbers[index] = points.number(self.tags[index]);
        }
        self.numbers[index]
    }
}

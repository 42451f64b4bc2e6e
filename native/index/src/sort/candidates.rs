//! The entries of a range that may sort before a retained row: found by a range over a column, which is a
//! fraction of the work of checking each entry.

use std::cmp::Ordering;
use std::ops::{Bound, Range, RangeInclusive};

use rookery_rql::ast::Ordering as Comparing;
use rookery_rql::values::{Number, compare_numbers};
use tantivy::columnar::{Cardinality, Column};

use super::part::{NUMBER, Part, TEXT};
use super::part_reader::PartReader;
use crate::columns::{fraction_range, whole_range};

impl PartReader<'_> {
    /// Ascending, a superset; `None` if every match has to be read. `worst` is the part that
    /// `entry` has.
    pub(super) fn candidates(&self, worst: Part, entry: u32, stretch: Range<u32>) -> Option<Vec<u32>> {
        if self.computed.is_some() || self.natural.is_some() || !self.objects.is_empty() {
            return None;
        }
        // Missing values are placed by the key's `nulls`, and no column has them.
        if self.key.nulls_placed() || (!self.key.descending && !self.has_one_value_each()) {
            return None;
        }
        let mut candidates = Vec::new();
        match worst {
            (NUMBER, _) => self.numbers_beside(entry, stretch, &mut candidates)?,
            (TEXT, place) => {
                let place = u64::try_from(place).ok()?;
                let range = if self.key.descending { place..=u64::MAX } else { 0..=place };
                add(self.texts.as_ref()?.ords(), range, stretch, &mut candidates);
            }
            _ => return None,
        }
        candidates.sort_unstable();
        candidates.dedup();
        Some(candidates)
    }

    fn numbers_beside(&self, entry: u32, stretch: Range<u32>, candidates: &mut Vec<u32>) -> Option<()> {
        let mut worst = self.number(entry)?;
        if self.key.comparing == Comparing::Long {
            // The fraction does not count: one more or less has them all in.
            let away = if self.key.descending { -1.0 } else { 1.0 };
            #[expect(
                clippy::cast_precision_loss,
                reason = "a rival too many does no harm, and 2 is more than is lost"
            )]
            let value = match worst {
                Number::Integer(value) => value as f64,
                Number::Double(value) => value,
            };
            worst = Number::Double(value + away * (1.0 + value.abs() * f64::EPSILON));
        }
        let (low, high) = match self.key.descending {
            true => (Bound::Included(worst), Bound::Unbounded),
            false => (Bound::Unbounded, Bound::Included(worst)),
        };
        if let (Some(column), Some(range)) = (&self.integers, whole_range(&low, &high)) {
            add(column, range, stretch.clone(), candidates);
        }
        if let (Some(column), Some(range)) = (&self.doubles, fraction_range(&low, &high)) {
            add(column, range, stretch, candidates);
        }
        Some(())
    }

    /// The number the entry counts by.
    fn number(&self, entry: u32) -> Option<Number> {
        let integers =
            self.integers.iter().flat_map(|column| column.values_for_doc(entry)).map(Number::Integer);
        let doubles = self.doubles.iter().flat_map(|column| column.values_for_doc(entry)).map(Number::Double);
        let first = if self.key.descending { Ordering::Greater } else { Ordering::Less };
        integers.chain(doubles).reduce(
            |best, number| {
                if compare_numbers(number, best) == first { number } else { best }
            },
        )
    }

    /// Whether every entry has exactly one value, and one of the kind that is compared.
    fn has_one_value_each(&self) -> bool {
        let Some(texts) = self.texts.as_ref().map(|column| column.ords()) else { return false };
        let count = |values: Option<u32>| values.unwrap_or(0);
        let numeric = matches!(self.key.comparing, Comparing::Long | Comparing::Double);
        // Each number is also stored as a text.
        let comparable = !numeric
            || texts.values.num_vals()
                == count(self.integers.as_ref().map(|column| column.values.num_vals()))
                    + count(self.doubles.as_ref().map(|column| column.values.num_vals()));
        self.nulls.is_empty() && texts.get_cardinality() == Cardinality::Full && comparable
    }
}

fn add<T>(column: &Column<T>, range: RangeInclusive<T>, stretch: Range<u32>, candidates: &mut Vec<u32>)
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    let mut found = Vec::new();
    column.get_docids_for_value_range(range, stretch, &mut found);
    candidates.append(&mut found);
}

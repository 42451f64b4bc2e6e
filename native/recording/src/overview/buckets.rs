//! Equal parts of a range of time, and one value for each.

use super::Span;
use crate::findings::statistics::SECOND;

/// `count` equal parts of a range.
#[derive(Debug, Clone, Copy)]
pub struct Buckets {
    pub span: Span,
    pub count: usize,
}

impl Buckets {
    /// Length of one in µs, at least 1.
    pub fn width(&self) -> i64 {
        let length = self.span.to.saturating_sub(self.span.from).max(1);
        (length / self.count.max(1) as i64).max(1)
    }

    /// The bucket of a time; `None` outside of the range.
    fn of(&self, time: i64) -> Option<usize> {
        if time < self.span.from || time > self.span.to {
            return None;
        }
        let length = i128::from(self.span.to - self.span.from).max(1);
        let place = i128::from(time - self.span.from) * self.count as i128 / length;
        usize::try_from(place).ok().map(|place| place.min(self.count.saturating_sub(1)))
    }

    fn none(&self) -> Vec<Option<f64>> {
        vec![None; self.count]
    }

    /// The largest value of each.
    pub fn largest(&self, points: impl Iterator<Item = (i64, f64)>) -> Vec<Option<f64>> {
        self.chosen(points, f64::max)
    }

    /// The smallest value of each.
    pub fn smallest(&self, points: impl Iterator<Item = (i64, f64)>) -> Vec<Option<f64>> {
        self.chosen(points, f64::min)
    }

    fn chosen(
        &self,
        points: impl Iterator<Item = (i64, f64)>,
        choose: fn(f64, f64) -> f64,
    ) -> Vec<Option<f64>> {
        let mut values = self.none();
        for (time, value) in points.filter(|(_, value)| value.is_finite()) {
            if let Some(kept) = self.of(time).and_then(|bucket| values.get_mut(bucket)) {
                *kept = Some(kept.map_or(value, |before| choose(before, value)));
            }
        }
        values
    }

    /// The sum of the amounts per second, over steps of whole seconds: a bucket shorter than a second says nothing
    /// about a rate. A step without rows is 0 where rows come before and after it. Second: the length of a step in µs.
    pub fn rate(&self, points: impl Iterator<Item = (i64, f64)>) -> (Vec<Option<f64>>, i64) {
        let step = ((self.width() + SECOND - 1) / SECOND).max(1) * SECOND;
        let first_step = self.span.from.div_euclid(step);
        let steps = usize::try_from(self.span.to.div_euclid(step) - first_step + 1).unwrap_or(0);
        let mut sums = vec![0.0; steps];
        let (mut first, mut last) = (i64::MAX, i64::MIN);
        for (time, amount) in points {
            (first, last) = (first.min(time), last.max(time));
            if time < self.span.from || time > self.span.to {
                continue;
            }
            let place = usize::try_from(time.div_euclid(step) - first_step).ok();
            if let Some(sum) = place.and_then(|place| sums.get_mut(place)) {
                *sum += amount;
            }
        }
        let mut values = self.none();
        for (place, sum) in sums.into_iter().enumerate() {
            let start = (first_step + place as i64) * step;
            if start + step <= first || start > last {
                continue;
            }
            let bucket = self.of(start.max(self.span.from));
            if let Some(kept) = bucket.and_then(|bucket| values.get_mut(bucket)) {
                *kept = Some(sum / (step / SECOND) as f64);
            }
        }
        (values, step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(seconds: i64, count: usize) -> Buckets {
        Buckets { span: Span { from: 0, to: seconds * SECOND }, count }
    }

    #[test]
    fn the_largest_value_of_a_bucket_remains_and_others_are_empty() {
        let points = [(0, 1.0), (SECOND - 1, 7.0), (3 * SECOND, 2.0), (4 * SECOND, 5.0), (9 * SECOND, 9.0)];
        assert_eq!(buckets(4, 4).largest(points.into_iter()), [Some(7.0), None, None, Some(5.0)]);
        assert_eq!(buckets(4, 4).smallest(points.into_iter()), [Some(1.0), None, None, Some(2.0)]);
    }

    #[test]
    fn values_that_are_not_numbers_are_left_out() {
        let points = [(0, f64::NAN), (1, f64::INFINITY)];
        assert_eq!(buckets(1, 1).largest(points.into_iter()), [None]);
    }

    #[test]
    fn a_rate_counts_whole_seconds_also_where_buckets_are_shorter() {
        let points = (0..40).map(|tenth| (tenth * SECOND / 10, 1.0)).filter(|(time, _)| *time / SECOND != 2);
        let (values, step) = buckets(4, 40).rate(points);
        assert_eq!(step, SECOND);
        let shown: Vec<_> = values.into_iter().enumerate().filter(|(_, value)| value.is_some()).collect();
        assert_eq!(shown, [(0, Some(10.0)), (10, Some(10.0)), (20, Some(0.0)), (30, Some(10.0))]);
    }

    #[test]
    fn a_rate_of_long_buckets_is_per_second() {
        let points = (0..100).map(|second| (second * SECOND, 3.0));
        let (values, step) = buckets(100, 10).rate(points);
        assert_eq!(step, 10 * SECOND);
        assert!(values.iter().all(|value| *value == Some(3.0)), "{values:?}");
    }

    #[test]
    fn a_range_without_length_has_one_place() {
        let one = Buckets { span: Span { from: 5, to: 5 }, count: 3 };
        assert_eq!(one.largest([(5, 2.0)].into_iter()), [Some(2.0), None, None]);
        assert_eq!(one.width(), 1);
    }
}

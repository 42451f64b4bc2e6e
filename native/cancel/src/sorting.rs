//! A sort that can be stopped: the library's cannot, and a million rows take it most of a second.

use std::cmp::Ordering;

use crate::token::CancelToken;

/// Rows sorted or merged between two polls: about a millisecond.
const RUN: usize = 4096;

/// Sorts stably. `None` when the token was cancelled before the end.
pub fn sort_by<T>(
    mut rows: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    cancel: &CancelToken,
) -> Option<Vec<T>> {
    if rows.len() <= RUN {
        rows.sort_by(compare);
        return (!cancel.is_cancelled()).then_some(rows);
    }
    let mut runs = Vec::with_capacity(rows.len().div_ceil(RUN));
    let mut rest = rows.into_iter();
    loop {
        let mut run: Vec<T> = rest.by_ref().take(RUN).collect();
        if run.is_empty() {
            break;
        }
        run.sort_by(&compare);
        runs.push(run);
        if cancel.is_cancelled() {
            return None;
        }
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(left) = pairs.next() {
            merged.push(match pairs.next() {
                Some(right) => merge(left, right, &compare, cancel)?,
                None => left,
            });
        }
        runs = merged;
    }
    runs.pop()
}

fn merge<T>(
    left: Vec<T>,
    right: Vec<T>,
    compare: &impl Fn(&T, &T) -> Ordering,
    cancel: &CancelToken,
) -> Option<Vec<T>> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let mut left = left.into_iter().peekable();
    let mut right = right.into_iter().peekable();
    loop {
        if merged.len().is_multiple_of(RUN) && cancel.is_cancelled() {
            return None;
        }
        let from_left = match (left.peek(), right.peek()) {
            (Some(first), Some(second)) => compare(first, second).is_le(),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return Some(merged),
        };
        merged.extend(if from_left { left.next() } else { right.next() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in no order, with many equal ones, and the place each began at.
    fn rows(count: usize) -> Vec<(u64, usize)> {
        let mut state = 12_345_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 54
        };
        (0..count).map(|place| (next(), place)).collect()
    }

    #[test]
    fn sorts_as_the_library_does() {
        for count in [0, 1, RUN, RUN + 1, 3 * RUN - 5, 10 * RUN] {
            let mut expected = rows(count);
            expected.sort_by_key(|row| row.0);
            let sorted = sort_by(rows(count), |a, b| a.0.cmp(&b.0), &CancelToken::new());
            assert_eq!(sorted.as_ref(), Some(&expected), "{count} rows");
        }
    }

    #[test]
    fn stops_in_the_middle() {
        let cancel = CancelToken::new();
        let compared = std::cell::Cell::new(0_usize);
        let compare = |a: &(u64, usize), b: &(u64, usize)| {
            compared.set(compared.get() + 1);
            // In the merging: sorting the runs alone takes about 12 comparisons a row.
            if compared.get() == 13 * 64 * RUN {
                cancel.cancel();
            }
            a.0.cmp(&b.0)
        };
        assert!(sort_by(rows(64 * RUN), compare, &cancel).is_none());
        assert!(compared.get() < 14 * 64 * RUN, "{} comparisons", compared.get());
    }
}

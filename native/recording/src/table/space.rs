//! The memory for the rows of a file.

/// How many bytes of rows may follow, and how many probably will.
#[derive(Debug, Clone, Copy)]
pub struct Space {
    /// The most bytes that further rows may take, without their texts.
    pub memory: u64,
    /// The length of the rest of the file, as a multiple of what was read so far; 0 when it is not known.
    pub rest: f64,
}

/// So that an estimate that is a little too low needs no second allocation.
const MARGIN: f64 = 1.05;

impl Space {
    /// Reserves memory for `more` rows. If that needs an allocation, it is large enough for those that the rest of the file
    /// probably has: a large list is copied when it grows.
    pub(crate) fn reserve<T>(self, rows: &mut Vec<T>, more: usize) {
        if rows.capacity() - rows.len() >= more {
            return;
        }
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an estimate"
        )]
        let expected = ((rows.len() + more) as f64 * self.rest * MARGIN) as usize;
        let most = usize::try_from(self.memory).unwrap_or(usize::MAX) / size_of::<T>().max(1);
        rows.reserve(more.saturating_add(expected).min(most).max(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_file_is_expected_to_be_like_its_start() {
        let mut rows = vec![0_u64; 10];
        Space { memory: 1 << 20, rest: 9.0 }.reserve(&mut rows, 90);
        assert!(rows.capacity() >= 1000, "{}", rows.capacity());
        let before = rows.capacity();
        Space { memory: 1 << 20, rest: 1e9 }.reserve(&mut rows, 500);
        assert_eq!(rows.capacity(), before);
    }

    #[test]
    fn no_more_is_allocated_than_the_limit_permits() {
        for rest in [0.0, 1e300, f64::INFINITY, f64::NAN] {
            let mut rows: Vec<u64> = Vec::new();
            Space { memory: 8_000, rest }.reserve(&mut rows, 20);
            assert!((20..=1000).contains(&rows.capacity()), "{rest}: {}", rows.capacity());
        }
    }
}

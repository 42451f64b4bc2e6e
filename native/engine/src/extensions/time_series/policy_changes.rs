//! What the rollups of one policy must become.

use rookery_timeseries::Points;

use super::TimeRange;

/// The rollups of one series and policy: what is stored, and what its source gives.
#[derive(Debug)]
pub(crate) struct Comparison<'p> {
    pub stored: &'p Points,
    pub computed: &'p Points,
    /// From this time on the source is complete. Before it, stored rollups are all that is left of their entries.
    pub complete_from: i64,
    /// Frames from this time on are not over.
    pub until: i64,
}

/// The outcome of a comparison.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PolicyChanges {
    /// All rollups, by time.
    pub all: Points,
    /// Those of them that are new or different.
    pub appends: Points,
    /// Rollups without entries.
    pub deletes: Vec<TimeRange>,
}

impl Comparison<'_> {
    pub(crate) fn changes(&self) -> PolicyChanges {
        let mut changes = PolicyChanges::default();
        let (mut stored, mut computed) = (self.stored.iter().peekable(), self.computed.iter().peekable());
        loop {
            let (left, right) =
                (stored.peek().map(|entry| entry.timestamp), computed.peek().map(|entry| entry.timestamp));
            let Some(time) = left.into_iter().chain(right).min() else { return changes };
            let known = stored.next_if(|entry| entry.timestamp == time);
            let new = computed.next_if(|entry| entry.timestamp == time);
            let is_complete = time >= self.complete_from;
            match (known, new) {
                (Some(known), Some(new)) if !is_complete || known.values == new.values => {
                    changes.all.push(time, known.values, None);
                }
                (_, Some(new)) => {
                    changes.all.push(time, new.values, None);
                    changes.appends.push(time, new.values, None);
                }
                (Some(_), None) if is_complete && time < self.until => {
                    changes.deletes.push(TimeRange { from: Some(time), to: Some(time) });
                }
                (Some(known), None) => changes.all.push(time, known.values, None),
                (None, None) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(times: &[(i64, f64)]) -> Points {
        let mut points = Points::default();
        times.iter().for_each(|(time, value)| points.push(*time, &[*value], None));
        points
    }

    #[test]
    fn complete_sources_win_and_others_only_add() {
        let stored = points(&[(0, 1.0), (10, 1.0), (20, 1.0), (30, 1.0), (50, 1.0)]);
        let computed = points(&[(0, 2.0), (5, 2.0), (20, 2.0), (40, 2.0)]);
        let comparison = Comparison { stored: &stored, computed: &computed, complete_from: 20, until: 50 };
        let changes = comparison.changes();
        assert_eq!(changes.all, points(&[(0, 1.0), (5, 2.0), (10, 1.0), (20, 2.0), (40, 2.0), (50, 1.0)]));
        assert_eq!(changes.appends, points(&[(5, 2.0), (20, 2.0), (40, 2.0)]));
        assert_eq!(changes.deletes, [TimeRange { from: Some(30), to: Some(30) }]);
    }
}

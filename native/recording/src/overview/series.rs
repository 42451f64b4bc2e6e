//! One line or one row of bars of a chart.

use serde::Serialize;

/// How values become a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A state between its samples.
    Line,
    /// Single events.
    Bar,
}

/// The unit of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// 0–100.
    Percent,
    /// Bytes.
    Bytes,
    /// Per second.
    PerSecond,
    /// Microseconds.
    Microseconds,
    /// A number of things.
    Count,
}

/// The values of one series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Series {
    /// Its name, as in `cpu.machine`.
    pub id: &'static str,
    /// How it is drawn.
    pub shape: Shape,
    /// The unit of its values.
    pub unit: Unit,
    /// Samples with a larger distance are not connected, in µs. 0 for bars.
    pub gap_us: i64,
    /// A value for each bucket; null without rows.
    pub values: Vec<Option<f64>>,
}

/// The distance between samples that is a gap: some of the usual distances of neighbouring rows.
pub fn gap(times: impl Iterator<Item = i64>, least: i64) -> i64 {
    let mut previous = None;
    let mut distances: Vec<i64> = Vec::new();
    for time in times {
        match previous.replace(time) {
            Some(before) if time > before => distances.push(time.saturating_sub(before)),
            _ => {}
        }
    }
    let middle = distances.len() / 2;
    let usual = if distances.is_empty() { 0 } else { *distances.select_nth_unstable(middle).1 };
    usual.saturating_mul(3).max(least.saturating_mul(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_three_usual_distances() {
        assert_eq!(gap([0, 5, 5, 10, 15, 90, 95].into_iter(), 1), 15);
        assert_eq!(gap([0, 5, 10].into_iter(), 100), 300);
        assert_eq!(gap([].into_iter(), 2), 6);
    }
}

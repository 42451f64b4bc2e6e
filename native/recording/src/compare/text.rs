//! A comparison as a text.

use super::{Comparison, Metric, Side, Unit};
use crate::findings::statistics::{duration, size};
use crate::inspect::printable;
use crate::utc::moment;

/// Metrics beyond this number are counted.
const MOST: usize = 1_000;

/// The comparison in columns. Texts from the recordings pass [`printable`].
pub fn to_text(comparison: &Comparison) -> String {
    let mut text = String::from("Comparison\n");
    for (name, side) in [("A", &comparison.a), ("B", &comparison.b)] {
        text.push_str(&format!("  {name}  {}\n", about(side)));
    }
    let mut database = None;
    for metric in comparison.metrics.iter().take(MOST) {
        if database != Some(&metric.database) {
            database = Some(&metric.database);
            let title = if metric.database.is_empty() {
                "Server".to_owned()
            } else {
                format!("Database {}", printable(&metric.database))
            };
            text.push_str(&format!("\n{title:<30}{:>14}{:>14}{:>10}\n", "A", "B", "B / A"));
        }
        text.push_str(&line(metric));
    }
    if comparison.metrics.len() > MOST {
        text.push_str(&format!("  … and {} more\n", comparison.metrics.len() - MOST));
    }
    for (name, rules) in [("A", &comparison.only_in_a), ("B", &comparison.only_in_b)] {
        if !rules.is_empty() {
            text.push_str(&format!("\nFound in {name} only: {}\n", rules.join(", ")));
        }
    }
    text
}

fn about(side: &Side) -> String {
    let seconds = duration((side.seconds * 1e6) as u64);
    let (server, version) = (printable(&side.server), printable(&side.version));
    format!("{server} {version}, {seconds} from {}", moment(side.started))
}

fn line(metric: &Metric) -> String {
    let value = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| print(metric.unit, value));
    let ratio = metric.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
    format!("  {:<28}{:>14}{:>14}{ratio:>10}\n", metric.name, value(metric.a), value(metric.b))
}

fn print(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Microseconds => duration(value as u64),
        Unit::PerSecond => format!("{value:.1}/s"),
        Unit::Percent => format!("{value:.2} %"),
        Unit::Bytes => size(value as u64),
    }
}

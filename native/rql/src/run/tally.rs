//! Aggregates of a facet: the number of documents, and sum, average, minimum and maximum of their values.

use serde_json::{Map, Value, json};

use super::extract::Column;
use crate::plan::Aggregation;
use crate::values::{Leaf, Number};

/// How many documents, and the aggregations of each computed field.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) count: u64,
    sums: Vec<Sums>,
}

#[derive(Debug, Clone, Copy)]
struct Sums {
    sum: f64,
    least: f64,
    most: f64,
    values: u64,
}

impl Tally {
    pub(super) fn add(&mut self, columns: &[Column], entry: usize, aggregations: &[Aggregation]) {
        self.count += 1;
        let none = Sums { sum: 0.0, least: f64::INFINITY, most: f64::NEG_INFINITY, values: 0 };
        self.sums.resize(aggregations.len(), none);
        for (sums, aggregations) in self.sums.iter_mut().zip(aggregations) {
            let Some(column) = columns.get(aggregations.column) else { continue };
            // Missing values and values that are not numbers count as 0.
            let mut any = false;
            for leaf in column.leaves(entry) {
                any = true;
                sums.add(number(leaf));
            }
            if !any {
                sums.add(0.0);
            }
        }
    }

    /// One value for each computed field, or one that only counts.
    pub(super) fn values(&self, range: &str, aggregations: &[Aggregation]) -> Vec<Value> {
        if aggregations.is_empty() {
            return vec![json!({"Name": null, "Count": self.count, "Range": range})];
        }
        let value = |(number, aggregations): (usize, &Aggregation)| {
            let mut value = Map::from_iter([("Name".to_owned(), aggregations.name.as_str().into())]);
            let sums = self.sums.get(number);
            for (method, name) in [("avg", "Average"), ("max", "Max"), ("min", "Min"), ("sum", "Sum")] {
                if aggregations.methods.iter().any(|known| known == method) {
                    // No aggregates without documents.
                    if let Some(sums) = sums {
                        value.insert(name.to_owned(), sums.of(method));
                    }
                }
            }
            value.insert("Count".to_owned(), self.count.into());
            value.insert("Range".to_owned(), range.into());
            Value::Object(value)
        };
        aggregations.iter().enumerate().map(value).collect()
    }
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
        self.values += 1;
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody has 2^52 values")]
    fn of(&self, method: &str) -> Value {
        let value = match method {
            "avg" => self.sum / self.values.max(1) as f64,
            "max" => self.most,
            "min" => self.least,
            _ => self.sum,
        };
        if value.fract() == 0.0 && value.abs() < 9e15 {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and within bounds")]
            let whole = value as i64;
            return whole.into();
        }
        value.into()
    }
}

#[expect(clippy::cast_precision_loss, reason = "facets are computed with doubles on RavenDB too")]
fn number(leaf: Leaf<'_>) -> f64 {
    match leaf {
        Leaf::Number(Number::Integer(value)) => value as f64,
        Leaf::Number(Number::Double(value)) => value,
        _ => 0.0,
    }
}

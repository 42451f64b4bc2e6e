//! Where the time went: a tree of named durations, and the plan as it was run.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

/// A named span of work; the name is the key in the parent's `children`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timings {
    /// Wall time of this span, children included.
    pub duration: Duration,
    /// Parts of this span by name.
    pub children: BTreeMap<String, Timings>,
    /// The operators as they ran; only at the root.
    pub plan: Option<PlanNode>,
}

impl Timings {
    /// The wire shape: `DurationInMs`, `Timings` (null when there are no parts) and, at the root,
    /// `QueryPlan`.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        let whole_ms = u64::try_from(self.duration.as_millis()).unwrap_or(u64::MAX);
        object.insert("DurationInMs".into(), whole_ms.into());
        let parts: Map<String, Value> =
            self.children.iter().map(|(name, part)| (name.clone(), part.to_json())).collect();
        object.insert("Timings".into(), if parts.is_empty() { Value::Null } else { Value::Object(parts) });
        if let Some(plan) = &self.plan {
            object.insert("QueryPlan".into(), plan.to_json());
        }
        Value::Object(object)
    }
}

/// One operator of the plan with what it really did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanNode {
    /// The operator's name, such as `CollectionScan` or `BinaryMatch [And]`.
    pub operation: String,
    /// The parameters of the operator, as text, in display order.
    pub parameters: Vec<(String, String)>,
    /// The operators it takes its input from, or the predicates it consists of.
    pub children: Vec<PlanNode>,
    /// Entries it was given.
    pub entries_in: u64,
    /// Entries it let through.
    pub entries_out: u64,
    /// The estimated number of output entries, where an estimate was possible.
    pub estimate: Option<u64>,
    /// Time spent in this operator alone, in milliseconds.
    pub own_ms: f64,
    /// Time spent in this operator and everything under it, in milliseconds.
    pub total_ms: f64,
}

impl PlanNode {
    /// The wire shape: `Operation`, `Parameters`, `Children` as RavenDB sends them, then Rookery's
    /// contributions `EntriesIn`, `EntriesOut`, `Estimate` (null when unknown), `OwnMs`, `TotalMs`.
    pub fn to_json(&self) -> Value {
        let parameters: Map<String, Value> =
            self.parameters.iter().map(|(name, text)| (name.clone(), Value::String(text.clone()))).collect();
        let children: Vec<Value> = self.children.iter().map(Self::to_json).collect();
        json!({
            "Operation": self.operation,
            "Parameters": parameters,
            "Children": children,
            "EntriesIn": self.entries_in,
            "EntriesOut": self.entries_out,
            "Estimate": self.estimate,
            "OwnMs": to_microseconds(self.own_ms),
            "TotalMs": to_microseconds(self.total_ms),
        })
    }
}

/// Milliseconds with no more digits than a clock can support.
fn to_microseconds(milliseconds: f64) -> f64 {
    (milliseconds * 1_000.0).round() / 1_000.0
}

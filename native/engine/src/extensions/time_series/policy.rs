//! Policies of time series: how long entries are kept, and the rollups that summarize them.

use rookery_rql::values::Period;
use serde::{Deserialize, Serialize};

use crate::base::null_as_default::null_as_default;
use crate::document::ids;

/// The policies of one collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct TimeSeriesPolicies {
    /// How long entries are kept.
    #[serde(default = "raw_policy", deserialize_with = "raw_policy_or_null")]
    pub raw_policy: TimeSeriesPolicy,
    /// Whether they are not carried out.
    #[serde(default, deserialize_with = "null_as_default")]
    pub disabled: bool,
    /// Rollups, each of the one before it; the first is of the entries themselves.
    #[serde(default, deserialize_with = "null_as_default")]
    pub policies: Vec<TimeSeriesPolicy>,
}

/// A retention or a rollup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct TimeSeriesPolicy {
    /// Its name.
    #[serde(default, deserialize_with = "null_as_default")]
    pub name: String,
    /// How long its entries are kept.
    #[serde(default, deserialize_with = "null_as_default")]
    pub retention_time: TimeValue,
    /// The length of its frames.
    #[serde(default, deserialize_with = "null_as_default")]
    pub aggregation_time: TimeValue,
    /// Entries before this time, in milliseconds since 1970, may have been removed by an earlier retention: they are not
    /// missed. Kept by the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_before: Option<i64>,
}

/// A span of time in its unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct TimeValue {
    /// How many.
    pub value: i32,
    /// Of what.
    pub unit: TimeUnit,
}

/// A unit of time on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeUnit {
    /// Not a time: 0, or without an end.
    #[default]
    None,
    /// Seconds.
    Second,
    /// Months.
    Month,
}

const FOREVER: TimeValue = TimeValue { value: i32::MAX, unit: TimeUnit::None };
const RAW_POLICY: &str = "rawpolicy";
/// The least number of days of a month.
const SHORTEST_MONTH: i64 = 28;
const DAY: i64 = 24 * 60 * 60;

fn raw_policy() -> TimeSeriesPolicy {
    TimeSeriesPolicy {
        name: RAW_POLICY.to_owned(),
        retention_time: FOREVER,
        aggregation_time: TimeValue::default(),
        removed_before: None,
    }
}

fn raw_policy_or_null<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<TimeSeriesPolicy, D::Error> {
    let read = Option::<TimeSeriesPolicy>::deserialize(reader)?.unwrap_or_else(raw_policy);
    Ok(TimeSeriesPolicy { name: RAW_POLICY.to_owned(), ..read })
}

impl TimeValue {
    /// `None`: 0, or without an end.
    pub(crate) fn period(self) -> Option<Period> {
        let value = i64::from(self.value);
        match self.unit {
            _ if value <= 0 => None,
            TimeUnit::None => None,
            TimeUnit::Second => Some(Period::Milliseconds(value * 1_000)),
            TimeUnit::Month => Some(Period::Months(value)),
        }
    }

    /// Whether frames of this length consist of whole frames of the other one.
    fn is_multiple_of(self, other: Self) -> bool {
        match (self.unit, other.unit) {
            (TimeUnit::Second, TimeUnit::Second) | (TimeUnit::Month, TimeUnit::Month) => {
                self.value % other.value.max(1) == 0
            }
            // Months begin with a day.
            (TimeUnit::Month, TimeUnit::Second) => DAY % i64::from(other.value.max(1)) == 0,
            _ => false,
        }
    }

    /// The order by length. Months count as their shortest.
    fn seconds(self) -> i64 {
        match self.unit {
            TimeUnit::None if self.value > 0 => i64::MAX,
            TimeUnit::None => 0,
            TimeUnit::Second => i64::from(self.value),
            TimeUnit::Month => i64::from(self.value) * SHORTEST_MONTH * DAY,
        }
    }
}

impl std::fmt::Display for TimeValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.unit {
            TimeUnit::None => out.write_str("no time"),
            TimeUnit::Second => write!(out, "{} seconds", self.value),
            TimeUnit::Month => write!(out, "{} months", self.value),
        }
    }
}

impl TimeSeriesPolicy {
    /// The name of its series of a series.
    pub(crate) fn series(&self, raw: &str) -> String {
        format!("{raw}@{}", self.name)
    }
}

impl TimeSeriesPolicies {
    /// Whether anything is to be carried out.
    pub(crate) fn is_active(&self) -> bool {
        !self.disabled && (!self.policies.is_empty() || self.raw_policy.retention_time.period().is_some())
    }

    /// That of the entries, then the rollups.
    fn all(&self) -> impl Iterator<Item = &TimeSeriesPolicy> {
        std::iter::once(&self.raw_policy).chain(&self.policies)
    }

    /// Takes over what the former policies of the same names may have removed until now.
    pub(crate) fn succeed(&mut self, former: Option<&Self>, now: i64) {
        let is_active = former.is_some_and(Self::is_active);
        for policy in std::iter::once(&mut self.raw_policy).chain(&mut self.policies) {
            let same = |other: &&TimeSeriesPolicy| ids::same_ignoring_case(&other.name, &policy.name);
            let before = former.and_then(|former| former.all().find(same));
            policy.removed_before = before.and_then(|before| {
                let kept_from =
                    before.retention_time.period().filter(|_| is_active).map(|kept| kept.before(now));
                before.removed_before.max(kept_from)
            });
        }
    }

    pub(crate) fn sort(&mut self) {
        self.policies.sort_by_key(|policy| policy.aggregation_time.seconds());
    }

    /// Why these policies, sorted, cannot be carried out. As RavenDB 7.1.5 checks them.
    pub(crate) fn check(&self) -> Result<(), String> {
        let policies = &self.policies;
        for (index, policy) in policies.iter().enumerate() {
            let name = &policy.name;
            if name.is_empty() || name.contains(['@', '\0']) {
                return Err(format!("the name '{name}' of a policy must not be empty or contain '@'"));
            }
            if policies[..index].iter().any(|other| ids::same_ignoring_case(&other.name, name)) {
                return Err(format!("the names of policies must differ, and two are '{name}'"));
            }
            if policy.aggregation_time.period().is_none() {
                return Err(format!("the policy '{name}' needs an AggregationTime in seconds or months"));
            }
        }
        for policy in self.all() {
            if policy.retention_time.value <= 0 {
                let name = &policy.name;
                return Err(format!(
                    "the policy '{name}' needs a RetentionTime greater than 0; {} with the unit None keeps entries \
                     forever",
                    i32::MAX
                ));
            }
        }
        for (source, policy) in self.all().zip(policies) {
            let (name, frame) = (&policy.name, policy.aggregation_time);
            let (kept, of) = (source.retention_time, source.aggregation_time);
            if of.period().is_some() && !frame.is_multiple_of(of) || frame == of {
                return Err(format!(
                    "the AggregationTime of '{name}', {frame}, must be a multiple of the {of} of '{}'",
                    source.name
                ));
            }
            if kept.seconds() < frame.seconds() {
                return Err(format!(
                    "the policy '{}' keeps entries for {kept}, but '{name}' summarizes {frame} of them",
                    source.name
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn checked(raw: i32, policies: serde_json::Value) -> Result<(), String> {
        let raw_policy = json!({ "RetentionTime": { "Value": raw, "Unit": if raw == i32::MAX { "None" } else { "Second" } } });
        let mut read: TimeSeriesPolicies =
            serde_json::from_value(json!({ "RawPolicy": raw_policy, "Policies": policies })).unwrap();
        read.sort();
        read.check()
    }

    fn policy(name: &str, value: i32, unit: &str) -> serde_json::Value {
        json!({
            "Name": name,
            "AggregationTime": { "Value": value, "Unit": unit },
            "RetentionTime": { "Value": i32::MAX, "Unit": "None" },
        })
    }

    /// The cases were tried on RavenDB 7.1.5.
    #[test]
    fn policies_are_accepted_and_refused_as_on_a_server() {
        let (minute, hour) = (policy("Minute", 60, "Second"), policy("Hour", 3600, "Second"));
        let forever = i32::MAX;
        assert_eq!(checked(forever, json!([hour, minute, policy("Year", 12, "Month")])), Ok(()));
        assert_eq!(checked(60, json!([minute])), Ok(()));
        for (raw, policies, named) in [
            (30, json!([minute]), "'rawpolicy'"),
            (0, json!([]), "'rawpolicy'"),
            (forever, json!([minute, policy("B", 90, "Second")]), "'B'"),
            (forever, json!([minute, policy("B", 60, "Second")]), "'B'"),
            (forever, json!([minute, policy("MINUTE", 120, "Second")]), "'MINUTE'"),
            (forever, json!([policy("A", 7, "Second"), policy("B", 1, "Month")]), "'B'"),
            (forever, json!([policy("A", 2, "Month"), policy("B", 3, "Month")]), "'B'"),
            (forever, json!([policy("A", -1, "Second")]), "'A'"),
            (forever, json!([{ "Name": "A", "AggregationTime": { "Value": 1, "Unit": "Month" } }]), "'A'"),
            (forever, json!([policy("", 60, "Second")]), "''"),
        ] {
            let error = checked(raw, policies.clone()).unwrap_err();
            assert!(error.contains(named), "{policies}: {error}");
        }
        let mut short = minute.clone();
        short["RetentionTime"] = json!({ "Value": 300, "Unit": "Second" });
        assert!(checked(forever, json!([short, hour])).unwrap_err().contains("300 seconds"));
    }
}

//! The time series configuration in the database record: names of values, and policies, which are stored while they are
//! disabled and not carried out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::null_as_default::null_as_default;
use crate::document::ids;
use crate::error::EngineError;

/// Policies and names of values by collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct TimeSeriesConfiguration {
    /// Policies by collection.
    #[serde(default, deserialize_with = "null_as_default")]
    pub collections: BTreeMap<String, TimeSeriesPolicies>,
    /// How often policies are checked, `hh:mm:ss`.
    #[serde(default)]
    pub policy_check_frequency: Option<String>,
    /// Names of the values by collection and series.
    #[serde(default, deserialize_with = "null_as_default")]
    pub named_values: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

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
    /// Rollups.
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
    #[serde(default = "forever")]
    pub retention_time: TimeValue,
    /// The length of its frames.
    #[serde(default)]
    pub aggregation_time: TimeValue,
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
const CHECKED_EVERY: &str = "00:10:00";

fn forever() -> TimeValue {
    FOREVER
}

fn raw_policy() -> TimeSeriesPolicy {
    let aggregation_time = TimeValue::default();
    TimeSeriesPolicy { name: RAW_POLICY.to_owned(), retention_time: FOREVER, aggregation_time }
}

fn raw_policy_or_null<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<TimeSeriesPolicy, D::Error> {
    let read = Option::<TimeSeriesPolicy>::deserialize(reader)?.unwrap_or_else(raw_policy);
    Ok(TimeSeriesPolicy { name: RAW_POLICY.to_owned(), ..read })
}

impl TimeSeriesConfiguration {
    /// Refuses what cannot be stored or carried out, by name.
    pub(crate) fn check(&self) -> Result<(), EngineError> {
        let refuse = |reason: String| Err(EngineError::BadConfiguration { setting: "time series", reason });
        for (collection, TimeSeriesPolicies { raw_policy, disabled, policies }) in &self.collections {
            let raw = Some(raw_policy).filter(|raw| raw.retention_time != FOREVER);
            if let Some(policy) = raw.into_iter().chain(policies).next().filter(|_| !disabled) {
                return refuse(format!(
                    "the policy '{}' of the collection '{collection}' would not be carried out: rollups and retention \
                     of time series are not supported. Set Disabled to true",
                    policy.name
                ));
            }
            for (index, policy) in policies.iter().enumerate() {
                let same = |other: &TimeSeriesPolicy| ids::same_ignoring_case(&other.name, &policy.name);
                if policy.name.is_empty() || policies[..index].iter().any(same) {
                    return refuse(format!(
                        "the policies of the collection '{collection}' need names that differ, and one is '{}'",
                        policy.name
                    ));
                }
                if policy.aggregation_time.value <= 0 || policy.aggregation_time.unit == TimeUnit::None {
                    return refuse(format!(
                        "the policy '{}' of the collection '{collection}' needs an AggregationTime in seconds or \
                         months",
                        policy.name
                    ));
                }
            }
        }
        Ok(())
    }

    /// With the frequency that applies when there are policies.
    pub(crate) fn completed(mut self) -> Self {
        if !self.collections.is_empty() && self.policy_check_frequency.is_none() {
            self.policy_check_frequency = Some(CHECKED_EVERY.to_owned());
        }
        self
    }

    /// Names the values of a series. Returns false if it has other names and `replace` is not set.
    pub(crate) fn name_values(
        &mut self,
        collection: &str,
        series: &str,
        names: Vec<String>,
        replace: bool,
    ) -> bool {
        let of_collection = same_entry(&mut self.named_values, collection);
        let known = same_entry(of_collection, series);
        if !known.is_empty() && *known != names && !replace {
            return false;
        }
        *known = names;
        true
    }
}

/// The value of this key, case ignored.
fn same_entry<'m, T: Default>(map: &'m mut BTreeMap<String, T>, key: &str) -> &'m mut T {
    let known = map.keys().find(|known| ids::same_ignoring_case(known, key)).cloned();
    map.entry(known.unwrap_or_else(|| key.to_owned())).or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: serde_json::Value) -> TimeSeriesConfiguration {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn an_enabled_policy_is_refused_by_name() {
        let policy = json!({ "Name": "ByHour", "AggregationTime": { "Value": 3600, "Unit": "Second" } });
        let error =
            read(json!({ "Collections": { "Users": { "Policies": [policy] } } })).check().unwrap_err();
        assert!(error.to_string().contains("'ByHour'"), "{error}");
        let raw = json!({ "RetentionTime": { "Value": 60, "Unit": "Second" } });
        let error = read(json!({ "Collections": { "Users": { "RawPolicy": raw } } })).check().unwrap_err();
        assert!(error.to_string().contains("'rawpolicy'"), "{error}");
        let off = read(json!({ "Collections": { "Users": { "Disabled": true, "Policies": [policy] } } }));
        assert!(off.check().is_ok());
        assert_eq!(off.completed().policy_check_frequency.as_deref(), Some("00:10:00"));
        assert!(
            read(json!({ "Collections": { "Users": { "Disabled": null, "Policies": null } } }))
                .check()
                .is_ok()
        );
        assert_eq!(read(json!({})), TimeSeriesConfiguration::default());
    }

    #[test]
    fn names_of_values_are_replaced_on_request_only() {
        let mut configuration = TimeSeriesConfiguration::default();
        assert!(configuration.name_values("Users", "HR", vec!["BPM".into()], false));
        assert!(configuration.name_values("users", "hr", vec!["BPM".into()], false));
        assert!(!configuration.name_values("users", "hr", vec!["Other".into()], false));
        assert!(configuration.name_values("users", "hr", vec!["Other".into()], true));
        assert_eq!(configuration.named_values["Users"]["HR"], ["Other"]);
    }
}

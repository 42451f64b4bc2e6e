//! The time series configuration in the database record: policies, and names of values.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::null_as_default::null_as_default;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::revisions::parse_time_span;
use crate::extensions::time_series::policy::TimeSeriesPolicies;

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

const CHECKED_EVERY: &str = "00:10:00";

impl TimeSeriesConfiguration {
    /// Refuses what cannot be carried out.
    pub(crate) fn check(&self) -> Result<(), EngineError> {
        let refuse = |reason: String| Err(EngineError::BadConfiguration { setting: "time series", reason });
        for (index, (collection, policies)) in self.collections.iter().enumerate() {
            if self.collections.keys().take(index).any(|other| ids::same_ignoring_case(other, collection)) {
                return refuse(format!("the collection '{collection}' has policies twice"));
            }
            if let Err(reason) = policies.check() {
                return refuse(format!("collection '{collection}': {reason}"));
            }
        }
        match &self.policy_check_frequency {
            Some(text) if self.frequency().is_none() => refuse(format!(
                "the PolicyCheckFrequency '{text}' is not a positive time; write it as hh:mm:ss"
            )),
            _ => Ok(()),
        }
    }

    /// With the frequency that applies when there are policies, which are sorted by the length of their frames.
    pub(crate) fn completed(mut self) -> Self {
        if !self.collections.is_empty() && self.policy_check_frequency.is_none() {
            self.policy_check_frequency = Some(CHECKED_EVERY.to_owned());
        }
        self.collections.values_mut().for_each(TimeSeriesPolicies::sort);
        self
    }

    /// Takes over what the former configuration may have removed until now, in milliseconds since 1970.
    pub(crate) fn succeeding(mut self, former: &Self, now: i64) -> Self {
        for (collection, policies) in &mut self.collections {
            policies.succeed(former.policies_of(collection), now);
        }
        self
    }

    /// The time between two checks of policies; `None` when it cannot be read.
    fn frequency(&self) -> Option<Duration> {
        let text = self.policy_check_frequency.as_deref().unwrap_or(CHECKED_EVERY);
        parse_time_span(text).filter(|frequency| !frequency.is_zero())
    }

    /// The time between two checks of policies; `None` when there is nothing to carry out.
    pub(crate) fn pace(&self) -> Option<Duration> {
        self.collections.values().any(TimeSeriesPolicies::is_active).then(|| self.frequency())?
    }

    /// The policies of a collection that are to be carried out.
    pub(crate) fn active(&self, collection: &str) -> Option<&TimeSeriesPolicies> {
        self.policies_of(collection).filter(|policies| policies.is_active())
    }

    fn policies_of(&self, collection: &str) -> Option<&TimeSeriesPolicies> {
        let mut all = self.collections.iter();
        all.find(|(known, _)| ids::same_ignoring_case(known, collection)).map(|(_, policies)| policies)
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
    fn policies_are_active_unless_disabled() {
        let hour = json!({
            "Name": "ByHour",
            "AggregationTime": { "Value": 3600, "Unit": "Second" },
            "RetentionTime": { "Value": i32::MAX, "Unit": "None" },
        });
        let users = |disabled: bool| json!({ "Collections": { "Users": { "Disabled": disabled, "Policies": [hour] } } });
        let on = read(users(false)).completed();
        assert!(on.check().is_ok());
        assert_eq!(on.policy_check_frequency.as_deref(), Some("00:10:00"));
        assert_eq!(on.pace(), Some(Duration::from_secs(600)));
        assert!(on.active("uSERS").is_some() && on.active("Orders").is_none());
        let off = read(users(true));
        assert!(off.check().is_ok() && off.pace().is_none() && off.active("Users").is_none());
        let empty = read(json!({ "Collections": { "Users": { "Disabled": null, "Policies": null } } }));
        assert!(empty.check().is_ok() && empty.pace().is_none());
        for frequency in ["00:00:00", "-00:10:00", "often"] {
            let mut bad = users(false);
            bad["PolicyCheckFrequency"] = frequency.into();
            assert!(read(bad).check().unwrap_err().to_string().contains(frequency));
        }
        assert!(read(json!({ "Collections": { "a": {}, "A": {} } })).check().is_err());
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

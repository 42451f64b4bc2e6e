//! Subscriptions: `{"Query":…,"SubscriptionName":…,"Disabled":…,…}`.

use serde::Deserialize;

/// A subscription of a dump, without the state of its workers. Its position is of the database it was exported from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SubscriptionItem {
    /// Its name.
    pub subscription_name: String,
    /// Its query.
    pub query: String,
    /// No worker may use it.
    #[serde(default, deserialize_with = "or_default")]
    pub disabled: bool,
    /// `ExcludeArchived`, `IncludeArchived` or `ArchivedOnly`; the server's default when it is absent.
    #[serde(default)]
    pub archived_data_processing_behavior: Option<String>,
    /// Never on another node than the one it is bound to.
    #[serde(default, deserialize_with = "or_default")]
    pub pin_to_mentor_node: bool,
}

impl SubscriptionItem {
    /// Reads an item.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        super::parsed("The subscription", json)
    }
}

fn or_default<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<bool>::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscriptions_are_read_and_need_a_name_and_a_query() {
        let item =
            br#"{"Query":"from Orders","ChangeVectorForNextBatchStartingPoint":null,"SubscriptionId":7,
            "SubscriptionName":"orders","MentorNode":null,"PinToMentorNode":null,"Disabled":true,
            "ArchivedDataProcessingBehavior":"ArchivedOnly"}"#;
        let read = SubscriptionItem::read(item).unwrap();
        assert_eq!((read.subscription_name.as_str(), read.query.as_str()), ("orders", "from Orders"));
        assert!(read.disabled && !read.pin_to_mentor_node);
        assert_eq!(read.archived_data_processing_behavior.as_deref(), Some("ArchivedOnly"));
        assert!(SubscriptionItem::read(br#"{"SubscriptionName":"orders"}"#).is_err());
    }
}

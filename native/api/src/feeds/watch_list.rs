//! What one changes connection wants to hear about.

use std::collections::HashSet;

use rookery_engine::{DocumentChange, OperationChange};

/// Watches for things that do not happen in the sandbox yet; they are confirmed and stay silent, truthfully.
const SILENT: [&str; 11] = [
    "watch-index",
    "watch-indexes",
    "watch-counter",
    "watch-counters",
    "watch-document-counter",
    "watch-document-counters",
    "watch-timeseries",
    "watch-all-timeseries",
    "watch-document-timeseries",
    "watch-all-document-timeseries",
    "watch-topology-change",
];

/// The watches in force.
#[derive(Debug, Default)]
pub struct WatchList {
    everything: bool,
    caches: bool,
    all_operations: bool,
    operations: HashSet<i64>,
    ids: HashSet<String>,
    prefixes: HashSet<String>,
    collections: HashSet<String>,
}

impl WatchList {
    /// Carries out `watch-…` or `unwatch-…`. An error is a sentence for the client.
    pub fn apply(&mut self, command: &str, parameter: Option<&str>) -> Result<(), String> {
        let command = command.to_ascii_lowercase();
        let (watch, on) = match command.strip_prefix("un") {
            Some(rest) => (rest, false),
            None => (command.as_str(), true),
        };
        let set = match watch {
            "watch-docs" => {
                self.everything = on;
                return Ok(());
            }
            "watch-aggressive-caching" => {
                self.caches = on;
                return Ok(());
            }
            "watch-operations" => {
                self.all_operations = on;
                return Ok(());
            }
            "watch-operation" => {
                let id = parameter.and_then(|text| text.trim().parse().ok()).ok_or_else(|| {
                    format!("The command '{command}' needs a 'Param' that is an operation's number.")
                })?;
                if on {
                    self.operations.insert(id);
                } else {
                    self.operations.remove(&id);
                }
                return Ok(());
            }
            "watch-doc" => &mut self.ids,
            "watch-prefix" => &mut self.prefixes,
            "watch-collection" => &mut self.collections,
            other if SILENT.contains(&other) => return Ok(()),
            _ => return Err(format!("The command '{command}' is not known to this server.")),
        };
        let key = parameter
            .filter(|text| !text.is_empty())
            .ok_or_else(|| format!("The command '{command}' needs a 'Param' that says what to watch."))?
            .to_lowercase();
        if on {
            set.insert(key);
        } else {
            set.remove(&key);
        }
        Ok(())
    }

    /// Whether the connection wants to hear of this change.
    pub fn wants(&self, change: &DocumentChange) -> bool {
        if self.everything {
            return true;
        }
        let id = change.id.to_lowercase();
        self.ids.contains(&id)
            || self.collections.contains(&change.collection.to_lowercase())
            || self.prefixes.iter().any(|prefix| id.starts_with(prefix.as_str()))
    }

    /// Whether the connection wants to hear of this operation.
    pub fn wants_operation(&self, change: &OperationChange) -> bool {
        self.all_operations || self.operations.contains(&change.id)
    }

    /// Whether the connection caches answers and must hear that any document changed.
    pub fn caches(&self) -> bool {
        self.caches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_engine::ChangeKind;

    fn change(id: &str, collection: &str) -> DocumentChange {
        DocumentChange {
            kind: ChangeKind::Put,
            id: id.into(),
            collection: collection.into(),
            change_vector: "A:1-x".into(),
        }
    }

    #[test]
    fn watches_are_by_id_prefix_collection_or_everything_and_ignore_case() {
        let mut list = WatchList::default();
        assert!(!list.wants(&change("users/1", "Users")));
        list.apply("watch-doc", Some("Users/1")).unwrap();
        list.apply("watch-prefix", Some("orders/")).unwrap();
        list.apply("WATCH-Collection", Some("products")).unwrap();
        assert!(list.wants(&change("users/1", "Users")));
        assert!(!list.wants(&change("users/2", "Users")));
        assert!(list.wants(&change("Orders/7", "Orders")));
        assert!(list.wants(&change("p/1", "Products")));
        list.apply("unwatch-doc", Some("users/1")).unwrap();
        assert!(!list.wants(&change("users/1", "Users")));
        list.apply("watch-docs", None).unwrap();
        assert!(list.wants(&change("users/2", "Users")));
        list.apply("unwatch-docs", None).unwrap();
        assert!(!list.wants(&change("users/2", "Users")));
    }

    #[test]
    fn unknown_commands_and_missing_parameters_are_refused_by_name() {
        let mut list = WatchList::default();
        assert!(list.apply("watch-bogus", None).unwrap_err().contains("watch-bogus"));
        assert!(list.apply("watch-doc", None).unwrap_err().contains("Param"));
        assert!(list.apply("watch-indexes", None).is_ok());
    }
}

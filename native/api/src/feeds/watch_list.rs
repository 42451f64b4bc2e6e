//! The subscriptions of one changes connection.

use std::collections::HashSet;

use rookery_engine::{CounterChange, DocumentChange, IndexChange, OperationChange, TimeSeriesChange};

/// Watches for things that do not happen in the sandbox yet; they are confirmed and stay silent, truthfully.
const SILENT: [&str; 1] = ["watch-topology-change"];

/// The watches in force.
#[derive(Debug, Default)]
pub struct WatchList {
    everything: bool,
    caches: bool,
    all_indexes: bool,
    indexes: HashSet<String>,
    all_operations: bool,
    operations: HashSet<i64>,
    ids: HashSet<String>,
    prefixes: HashSet<String>,
    collections: HashSet<String>,
    all_counters: bool,
    counters: HashSet<String>,
    counters_of: HashSet<String>,
    /// Document and name.
    document_counters: HashSet<(String, String)>,
    all_time_series: bool,
    time_series: HashSet<String>,
    time_series_of: HashSet<String>,
    /// Document and name.
    document_time_series: HashSet<(String, String)>,
}

impl WatchList {
    /// Carries out `watch-…` or `unwatch-…`. An error is a sentence for the client.
    pub fn apply(
        &mut self,
        command: &str,
        parameter: Option<&str>,
        parameters: &[String],
    ) -> Result<(), String> {
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
            "watch-indexes" => {
                self.all_indexes = on;
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
            "watch-counters" => {
                self.all_counters = on;
                return Ok(());
            }
            "watch-document-counter" => {
                let [document, name] = parameters else {
                    return Err(format!(
                        "The command '{command}' needs 'Params' that are a document's id and a counter's name."
                    ));
                };
                let counter = (document.to_lowercase(), name.to_lowercase());
                if on {
                    self.document_counters.insert(counter);
                } else {
                    self.document_counters.remove(&counter);
                }
                return Ok(());
            }
            "watch-all-timeseries" => {
                self.all_time_series = on;
                return Ok(());
            }
            "watch-document-timeseries" => {
                let [document, name] = parameters else {
                    return Err(format!(
                        "The command '{command}' needs 'Params' that are a document's id and a time series's name."
                    ));
                };
                let series = (document.to_lowercase(), name.to_lowercase());
                if on {
                    self.document_time_series.insert(series);
                } else {
                    self.document_time_series.remove(&series);
                }
                return Ok(());
            }
            "watch-timeseries" => &mut self.time_series,
            "watch-all-document-timeseries" => &mut self.time_series_of,
            "watch-counter" => &mut self.counters,
            "watch-document-counters" => &mut self.counters_of,
            "watch-index" => &mut self.indexes,
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

    /// Whether the connection watches this change.
    pub fn wants(&self, change: &DocumentChange) -> bool {
        if self.everything {
            return true;
        }
        let id = change.id.to_lowercase();
        self.ids.contains(&id)
            || self.collections.contains(&change.collection.to_lowercase())
            || self.prefixes.iter().any(|prefix| id.starts_with(prefix.as_str()))
    }

    /// Whether the connection watches this change of a counter.
    pub fn wants_counter(&self, change: &CounterChange) -> bool {
        if self.all_counters {
            return true;
        }
        let (document, name) = (change.document_id.to_lowercase(), change.name.to_lowercase());
        self.counters.contains(&name)
            || self.counters_of.contains(&document)
            || self.document_counters.contains(&(document, name))
    }

    /// Whether the connection watches this change of a time series.
    pub fn wants_time_series(&self, change: &TimeSeriesChange) -> bool {
        if self.all_time_series {
            return true;
        }
        let (document, name) = (change.document_id.to_lowercase(), change.name.to_lowercase());
        self.time_series.contains(&name)
            || self.time_series_of.contains(&document)
            || self.document_time_series.contains(&(document, name))
    }

    /// Whether the connection watches this index.
    pub fn wants_index(&self, change: &IndexChange) -> bool {
        self.all_indexes || self.indexes.contains(&change.name.to_lowercase())
    }

    /// Whether the connection watches this operation.
    pub fn wants_operation(&self, change: &OperationChange) -> bool {
        self.all_operations || self.operations.contains(&change.id)
    }

    /// Whether the connection caches answers and needs an invalidation for any changed document.
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
        list.apply("watch-doc", Some("Users/1"), &[]).unwrap();
        list.apply("watch-prefix", Some("orders/"), &[]).unwrap();
        list.apply("WATCH-Collection", Some("products"), &[]).unwrap();
        assert!(list.wants(&change("users/1", "Users")));
        assert!(!list.wants(&change("users/2", "Users")));
        assert!(list.wants(&change("Orders/7", "Orders")));
        assert!(list.wants(&change("p/1", "Products")));
        list.apply("unwatch-doc", Some("users/1"), &[]).unwrap();
        assert!(!list.wants(&change("users/1", "Users")));
        list.apply("watch-docs", None, &[]).unwrap();
        assert!(list.wants(&change("users/2", "Users")));
        list.apply("unwatch-docs", None, &[]).unwrap();
        assert!(!list.wants(&change("users/2", "Users")));
    }

    #[test]
    fn unknown_commands_and_missing_parameters_are_refused_by_name() {
        let mut list = WatchList::default();
        assert!(list.apply("watch-bogus", None, &[]).unwrap_err().contains("watch-bogus"));
        assert!(list.apply("watch-doc", None, &[]).unwrap_err().contains("Param"));
        assert!(list.apply("watch-topology-change", None, &[]).is_ok());
        assert!(list.apply("watch-timeseries", None, &[]).unwrap_err().contains("Param"));
        assert!(list.apply("watch-document-counter", Some("a"), &[]).unwrap_err().contains("Params"));
    }

    #[test]
    fn indexes_are_watched_by_name_or_all() {
        let change = IndexChange { kind: rookery_engine::IndexChangeKind::IndexAdded, name: "A".into() };
        let mut list = WatchList::default();
        assert!(!list.wants_index(&change));
        for (command, name, wanted) in [
            ("watch-index", Some("a"), true),
            ("unwatch-index", Some("A"), false),
            ("watch-indexes", None, true),
            ("unwatch-indexes", None, false),
            ("watch-index", Some("b"), false),
        ] {
            list.apply(command, name, &[]).unwrap();
            assert_eq!(list.wants_index(&change), wanted, "{command}");
        }
    }

    /// Whether changes of three series or counters are wanted; none is after the opposite command.
    fn watched(
        command: &str,
        parameter: Option<&str>,
        parameters: &[&str],
        wants: impl Fn(&WatchList, &str, &str) -> bool,
    ) -> [bool; 3] {
        let mut list = WatchList::default();
        let parameters: Vec<String> = parameters.iter().map(|text| (*text).to_owned()).collect();
        list.apply(command, parameter, &parameters).unwrap();
        let all = [("a/1", "x"), ("a/1", "y"), ("a/2", "x")];
        let wanted = all.map(|(document, name)| wants(&list, document, name));
        list.apply(&format!("un{command}"), parameter, &parameters).unwrap();
        assert!(!wants(&list, "a/1", "x"));
        wanted
    }

    #[test]
    fn counters_are_watched_by_name_by_document_by_both_or_all() {
        let change = |document: &str, name: &str| CounterChange {
            kind: rookery_engine::CounterChangeKind::Put,
            name: name.into(),
            value: 1,
            document_id: document.into(),
            collection: "C".into(),
            change_vector: "A:1-x".into(),
        };
        let wanted = |command: &str, parameter: Option<&str>, parameters: &[&str]| {
            watched(command, parameter, parameters, |list, document, name| {
                list.wants_counter(&change(document, name))
            })
        };
        assert_eq!(wanted("watch-counters", None, &[]), [true, true, true]);
        assert_eq!(wanted("watch-counter", Some("X"), &[]), [true, false, true]);
        assert_eq!(wanted("watch-document-counters", Some("A/1"), &[]), [true, true, false]);
        assert_eq!(wanted("watch-document-counter", None, &["A/1", "X"]), [true, false, false]);
    }

    #[test]
    fn time_series_are_watched_by_name_by_document_by_both_or_all() {
        let change = |document: &str, name: &str| TimeSeriesChange {
            kind: rookery_engine::TimeSeriesChangeKind::Put,
            name: name.into(),
            from: Some(0),
            to: Some(0),
            document_id: document.into(),
            collection: "C".into(),
            change_vector: "A:1-x".into(),
        };
        let wanted = |command: &str, parameter: Option<&str>, parameters: &[&str]| {
            watched(command, parameter, parameters, |list, document, name| {
                list.wants_time_series(&change(document, name))
            })
        };
        assert_eq!(wanted("watch-all-timeseries", None, &[]), [true, true, true]);
        assert_eq!(wanted("watch-timeseries", Some("X"), &[]), [true, false, true]);
        assert_eq!(wanted("watch-all-document-timeseries", Some("A/1"), &[]), [true, true, false]);
        assert_eq!(wanted("watch-document-timeseries", None, &["A/1", "X"]), [true, false, false]);
    }
}

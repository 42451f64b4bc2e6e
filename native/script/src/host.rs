//! What a script can call on its host: only the methods that the caller of the script implements.

use crate::error::{HostError, Refusal};

/// A change of a time series by a script; times are texts.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeSeriesChange {
    /// Saves an entry.
    Append {
        /// Its time.
        time: String,
        /// Its numbers.
        values: Vec<f64>,
        /// Its tag.
        tag: Option<String>,
    },
    /// Adds to the numbers of an entry.
    Increment {
        /// Its time; `None`: now.
        time: Option<String>,
        /// What is added.
        values: Vec<f64>,
    },
    /// Removes the entries of a range; `None`: open.
    Delete {
        /// The first time.
        from: Option<String>,
        /// The last time.
        to: Option<String>,
    },
}

/// The host of one run of a script. The default of every method is an error that names it.
pub trait ScriptHost {
    /// The document with this id in the form for clients (with full metadata), if it exists.
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError>;

    /// The same, without a reference that maps the document again when the loaded one changes
    /// (`noTracking.load`).
    fn load_untracked(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        self.load(id)
    }

    /// Saves a document (`put`); returns its id.
    fn put(
        &mut self,
        _id: &str,
        _document: Vec<u8>,
        _change_vector: Option<&str>,
    ) -> Result<String, HostError> {
        refuse("put(id, document)")
    }

    /// Deletes a document (`del`); returns whether it existed.
    fn delete(&mut self, _id: &str, _change_vector: Option<&str>) -> Result<bool, HostError> {
        refuse("del(id)")
    }

    /// The compare-exchange value under a key (`cmpxchg`), as JSON.
    fn compare_exchange(&mut self, _key: &str) -> Result<Option<Vec<u8>>, HostError> {
        refuse("cmpxchg(key)")
    }

    /// The content of an attachment (`loadAttachment(document, name).getContentAsString()`), if it exists.
    fn attachment(&mut self, _id: &str, _name: &str) -> Result<Option<Vec<u8>>, HostError> {
        refuse("loadAttachment(document, name)")
    }

    /// The entries of a time series from a time to a time, as JSON (`timeseries(document, name).get(from, to)`).
    fn time_series(
        &mut self,
        _id: &str,
        _name: &str,
        _from: Option<&str>,
        _to: Option<&str>,
    ) -> Result<Vec<u8>, HostError> {
        refuse("timeseries(document, name)")
    }

    /// The statistics of a time series, as JSON (`timeseries(document, name).getStats()`).
    fn time_series_stats(&mut self, _id: &str, _name: &str) -> Result<Vec<u8>, HostError> {
        refuse("timeseries(document, name)")
    }

    /// Changes a time series (`timeseries(document, name).append(time, values, tag)` and its other methods).
    fn change_time_series(
        &mut self,
        _id: &str,
        _name: &str,
        _change: TimeSeriesChange,
    ) -> Result<(), HostError> {
        refuse("Changing a time series")
    }

    /// The result of a function declared by `declare timeseries`; arguments and result are JSON.
    fn call_time_series(&mut self, _name: &str, _arguments: &[u8]) -> Result<Vec<u8>, HostError> {
        refuse("A function of time series")
    }

    /// A counter's value.
    fn counter(&mut self, _id: &str, _name: &str) -> Result<Option<i64>, HostError> {
        refuse("counter(document, name)")
    }

    /// Adds to a counter; returns its previous and new value.
    fn increment_counter(
        &mut self,
        _id: &str,
        _name: &str,
        _by: i64,
    ) -> Result<(Option<i64>, i64), HostError> {
        refuse("incrementCounter(document, name, value)")
    }

    /// Removes a counter.
    fn delete_counter(&mut self, _id: &str, _name: &str) -> Result<(), HostError> {
        refuse("deleteCounter(document, name)")
    }

    /// Clears the archived mark of the document that the script changes (`archived.unarchive`).
    fn unarchive(&mut self, _id: &str) -> Result<(), HostError> {
        refuse("archived.unarchive(document)")
    }

    /// Requests that a document is included in the answer (`include`).
    fn include(&mut self, _id: &str) -> Result<(), HostError> {
        refuse("include(id)")
    }
}

/// A host without documents.
#[derive(Debug, Default)]
pub struct NoHost;

impl ScriptHost for NoHost {
    fn load(&mut self, _id: &str) -> Result<Option<Vec<u8>>, HostError> {
        refuse("load(id)")
    }
}

fn refuse<T>(what: &str) -> Result<T, HostError> {
    Err(Box::new(Refusal(format!("{what} cannot be used in this kind of script."))))
}

//! Which policies of time series were carried out since a database was opened.

use crate::extensions::time_series::configuration::TimeSeriesConfiguration;

/// The last check of all policies.
#[derive(Debug, Clone)]
pub(crate) struct PolicyProgress {
    /// The policies then.
    pub configuration: TimeSeriesConfiguration,
    /// Changes up to this etag were seen.
    pub etag: i64,
    /// Its time, in milliseconds since 1970.
    pub now: i64,
}

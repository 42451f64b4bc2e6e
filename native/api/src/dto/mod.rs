//! The JSON shapes of requests and answers, and the protocol's text forms of dates, sizes and durations.
//!
//! Routes and feeds convert engine types with these modules; nothing in this folder depends on a route or a
//! feed.

pub(crate) mod batch_command;
pub(crate) mod client_configuration;
pub(crate) mod compare_exchange;
pub(crate) mod counters;
pub(crate) mod database_record;
pub(crate) mod index;
pub(crate) mod index_performance;
pub(crate) mod index_staleness;
pub(crate) mod io_metrics;
pub(crate) mod json_patch;
pub(crate) mod json_writer;
pub(crate) mod operation;
pub(crate) mod optional;
pub(crate) mod patch;
pub(crate) mod running_query;
pub(crate) mod subscription;
pub(crate) mod text;
pub(crate) mod time_series;

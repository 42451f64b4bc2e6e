//! From a batch of commands to a durable, published change: prepare, resolve, journal, publish.

pub(crate) mod batch_record;
pub(crate) mod cluster;
pub(crate) mod command;
pub(crate) mod expected;
pub(crate) mod filtered_reader;
pub(crate) mod import;
pub(crate) mod journal_thread;
pub(crate) mod patch;
pub(crate) mod patch_runs;
pub(crate) mod pending;
pub(crate) mod prepare_attachment;
pub(crate) mod prepare_cluster;
pub(crate) mod prepare_import;
pub(crate) mod prepare_time_series;
pub(crate) mod prepared;
pub(crate) mod prepared_cluster;
pub(crate) mod prepared_counters;
pub(crate) mod prepared_put;
pub(crate) mod preparer;
pub(crate) mod progress;
pub(crate) mod publisher;
pub(crate) mod recorded_run;
pub(crate) mod request;
pub(crate) mod resolve;
pub(crate) mod writer;

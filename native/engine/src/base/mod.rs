//! Parts that know no documents: clock, options, change subscriptions, operations, thread names. Depends on nothing in this crate but `error`.

pub(crate) mod changes;
pub(crate) mod clock;
pub(crate) mod null_as_default;
pub(crate) mod operations;
pub(crate) mod options;
pub(crate) mod signal;
pub(crate) mod thread_jobs;

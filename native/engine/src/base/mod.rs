//! Parts that do not depend on documents: clock, options, change subscriptions, operations, thread names. Of
//! this crate they use only `error`.

pub(crate) mod changes;
pub(crate) mod clock;
pub(crate) mod fault_injection;
pub(crate) mod null_as_default;
pub(crate) mod operations;
pub(crate) mod options;
pub(crate) mod shifted_clock;
pub(crate) mod signal;
pub(crate) mod thread_jobs;

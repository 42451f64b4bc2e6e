//! The JSON shapes of requests and answers. Routes and feeds use them; they know neither.

pub(crate) mod batch_command;
pub(crate) mod index_performance;

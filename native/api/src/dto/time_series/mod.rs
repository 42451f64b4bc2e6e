//! Time series as they travel: operations and bulk appends coming in, ranges of entries going out.
//!
//! Shared by `/timeseries`, `bulk_docs`, bulk inserts, streams and includes. Independent of routes.

pub(crate) mod bulk_appends;
pub(crate) mod operation;
pub(crate) mod range;
pub(crate) mod text;

//! The API as a caller in the same process sees it: the real router over a real engine on a temporary folder.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod archived;
mod attachment_batches;
mod attachment_fixture;
mod attachments;
mod batches;
mod bulk_insert;
mod cancelling;
mod collections;
mod compact;
mod compression;
mod counters;
mod databases;
mod documents;
mod dump_fixture;
mod dumps;
mod explanations;
mod failures;
mod fast_path;
mod features;
mod feeds;
mod grouped;
mod handshake;
mod highlights;
mod hostile;
mod identities;
mod index_facets;
mod index_standing;
mod index_test;
mod indexes;
mod indexing;
mod map_reduce;
mod memory;
mod multi_get;
#[path = "../../../fuzz/mutations/mod.rs"]
mod mutations;
mod no_new_index;
mod null_members;
mod operations;
mod optional_members;
mod patch;
mod processes;
mod queries;
mod query_fixture;
mod query_includes;
mod revision_changes;
mod revisions;
mod running_queries;
mod sandbox;
mod side_by_side;
mod stats;
mod streams;
mod stuck_scripts;
mod threads;
mod tombstones;

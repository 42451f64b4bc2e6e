//! The engine's tests, one file per behaviour, all against real files in folders of their own.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod archival;
mod asking;
mod attachments;
mod attachments_model;
mod bad_input;
mod batches;
mod by_query;
mod cancelling;
mod changes;
mod clock_jumps;
mod compact;
mod compression;
mod concurrency;
mod counters;
mod data_file_damage;
mod databases;
mod dictionaries;
mod durability;
mod expiration;
mod facet_options;
mod facet_setups;
mod failing_disk;
mod faulty_disk;
#[cfg(unix)]
mod file_modes;
mod fixture;
mod grouped_indexes;
mod hilo;
mod idle;
mod index_bands;
mod index_standing;
mod indexes;
mod io_metrics;
mod journal_damage;
mod journal_size;
mod journals_path;
mod large_groups;
mod map_reduce;
mod map_reduce_model;
mod model;
mod more_like_this;
mod no_new_index;
mod queries;
mod reading;
mod revision_attachments;
mod revision_changes;
mod revisions;
mod running_queries;
mod side_by_side;
mod static_indexes;
mod static_texts_and_places;
mod streams;
mod texts_and_places;
mod tombstones;

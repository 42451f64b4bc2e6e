//! The rules, by what they look at.

mod collections;
mod concurrent;
mod context;
mod databases;
mod disk;
mod frames;
mod index_batches;
mod indexes;
mod latency;
mod load;
mod locks;
mod logs;
mod memory;
mod notifications;
mod patterns;
mod processor;
mod recorder;
mod recorder_gap;
mod refusals;
mod repeated_query;
mod request_stops;
mod requests;
mod shape;
mod slow_queries;
mod stops;
mod storages;
mod swap;
mod syncs;
mod threads;
mod write_load;
mod writes;

use super::Rule;

/// The rules of every file.
pub const ALL: &[&[Rule]] = &[
    writes::RULES,
    stops::RULES,
    syncs::RULES,
    write_load::RULES,
    databases::RULES,
    disk::RULES,
    indexes::RULES,
    index_batches::RULES,
    recorder_gap::RULES,
    recorder::RULES,
    requests::RULES,
    refusals::RULES,
    latency::RULES,
    load::RULES,
    request_stops::RULES,
    slow_queries::RULES,
    repeated_query::RULES,
    patterns::RULES,
    processor::RULES,
    threads::RULES,
    memory::RULES,
    swap::RULES,
    collections::RULES,
    locks::RULES,
    logs::RULES,
    notifications::RULES,
];

#[cfg(test)]
mod extreme_values;

#[cfg(test)]
mod hostile;

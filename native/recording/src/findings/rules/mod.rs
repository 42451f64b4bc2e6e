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
mod memory;
mod messages;
mod patterns;
mod processor;
mod recorder;
mod recorder_gap;
mod requests;
mod shape;
mod slow_queries;
mod stops;
mod storages;
mod syncs;
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
    latency::RULES,
    load::RULES,
    slow_queries::RULES,
    patterns::RULES,
    processor::RULES,
    memory::RULES,
    collections::RULES,
    locks::RULES,
    messages::RULES,
];

#[cfg(test)]
mod extreme_values;

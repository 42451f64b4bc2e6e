//! The rules, by what they look at.

mod collections;
mod concurrent;
mod context;
mod databases;
mod disk;
mod frames;
<<<<<<< HEAD
mod index_batches;
mod indexes;
=======
#[cfg(test)]
mod hostile;
>>>>>>> 2a4ec68d (Split the rules by what they look at)
mod latency;
mod load;
mod locks;
mod logs;
mod memory;
mod notifications;
mod patterns;
mod processor;
<<<<<<< HEAD
mod recorder;
mod recorder_gap;
=======
mod refusals;
mod repeated_query;
>>>>>>> 2a4ec68d (Split the rules by what they look at)
mod request_stops;
mod requests;
mod shape;
mod slow_queries;
mod stops;
<<<<<<< HEAD
mod storages;
mod syncs;
mod write_load;
=======
mod swap;
mod threads;
>>>>>>> 2a4ec68d (Split the rules by what they look at)
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
    stops::RULES,
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

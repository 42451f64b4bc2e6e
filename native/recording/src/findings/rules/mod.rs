//! The rules, by what they look at.

mod concurrent;
mod databases;
mod disk;
mod index_batches;
mod indexes;
mod recorder;
mod recorder_gap;
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
];

#[cfg(test)]
mod extreme_values;

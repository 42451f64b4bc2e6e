//! The rules, by what they look at.

mod concurrent;
mod databases;
mod disk;
mod indexes;
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
];

//! Tests of scripts through the public interface.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod boosts;
mod csharp_sources;
mod hostile;
mod indexes;
mod item_indexes;
mod memory;
mod natives;
mod nesting;
mod patches;
mod projections;

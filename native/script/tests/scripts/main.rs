//! Scripts as their authors see them.

#![allow(clippy::unwrap_used)]

mod hostile;
mod indexes;
mod memory;
mod patches;
mod projections;

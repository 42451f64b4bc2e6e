//! Scripts as their authors see them.

mod hostile;
mod indexes;
mod memory;
mod patches;
mod projections;

//! Scripts as their authors see them.

mod hostile;
mod memory;
mod patches;

//! The helper and the crate that reads its answer, together, on real processes.

#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod installation;
mod many_threads;
mod named_stacks;
mod node_process;
mod own_process;
mod privileges;
mod refusals;
mod target;

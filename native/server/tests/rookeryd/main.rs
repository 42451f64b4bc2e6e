//! `rookeryd` as another program sees it: a process, a port, signals, sockets.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod disconnecting;
mod gate;
#[cfg(unix)]
mod postgres;
mod process;
mod running;
mod sockets;

//! The threads scripts run on, and what happens to one whose script does not stop.
//!
//! The JavaScript engine cannot be stopped from outside: it polls its interrupt handler between steps of a
//! script, not inside a built-in function. A thread whose script is still running long after its limit is
//! *abandoned*: the caller that waits for it gets an error, it is counted, and its work is ignored when it
//! ends after all. [`watch`] decides that, [`workers`] is a pool whose threads may be abandoned.

pub(crate) mod cpu_clock;
pub mod watch;
pub mod workers;

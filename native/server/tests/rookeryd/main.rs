//! `rookeryd` as another program sees it: a process, a port, signals, sockets.

mod gate;
mod process;
mod running;
mod sockets;

//! `rookeryd` as another program sees it: a process, a port, signals, sockets.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod backups;
mod bodies;
mod commands;
mod concurrent_subscriptions;
mod connections;
mod disconnecting;
mod disk_check;
mod files;
mod gate;
mod interrupted_transfer;
mod moved_database;
#[cfg(unix)]
mod postgres;
mod process;
mod recordings;
mod remote;
mod running;
mod slow_clients;
mod sockets;
mod subscription_client;
mod subscriptions;
mod tls;
mod transfer;
mod transfer_with_ravendb;

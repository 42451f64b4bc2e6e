//! A running server as its client reaches it: the address, TLS with a client's certificate, answers, WebSockets.

mod address;
mod client_files;
mod client_tls;
mod failure;
mod paths;
mod reply;
mod socket;
mod two_factor;

pub use address::Remote;
pub use client_files::ClientFiles;
pub use failure::Failure;
pub use paths::{encoded, path_of};
pub use reply::{Reply, message_of};
pub use socket::Socket;
pub use two_factor::sign_in;

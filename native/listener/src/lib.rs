//! The API on ports: HTTP/1.1 and WebSockets for clients, TCP for the workers of subscriptions. `rookeryd` opens them, and the
//! sandbox inside the studio on request.
//!
//! Contents: accepting within bounds of connections, memory and time; the gate against pages of other sites; a seam for
//! TLS. Routes, the limits of bodies and the number of feeds live in rookery-api.

mod accept;
mod bounds;
mod client;
mod connections;
mod file_limit;
mod gate;
mod http;
mod paced_body;
mod ports;
mod transport;
mod watched_stream;
mod workers;

pub use bounds::Bounds;
pub use file_limit::connections as possible_connections;
pub use gate::Rules;
pub use ports::{BindError, OpenPorts, Ports, Served};
pub use transport::{Plain, Transport};
pub use watched_stream::WatchedStream;

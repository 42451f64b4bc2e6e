//! The names and numbers under which this server presents itself.
//!
//! Official clients read the version to decide which commands they may send, so it is that of the protocol
//! spoken (RavenDB 7.1); the full version names this server.

/// Sent as `Raven-Server-Version` with every response.
pub const PROTOCOL_VERSION: &str = "7.1.5.71000";
/// The protocol's product version.
pub const PRODUCT_VERSION: &str = "7.1";
/// The protocol's build number.
pub const BUILD_VERSION: u32 = 71_000;
/// Version and owner of this server.
pub const FULL_VERSION: &str = concat!("7.1.5-rookery-", env!("CARGO_PKG_VERSION"));

//! What `/info/tcp` reports: where the workers of subscriptions connect, and the certificate they find there.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rookery_api::TcpAddress;

use crate::arguments::TlsFiles;
use crate::tls::certificates;

/// The address of the port for clients.
pub fn of(port: u16, tls: Option<&TlsFiles>) -> Result<TcpAddress, String> {
    let own = |files: &TlsFiles| {
        certificates(&files.certificate).map(|chain| chain.first().map(|own| STANDARD.encode(own)))
    };
    Ok(TcpAddress { port, certificate: tls.map(own).transpose()?.flatten() })
}

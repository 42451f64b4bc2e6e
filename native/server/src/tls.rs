//! TLS 1.2 and 1.3 with client certificates: without one of the authority the handshake is refused.

use std::path::Path;
use std::sync::Arc;

use rookery_listener::{Transport, WatchedStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::arguments::TlsFiles;

/// TLS as a transport of the ports.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Transport for Tls {
    const ENCRYPTED: bool = true;
    type Stream = TlsStream<WatchedStream>;

    async fn open(&self, stream: WatchedStream) -> Option<Self::Stream> {
        self.0.accept(stream).await.ok()
    }
}

/// Reads the files. An error is a sentence.
pub fn transport(files: &TlsFiles) -> Result<Tls, String> {
    let provider = Arc::new(ring::default_provider());
    let mut roots = RootCertStore::empty();
    for certificate in certificates(&files.authority)? {
        roots
            .add(certificate)
            .map_err(|error| format!("{} cannot be an authority: {error}.", files.authority.display()))?;
    }
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .build()
        .map_err(|error| format!("{} cannot verify clients: {error}.", files.authority.display()))?;
    let key_file = files.key.as_ref().unwrap_or(&files.certificate);
    let key = PrivateKeyDer::from_pem_file(key_file)
        .map_err(|error| unreadable(key_file, "private key", &error))?;
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| format!("TLS cannot be set up: {error}."))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(certificates(&files.certificate)?, key)
        .map_err(|error| {
            format!(
                "The certificate in {} cannot be used with the key in {}: {error}.",
                files.certificate.display(),
                key_file.display()
            )
        })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Tls(TlsAcceptor::from(Arc::new(config))))
}

/// The certificates of a file.
pub fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let read = || CertificateDer::pem_file_iter(file)?.collect::<Result<Vec<_>, _>>();
    let found = read().map_err(|error| unreadable(file, "certificate", &error))?;
    match found.is_empty() {
        true => Err(unreadable(file, "certificate", &pem::Error::NoItemsFound)),
        false => Ok(found),
    }
}

/// The sentence about a file without what it should have.
pub fn unreadable(file: &Path, what: &str, error: &pem::Error) -> String {
    let advice = match error {
        pem::Error::Io(_) => "Check the path and its permissions.",
        _ => "Convert it to PEM, without a password.",
    };
    format!("No {what} can be read from {}: {error}. {advice}", file.display())
}

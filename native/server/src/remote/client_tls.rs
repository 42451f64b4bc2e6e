//! TLS 1.2 and 1.3 of a client: the server must have a certificate of the given authority.

use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::client_files::ClientFiles;
use super::failure::Failure;
use crate::tls::{certificates, unreadable};

/// Reads the files.
pub fn config(files: &ClientFiles) -> Result<Arc<ClientConfig>, Failure> {
    let authority = files.authority.as_ref().ok_or_else(|| {
        Failure::new(
            "An https URL needs --authority FILE, the certificates (PEM) that sign the server's. For a public \
             certificate this is the system's list, such as /etc/ssl/certs/ca-certificates.crt.",
        )
    })?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates(authority).map_err(Failure::new)? {
        roots.add(certificate).map_err(|error| {
            Failure::new(format!("{} cannot be an authority: {error}.", authority.display()))
        })?;
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| Failure::new(format!("TLS cannot be set up: {error}.")))?
        .with_root_certificates(roots);
    let Some(file) = &files.certificate else { return Ok(Arc::new(builder.with_no_client_auth())) };
    let chain = certificates(file).map_err(Failure::new)?;
    let key_file = files.key.as_ref().unwrap_or(file);
    let key = PrivateKeyDer::from_pem_file(key_file)
        .map_err(|error| Failure::new(unreadable(key_file, "private key", &error)))?;
    let config = builder.with_client_auth_cert(chain, key).map_err(|error| {
        Failure::new(format!(
            "The certificate in {} cannot be used with the key in {}: {error}.",
            file.display(),
            key_file.display()
        ))
    })?;
    Ok(Arc::new(config))
}
